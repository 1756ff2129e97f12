import { formatQuery, parseQuery } from '../../explore';
import type { UtcMillis } from '../../records/record';

/** The header of a results file (lookup API: “Explore CSV result”). */
export interface ResultsHeader {
  /** When the file was written. */
  readonly generated: UtcMillis;
  /** The query; empty for results of another origin. */
  readonly query: string;
  /** Requested limit; absent for the default. */
  readonly limit?: number;
  /** The address where the query ran; never with a key. */
  readonly address: string;
  /** True if there may be more results. */
  readonly incomplete?: boolean;
}

/** Query text on one line, formatted if it spans several lines, which may contain comments. */
export function queryOnOneLine(query: string): string {
  if (!/[\r\n]/.test(query)) return query.trim();
  const { node, errors } = parseQuery(query);
  return node !== undefined && errors.length === 0 ? formatQuery(node) : query.replace(/[\r\n]+/g, ' ').trim();
}

/** Comment in files with incomplete results; files that programs read are always in English. */
export const mayBeIncomplete = 'Results may be incomplete.';
