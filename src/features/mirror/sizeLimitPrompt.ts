import type { SizeLimitOptions } from '../../core/mirror/sizeLimit';
import type { Notices } from '../common/notices';
import { truncateText, visibleText } from '../common/visibleText';
import { strings } from './strings';

/** What the user has let collections grow to, bytes, by their keys. */
export interface GrowthLimits {
  limitOf(key: string): number | undefined;
  saveLimit(key: string, bytes: number | undefined): Promise<void>;
}

/** How large a collection may become: as the setting says, or as the user has allowed; beyond that the user is asked. */
export function sizeLimitOf(
  { notices, limits }: { readonly notices: Pick<Notices, 'offer'>; readonly limits: GrowthLimits },
  { key, title, maxBytes }: { readonly key: string; readonly title: string; readonly maxBytes: number },
): SizeLimitOptions {
  return {
    maxBytes: Math.max(maxBytes, limits.limitOf(key) ?? 0),
    async confirmGrowth({ storedBytes }, limit) {
      // What is held may be beyond the limit by far: the setting can have been lowered.
      const larger = Math.max(limit, storedBytes) * 2;
      let allowed: number | undefined;
      await notices.offer(
        'warning',
        strings.sizeLimitQuestion(truncateText(visibleText(title), 60), limit, larger),
        {
          label: strings.increaseLimit(),
          run: async () => {
            allowed = larger;
            await limits.saveLimit(key, larger);
          },
        },
        { label: strings.stopSync(), run: () => undefined },
      );
      return allowed;
    },
  };
}
