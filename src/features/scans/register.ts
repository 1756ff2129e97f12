import type * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { LazyFeature } from '../shared/commands/lazyFeature';
import type { Memory } from '../shared/notices/notices';
import type { ScanFeatureParts } from './scanParts';
import { hasOpenScansKey } from './openScans';

/** Dependencies that decide at activation whether the code for scans is loaded. */
interface Deps {
  /** VS Code's globalState. */
  readonly memory: Pick<Memory, 'get'>;
  readonly contributions: Contributions;
}

/** Registers the scan commands and the “Scans” view; scans that a reload interrupted are resumed. */
export function registerScans(
  { contributions, memory }: Deps,
  parts: () => Promise<ScanFeatureParts>,
): LazyFeature<vscode.Disposable> {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.scan',
        'threatLookups.cancelScan',
        'threatLookups.cancelScans',
        'threatLookups.repeatScan',
        'threatLookups.repeatFailedScans',
        'threatLookups.resumeScanTracking',
        'threatLookups.showScanResult',
        'threatLookups.removeScan',
        'threatLookups.clearScans',
        'threatLookups.setRisk',
        'threatLookups.retireIndicator',
        'threatLookups.unretireIndicator',
      ],
      views: { 'threatLookups.scans': { canSelectMany: true } },
    },
    async () => {
      const [{ startScans }, given] = await Promise.all([import('./feature'), parts()]);
      return startScans(given);
    },
  );
  if (memory.get<boolean>(hasOpenScansKey) === true) feature.start();
  return feature;
}
