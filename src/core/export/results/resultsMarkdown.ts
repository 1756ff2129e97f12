import type { FoundRows } from '../../records/found';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { wireTimestamp } from '../../records/timestamp';
import type { ThreatRecord } from '../../records/threat';
import { riskStrings } from '../../records/labels/riskStrings';
import { span } from '../markdownParts';
import { creditLines } from '../credits';
import { isRedacted } from '../../text/redactedCell';
import { queryOnOneLine, type ResultsHeader } from './header';
import { t, plural } from '../../../l10n';

/** Functions that defang. */
export interface DefangTools {
  readonly defang: (value: string) => string;
  /** Defangs all indicators in a text. */
  readonly defangText: (text: string) => string;
}

/** Rows as a Markdown table for a ticket, with indicators defanged and text escaped, without columns that are empty. */
export function resultsTable(found: FoundRows, tools: DefangTools): string {
  const [head, rows] =
    found.type === 'threats'
      ? [[t('Risk'), t('Threat'), t('Category'), t('Last seen')], found.rows.map((row) => threatCells(row, tools))]
      : [
          [t('Risk'), t('Indicator'), t('Type'), t('Last seen'), t('Added'), t('Threats'), t('Location')],
          found.rows.map((row) => indicatorCells(row, tools)),
        ];
  const filled = head.map((_, column) => column < leadColumns || rows.some((cells) => cells[column] !== ''));
  const line = (cells: readonly string[]): string => `| ${cells.filter((_, column) => filled[column]).join(' | ')} |`;
  const credits = found.type === 'indicators' ? creditLines(found.rows) : [];
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ...credits, ''].join('\n');
}

/** Risk and name, which are always there. */
const leadColumns = 2;

/** The table with the query, its source, and the time above it. */
export function resultsMarkdown(
  { generated, query, address, incomplete }: ResultsHeader,
  found: FoundRows,
  tools: DefangTools,
): string {
  const count = found.rows.length;
  return [
    `# ${t('Results')}`,
    '',
    ...(query === '' ? [] : [`- ${t('Query: {0}', span(tools.defangText(queryOnOneLine(query))))}`]),
    `- ${t('Source: {0}', span(address))}`,
    `- ${t('Created: {0}', timestamp(generated))}`,
    `- ${found.type === 'threats' ? plural(count, { one: '{0} threat', other: '{0} threats' }) : plural(count, { one: '{0} indicator', other: '{0} indicators' })}`,
    ...(incomplete === true ? [`- ${t('Results may be incomplete.')}`] : []),
    '',
    resultsTable(found, tools),
  ].join('\n');
}

function indicatorCells(record: IndicatorRecord, { defang, defangText }: DefangTools): readonly string[] {
  const { timestamps, threats } = record;
  const location = getLocation(record);
  return [
    riskOf(record),
    cell(defang(record.value)),
    record.type,
    timestamp(timestamps.seen),
    timestamp(timestamps.added),
    threats.map(({ name }) => cell(defangText(name))).join(', '),
    location === undefined ? '' : isRedacted(location) ? t('redacted') : cell(defangText(location)),
  ];
}

function threatCells(threat: ThreatRecord, { defangText }: DefangTools): readonly string[] {
  const { name, category, timestamps } = threat;
  return [
    riskOf(threat),
    cell(defangText(name)),
    category === undefined ? '' : cell(defangText(category)),
    timestamp(timestamps.seen),
  ];
}

/** “High risk, retired”, as in the UI. */
function riskOf({ risk, retired }: Pick<IndicatorRecord, 'risk' | 'retired'>): string {
  const verdict = riskStrings.verdict(risk);
  return retired ? t('{0}, retired', verdict) : verdict;
}

/** City and country of a record, without redacted parts. */
export function getLocation({ properties }: Pick<IndicatorRecord, 'properties'>): string | undefined {
  const geo = properties['geo'] ?? {};
  const first = (name: string): string | undefined => geo[name]?.find((text) => text.trim() !== '');
  const parts = [first('city'), first('country') ?? first('countrycode')].filter((part) => part !== undefined);
  const known = parts.filter((part) => !isRedacted(part));
  return known.length > 0 ? known.join(', ') : parts[0];
}

/** Escapes bars, which would end the cell even in a code span. */
function cell(text: string): string {
  return span(text).replaceAll('|', '\\|');
}

function timestamp(at: UtcMillis | undefined): string {
  const text = wireTimestamp(at);
  return text === null ? '' : `${text.slice(0, 16)} UTC`;
}
