import * as vscode from 'vscode';
import type { SearchHit } from '../../core/largeFiles/searchFile';
import type { SearchQuery } from '../../core/largeFiles/matcher';
import { viewIds } from '../shared/ids/contributionIds';
import { errorDetails } from '../shared/text/errorDetails';
import { treeItem, type UiText, type UiTreeView, createQuickPick, type UiPickItem } from '../shared/ui';
import type { LargeLogParts } from './largeLogParts';
import type { Navigation } from './navigation';
import type { OpenLog } from './openLog';
import type { OpenLogs } from './openLogs';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { expressionOf } from '../../core/largeFiles/matcher';
import { truncateText } from '../../core/text/visibleText';

type SearchMode = Omit<SearchQuery, 'text'>;

interface SearchItem extends UiPickItem {
  readonly mode: SearchMode;
}

const ignoringCase: SearchMode = { isRegex: false, matchCase: false };

/** How a text can be searched, the default first. */
const modes: readonly SearchMode[] = [
  ignoringCase,
  { isRegex: false, matchCase: true },
  { isRegex: true, matchCase: false },
  { isRegex: true, matchCase: true },
];

/** Prompts for what to search, and how; undefined if canceled. */
function promptForQuery(name: string, before: string): Promise<SearchQuery | undefined> {
  const pick = createQuickPick<SearchItem>();
  pick.title = uiText('Find in {0}', name);
  pick.placeholder = uiText('Text or regular expression');
  pick.value = before;
  const update = (value: string): void => {
    pick.items = value === '' ? [] : modes.map((mode) => itemOf(mode, value));
  };
  update(before);
  pick.onDidChangeValue(update);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // Enter can be faster than the items for what was typed last.
      const query = { ...(pick.selectedItems[0]?.mode ?? ignoringCase), text: pick.value };
      if (query.text === '' || problemOf(query) !== undefined) return;
      resolve(query);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(mode: SearchMode, typed: string): SearchItem {
  const text = truncateText(typed, 80);
  const label = mode.isRegex ? uiText('Find the regular expression /{0}/', text) : uiText('Find “{0}”', text);
  const description = mode.matchCase ? uiText('matching case') : uiText('ignoring case');
  const problem = problemOf({ ...mode, text: typed });
  const item = { label, description, alwaysShow: true, mode };
  return problem === undefined ? item : { ...item, detail: uiText('Invalid regular expression: {0}', problem) };
}

function problemOf({ text, isRegex, matchCase }: SearchQuery): string | undefined {
  if (!isRegex) return undefined;
  try {
    expressionOf(text, matchCase);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The selected text, if it is within a line, as the first suggestion. */
function selectedText({ document, selection }: vscode.TextEditor): string {
  return selection.isSingleLine ? document.getText(selection).slice(0, 200) : '';
}

/** A query in words. */
function queryLabel({ text, isRegex }: SearchQuery): string {
  const short = truncateText(text, 60);
  return isRegex ? `/${short}/` : `“${short}”`;
}

/** Matches that are listed. */
const maxHits = 10_000;

interface RunningSearch {
  readonly log: OpenLog;
  readonly query: SearchQuery;
  readonly hits: SearchHit[];
  readonly canceled: AbortController;
  matches: number;
  share: number;
  state: 'running' | 'done' | 'canceled' | 'failed';
}

/** Searches whole logs, and lists the matches of the last search in a view. */
export class LogSearch implements vscode.TreeDataProvider<SearchHit>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: UiTreeView<SearchHit>;
  private current: RunningSearch | undefined;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly logs: Pick<OpenLogs, 'jobs' | 'onChanged'>,
    private readonly navigation: Navigation,
    private readonly parts: LargeLogParts,
  ) {
    this.view = parts.contributions.view<SearchHit>(viewIds.logSearch, this);
    this.listening = vscode.Disposable.from(
      this.view.onDidChangeSelection(({ selection: [hit] }) => {
        if (hit !== undefined) void this.show(hit);
      }),
      logs.onChanged(({ log, kind }) => {
        // Lines of a replaced file are others.
        if (kind === 'replaced' && this.current?.log === log) this.clear();
      }),
    );
  }

  getChildren(hit?: SearchHit): SearchHit[] {
    return hit === undefined ? [...(this.current?.hits ?? [])] : [];
  }

  getTreeItem({ line, column, text }: SearchHit): vscode.TreeItem {
    return treeItem({
      id: `${line}:${column}`,
      label: uiText('{0}: {1}', line + 1, text.trim()),
      tooltip: uiText('Line {0}: {1}', line + 1, text),
    });
  }

  getParent(): undefined {
    return undefined;
  }

  /** Prompts for a text, and searches it in the active log. */
  async prompt(): Promise<void> {
    const active = await this.navigation.active();
    if (active === undefined) return;
    const query = await promptForQuery(active.log.name, selectedText(active.editor));
    if (query !== undefined) await this.search(active.log, query);
  }

  /** Searches a log. The matches found so far are listed, also after {@link cancel}. */
  async search(log: OpenLog, query: SearchQuery): Promise<void> {
    this.cancel();
    const canceled = new AbortController();
    const search: RunningSearch = { log, query, hits: [], canceled, matches: 0, share: 0, state: 'running' };
    this.current = search;
    this.parts.contextKeys.set('hasLogSearch', true);
    this.parts.contextKeys.set('isSearchingLog', true);
    this.update();
    await vscode.commands.executeCommand(`${viewIds.logSearch}.focus`, { preserveFocus: true });
    const counts = log.file.isIndexed ? log.file.index.list() : undefined;
    try {
      const input = { path: log.file.path, query, maxHits, counts };
      const { matches } = await this.logs.jobs.search(input, {
        signal: canceled.signal,
        onProgress: ({ bytes, totalBytes, matches: found, hits }) => {
          search.matches = found;
          search.share = totalBytes === 0 ? 1 : bytes / totalBytes;
          search.hits.push(...hits);
          if (this.current === search) this.update(hits.length > 0);
        },
      });
      search.matches = matches;
      search.state = 'done';
    } catch (error) {
      search.state = canceled.signal.aborted ? 'canceled' : 'failed';
      if (!canceled.signal.aborted) this.parts.output.warn(`${log.name}: ${errorDetails(error)}`);
    }
    if (this.current !== search) return;
    this.parts.contextKeys.set('isSearchingLog', false);
    this.update();
  }

  /** Ends the search; what it found stays. */
  cancel(): void {
    this.current?.canceled.abort();
  }

  /** Ends the search and hides its matches. */
  clear(): void {
    this.cancel();
    this.current = undefined;
    this.parts.contextKeys.set('hasLogSearch', false);
    this.parts.contextKeys.set('isSearchingLog', false);
    this.update();
  }

  dispose(): void {
    this.cancel();
    this.listening.dispose();
    this.changed.dispose();
  }

  private async show({ line, column, length }: SearchHit): Promise<void> {
    const { current } = this;
    if (current === undefined) return;
    try {
      await this.navigation.toMatch(current.log, { line, column, length });
    } catch (error) {
      this.parts.output.warn(`${current.log.name}: ${errorDetails(error)}`);
    }
  }

  private update(hasNewHits = true): void {
    if (hasNewHits) this.changed.fire(undefined);
    const message = this.current === undefined ? undefined : messageOf(this.current);
    if (message === undefined) delete this.view.message;
    else this.view.message = message;
  }
}

function messageOf({ log, query, matches, hits, share, state }: RunningSearch): UiText {
  const found = strings.matches(matches, queryLabel(query), log.name);
  const capped =
    matches > hits.length && hits.length >= maxHits ? uiText('The first {0} are listed.', maxHits) : undefined;
  return strings.searchState(state, found, share, capped);
}
