import * as vscode from 'vscode';
import type { DataKind, RemovalProgress } from '../../../core/store/protocol/protocol';
import type { WipeEnd } from '../../../core/store/protocol/protocol';
import type { ContextKey } from '../../shared/commands/contextKeys';
import { panelTypes, viewIds } from '../../shared/ids/contributionIds';
import type { Commands } from '../../shared/commands/registerCommand';
import { registerReport } from '../../shared/panels/reportPanel';
import { chooseKinds } from './clearData';
import { localDataReport } from './localDataReport';
import { chooseFiles, pastedName } from './importFiles';
import { Imports } from './imports';
import type { LocalService } from './localService';
import { formatNotErased, formatRemoval } from '../../shared/format/formatRemoval';
import { untrusted, uiSentences, withProgress } from '../../shared/ui';
import type { LocalDataParts } from './localDataParts';
import { uiText, uiPlural } from '../../shared/ui/text';
import { t } from '../../../l10n';

/** Context keys that are false once a kind of data is cleared. */
const contextKeyOf: Partial<Record<DataKind, ContextKey>> = {
  sample: 'hasSampleData',
  scans: 'hasScans',
  recent: 'hasRecentRecords',
  queries: 'hasQueryHistory',
  triagedFiles: 'hasTriagedFiles',
};

/** Registers the commands for imports, sample data, local data, and the local service. */
export function startLocalData(parts: LocalDataParts): vscode.Disposable {
  const { worker, contextKeys, localService, notices, commands } = parts;
  const localData = registerReport(
    {
      viewType: panelTypes.localData,
      title: () => uiText('Local Store'),
      icon: 'database',
      load: async () => localDataReport(await worker.summary()),
      commands: { clear: 'threatLookups.clearLocalData', sources: `${viewIds.sources}.focus` },
    },
    parts,
  );
  const changed = (): void => {
    parts.onDataChanged();
    localData.refresh();
  };
  const imports = new Imports({ ...parts, onDataChanged: changed });
  const clear = async (kinds: readonly DataKind[]): Promise<void> => {
    // The request log is also in memory; its own command clears both.
    if (kinds.includes('sent')) await commands.run('threatLookups.clearSent', { isAgreed: true });
    const inStore = kinds.filter((kind) => kind !== 'sent');
    let erased: WipeEnd = 'done';
    if (inStore.length > 0) {
      const options = { location: vscode.ProgressLocation.Notification, title: uiText('Clearing local store') };
      await withProgress(options, async (progress) => {
        const onProgress = (step: RemovalProgress): void => progress.report({ message: formatRemoval(step) });
        ({ erased } = await worker.clear({ kinds: inStore }, { onProgress }));
      });
    }
    for (const kind of kinds) {
      const key = contextKeyOf[kind];
      if (key !== undefined) contextKeys.set(key, false);
    }
    changed();
    notices.inform(uiSentences(uiText('Data was cleared.'), formatNotErased(erased)));
  };

  return vscode.Disposable.from(
    localData,
    imports,
    commands.register('threatLookups.import', async (clicked, selected, { asksColumns = false } = {}) => {
      const isAgain = asksColumns && clicked === undefined;
      await imports.start(isAgain ? imports.tables() : await chooseFiles(clicked, selected), { asksColumns });
    }),
    commands.register('threatLookups.importFile', async (clicked, selected) =>
      imports.start(await chooseFiles(clicked, selected)),
    ),
    commands.register('threatLookups.importClipboard', async (text) => {
      const given = typeof text === 'string' ? text : await vscode.env.clipboard.readText();
      if (given.trim() === '') notices.inform(uiText('The clipboard contains no text. Copy indicators first.'));
      else await imports.start([{ text: given, name: pastedName(new Date()) }]);
    }),
    commands.register('threatLookups.updateExtension', () =>
      vscode.commands.executeCommand('extension.open', parts.extensionId),
    ),
    commands.register('threatLookups.loadSample', async () => {
      const { indicators } = await worker.loadSample({ file: parts.sampleFile });
      contextKeys.set('hasSampleData', true);
      changed();
      const count = indicators.added + indicators.updated + indicators.unchanged;
      const loaded = uiPlural(count, {
        one: 'Sample data loaded: {0} fictional indicator.',
        other: 'Sample data loaded: {0} fictional indicators.',
      });
      notices.inform(
        parts.hasRealData()
          ? uiSentences(loaded, uiText('Highlights and triage ignore it because you have other data.'))
          : loaded,
      );
    }),
    commands.register('threatLookups.removeSample', async () => {
      const { removed } = await worker.removeSample();
      contextKeys.set('hasSampleData', false);
      changed();
      notices.inform(
        removed === 0
          ? uiText('No sample data is loaded.')
          : uiPlural(removed, {
              one: 'Sample data removed: {0} indicator.',
              other: 'Sample data removed: {0} indicators.',
            }),
      );
    }),
    commands.register('threatLookups.showLocalData', () => localData.show()),
    commands.register('threatLookups.clearLocalData', async () => {
      const summary = await worker.summary();
      const isEmpty = summary.rows.every(({ count }) => count === 0);
      const kinds = isEmpty ? undefined : await chooseKinds(summary);
      if (isEmpty) notices.inform(untrusted(t('No data is stored.')));
      else if (kinds !== undefined) await clear(kinds);
    }),
    provideServiceCommands(commands, localService),
  );
}

function provideServiceCommands(commands: Commands, localService: LocalService): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register('threatLookups.startService', () => localService.start()),
    commands.register('threatLookups.stopService', () => localService.stop()),
    commands.register('threatLookups.showServiceInfo', () => localService.showInfo()),
  );
}
