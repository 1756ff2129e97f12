import { formatQuery, parseQuery } from '../explore';
import { type UtcMillis } from '../records/record';

/** What a file of results says of itself (api-spec: “Explore CSV result”). */
export interface ResultsHeader {
  /** When the results were written. */
  readonly generated: UtcMillis;
  /** Explore text that they answer; empty where they come from elsewhere. */
  readonly query: string;
  /** The most rows that were asked for; absent where the place's default held. */
  readonly limit?: number;
  /** Where the same query is answered again; never with a key in it. */
  readonly address: string;
  /** The place may hold more results than these. */
  readonly incomplete?: boolean;
}

/** Query text on one line: as written where it is, else as a formatter writes it, since a comment ends with its line. */
export function queryOnOneLine(query: string): string {
  if (!/[\r\n]/.test(query)) return query.trim();
  const { node, errors } = parseQuery(query);
  return node !== undefined && errors.length === 0 ? formatQuery(node) : query.replace(/[\r\n]+/g, ' ').trim();
}

/** What a file says of results that may not be all. */
export const mayBeIncomplete = 'May be incomplete: there may be more results than these.';
