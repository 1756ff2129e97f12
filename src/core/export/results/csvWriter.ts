import { statedGeoLocation } from '../../context/geoLocation';
import { contextTerms } from '../../records/context';
import type { IndicatorRecord, Properties, UtcMillis } from '../../records/record';
import { wireTimestamp } from '../../records/timestamp';
import { markingsIn } from '../../stix/tlp';
import { creditCell, creditColumn } from '../credits';
import { csvCell, csvComment } from '../csvCell';
import { mayBeIncomplete, queryOnOneLine, type ResultsHeader } from './header';
import { listColumns } from '../listColumns';

/** The columns of an Explore CSV (lookup API: “Explore CSV result”). */
export const csvColumns = [
  'indicator',
  'type',
  'risk',
  'stamp_added',
  'stamp_updated',
  'stamp_seen',
  'stamp_retired',
  'reference',
  'geo_city',
  'geo_country',
  'geo_countrycode',
  'geo_org',
  'dns_ptr',
] as const;

/** The names that a row is about, as in `NameReach`: other readers see the name alone. */
export const reachColumn = 'name_reach';

/** URL of an indicator's page, if any. */
export type ReferenceOf = (record: IndicatorRecord) => string | undefined;

/** The comment lines of an Explore CSV: title with UTC time, query, limit, address, and a note if incomplete. Ends with a line break. */
export function csvComments({ generated, query, limit, address, incomplete }: ResultsHeader): string {
  return [
    csvComment(`Explore results, ${wireTimestamp(generated) ?? ''} UTC`),
    csvComment(`Query: ${queryOnOneLine(query)}`),
    csvComment(`Limit: ${limit ?? 'default'}`),
    csvComment(`Address: ${queryOnOneLine(address)}`),
    ...(incomplete === true ? [csvComment(mayBeIncomplete)] : []),
    '',
  ].join('\n');
}

/** The comment line of an incomplete CSV. */
export const csvIncomplete = `${csvComment(mayBeIncomplete)}\n`;

/** Comments and header row of an Explore CSV (lookup API: “Explore CSV result”), followed by {@link csvRow}s. */
export function csvHead(header: ResultsHeader): string {
  return `${csvComments(header)}${csvColumns.join(',')}\n`;
}

/** A row of an Explore CSV with a line break; unknown values are empty cells. */
export function csvRow(record: IndicatorRecord, referenceOf: ReferenceOf): string {
  const { value, type, risk, timestamps, properties } = record;
  const cells = [
    csvCell(value),
    type,
    risk,
    timestampCell(timestamps.added),
    timestampCell(timestamps.updated),
    timestampCell(timestamps.seen),
    timestampCell(record.retired ? timestamps.retired : undefined),
    csvCell(referenceOf(record) ?? ''),
    property(properties, 'geo', 'city'),
    property(properties, 'geo', 'country'),
    property(properties, 'geo', 'countrycode'),
    property(properties, 'geo', 'org'),
    property(properties, 'dns', 'ptr'),
  ];
  return `${cells.join(',')}\n`;
}

/**
 * The header row and rows of exported records. Adds the column `retired` (1 or 0) if a retirement has no date,
 * `markings` if any record has some, `name_reach` if statements are about other names than their own,
 * {@link listColumns} for threats, feeds, reasons, and attributes, `context` if lists describe an indicator, `geo_asn`
 * if networks are known, and {@link creditColumn} if licenses ask for credits.
 */
export function* csvTable(records: readonly IndicatorRecord[], referenceOf: ReferenceOf): Generator<string> {
  const further: readonly (readonly [name: string, cell: (record: IndicatorRecord) => string])[] = [
    ...(records.some(isUndated) ? [['retired', ({ retired }: IndicatorRecord) => (retired ? '1' : '0')] as const] : []),
    ...(records.some(({ other }) => marked(other) !== '')
      ? [['markings', ({ other }: IndicatorRecord) => csvCell(marked(other))] as const]
      : []),
    ...(records.some(({ reach }) => reach !== undefined)
      ? [[reachColumn, ({ reach }: IndicatorRecord) => reach ?? ''] as const]
      : []),
    ...listColumns(records).map(
      ({ name, cell }) => [name, (record: IndicatorRecord) => csvCell(cell(record))] as const,
    ),
    ...(records.some(({ contexts }) => contextTerms(contexts).length > 0)
      ? [['context', ({ contexts }: IndicatorRecord) => csvCell(contextTerms(contexts).join('; '))] as const]
      : []),
    ...(records.some(({ properties }) => asnOf(properties) !== '')
      ? [['geo_asn', ({ properties }: IndicatorRecord) => csvCell(asnOf(properties))] as const]
      : []),
    ...(records.some(({ credits = [] }) => credits.length > 0) ? [[creditColumn, creditCell] as const] : []),
  ];
  yield `${[...csvColumns, ...further.map(([name]) => name)].join(',')}\n`;
  for (const record of records) {
    yield `${[csvRow(record, referenceOf).slice(0, -1), ...further.map(([, cell]) => cell(record))].join(',')}\n`;
  }
}

/** The number of the network that an address belongs to. */
function asnOf(properties: Properties): string {
  return statedGeoLocation({ properties }).asn ?? '';
}

function isUndated({ retired, timestamps }: IndicatorRecord): boolean {
  return retired && wireTimestamp(timestamps.retired) === null;
}

/** Names of markings, or ids if there are no names. */
function marked(other: IndicatorRecord['other']): string {
  const { names, refs } = markingsIn(other);
  return (names.length > 0 ? names : refs).join('; ');
}

/** An Explore CSV row by row; see {@link csvTable}. */
export function* csvChunks(
  header: ResultsHeader,
  records: readonly IndicatorRecord[],
  referenceOf: ReferenceOf,
): Generator<string> {
  yield csvComments(header);
  yield* csvTable(records, referenceOf);
}

function timestampCell(at: UtcMillis | undefined): string {
  const timestamp = wireTimestamp(at);
  return timestamp === null ? '' : `"${timestamp}"`;
}

/** A property in any letter case; several values are joined in one cell. */
function property(properties: Properties, group: string, name: string): string {
  const entries = Object.entries(properties[group] ?? {});
  const found = entries.find(([key]) => key === name) ?? entries.find(([key]) => key.toLowerCase() === name);
  return csvCell(found?.[1].join('; ') ?? '');
}
