import type { LookupMode } from '../../../core/lookups/types';
import { plural, t } from '../../../l10n';
/** All text about the service, imports, and sample data in the “Sources” view. */
export const sourceStrings = {
  // Rows
  mode: (mode: LookupMode): string =>
    ({
      offline: () => t('offline'),
      onDemand: () => t('on demand'),
      onHover: () => t('on hover'),
      automatic: () => t('automatic'),
    })[mode](),

  skipped: (count: number): string =>
    plural(count, { one: '{0} entry was skipped.', other: '{0} entries were skipped.' }),

  ranges: (count: number): string => plural(count, { one: '{0} IP range', other: '{0} IP ranges' }),
};
