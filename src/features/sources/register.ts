import type { ReadableContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { LazyFeature } from '../shared/commands/lazyFeature';
import type { Mirror } from './feature';
import type { MirrorFeatureParts } from './sourcesParts';
import { DropImport } from './view/dropImport';

/** Dependencies that decide at activation whether the code for mirrors is loaded. */
interface Deps {
  readonly contextKeys: ReadableContextKeys;
  readonly contributions: Contributions;
}

/** Registers the “Sources” view and its commands. If anything is mirrored, syncs start immediately. */
export function registerSources(
  { contributions, contextKeys }: Deps,
  parts: () => Promise<MirrorFeatureParts>,
): LazyFeature<Mirror> {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.addSource',
        'threatLookups.addTaxiiServer',
        'threatLookups.addList',
        'threatLookups.addRecommendedLists',
        'threatLookups.useSmallerList',
        'threatLookups.changeCredentials',
        'threatLookups.syncAll',
        'threatLookups.sync',
        'threatLookups.fullSync',
        'threatLookups.pauseSync',
        'threatLookups.resumeSync',
        'threatLookups.cancelSync',
        'threatLookups.chooseCollections',
        'threatLookups.showSyncReport',
        'threatLookups.changeListType',
        'threatLookups.setColumns',
        'threatLookups.importAgain',
        'threatLookups.openImportedFile',
        'threatLookups.openListUrl',
        'threatLookups.removeSource',
        'threatLookups.showIndicators',
      ],
      views: {
        'threatLookups.sources': {
          canSelectMany: true,
          showCollapseAll: false,
          dragAndDropController: new DropImport(),
        },
      },
      panels: ['threatLookups.syncReport'],
    },
    async () => {
      const [{ startMirror }, given] = await Promise.all([import('./feature'), parts()]);
      return startMirror(given);
    },
  );
  if (contextKeys.isSet('hasTaxiiServers') || contextKeys.isSet('hasMirrors')) feature.start();
  return feature;
}
