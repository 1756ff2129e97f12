import '../shared/together';
import * as vscode from 'vscode';
import type { TriageState } from '../../core/triage/triageEntry';
import type { Triaged } from '../../core/triage/assess';
import { triageMarkdown } from '../../core/triage/triageExport';
import type { ResultsAction } from '../../webviews/messages/results';
import { panelTypes } from '../shared/ids/contributionIds';
import { readTarget } from '../shared/commands/commandTarget';
import type { CommandId } from '../shared/ids/commands';
import { defangText } from '../shared/text/defangText';
import { addToTriage } from './addToTriage';
import { chosenUris } from './files/chosenFiles';
import { copyTicket } from './panel/copyTicket';
import { exportTriage } from './panel/exportTriage';
import { strings } from './strings';
import { TriageList } from './triageList';
import type { TriagePanel, TriagePanelParts } from './panel/triagePanel';
import { TriagePanels } from './panel/triagePanels';
import type { TriageParts } from './triageParts';

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
  const panelParts = async (): Promise<TriagePanelParts> => ({
    ...parts,
    list,
    tools: await parts.loadIndicators(),
    results: await parts.loadResults(),
    copy: (panel, form, rows) => copy(panel, form, rows, parts),
    act: async (panel, action) => {
      const command = commandsOfActions[action];
      if (command !== undefined) await commands.run(command);
      else if (action === 'export') await exportTriage(panel, list, parts);
      else if (action === 'copyTicket') await copyTicket(panel, parts);
    },
  });
  const panels = new TriagePanels(parts, list, panelParts);
  const onRows =
    (work: (panel: TriagePanel, rows: readonly Triaged[]) => Promise<unknown>) =>
    async (clicked: unknown): Promise<void> => {
      const panel = panels.active();
      const rows = panel?.targets(readTarget(clicked)) ?? [];
      if (panel === undefined || rows.length === 0) notices.inform(strings.selectRow());
      else await work(panel, rows);
    };
  const setTo = (state: TriageState) =>
    onRows(async (panel, rows) => {
      await list.set(
        rows.map((row) => panel.origin(row)),
        state,
      );
      notices.inform(strings.marked(rows.length, state));
    });
  // Local data may have been cleared.
  const stop = parts.lookups.onChanged((key) => {
    if (key === undefined && panels.isAnyOpen) void list.load();
  });
  return vscode.Disposable.from(
    { dispose: stop },
    list,
    panels,
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
      if (panel === undefined) notices.inform(strings.nothingToExport());
      else await exportTriage(panel, list, parts);
    }),
    commands.register(
      'threatLookups.nextOccurrence',
      onRows(async (panel, [row]) => row && panel.goTo(row, 1)),
    ),
    commands.register(
      'threatLookups.previousOccurrence',
      onRows(async (panel, [row]) => row && panel.goTo(row, -1)),
    ),
    commands.register(
      'threatLookups.triageRemove',
      onRows(async (_panel, rows) => {
        await list.remove(rows.map(({ indicator }) => indicator));
        notices.inform(strings.removed(rows.length));
      }),
    ),
    commands.register('threatLookups.triageReview', setTo('review')),
    commands.register('threatLookups.triageEscalate', setTo('escalate')),
    commands.register('threatLookups.triageDone', setTo('done')),
  );
}

/** Copies rows in the order shown. Returns the message about it. */
async function copy(
  panel: TriagePanel,
  form: 'defanged' | 'plain' | 'markdown',
  rows: readonly Triaged[],
  { loadIndicators, notices }: TriageParts,
): Promise<string> {
  const tools = await loadIndicators();
  const { defang } = tools;
  const formatters = { defang, defangText: (each: string) => defangText(each, tools), fileOf: panel.fileOf };
  const text =
    form === 'markdown'
      ? triageMarkdown(panel.source.title, rows, formatters, Date.now())
      : rows.map(({ indicator: { value } }) => (form === 'plain' ? value : defang(value))).join('\n');
  await vscode.env.clipboard.writeText(text);
  const message = strings.copied(rows.length);
  notices.inform(message);
  return message;
}
