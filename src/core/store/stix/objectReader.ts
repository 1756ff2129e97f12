import type { SourceKind } from '../../records/knowledge';
import type { UtcMillis } from '../../records/record';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { readEntries, type StixEntry } from './entries';
import { sortKeyOfOriginal, sortKeys } from './sortKeys';
import { bySortKey, type Order, type SortKey, type StixQuery } from './position';

/** A local source that can be served as a collection. */
export interface StixSource {
  readonly id: number;
  readonly kind: SourceKind;
  readonly name: string;
  readonly address: string;
  /** When its data was last updated. */
  readonly asOf: UtcMillis;
}

export interface StixPage {
  readonly entries: readonly StixEntry[];
  /** Whether there is anything after the last entry. */
  readonly more: boolean;
}

/** The store as STIX objects, from local sources only, never from answers of remote services. */
export interface StixObjectReader {
  /**
   * The sources with data, in the order in which they were added; in the order of changes also those whose data was
   * deleted.
   */
  sources(order?: Order): readonly StixSource[];
  /** The date up to which no more changes will come, in microseconds since 1970. Later ones may be of other sources. */
  changedUntil(): number;
  /** At most `limit` objects of these sources, in the requested order. */
  page(sources: readonly number[], query: StixQuery & { readonly limit: number }): StixPage;
  /** Changes whenever anything was written to the store, by whoever. */
  version(): string;
  /** An original object by its STIX ID. */
  original(sources: readonly number[], id: string, order?: Order): StixEntry | undefined;
}

/** The {@link StixObjectReader} of a store whose accesses go through `withConnection`. */
export function createStixObjectReader(
  withConnection: <T>(work: (connection: Connection) => T) => T,
): StixObjectReader {
  return {
    sources: (order = 'created') => withConnection((c) => sourcesOf(c, order)),
    changedUntil: () => withConnection((c) => integer(c.get('SELECT last FROM change_clock')?.['last']) ?? 0),
    page: (sources, { limit, ...query }) =>
      withConnection((c) => {
        const found: SortKey[] = [];
        for (const sortKey of merged(sortKeys(c, sources, query))) if (found.push(sortKey) > limit) break;
        const more = found.length > limit;
        return { entries: readEntries(c, more ? found.slice(0, -1) : found, query.order), more };
      }),
    version: () =>
      withConnection((c) => {
        const own = c.get('SELECT total_changes() AS changes')?.['changes'];
        return `${String(c.get('PRAGMA data_version')?.['data_version'])} ${String(own)}`;
      }),
    original: (sources, id, order = 'created') =>
      withConnection((c) => {
        const sortKey = sortKeyOfOriginal(c, sources, id, order);
        return sortKey === undefined ? undefined : readEntries(c, [sortKey], order)[0];
      }),
  };
}

function sourcesOf(connection: Connection, order: Order): readonly StixSource[] {
  const tables = ['assertion', 'stix_object', 'threat_assertion', 'feed_assertion'];
  const says = [...tables, ...(order === 'changed' ? ['withdrawn'] : [])].map(
    (table) => `EXISTS (SELECT 1 FROM ${table} WHERE source_id = s.id)`,
  );
  return connection
    .all(`SELECT s.id, s.kind, s.name, s.address, s.as_of FROM source s WHERE ${says.join(' OR ')} ORDER BY s.id`)
    .map((row) => ({
      id: integer(row.id) ?? 0,
      kind: text(row.kind) as SourceKind,
      name: text(row.name),
      address: text(row.address),
      asOf: integer(row.as_of) ?? 0,
    }));
}

/** Merges several ordered lists; reads each one only as far as needed. */
function* merged(lists: readonly Generator<SortKey, undefined>[]): Generator<SortKey> {
  const heads: { readonly list: Generator<SortKey, undefined>; sortKey: SortKey }[] = [];
  try {
    for (const list of lists) {
      const { value } = list.next();
      if (value !== undefined) heads.push({ list, sortKey: value });
    }
    for (;;) {
      const [first, ...others] = heads;
      if (first === undefined) return;
      // Few lists have entries at any time, so a heap isn't worth it.
      const least = others.reduce((best, head) => (bySortKey(head.sortKey, best.sortKey) < 0 ? head : best), first);
      yield least.sortKey;
      const { value } = least.list.next();
      if (value === undefined) heads.splice(heads.indexOf(least), 1);
      else least.sortKey = value;
    }
  } finally {
    for (const { list } of heads) list.return(undefined);
  }
}
