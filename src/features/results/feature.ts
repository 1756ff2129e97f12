import * as vscode from 'vscode';
import { panelTypes } from '../shared/ids/contributionIds';
import { QueryHistory } from './runs/history';
import { registerHistory } from './history/historyCommands';
import { PanelActions } from './commands/panelActions';
import { ResultsPanels } from './panel/resultsPanels';
import type { ResultsPanelParts } from './panel/resultsPanel';
import type { ResultsParts } from './resultsParts';
import { RunCommands } from './commands/runCommands';
import { QueryRunner } from './runs/runner';
import { openSavedQuery } from './files/savedQueries';
import { saveQueryAs } from './commands/saveQuery';
import { exportRecords } from './files/exporting';

/** Running queries, their results beside the editor, exports and pipes, history, and queries saved as files. */
export function startResults(parts: ResultsParts): vscode.Disposable {
  const { commands, settings, output, extensionUri, contributions } = parts;
  const history = new QueryHistory(parts);
  const runner = new QueryRunner(parts, history);
  const panelParts = async (): Promise<ResultsPanelParts> => ({
    tools: await parts.loadIndicators(),
    results: await parts.loadResults(),
    output,
    extensionUri,
    context: () => {
      const { plan, lookups: now } = settings.current();
      const service = parts.service();
      const serviceHost = service?.remote === true && now.mode !== 'offline' ? service.host : undefined;
      return { now: Date.now(), plan, serviceHost };
    },
    act: actions.act,
    open: (subject, beside) =>
      commands.run(beside ? 'threatLookups.openRecordBeside' : 'threatLookups.openRecord', subject),
    copy: (text, count) => actions.toClipboard(text, count),
  });
  const panels = new ResultsPanels(panelParts, history, parts.contextKeys);
  const runs = new RunCommands(parts, runner, panels);
  const actions: PanelActions = new PanelActions(
    parts,
    runner,
    () => runs,
    () => panels,
  );
  return vscode.Disposable.from(
    history,
    runner,
    panels,
    runs.register(),
    actions.register(),
    registerHistory(parts, history, runs, panels),
    contributions.panel(panelTypes.results, panels),
    runner.onChanged(() => {
      void vscode.commands.executeCommand('setContext', 'threatLookups.runningQueries', runner.running());
    }),
    settings.onChanged(() => panels.refresh()),
    commands.register('threatLookups.saveQuery', (target) => saveQueryAs(target, parts, panels)),
    commands.register('threatLookups.openSavedQuery', () => openSavedQuery(parts)),
    commands.register('threatLookups.exportIndicators', (request) => exportRecords(request, parts)),
  );
}
