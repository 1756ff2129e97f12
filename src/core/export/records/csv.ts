import { csvCell } from '../csvCell';
import { csvTable, type ReferenceOf } from '../results/csvWriter';
import { threatCells, threatColumns } from '../threatCells';
import type { LinkedIndicator } from '../../records/linked';
import type { IndicatorRecord } from '../../records/record';
import { wireTimestamp } from '../../records/timestamp';
import type { ThreatRecord } from '../../records/threat';
import { recordOf } from './groupStix';

/**
 * A record as the header and one row of an Explore CSV (api-spec: “Explore CSV result”); its TLP markings are in an
 * additional column, if it has any.
 */
export function exportCsv(record: IndicatorRecord, referenceOf: ReferenceOf): string {
  return [...csvTable([record], referenceOf)].join('');
}

/**
 * Links of a threat or feed as rows of an Explore CSV with additional columns: `retired` (1 or 0), since the time is not
 * known, `stamp_linked`, and the threat, if they are links of one.
 */
export function exportLinksCsv(
  links: readonly LinkedIndicator[],
  threat?: Pick<ThreatRecord, 'name' | 'category'>,
): string {
  const [head = '', ...rows] = csvTable(
    links.map((link) => ({ ...recordOf(link), retired: false, threats: [] })),
    () => undefined,
  );
  const further = links.map(({ retired, linked }) => {
    const timestamp = wireTimestamp(linked);
    return `${retired ? 1 : 0},${timestamp === null ? '' : `"${timestamp}"`}`;
  });
  const [names, cells] =
    threat === undefined
      ? ['', '']
      : [`,${threatColumns.join(',')}`, `,${threatCells([threat]).map(csvCell).join(',')}`];
  return [
    `${head.trimEnd()},retired,stamp_linked${names}\n`,
    ...rows.map((row, index) => `${row.slice(0, -1)},${further[index] ?? ''}${cells}\n`),
  ].join('');
}
