import { markedCsv, type ReferenceOf } from '../../results';
import { type LinkedIndicator } from '../linked';
import { type IndicatorRecord } from '../record';
import { wireStamp } from '../stamp';
import { recordOf } from './groupStix';

/**
 * A record as the header and one row of an Explore CSV (api-spec: “Explore CSV result”); who may see it stands in a column of its
 * own behind the others, where its source says so.
 */
export function exportCsv(record: IndicatorRecord, referenceOf: ReferenceOf): string {
  return [...markedCsv([record], referenceOf)].join('');
}

/**
 * Links of a threat or a feed as rows of an Explore CSV. What a row of links says beside that stands in columns of its own
 * behind the others: `retired` (1 or 0), since nobody says when, and `stamp_linked`.
 */
export function exportLinksCsv(links: readonly LinkedIndicator[]): string {
  const [head = '', ...rows] = markedCsv(
    links.map((link) => ({ ...recordOf(link), retired: false })),
    () => undefined,
  );
  const further = links.map(({ retired, linked }) => {
    const stamp = wireStamp(linked);
    return `${retired ? 1 : 0},${stamp === null ? '' : `"${stamp}"`}`;
  });
  return [
    `${head.trimEnd()},retired,stamp_linked\n`,
    ...rows.map((row, index) => `${row.slice(0, -1)},${further[index] ?? ''}\n`),
  ].join('');
}
