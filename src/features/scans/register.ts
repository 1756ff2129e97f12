import type { Contributions } from '../shared/commands/contributions';
import { viewIds } from '../shared/commands/contributionIds';
import type { Memory } from '../shared/notices/notices';
import type { SettingsFacade } from '../shared/settings/settings';
import type { ScanFeatureParts } from './scanParts';
import { hasOpenScansKey } from './openScans';

/** What decides at activation whether the code for scans is needed. */
export interface ScanRegistrationParts {
  /** VS Code's globalState. */
  readonly memory: Pick<Memory, 'get'>;
  readonly contributions: Contributions;
}

/** Registers the scan commands and the view “Scans”; scans that a reload interrupted are resumed. */
export function registerScans(
  { contributions, memory }: ScanRegistrationParts,
  parts: () => Promise<ScanFeatureParts>,
): { readonly checkSettings: (settings: SettingsFacade) => void } {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.scan',
        'threatLookups.showScans',
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
      views: { [viewIds.scans]: { canSelectMany: true } },
    },
    async () => {
      const [{ startScans }, given] = await Promise.all([import('./feature'), parts()]);
      return startScans(given);
    },
  );
  if (memory.get<boolean>(hasOpenScansKey) === true) feature.start();
  return {
    // The feature reports a name server that can't be used.
    checkSettings: (settings) => {
      const check = (): void => {
        if (settings.current().enrichment !== 'off') feature.start();
      };
      check();
      contributions.own(settings.onChanged(check));
    },
  };
}
