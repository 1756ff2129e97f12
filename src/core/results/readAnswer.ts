import type { FoundRows } from '../records/found';
import type { UtcMillis } from '../records/record';
import { rewriteCsv } from './rewriteCsv';
import { readExploreCsv } from './readCsv';
import { readExploreStix } from './readStix';
import { readThreatsCsv } from './readThreatsCsv';
import type { ResultWarning } from './warnings';

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
