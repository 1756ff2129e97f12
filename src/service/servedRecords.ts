import type { LinkedIndicator, LinkSummary } from '../core/records/linked';
import type { FeedRecord } from '../core/records/feed';
import type { RiskCounts } from '../core/records/counts';
import type { IndicatorRecord, ThreatLink } from '../core/records/record';
import type { ThreatRecord } from '../core/records/threat';
import type { QueryNode } from '../core/explore';
import type { SearchOptions } from '../core/store/query/search';
import type { FoundValue } from '../core/store/statements/foundValues';
import type { GroupKind } from '../core/store/groups/groups';
import type { StixEntry } from '../core/store/stix/entries';
import type { StixPage, StixSource } from '../core/store/stix/objectReader';
import type { Order, StixQuery } from '../core/store/stix/position';
import type { SliceOptions } from '../core/store/sqlite/timeSlicer';
import type { Store } from '../core/store/store';

/**
 * Operations of a store for the service, the embedded one or that of a team, on merged local records with local IDs,
 * without answers of remote services.
 */
export interface ServedRecords {
  byIid(iid: number): Promise<IndicatorRecord | undefined>;
  /** Stored indicators by `lookupKey`, in the order of the keys. */
  byKeys(keys: readonly string[]): Promise<readonly IndicatorRecord[]>;
  /** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): Promise<readonly IndicatorRecord[]>;
  /** Indicators, newest `stamp_seen` first, then by iid. Rejects with QueryRejectedError. */
  search(query: QueryNode, options: SearchOptions): Promise<readonly IndicatorRecord[]>;
  /** Threats, most severe first, then by name. Rejects with QueryRejectedError. */
  searchThreats(query: QueryNode, options: SearchOptions): Promise<readonly ThreatLink[]>;
  /** All property values that scans of an indicator found, most recently seen first. */
  foundValues(iid: number): Promise<readonly FoundValue[]>;
  readonly groups: ServedGroups;
  /** Objects served over TAXII; missing if nothing is served. */
  readonly stix?: ServedObjects;
}

/** Threats and feeds, merged from all sources, by local IDs. */
interface ServedGroups {
  /** By local ID or by a name: the main one, or else another one. */
  threat(requested: { readonly tid: number } | { readonly name: string }): Promise<ThreatRecord | undefined>;
  /** By local ID, or by name and, if given, the organization that runs it. */
  feed(
    requested: { readonly fid: number } | { readonly name: string; readonly organization?: string },
  ): Promise<FeedRecord | undefined>;
  /** The number of linked indicators. */
  counts(kind: GroupKind, id: number): Promise<RiskCounts>;
  /** Statistics of all linked indicators. */
  summary(kind: GroupKind, id: number, options?: SliceOptions): Promise<LinkSummary>;
  /** Linked indicators, newest link first, then by iid; `page` counts from 0. */
  links(
    kind: GroupKind,
    id: number,
    page: { readonly page: number; readonly size: number },
  ): Promise<{ readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean }>;
}

/** The store as STIX objects, from local sources only, never from answers of remote services. */
export interface ServedObjects {
  /**
   * The sources with data, in the order in which they were added; in the order of changes also those whose data was
   * deleted.
   */
  sources(order: Order): Promise<readonly StixSource[]>;
  /** The date up to which no more changes will come, in microseconds since 1970. Later ones may be of other sources. */
  changedUntil(): Promise<number>;
  /** At most `limit` objects of these sources, in the requested order. */
  page(sources: readonly number[], query: StixQuery & { readonly limit: number }): Promise<StixPage>;
  /** Changes whenever anything was written to the store, by whoever. */
  version(): Promise<string>;
  /** An original object by its STIX ID. */
  original(sources: readonly number[], id: string, order: Order): Promise<StixEntry | undefined>;
}

/** Serves the embedded store. */
export function servedFrom(
  store: Pick<Store, 'byIid' | 'byKey' | 'urlsOf' | 'search' | 'searchThreats' | 'scans' | 'groups' | 'stix'>,
): ServedRecords {
  const { groups, stix } = store;
  return {
    byIid: (iid) => immediately(() => store.byIid(iid)),
    byKeys: (keys) => immediately(() => keys.flatMap((key) => store.byKey(key) ?? [])),
    urlsOf: (host, slice) => immediately(() => store.urlsOf(host, slice)),
    search: (query, options) => store.search(query, options),
    searchThreats: (query, options) => store.searchThreats(query, options),
    foundValues: (iid) => immediately(() => store.scans.values(iid)),
    groups: {
      threat: (requested) => immediately(() => groups.threat(requested)),
      feed: (requested) => immediately(() => groups.feed(requested)),
      counts: (kind, id) => immediately(() => groups.counts(kind, id)),
      summary: (kind, id, options) => groups.summary(kind, id, options),
      links: (kind, id, page) => immediately(() => groups.links(kind, id, page)),
    },
    stix: {
      sources: (order) => immediately(() => stix.sources(order)),
      changedUntil: () => immediately(() => stix.changedUntil()),
      page: (sources, query) => immediately(() => stix.page(sources, query)),
      version: () => immediately(() => stix.version()),
      original: (sources, id, order) => immediately(() => stix.original(sources, id, order)),
    },
  };
}

/** Works at once, and rejects where that fails. */
export function immediately<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
