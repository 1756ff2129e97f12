import type { SkippedEntries } from '../../core/records/record';
import { truncateText, visibleText } from '../common/visibleText';
import { numberWords } from './countViews';
import type { RecordContext } from './recordContext';

/** A list of a record of which a panel shows no more than its first rows. */
export interface ShownList {
  /** “reasons”. */
  readonly what: string;
  readonly total: number;
}

/** Sentences about what a panel does not show (`most` of each list are) and about what was not kept of the answer. */
export function skippedMessages(
  lists: readonly ShownList[],
  maxShown: number,
  dropped: readonly SkippedEntries[],
  context: RecordContext,
): string[] {
  const cut = lists.filter(({ total }) => total > maxShown);
  const shown = cut.map(
    ({ what, total }, index) =>
      `${index === 0 ? `${numberWords(maxShown, context)} ` : ''}of ${numberWords(total, context)} ${what}`,
  );
  const places = dropped.map(({ at, count }) => {
    const place = at === 'other' ? 'keys that the interface does not name' : truncateText(visibleText(at), 100);
    return count === 0 ? place : `${place} (${numberWords(count, context)} more)`;
  });
  return [
    ...(shown.length === 0 ? [] : [`Shown: ${shown.join(', ')}. Copy JSON and Export… have all.`]),
    ...(places.length === 0 ? [] : [`The source said more than is kept of an answer: ${places.join(', ')}.`]),
  ];
}
