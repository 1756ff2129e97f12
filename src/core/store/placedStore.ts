import { withPlace } from '../context/places';
import type { SourceKind } from '../records/knowledge';
import type { IndicatorRecord } from '../records/record';
import { layerIdOf, type PlaceStore } from './places';
import type { DataKind, DataRow, DataSummary } from './protocol/protocol';
import type { Mirrors } from './mirror';
import type { Search } from './query/search';
import type { SourceStore } from './writing/sourceStore';

/** What placing changes in a store. */
interface Unplaced extends Pick<Search, 'search'> {
  byIid(iid: number): IndicatorRecord | undefined;
  byKey(key: string): IndicatorRecord | undefined;
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): readonly IndicatorRecord[];
  summary(): DataSummary;
  clear(kinds: readonly DataKind[]): number;
  removeSources(kind: SourceKind): number;
  readonly sources: SourceStore;
  readonly mirrors: Mirrors;
}

/** A store whose records say where addresses belong, and whose location data goes with the sources it is from. */
export function placedStore<S extends Unplaced>(store: S, places: PlaceStore): S & { readonly places: PlaceStore } {
  const placed = (record: IndicatorRecord): IndicatorRecord => withPlace(record, places);
  const placedOrNone = (record: IndicatorRecord | undefined): IndicatorRecord | undefined => record && placed(record);
  const tidied = <T>(result: T): T => {
    places.tidy();
    return result;
  };
  return {
    ...store,
    places,
    byIid: (iid) => placedOrNone(store.byIid(iid)),
    byKey: (key) => placedOrNone(store.byKey(key)),
    urlsOf: (host, slice) => store.urlsOf(host, slice).map(placed),
    search: async (query, options) => (await store.search(query, options)).map(placed),
    summary: () => withRanges(store.summary(), places),
    clear: (kinds) => tidied(store.clear(kinds)),
    removeSources: (kind) => tidied(store.removeSources(kind)),
    sources: {
      ...store.sources,
      remove: (id) => tidied(store.sources.remove(id)),
      removeSome: (id) => {
        const step = store.sources.removeSome(id);
        return step.done ? tidied(step) : step;
      },
    },
    mirrors: { ...store.mirrors, remove: (id) => tidied(store.mirrors.remove(id)) },
  };
}

/** Counts the ranges of each source among its entries. */
function withRanges(summary: DataSummary, places: PlaceStore): DataSummary {
  const { sources = [], bytes = 0 } = places.info() ?? {};
  const ranges = new Map(sources.map((source) => [source.id, source.ranges]));
  const counted = ({ address, ...row }: DataRow): DataRow => {
    const kind = row.kind === 'imports' ? 'import' : 'mirror';
    const id = layerIdOf({ kind, name: row.source, address });
    return row.kind === 'imports' || row.kind === 'mirrors'
      ? { ...row, count: row.count + (ranges.get(id) ?? 0) }
      : row;
  };
  return { ...summary, bytes: summary.bytes + bytes, rows: summary.rows.map(counted) };
}
