import * as vscode from 'vscode';
import type { TriageState } from '../../core/triage/triageEntry';
import type { Triaged } from '../../core/triage/assess';
import { triageMarkdown } from '../../core/triage/triageExport';
import type { ResultsAction } from '../../webviews/messages/results';
import { panelTypes } from '../shared/ids/contributionIds';
import { readTarget } from '../shared/commands/commandTarget';
import type { CommandId } from '../shared/ids/commands';
import { defangText } from '../../core/indicators/identity/defangText';
import { addToTriage, entryFor } from './addToTriage';
import { editNote, editTags, annotationStrings } from './annotate';
import { chosenUris } from './files/chosenFiles';
import { copyTicket } from './panel/copyTicket';
import { exportTriage } from './panel/exportTriage';
import { TriageHistory } from './history/triageHistory';
import { registerTriageHistoryCommands } from './history/triageHistoryCommands';
import { strings } from './strings';
import { type NewTriageEntry, TriageList } from './triageList';
import { TriageListView } from './triageListView';
import type { TriagePanel, TriagePanelParts } from './panel/triagePanel';
import { TriagePanels } from './panel/triagePanels';
import type { TriageParts } from './triageParts';
import { uiText, uiPlural } from '../shared/ui/text';

export { compressedDocuments } from './files/compressedDocuments';

/** Buttons of a panel that run commands of other features. */
const commandsOfActions: Readonly<Partial<Record<ResultsAction, CommandId>>> = {
  changeMode: 'threatLookups.changeMode',
  connect: 'threatLookups.connect',
  setKey: 'threatLookups.setKey',
  showDetails: 'threatLookups.showDetails',
  showSent: 'threatLookups.showSent',
};

/** Registers the commands of triage panels and of the triage list. */
export function startTriage(parts: TriageParts): vscode.Disposable {
  const { commands, notices, settings } = parts;
  const list = new TriageList(parts);
  const history = new TriageHistory(parts);
  const view = new TriageListView(list, history, parts);
  const panelParts = async (): Promise<TriagePanelParts> => ({
    ...parts,
    list,
    history,
    tools: await parts.loadIndicators(),
    results: await parts.loadResults(),
    copy: (panel, form, rows) => copy(panel, form, rows, list, parts),
    act: async (panel, action) => {
      const command = commandsOfActions[action];
      if (command !== undefined) await commands.run(command);
      else if (action === 'export') await exportTriage(panel, list, parts);
      else if (action === 'copyTicket') await copyTicket(panel, list, parts);
      else if (action === 'dismiss') {
        await history.seen();
        panel.panel.dispose();
      }
    },
  });
  const panels = new TriagePanels(parts, list, history, panelParts);
  const onRows: OnRows =
    (work) =>
    async (clicked): Promise<void> => {
      const panel = panels.active();
      const rows = (await panel?.targets(readTarget(clicked))) ?? [];
      if (panel === undefined || rows.length === 0) notices.inform(uiText('Select a row in the triage results first.'));
      else await work(panel, rows);
    };
  // Local data may have been cleared.
  const stop = parts.lookups.onChanged((key) => {
    if (key === undefined && (panels.isAnyOpen || view.visible)) void list.load();
  });
  return vscode.Disposable.from(
    { dispose: stop },
    view,
    list,
    panels,
    history,
    registerTriageHistoryCommands(parts, history, () => panels.showNew()),
    parts.panelFocus.add(() => panels.focused()),
    parts.contributions.panel(panelTypes.triage, panels),
    settings.onChanged(() => panels.refresh()),
    commands.register('threatLookups.triage', async (clicked, selected) => {
      const chosen = await chosenUris(clicked, selected);
      if (chosen.length === 0) return;
      await list.load();
      await panels.showFiles(chosen);
    }),
    commands.register('threatLookups.showTriage', () => panels.showList()),
    commands.register('threatLookups.addToTriage', (target) => addToTriage(target, list, parts)),
    commands.register('threatLookups.exportTriage', async () => {
      const panel = panels.active();
      if (panel === undefined)
        notices.inform(uiText('No triage results to export. Run “Triage File or Folder…” first.'));
      else await exportTriage(panel, list, parts);
    }),
    commands.register(
      'threatLookups.findRowsInLog',
      onRows(async (panel, rows) => {
        await panel.findInLog(rows);
      }),
    ),
    commands.register(
      'threatLookups.nextOccurrence',
      onRows(async (panel, [row]) => row && panel.goTo(row, 1)),
    ),
    commands.register(
      'threatLookups.previousOccurrence',
      onRows(async (panel, [row]) => row && panel.goTo(row, -1)),
    ),
    registerEntryCommands(parts, { list, view, onRows }),
    registerAnnotationCommands(parts, { list, view, panels }),
  );
}

type OnRows = (
  work: (panel: TriagePanel, rows: readonly Triaged[]) => Promise<unknown>,
) => (clicked: unknown) => Promise<void>;

/** Commands that change entries: those of the view if its menu ran them; otherwise those of the rows of a panel. */
function registerEntryCommands(
  { commands, notices }: Pick<TriageParts, 'commands' | 'notices'>,
  { list, view, onRows }: { readonly list: TriageList; readonly view: TriageListView; readonly onRows: OnRows },
): vscode.Disposable {
  const onEntries =
    (work: (entries: readonly NewTriageEntry[]) => Promise<unknown>) =>
    async (clicked: unknown, selected: unknown): Promise<void> => {
      const listed = view.rowsOf(clicked, selected);
      if (listed !== undefined) await work(listed);
      else await onRows(async (panel, rows) => work(await panel.entriesOf(rows)))(clicked);
    };
  const setTo = (state: TriageState) =>
    onEntries(async (entries) => {
      await list.set(entries, state);
      notices.inform(strings.marked(entries.length, state));
    });
  return vscode.Disposable.from(
    commands.register(
      'threatLookups.triageRemove',
      onEntries(async (entries) => {
        await list.remove(entries.map(({ indicator }) => indicator));
        notices.inform(strings.removed(entries.length));
      }),
    ),
    commands.register('threatLookups.triageReview', setTo('review')),
    commands.register('threatLookups.triageEscalate', setTo('escalate')),
    commands.register('threatLookups.triageDone', setTo('done')),
  );
}

/** Commands that edit notes and tags: of rows of the view or of the focused panel, or of any indicator. */
function registerAnnotationCommands(
  parts: TriageParts,
  { list, view, panels }: { readonly list: TriageList; readonly view: TriageListView; readonly panels: TriagePanels },
): vscode.Disposable {
  const entriesOf = async (clicked: unknown, selected: unknown, title: string): Promise<readonly NewTriageEntry[]> => {
    const listed = view.rowsOf(clicked, selected);
    if (listed !== undefined) return listed;
    const panel = panels.withFocus();
    const rows = (await panel?.targets(readTarget(clicked))) ?? [];
    return panel === undefined || rows.length === 0 ? entryFor(clicked, parts, title) : panel.entriesOf(rows);
  };
  return vscode.Disposable.from(
    parts.commands.register('threatLookups.editNote', async (clicked, selected) => {
      const entries = await entriesOf(clicked, selected, annotationStrings.editNote());
      if (entries.length > 0) await editNote(entries, list, parts);
    }),
    parts.commands.register('threatLookups.editTags', async (clicked, selected) => {
      const entries = await entriesOf(clicked, selected, annotationStrings.editTags());
      if (entries.length > 0) await editTags(entries, list, parts);
    }),
  );
}

/** Copies rows in the order shown. Returns the message about it. */
async function copy(
  panel: TriagePanel,
  form: 'defanged' | 'plain' | 'markdown',
  rows: readonly Triaged[],
  list: TriageList,
  { loadIndicators, notices }: TriageParts,
): Promise<string> {
  const tools = await loadIndicators();
  const { defang } = tools;
  const formatters = {
    defang,
    defangText: (each: string) => defangText(each, tools),
    fileOf: panel.fileOf,
    annotationOf: ({ indicator }: Triaged) => list.annotationOf(indicator),
  };
  const text =
    form === 'markdown'
      ? triageMarkdown(panel.source.title, rows, formatters, Date.now())
      : rows.map(({ indicator: { value } }) => (form === 'plain' ? value : defang(value))).join('\n');
  await vscode.env.clipboard.writeText(text);
  const message = uiPlural(rows.length, { one: 'Copied {0} row.', other: 'Copied {0} rows.' });
  notices.inform(message, true);
  return message;
}
