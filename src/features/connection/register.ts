import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { LazyFeature } from '../shared/commands/lazyFeature';
import { ReadonlyDocuments } from '../shared/files/readonlyDocuments';
import type { ConnectionFeatureParts } from './feature';

/** Registers the commands for the service, key, and mode, and the sample log. */
export function registerConnection(
  contributions: Contributions,
  sampleLog: vscode.Uri,
  parts: () => Promise<Omit<ConnectionFeatureParts, 'samples'>>,
): LazyFeature<vscode.Disposable> {
  const samples = new ReadonlyDocuments('threat-lookups-sample', async () =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(sampleLog)),
  );
  contributions.own(samples);
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
      return startConnection({ ...given, samples });
    },
  );
}
