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
