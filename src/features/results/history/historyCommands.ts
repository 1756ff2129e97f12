import * as vscode from 'vscode';
import type { StoredRun } from '../../../core/runs';
import { formatAge } from '../../../l10n';
import { createQuickPick, untrusted, showWarningMessage, type UiButton, type UiPickItem } from '../../shared/ui';
import type { QueryHistory } from '../runs/history';
import { HistoryView } from './historyView';
import type { ResultsPanels } from '../panel/resultsPanels';
import type { ResultsParts } from '../resultsParts';
import { endLabel, runTitle } from '../panel/resultsView';
import type { RunCommands } from '../commands/runCommands';
import { queryFileText } from '../files/savedQueries';
import { uiText, uiPlural } from '../../shared/ui/text';
import { truncateText, visibleText } from '../../../core/text/visibleText';

const plain = { shown: (text: string): string => text };

/** The “Query History” view and its commands. */
export function registerHistory(
  parts: ResultsParts,
  history: QueryHistory,
  runs: RunCommands,
  panels: ResultsPanels,
): vscode.Disposable {
  const { commands, notices } = parts;
  const view = new HistoryView(history, parts.contributions);
  const selectedRuns = async (clicked: unknown, selected: unknown): Promise<readonly StoredRun[]> => {
    const given = Array.isArray(selected) ? (selected as readonly unknown[]) : clicked === undefined ? [] : [clicked];
    const ids = new Set((given.length > 0 ? given : view.selected()).map(idOf));
    const found = (await history.list()).filter(({ id }) => ids.has(id));
    if (found.length === 0) notices.inform(uiText('Select a query in the history first.'));
    return found;
  };
  const onEach =
    (work: (run: StoredRun) => Promise<unknown>) =>
    async (clicked: unknown, selected: unknown): Promise<void> => {
      for (const run of await selectedRuns(clicked, selected)) await work(run);
    };
  const again = ({ id, query: text, settings, title, origin }: StoredRun): Promise<void> =>
    runs.start(panels.fileOf(id) ?? id, [{ text, settings, title }], { where: origin.remote ? 'service' : 'local' });
  const open = async ({ id }: StoredRun): Promise<void> => {
    if (panels.reveal(id)) return;
    const stored = await history.read(id);
    if (stored === undefined) notices.inform(uiText('This query is no longer in the history.'));
    else await panels.show(id, [stored]);
  };
  return vscode.Disposable.from(
    view,
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
      const chosen = await selectedRuns(clicked, selected);
      if (chosen.length > 0) await history.remove(chosen.map(({ id }) => id));
    }),
    commands.register('threatLookups.clearHistory', async () => {
      const clear = uiText('Clear');
      const options = {
        modal: true,
        detail: uiText('Also deletes stored results. Pinned queries and query files are kept.'),
      };
      if ((await showWarningMessage(uiText('Clear the query history?'), options, clear)) !== clear) return;
      notices.inform(
        uiPlural(await history.remove(), {
          one: 'Deleted {0} query from the history.',
          other: 'Deleted {0} queries from the history.',
        }),
      );
    }),
  );
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}

/** Lets the user search all runs, then shows stored results or runs the query again. */
async function search(
  history: QueryHistory,
  open: (run: StoredRun) => Promise<void>,
  again: (run: StoredRun) => Promise<void>,
  notices: Pick<ResultsParts['notices'], 'inform'>,
): Promise<void> {
  const all = await history.list();
  if (all.length === 0) {
    notices.inform(uiText("You haven't run any queries yet."));
    return;
  }
  const button: UiButton = { iconPath: new vscode.ThemeIcon('play'), tooltip: uiText('Run Again') };
  const pick = createQuickPick<UiPickItem & { readonly run: StoredRun }>();
  pick.title = uiText('Query History');
  pick.placeholder = uiText('Search by query text, name, or service');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = all.map((run) => ({
    label: run.pinned ? uiText('$(pinned) {0}', runTitle(run, plain)) : untrusted(runTitle(run, plain)),
    description: untrusted(endLabel(run, formatAge(run.at, Date.now()))),
    detail: untrusted(truncateText(visibleText(run.query), 300)),
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
