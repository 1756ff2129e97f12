import { type FoundRows } from '../records/found';
import { type UtcMillis } from '../records/record';
import { rewriteCsv } from './rewriteCsv';
import { readExploreCsv } from './readCsv';
import { readExploreStix } from './readStix';
import { readThreatsCsv } from './readThreatsCsv';

/** The rows of an answer that is text, the text as it may be saved, and what is odd about it. */
export interface ReadAnswer {
  readonly found: FoundRows;
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Reads an answer of Explore in the formats csv and stix; undefined where it is none. Both are written anew: STIX as a whole
 * bundle, CSV without formulas.
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
    const { records: rows, left, bundle, warnings } = stix;
    return { found: { type: 'indicators', rows, left }, text: bundle, warnings };
  }
  if (type === 'threats') {
    const threats = readThreatsCsv(text);
    return threats && { found: { type, ...threats }, text: rewriteCsv(text), warnings: [] };
  }
  const csv = readExploreCsv(text);
  if (csv === undefined) return undefined;
  const [first] = csv.dropped;
  const warnings = first === undefined ? [] : [`Row ${first.row} of the CSV: ${first.why}.`];
  return { found: { type, rows: csv.records, left: csv.dropped.length }, text: rewriteCsv(text), warnings };
}
