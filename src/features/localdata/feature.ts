import '../shared/together';
import * as vscode from 'vscode';
import type { DataKind } from '../../core/store/protocol/protocol';
import type { ContextKey, ContextKeys } from '../shared/commands/contextKeys';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import { panelTypes } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import type { Notices } from '../shared/notices/notices';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import { registerReport } from '../shared/panels/registerReport';
import type { RunJob } from '../shared/commands/runJob';
import { allSucceeded, type FinishedImport, formatImportSummary, importReport } from './importReport';
import { chooseKinds } from './clearData';
import { localDataReport } from './localDataReport';
import { chooseFiles, importFiles } from './importFiles';
import type { LocalService } from './localService';
import { foreign, type Output } from '../shared/ui';
import { strings } from './strings';

/** Context keys that are false once a kind of data is cleared. */
const contextKeyOf: Partial<Record<DataKind, ContextKey>> = {
  sample: 'hasSampleData',
  scans: 'hasScans',
  recent: 'hasRecentRecords',
  queries: 'hasQueryHistory',
};

export interface LocalDataParts {
  readonly run: RunJob;
  readonly contextKeys: ContextKeys;
  readonly localService: LocalService;
  readonly extensionId: string;
  /** The sample data as a file on this machine. */
  readonly sampleFile: string;
  readonly loadIndicators: LoadIndicators;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly output: Output;
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly extensionUri: vscode.Uri;
  /** The content of the store has changed: answers in memory must be dropped. */
  readonly onDataChanged: () => void;
}

/** Registers the commands for imports, sample data, local data, and the local service. */
export function startLocalData(parts: LocalDataParts): vscode.Disposable {
  const { run, contextKeys, localService, notices, commands } = parts;
  let finished: FinishedImport | undefined;
  const localData = registerReport(
    {
      ...{ viewType: panelTypes.localData, title: strings.localDataName, icon: 'database' },
      load: async () => localDataReport(await run('summary', {})),
      commands: { clear: 'threatLookups.clearLocalData' },
    },
    parts,
  );
  const lastImport = registerReport(
    {
      ...{ viewType: panelTypes.importReport, title: strings.importReportName, icon: 'cloud-download' },
      load: async () => importReport(finished, await parts.loadIndicators()),
      commands: { import: 'threatLookups.import' },
    },
    parts,
  );
  const changed = (): void => {
    parts.onDataChanged();
    localData.refresh();
  };
  const clear = async (kinds: readonly DataKind[]): Promise<void> => {
    // The request log is also in memory; its own command clears both.
    if (kinds.includes('sent')) await commands.run('threatLookups.clearSent', { isAgreed: true });
    const inStore = kinds.filter((kind) => kind !== 'sent');
    if (inStore.length > 0) await run('clear', { kinds: inStore });
    for (const kind of kinds) {
      const key = contextKeyOf[kind];
      if (key !== undefined) contextKeys.set(key, false);
    }
    changed();
    notices.inform(strings.cleared());
  };

  return vscode.Disposable.from(
    localData,
    lastImport,
    commands.register('threatLookups.import', async (clicked, selected) => {
      const files = await chooseFiles(clicked, selected);
      if (files.length === 0) return;
      const imported = await importFiles(files, run).finally(changed);
      if (imported.length === 0) return;
      finished = { at: Date.now(), results: imported };
      lastImport.refresh();
      // Not awaited: the import is done, and the notice stays until it is dismissed.
      void notices.offer(allSucceeded(imported) ? 'information' : 'warning', foreign(formatImportSummary(imported)), {
        label: strings.showReport(),
        run: () => lastImport.show(),
      });
    }),
    commands.register('threatLookups.updateExtension', () =>
      vscode.commands.executeCommand('extension.open', parts.extensionId),
    ),
    commands.register('threatLookups.loadSample', async () => {
      const { indicators } = await run('loadSample', { file: parts.sampleFile });
      contextKeys.set('hasSampleData', true);
      changed();
      const count = indicators.added + indicators.updated + indicators.unchanged;
      notices.inform(strings.sampleLoaded(count));
    }),
    commands.register('threatLookups.removeSample', async () => {
      const { removed } = await run('removeSample', {});
      contextKeys.set('hasSampleData', false);
      changed();
      notices.inform(removed === 0 ? strings.noSample() : strings.sampleRemoved(removed));
    }),
    commands.register('threatLookups.showLocalData', () => localData.show()),
    commands.register('threatLookups.clearLocalData', async () => {
      const summary = await run('summary', {});
      const isEmpty = summary.rows.every(({ count }) => count === 0);
      const kinds = isEmpty ? undefined : await chooseKinds(summary);
      if (isEmpty) notices.inform(foreign(strings.nothingStored()));
      else if (kinds !== undefined) await clear(kinds);
    }),
    provideServiceCommands(commands, localService),
  );
}

function provideServiceCommands(commands: Commands, localService: LocalService): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register('threatLookups.startService', () => localService.start()),
    commands.register('threatLookups.stopService', () => localService.stop()),
    commands.register('threatLookups.showTaxiiAccess', () => localService.showTaxii()),
    commands.register('threatLookups.copyServiceAddress', () => localService.copyAddress()),
    commands.register('threatLookups.copyServiceKey', () => localService.copyKey()),
  );
}
