import type { SkippedEntries } from '../../../core/records/record';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { type ListKind, strings } from '../strings';

/** A list of a record of which a panel shows only the first rows. */
export interface ShownList {
  readonly kind: ListKind;
  readonly total: number;
}

/** Sentences about what a panel does not show (lists are limited to `maxShown` rows) and what was not stored. */
export function skippedMessages(
  lists: readonly ShownList[],
  maxShown: number,
  dropped: readonly SkippedEntries[],
): string[] {
  const { shownOf, showing, skipped, skippedMore, unspecifiedKeys } = strings.record;
  const shown = lists.filter(({ total }) => total > maxShown).map(({ kind, total }) => shownOf[kind](maxShown, total));
  const paths = dropped.map(({ at, count }) => {
    const path = at === 'other' ? unspecifiedKeys() : truncateText(visibleText(at), 100);
    return count === 0 ? path : skippedMore(path, count);
  });
  return [...(shown.length === 0 ? [] : [showing(shown)]), ...(paths.length === 0 ? [] : [skipped(paths)])];
}
