import type { SizeLimitOptions } from '../../../core/sync/sizeLimit';
import type { Notices } from '../../shared/notices/notices';
import { uiText } from '../../shared/ui/text';
import { formatSize } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** The sizes that the user has allowed for collections, bytes, by key. */
export interface GrowthLimits {
  limitOf(key: string): number | undefined;
  saveLimit(key: string, bytes: number | undefined): Promise<void>;
}

/** The size limit of a collection: from the settings, or as the user has allowed; beyond it the user is prompted. */
export function getSizeLimit(
  { notices, limits }: { readonly notices: Pick<Notices, 'offer'>; readonly limits: GrowthLimits },
  { key, title, maxBytes }: { readonly key: string; readonly title: string; readonly maxBytes: number },
): SizeLimitOptions {
  return {
    maxBytes: Math.max(maxBytes, limits.limitOf(key) ?? 0),
    async confirmGrowth({ storedBytes }, limit) {
      // The stored size may be far beyond the limit: the setting may have been lowered.
      const larger = Math.max(limit, storedBytes) * 2;
      let allowed: number | undefined;
      await notices.offer(
        'warning',
        uiText(
          '“{0}” reached its size limit of {1}. Increase it to {2}?',
          truncateText(visibleText(title), 60),
          formatSize(limit),
          formatSize(larger),
        ),
        {
          label: uiText('Increase Limit'),
          run: async () => {
            allowed = larger;
            await limits.saveLimit(key, larger);
          },
        },
        { label: uiText('Stop Sync'), run: () => undefined },
      );
      return allowed;
    },
  };
}
