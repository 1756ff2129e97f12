import * as vscode from 'vscode';
import type { FoundLine, LineQuery } from '../../core/largeFiles/lineMatcher';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { csvCell } from '../../core/export/csvCell';
import { getClientField } from '../../core/triage/clients/clientField';
import { truncateText, visibleText } from '../../core/text/visibleText';
import { formatPercent, plural, t } from '../../l10n';
import { commandErrorMessage } from '../shared/commands/registerCommand';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { fileName, logAddress, logName, type LogSource } from '../shared/files/largeLogUri';
import { readTarget } from '../shared/commands/commandTarget';
import { textInput } from '../shared/files/textInput';
import { panelTypes } from '../shared/ids/contributionIds';
import type { FindInLogRequest } from '../shared/ids/commands';
import { textColumn } from '../shared/panels/columns';
import { type Report, reportNotice, type ReportRow } from '../shared/panels/report';
import { registerReport, type ReportView } from '../shared/panels/reportPanel';
import { showSaveDialog } from '../shared/ui';
import { uiPlural, uiText } from '../shared/ui/text';
import { showsAsLargeLog } from './chooseLog';
import type { LargeLogParts } from './largeLogParts';
import type { Navigation } from './navigation';
import type { OpenLogs } from './openLogs';

/** Lines that are listed; further ones are only counted. */
const maxLines = 10_000;

/** Files that are searched by one thread. */
const sourcesAtOnce = 100;

/** A line of one of the files. */
interface Hit extends FoundLine {
  readonly source: LogSource;
}

interface Search {
  readonly id: number;
  readonly sources: readonly LogSource[];
  readonly query: LineQuery;
  readonly canceled: AbortController;
  readonly started: number;
  readonly hits: Hit[];
  readonly rows: ReportRow[];
  /** Why files weren't read, or not to their end. */
  readonly failures: string[];
  /** In files that were read, and in the current one. */
  total: number;
  read: number;
  share: number | undefined;
  state: 'running' | 'done' | 'canceled';
}

/** Finds lines in logs of any size, and lists those of the last search in a panel. */
export class LineSearch implements vscode.Disposable {
  private current: Search | undefined;
  private searches = 0;
  private readonly view: ReportView;

  constructor(
    private readonly logs: Pick<OpenLogs, 'jobs'>,
    private readonly navigation: Navigation,
    private readonly parts: LargeLogParts,
  ) {
    this.view = registerReport(
      {
        viewType: panelTypes.logLines,
        title: () =>
          this.current === undefined
            ? uiText('Find in Log')
            : uiText('Find in Log: {0}', queryLabel(this.current.query)),
        icon: 'search',
        load: () => Promise.resolve(reportOf(this.current)),
        goTo: (row) => this.goTo(row),
        commands: {
          cancel: 'threatLookups.cancelLogSearch',
          export: 'threatLookups.exportLogLines',
          showLines: 'threatLookups.showFoundLines',
          runAgain: 'threatLookups.findInLog',
        },
      },
      parts,
    );
  }

  /** Whether the panel is the active tab. */
  get isActive(): boolean {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelTypes.logLines);
  }

  /** The search that is shown. */
  get shown(): Pick<Search, 'sources' | 'query'> | undefined {
    return this.current;
  }

  /** Finds the lines of files. Those found so far are listed, also after {@link cancel}. */
  async search(sources: readonly LogSource[], query: LineQuery): Promise<void> {
    this.cancel();
    const search: Search = {
      id: ++this.searches,
      sources,
      query,
      canceled: new AbortController(),
      started: Date.now(),
      hits: [],
      rows: [],
      failures: [],
      total: 0,
      read: 0,
      share: 0,
      state: 'running',
    };
    this.current = search;
    this.parts.contextKeys.set('isSearchingLog', true);
    await this.view.show();
    for (let from = 0; from < sources.length && !search.canceled.signal.aborted;)
      from += await this.searchSome(search, sources.slice(from, from + sourcesAtOnce));
    search.state = search.canceled.signal.aborted ? 'canceled' : 'done';
    if (this.current !== search) return;
    this.parts.contextKeys.set('isSearchingLog', false);
    this.view.refresh();
  }

  /** Ends the search; lines that were found stay. */
  cancel(): void {
    this.current?.canceled.abort();
  }

  /** Exports the listed lines as CSV. */
  async export(): Promise<void> {
    const { current } = this;
    if (current === undefined || current.hits.length === 0) {
      this.parts.notices.inform(uiText('There are no lines to export.'));
      return;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await showSaveDialog({
      title: uiText('Export Log Search Results'),
      filters: { CSV: ['csv'] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'lines.csv') }),
    });
    if (target === undefined) return;
    const { hits } = current;
    const text = target.path.toLowerCase().endsWith('.csv') ? csvOf(hits) : hits.map((hit) => `${hit.text}\n`).join('');
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    this.parts.notices.inform(
      current.total > hits.length
        ? uiText('Exported the first {0} of {1} lines.', hits.length, current.total)
        : uiPlural(hits.length, { one: 'Exported {0} line.', other: 'Exported {0} lines.' }),
    );
  }

  dispose(): void {
    this.cancel();
    this.view.dispose();
  }

  /** Searches the first of some sources, up to one whose text must be sent to the thread. Returns how many. */
  private async searchSome(search: Search, sources: readonly LogSource[]): Promise<number> {
    const before = search.read;
    const fail = (source: LogSource, reason: string): void => {
      const name = logName(source);
      search.failures.push(`${visibleText(name)}: ${reason}`);
      this.parts.output.warn(`${name}: ${reason}`);
    };
    const opened: { readonly source: LogSource; readonly input: ImportInput }[] = [];
    let count = 0;
    for (const source of sources) {
      const input = await textInput(source.file, fileName(source.file));
      count++;
      if ('failure' in input) fail(source, formatInputFailure(input.failure));
      else opened.push({ source, input });
      if (!('path' in input)) break;
    }
    const totals: number[] = [];
    const found = search.total;
    const { clientFields } = this.parts.settings.current().triage;
    try {
      const failures = await this.logs.jobs.findInAll(
        {
          sources: opened.map(({ source: { file, entry }, input }) => ({
            input,
            entry,
            clientField: getClientField(file.path, clientFields),
          })),
          query: search.query,
          limit: maxLines - search.hits.length,
        },
        {
          signal: search.canceled.signal,
          onProgress: ({ source: index, bytes, totalBytes, total, lines }) => {
            const source = opened[index]?.source;
            if (source === undefined) return;
            totals[index] = total;
            search.total = found + totals.reduce((sum, each) => sum + each, 0);
            search.read = before + index;
            search.share = totalBytes === undefined || totalBytes === 0 ? undefined : bytes / totalBytes;
            for (const line of lines) {
              search.rows.push(rowOf({ ...line, source }, search.rows.length));
              search.hits.push({ ...line, source });
            }
            if (this.current === search) this.view.refresh();
          },
        },
      );
      for (const [index, failure] of failures) {
        const source = opened[index]?.source;
        if (source !== undefined) fail(source, formatInputFailure(failure));
      }
    } catch (error) {
      const [first] = sources;
      if (!search.canceled.signal.aborted && first !== undefined) fail(first, commandErrorMessage(error));
    }
    search.read = before + count;
    return count;
  }

  private async goTo({ key }: ReportRow): Promise<void> {
    const hit = this.current?.hits[Number(key)];
    if (hit === undefined) return;
    const { source, line, column, length } = hit;
    if (source.entry !== undefined || (await showsAsLargeLog(source.file))) {
      await this.navigation.toLine({ uri: logAddress(source), line, column }, length);
      return;
    }
    const start = new vscode.Position(line - 1, column - 1);
    const selection = new vscode.Range(start, start.translate(0, length));
    const shown = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === source.file.toString(),
    );
    const viewColumn = shown?.viewColumn ?? textColumn();
    await vscode.window.showTextDocument(source.file, { selection, viewColumn, preview: false });
  }
}

function rowOf({ source, line, time, client, text, marks }: Hit, index: number): ReportRow {
  let name = '';
  const shownMarks: [number, number][] = [];
  let at = 0;
  for (const [start, end] of marks) {
    name += visibleText(text.slice(at, start));
    const from = name.length;
    name += visibleText(text.slice(start, end));
    shownMarks.push([from, name.length]);
    at = end;
  }
  name += visibleText(text.slice(at));
  return {
    key: String(index),
    name,
    plain: text,
    marks: shownMarks,
    cells: { file: visibleText(logName(source)), line: String(line), client: visibleText(client) },
    timestamps: time === 0 ? {} : { time: time * 1000 },
  };
}

function csvOf(hits: readonly Hit[]): string {
  const rows = hits.map(({ source, line, time, client, text }) =>
    [logName(source), String(line), time === 0 ? '' : new Date(time * 1000).toISOString(), client, text].map(csvCell),
  );
  return [['file', 'line', 'time', 'client', 'text'], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function reportOf(search: Search | undefined): Report {
  const title = t('Find in Log');
  const again = { label: t('Find in Log…'), action: 'runAgain' } as const;
  if (search === undefined)
    return {
      id: 'none',
      title,
      summary: t("Results of earlier searches aren't kept."),
      buttons: [again],
      columns: [],
      rows: [],
    };
  const { sources, query, rows, total, failures, state } = search;
  const [first] = sources;
  const only = sources.length === 1 && first !== undefined ? visibleText(logName(first)) : undefined;
  return {
    id: String(search.id),
    title,
    summary: summaryOf(search),
    isForeign: false,
    running: state === 'running' ? { work: workOf(search), millis: Date.now() - search.started } : undefined,
    details: [
      { label: t('Values'), text: visibleText(shortList(query.values)) },
      { label: t('Files'), text: only ?? plural(sources.length, { one: '{0} file', other: '{0} files' }) },
    ],
    notices: [
      ...(state === 'canceled' ? [reportNotice('info', t('The search was canceled. There may be more lines.'))] : []),
      ...failures.slice(0, maxNotices).map((failure) => reportNotice('warning', failure)),
      ...(failures.length > maxNotices
        ? [
            reportNotice(
              'warning',
              plural(failures.length - maxNotices, {
                one: "{0} more file couldn't be read.",
                other: "{0} more files couldn't be read.",
              }),
            ),
          ]
        : []),
    ],
    buttons:
      state === 'running'
        ? [{ label: t('Cancel'), action: 'cancel' }]
        : [
            ...(total > 0
              ? [
                  { label: t('Show Only Lines with Search Results'), action: 'showLines' } as const,
                  { label: t('Export…'), action: 'export' } as const,
                ]
              : []),
            again,
          ],
    columns: columnsOf(sources.length > 1),
    rows: [...rows],
  };
}

const maxNotices = 3;
const maxListed = 20;

function shortList(values: readonly string[]): string {
  const listed = values
    .slice(0, maxListed)
    .map((value) => truncateText(value, 200))
    .join(', ');
  return values.length > maxListed ? t('{0} and {1} more', listed, values.length - maxListed) : listed;
}

function workOf({ sources, read, share }: Search): string {
  if (sources.length > 1) return t('Searching file {0} of {1}', read + 1, sources.length);
  return share === undefined ? t('Searching') : t('Searching, {0}', formatPercent(share));
}

function summaryOf({ total, rows, state }: Search): string {
  const count = plural(total, { one: '{0} line', other: '{0} lines' });
  if (total > rows.length) return t('{0}, the first {1} are listed', count, rows.length);
  return state === 'done' ? count : t('{0} so far', count);
}

function columnsOf(hasFiles: boolean): Report['columns'] {
  return [
    { id: 'file', title: t('File'), kind: 'text', width: 130, minWidth: 80, shown: hasFiles, isGroup: true },
    { id: 'line', title: t('Line'), kind: 'location', width: 70, minWidth: 50, shown: true },
    { id: 'time', title: t('Time'), kind: 'utc', shown: true },
    { id: 'client', title: t('Client'), kind: 'text', width: 110, minWidth: 80, shown: true, isGroup: true },
    { id: 'name', title: t('Text'), kind: 'name', minWidth: 100, shown: true },
  ];
}

/** A query in words. */
function queryLabel({ values, isRegex, isText }: LineQuery): string {
  const [first = ''] = values;
  const short = truncateText(first, 60);
  if (values.length > 1) return uiPlural(values.length, { one: '{0} value', other: '{0} values' });
  return isRegex === true ? `/${short}/` : isText === true ? `“${short}”` : short;
}

/** The selected text of an editor, for the prompt; nothing if it is long. */
export function selectedText(editor: vscode.TextEditor | undefined): string {
  const text = editor?.document.getText(editor.selection) ?? '';
  return text.length > 10_000 ? '' : text;
}

/** Reads the argument of “Find in Log…”, which may be anything: files and values, or an indicator in a document. */
export function readRequest(argument: unknown): FindInLogRequest | undefined {
  const target = readTarget(argument);
  if (target?.at !== undefined) return { files: [target.at.uri], values: [target.value] };
  if (typeof argument !== 'object' || argument === null || !('files' in argument) || !('values' in argument))
    return undefined;
  const { files, values } = argument;
  const areTexts = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.every((each) => typeof each === 'string');
  return areTexts(files) && areTexts(values) && files.length > 0 && values.length > 0 ? { files, values } : undefined;
}
