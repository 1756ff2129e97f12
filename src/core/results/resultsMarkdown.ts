import { type FoundRows } from '../records/found';
import { type IndicatorRecord, type UtcMillis } from '../records/record';
import { wireTimestamp } from '../records/timestamp';
import { type ThreatRecord } from '../records/threat';
import { span } from '../records/export/markdownParts';
import { isRedacted } from './csvCell';
import { mayBeIncomplete, queryOnOneLine, type ResultsHeader } from './header';

/** What the Markdown of results depends on beside them. */
export interface DefangTools {
  readonly defang: (value: string) => string;
  /** The same for every indicator in a text. */
  readonly defangText: (text: string) => string;
}

/** Rows as a Markdown table for a ticket: every indicator defanged, no foreign text anything but text. */
export function resultsTable(found: FoundRows, words: DefangTools): string {
  const [head, rows] =
    found.type === 'threats'
      ? [['Risk', 'Threat', 'Category', 'Seen'], found.rows.map((row) => threatCells(row, words))]
      : [
          ['Risk', 'Indicator', 'Type', 'Seen', 'Added', 'Threats', 'Place'],
          found.rows.map((row) => indicatorCells(row, words)),
        ];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** The table with what was asked, where and when above it. */
export function resultsMarkdown(
  { generated, query, address, incomplete }: ResultsHeader,
  found: FoundRows,
  words: DefangTools,
): string {
  const count = found.rows.length;
  const noun = found.type === 'threats' ? 'threat' : 'indicator';
  return [
    '# Results',
    '',
    ...(query === '' ? [] : [`- Query: ${span(words.defangText(queryOnOneLine(query)))}`]),
    `- From: ${span(address)}`,
    `- Written: ${timestamp(generated)}`,
    `- ${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`,
    ...(incomplete === true ? [`- ${mayBeIncomplete}`] : []),
    '',
    resultsTable(found, words),
  ].join('\n');
}

function indicatorCells(record: IndicatorRecord, { defang, defangText }: DefangTools): readonly string[] {
  const { timestamps, threats } = record;
  const place = placeOf(record);
  return [
    record.retired ? `${record.risk}, retired` : record.risk,
    cell(defang(record.value)),
    record.type,
    timestamp(timestamps.seen),
    timestamp(timestamps.added),
    threats.map(({ name }) => cell(defangText(name))).join(', '),
    place === undefined ? '' : isRedacted(place) ? 'withheld' : cell(defangText(place)),
  ];
}

function threatCells(threat: ThreatRecord, { defangText }: DefangTools): readonly string[] {
  const { name, risk, retired, category, timestamps } = threat;
  return [
    retired ? `${risk}, retired` : risk,
    cell(defangText(name)),
    category === undefined ? '' : cell(defangText(category)),
    timestamp(timestamps.seen),
  ];
}

/** City and country of a record, or the one of them that is told. */
export function placeOf({ properties }: Pick<IndicatorRecord, 'properties'>): string | undefined {
  const geo = properties['geo'] ?? {};
  const first = (name: string): string | undefined => geo[name]?.find((text) => text.trim() !== '');
  const parts = [first('city'), first('country') ?? first('countrycode')].filter((part) => part !== undefined);
  const told = parts.filter((part) => !isRedacted(part));
  return told.length > 0 ? told.join(', ') : parts[0];
}

/** In a table a bar would end the cell, also within a code span. */
function cell(text: string): string {
  return span(text).replaceAll('|', '\\|');
}

function timestamp(at: UtcMillis | undefined): string {
  const text = wireTimestamp(at);
  return text === null ? '' : `${text.slice(0, 16)} UTC`;
}
