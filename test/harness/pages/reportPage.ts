import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { startLocalData } from '../../../src/features/sources/localData/feature';
import type { LocalService } from '../../../src/features/sources/localData/localService';
import { startPrivacy } from '../../../src/features/privacy/feature';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import type { FeatureHost } from './featureHost';
import { type FeaturePage, type FeaturePageOptions, useFeaturePage } from './featurePage';

type Options<T> = Pick<FeaturePageOptions<T>, 'settings' | 'viewport'>;

/** Like `useFeaturePage`, for the request log. */
export function useRequestLogPage(options: Options<void> = {}): () => FeaturePage {
  return useFeaturePage({
    ...options,
    viewType: panelTypes.requestLog,
    prepare: () => undefined,
    start: startPrivacy,
    show: (host) => host.command('threatLookups.showSent'),
  });
}

const noLocalService: unknown = {};

const startLocalDataOf = (parts: ReturnType<FeatureHost['parts']>) =>
  startLocalData({
    ...parts,
    // Its commands aren't run here.
    localService: noLocalService as LocalService,
    extensionId: 'threat-lookups.threat-lookups',
    sampleFile: join(root, 'media', 'sample-data.json'),
  });

/** Like `useFeaturePage`, for the report on local data. */
export function useLocalDataPage(options: Options<void> = {}): () => FeaturePage {
  return useFeaturePage({
    ...options,
    viewType: panelTypes.localData,
    prepare: () => undefined,
    start: startLocalDataOf,
    show: (host) => host.command('threatLookups.showLocalData'),
  });
}

/** Like `useFeaturePage`, for the report on an import, which `show` starts and opens. */
export function useImportReportPage(
  options: Options<void> & Pick<FeaturePageOptions<void>, 'show'>,
): () => FeaturePage {
  return useFeaturePage({
    ...options,
    viewType: panelTypes.importReport,
    prepare: () => undefined,
    start: startLocalDataOf,
  });
}
