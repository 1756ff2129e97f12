import type { Contributions } from '../../shared/commands/contributions';
import type { LocalDataParts } from './localDataParts';

/** Registers the commands for imports, sample data, local data, and the local service. */
export function registerLocalData(contributions: Contributions, parts: () => Promise<LocalDataParts>): void {
  contributions.feature(
    {
      commands: [
        'threatLookups.import',
        'threatLookups.importFile',
        'threatLookups.importClipboard',
        'threatLookups.loadSample',
        'threatLookups.removeSample',
        'threatLookups.showLocalData',
        'threatLookups.clearLocalData',
        'threatLookups.startService',
        'threatLookups.stopService',
        'threatLookups.showServiceInfo',
        'threatLookups.updateExtension',
      ],
      panels: ['threatLookups.localData', 'threatLookups.importReport'],
    },
    async () => {
      const [{ startLocalData }, given] = await Promise.all([import('./feature'), parts()]);
      return startLocalData(given);
    },
  );
}
