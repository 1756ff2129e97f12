import type { ExportedAnnotation } from '../annotationColumns';
import { visibleText } from '../../text/visibleText';
import { csvCell } from '../csvCell';
import { judgmentCell } from '../exportedJudgment';
import { csvTable, type ReferenceOf } from '../results/csvWriter';
import type { FeedRecord } from '../../records/feed';
import type { LinkedIndicator } from '../../records/linked';
import type { IndicatorRecord } from '../../records/record';
import { wireTimestamp } from '../../records/timestamp';
import { getFeedLink, type NamedThreat, getRecord, getThreatLink } from './groupStix';

/**
 * A record as the header and one row of an Explore CSV (lookup API: “Explore CSV result”); its TLP markings, the user's
 * note and tags, and the team's judgment are in additional columns, if it has any.
 */
export function exportCsv(
  record: IndicatorRecord,
  referenceOf: ReferenceOf,
  { note, tags = [] }: ExportedAnnotation = {},
): string {
  const further = [
    ...(note === undefined ? [] : [{ name: 'note', cell: note }]),
    ...(tags.length === 0 ? [] : [{ name: 'tags', cell: tags.join('; ') }]),
    ...(record.judgment === undefined ? [] : [{ name: 'team', cell: judgmentCell(record.judgment) }]),
  ];
  const [head = '', row = ''] = csvTable([record], referenceOf);
  return [
    [head.trimEnd(), ...further.map(({ name }) => name)],
    [row.slice(0, -1), ...further.map(({ cell }) => csvCell(visibleText(cell, { keepLines: true })))],
  ]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/**
 * Links of a threat or feed as rows of an Explore CSV with additional columns: `retired` (1 or 0), since the time is not
 * known, and `stamp_linked`; the threat or feed is in the columns of `listColumns`.
 */
export function exportLinksCsv(
  links: readonly LinkedIndicator[],
  { threat, feed }: { readonly threat?: NamedThreat; readonly feed?: FeedRecord } = {},
): string {
  const [head = '', ...rows] = csvTable(
    links.map((link) => {
      const linked = link.linked === undefined ? {} : { linked: link.linked };
      const threats = threat === undefined ? [] : [{ ...getThreatLink(threat), ...linked }];
      const feeds = feed === undefined ? [] : [{ ...getFeedLink(feed), ...linked }];
      return { ...getRecord(link), retired: false, threats, feeds };
    }),
    () => undefined,
  );
  const further = links.map(({ retired, linked }) => {
    const timestamp = wireTimestamp(linked);
    return `${retired ? 1 : 0},${timestamp === null ? '' : `"${timestamp}"`}`;
  });
  return [
    `${head.trimEnd()},retired,stamp_linked\n`,
    ...rows.map((row, index) => `${row.slice(0, -1)},${further[index] ?? ''}\n`),
  ].join('');
}
