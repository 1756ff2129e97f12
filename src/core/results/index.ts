import { webPage, type WebPage } from '../records/webPage';
import type { FoundRows } from '../records/found';
import type { UtcMillis } from '../records/record';
import { rewriteCsv } from './rewriteCsv';
import { readExploreCsv } from './readCsv';
import { readExploreStix } from './readStix';
import type { ResultWarning } from './warnings';
import { parseRisk } from '../records/risk';
import { emptyThreatDetails, type ThreatRecord } from '../records/threat';
import { cellText } from '../export/csvCell';
import { isRedacted } from '../text/redactedCell';
import { csvReader } from './csvReader';

/** Comment lines are at the top of the file (lookup API: “Explore CSV result”). */
const maxHeadLength = 16_384;

/**
 * The page of a query in the web interface: the last comment of an Explore CSV that is a URL, optionally after a few words and
 * a colon. `service` is the base URL of the service.
 */
export function queryPageIn(csv: string, service: string | undefined): WebPage | undefined {
  const lines = csv.slice(0, maxHeadLength).split(/\r\n|[\r\n]/);
  const first = lines.findIndex((line) => !/^\uFEFF?\s*#/.test(line) && line.trim() !== '');
  return lines
    .slice(0, first < 0 ? 0 : first)
    .map((line) => /^\uFEFF?\s*#\s*(?:[\p{L}\p{N} _-]{1,40}:\s*)?(https?:\/\/\S+)\s*$/iu.exec(line)?.[1])
    .flatMap((address) => webPage(address, service) ?? [])
    .at(-1);
}

export { cellText, csvCell } from '../export/csvCell';
export { isRedacted } from '../text/redactedCell';
export { rewriteCsv } from './rewriteCsv';
export { csvReader, type CsvItem, type CsvReader, type CsvReaderOptions } from './csvReader';
export {
  csvColumns,
  csvComments,
  csvHead,
  csvIncomplete,
  csvChunks,
  csvRow,
  csvTable,
  reachColumn,
  type ReferenceOf,
} from '../export/results/csvWriter';
export { queryOnOneLine, type ResultsHeader } from '../export/results/header';
export { type ExploreCsv, getIid, isNo, isYes, groupAndKey, groupedProperties, readExploreCsv } from './readCsv';
export {
  indicatorKeys,
  validStixProperties,
  stixFeed,
  stixFeedId,
  type StixGroup,
  stixTimestamps,
  stixThreat,
  stixThreatId,
  stixRelationship,
} from '../export/results/stixGroups';
export {
  identityId,
  stixExtension,
  stixIdentity,
  stixIndicator,
  stixIndicatorId,
  type StixObject,
  stixPattern,
  stixUuid,
} from '../export/results/stixWriter';
export { stixBundle, stixLines, stixChunks } from '../export/results/stixBundle';
export { stixValidity } from '../export/results/stixValidity';
export { type ExploreStix, readExploreStix } from './readStix';
export { resultsJson } from '../export/results/resultsJson';
export { getLocation, resultsMarkdown, resultsTable, type DefangTools } from '../export/results/resultsMarkdown';
export { listColumnsIn, listsIn } from '../export/listColumns';
export { threatsCsvFile } from '../export/results/threatsCsv';

/** The rows of an answer in CSV or STIX, its text in a form that is safe to save, and its problems. */
export interface ReadAnswer {
  readonly found: FoundRows;
  readonly text: string;
  readonly warnings: readonly ResultWarning[];
}

/**
 * Reads an Explore answer in CSV or STIX; undefined if it isn't one. The text is rewritten: STIX as a complete bundle, CSV
 * without formulas.
 */
export function readAnswer(
  answer: { readonly format: 'csv' | 'stix'; readonly text: string },
  type: FoundRows['type'],
  now: UtcMillis,
): ReadAnswer | undefined {
  const { format, text } = answer;
  if (format === 'stix') {
    const stix = readExploreStix(text, now);
    if (stix === undefined) return undefined;
    const { records: rows, unreadable, bundle, warnings } = stix;
    return { found: { type: 'indicators', rows, unreadable }, text: bundle, warnings };
  }
  if (type === 'threats') {
    const threats = readThreatsCsv(text);
    return threats && { found: { type, ...threats }, text: rewriteCsv(text), warnings: [] };
  }
  const csv = readExploreCsv(text);
  if (csv === undefined) return undefined;
  const [first] = csv.skipped;
  const warnings: readonly ResultWarning[] = first === undefined ? [] : [{ kind: 'skippedRow', ...first }];
  return { found: { type, rows: csv.records, unreadable: csv.skipped.length }, text: rewriteCsv(text), warnings };
}

/**
 * Reads a CSV of threats, which isn't specified: a column `threat` or `name`, and optionally `category`, `risk`, and `tid`.
 * Undefined without a column for the name.
 */
function readThreatsCsv(
  text: string,
): { readonly rows: readonly ThreatRecord[]; readonly unreadable: number } | undefined {
  const reader = csvReader();
  const items = [...reader.push(text), ...reader.end().items];
  const [header, ...lines] = items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
  const names = header?.map((name) => name.trim().toLowerCase()) ?? [];
  const nameAt = ['threat', 'name'].map((name) => names.indexOf(name)).find((at) => at >= 0);
  if (nameAt === undefined) return undefined;
  const cell = (line: readonly string[], name: string): string => line[names.indexOf(name)]?.trim() ?? '';
  const rows = lines.flatMap((line): readonly ThreatRecord[] => {
    const name = cellText(line[nameAt]?.trim() ?? '');
    if (name === '' || isRedacted(name)) return [];
    const category = cellText(cell(line, 'category'));
    const tid = /^\d{1,15}$/.test(cell(line, 'tid')) ? Number(cell(line, 'tid')) : undefined;
    return [
      {
        name,
        tid,
        category: category === '' ? undefined : category,
        risk: parseRisk(cell(line, 'risk')),
        retired: cell(line, 'risk').toLowerCase() === 'retired',
        ...emptyThreatDetails,
      },
    ];
  });
  return { rows, unreadable: lines.length - rows.length };
}
