import * as vscode from 'vscode';
import type { StoredRun } from '../../core/runs';
import { formatAge } from '../common/ages';
import { truncateText, visibleText } from '../common/visibleText';
import { createQuickPick, foreign, showWarningMessage, type UiButton, type UiPickItem, uiText } from '../common/ui';
import type { QueryHistory } from './history';
import { HistoryView, historyViewId } from './historyView';
import type { ResultsPanels } from './resultsPanels';
import type { ResultsParts } from './resultsParts';
import { endLabel, runTitle } from './resultsView';
import type { RunCommands } from './runCommands';
import { queryFileText } from './savedQueries';

const plain = { shown: (text: string): string => text };

/** The view “Query History” and what can be done with what stands in it. */
export function registerHistory(
  parts: ResultsParts,
  history: QueryHistory,
  runs: RunCommands,
  panels: ResultsPanels,
): vscode.Disposable {
  const { commands, notices } = parts;
  const view = new HistoryView(history);
  const selectedRuns = async (clicked: unknown, selected: unknown): Promise<readonly StoredRun[]> => {
    const handed = Array.isArray(selected) ? (selected as readonly unknown[]) : clicked === undefined ? [] : [clicked];
    const ids = new Set((handed.length > 0 ? handed : view.selected()).map(idOf));
    const found = (await history.list()).filter(({ id }) => ids.has(id));
    if (found.length === 0) notices.tell(uiText('Choose a query in the history first.'));
    return found;
  };
  const onEach =
    (work: (run: StoredRun) => Promise<unknown>) =>
    async (clicked: unknown, selected: unknown): Promise<void> => {
      for (const run of await selectedRuns(clicked, selected)) await work(run);
    };
  const again = ({ id, query: text, settings, title, place }: StoredRun): Promise<void> =>
    runs.start(panels.fileOf(id) ?? id, [{ text, settings, title }], { where: place.remote ? 'service' : 'local' });
  const open = async ({ id }: StoredRun): Promise<void> => {
    if (panels.reveal(id)) return;
    const held = await history.read(id);
    if (held === undefined) notices.tell(uiText('This query is no longer in the history.'));
    else await panels.show(id, [held]);
  };
  return vscode.Disposable.from(
    view,
    commands.register('threatLookups.showHistory', () => vscode.commands.executeCommand(`${historyViewId}.focus`)),
    commands.register('threatLookups.searchHistory', () => search(history, open, again, notices)),
    commands.register('threatLookups.openHistory', onEach(open)),
    commands.register('threatLookups.runHistory', onEach(again)),
    commands.register(
      'threatLookups.pinHistory',
      onEach(({ id }) => history.pin(id, true)),
    ),
    commands.register(
      'threatLookups.unpinHistory',
      onEach(({ id }) => history.pin(id, false)),
    ),
    commands.register(
      'threatLookups.queryFromHistory',
      onEach((run) => commands.run('threatLookups.newQuery', queryFileText(run))),
    ),
    commands.register('threatLookups.removeHistory', async (clicked, selected) => {
      const gone = await selectedRuns(clicked, selected);
      if (gone.length > 0) await history.remove(gone.map(({ id }) => id));
    }),
    commands.register('threatLookups.clearHistory', async () => {
      const clear = uiText('Clear');
      const options = { modal: true, detail: uiText('Pinned queries stay. What they found goes, too; files stay.') };
      if ((await showWarningMessage(uiText('Clear the query history?'), options, clear)) !== clear) return;
      const removed = await history.remove();
      notices.tell(uiText('Query history cleared: {0} gone.', removed.toLocaleString('en')));
    }),
  );
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}

/** Every run, found by its text, name and place; shown from what is kept, or run again by the button of its line. */
async function search(
  history: QueryHistory,
  open: (run: StoredRun) => Promise<void>,
  again: (run: StoredRun) => Promise<void>,
  notices: Pick<ResultsParts['notices'], 'tell'>,
): Promise<void> {
  const all = await history.list();
  if (all.length === 0) {
    notices.tell(uiText('No query was run yet.'));
    return;
  }
  const button: UiButton = { iconPath: new vscode.ThemeIcon('play'), tooltip: uiText('Run Again') };
  const pick = createQuickPick<UiPickItem & { readonly run: StoredRun }>();
  pick.title = uiText('Query History');
  pick.placeholder = uiText('Text of a query, a name, a service');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = all.map((run) => ({
    label: run.pinned ? uiText('$(pinned) {0}', runTitle(run, plain)) : foreign(runTitle(run, plain)),
    description: foreign(endLabel(run, formatAge(run.at, Date.now()))),
    detail: foreign(truncateText(visibleText(run.query), 300)),
    buttons: [button],
    run,
  }));
  const chosen = await new Promise<(() => Promise<void>) | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      resolve(item && (() => open(item.run)));
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item }) => {
      resolve(() => again(item.run));
      pick.hide();
    });
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  pick.dispose();
  await chosen?.();
}
