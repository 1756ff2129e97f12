import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { LazyFeature } from '../shared/commands/lazyFeature';
import type { ConnectionFeatureParts } from './feature';

/** The scheme of the sample log, which is shown as a read-only document. */
const sampleScheme = 'threat-lookups-sample';

/** Registers the commands for the service, key, and mode, and the sample log. */
export function registerConnection(
  contributions: Contributions,
  sampleLog: vscode.Uri,
  parts: () => Promise<Omit<ConnectionFeatureParts, 'sampleLog'>>,
): LazyFeature<vscode.Disposable> {
  contributions.own(
    vscode.workspace.registerTextDocumentContentProvider(sampleScheme, {
      provideTextDocumentContent: async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(sampleLog)),
    }),
  );
  return contributions.feature(
    {
      commands: [
        'threatLookups.connect',
        'threatLookups.setKey',
        'threatLookups.removeKey',
        'threatLookups.switchService',
        'threatLookups.checkConnection',
        'threatLookups.changeMode',
        'threatLookups.menu',
        'threatLookups.openSettings',
        'threatLookups.showDetails',
        'threatLookups.getStarted',
        'threatLookups.openSampleLog',
      ],
    },
    async () => {
      const [{ startConnection }, given] = await Promise.all([import('./feature'), parts()]);
      return startConnection({ ...given, sampleLog: vscode.Uri.from({ scheme: sampleScheme, path: '/sample.log' }) });
    },
  );
}
