import type { IndicatorRecord } from '../../core/records/record';
import type { StoredSource } from '../../core/records/sourceDetails';
import type { Groups } from '../../core/store/groups/groups';
import type { FoundValue } from '../../core/store/statements/foundValues';
import type { ImportStore } from '../import/importStore';
import { asStoreError, createPool, createTeam, migrate } from './database';
import { countLinks, feedOf, groupSources, linksOf, threatOf } from './groups';
import { KnownIds } from './ids';
import { createTeamImports } from './imports';
import { foundValuesByIid, recordByIid, recordsByKey, urlsOnHost } from './records';
import { listSources } from './sources';

type Later<T> = T extends (...input: infer Input) => infer Result
  ? (...input: Input) => Promise<Awaited<Result>>
  : never;

/** The store of a team: what the embedded store says about the same sources, from a PostgreSQL database. */
export interface TeamStore {
  /** Local records by `lookupKey`, for the keys that are known. */
  byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, IndicatorRecord>>;
  byIid(iid: number): Promise<IndicatorRecord | undefined>;
  /** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): Promise<readonly IndicatorRecord[]>;
  /** All property values that scans of an indicator found, most recently seen first. */
  foundValues(iid: number): Promise<readonly FoundValue[]>;
  /** Threats and feeds, and their links. */
  readonly groups: { readonly [Name in 'threat' | 'feed' | 'sources' | 'counts' | 'links']: Later<Groups[Name]> };
  /** All sources, in the order they were added. */
  sources(): Promise<readonly StoredSource[]>;
  /** For imports; `signal` cancels what takes long. */
  imports(signal?: AbortSignal): ImportStore;
  close(): Promise<void>;
}

/** Opens the store of a team, and creates its tables if there are none. Rejects with a StoreError if that fails. */
export async function openTeamStore(
  url: string,
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<TeamStore> {
  const pool = createPool(url);
  const team = createTeam(pool);
  const context = { team, ids: new KnownIds(), now };
  try {
    await migrate(team);
  } catch (error) {
    await team.destroy();
    throw asStoreError(error);
  }
  return {
    byKeys: (keys) => recordsByKey(context, keys),
    byIid: (iid) => recordByIid(context, iid),
    urlsOf: (host, slice) => urlsOnHost(context, host, slice),
    foundValues: (iid) => foundValuesByIid(context, iid),
    groups: {
      threat: (requested) => threatOf(context, requested),
      feed: (requested) => feedOf(context, requested),
      sources: (kind, id) => groupSources(context, kind, id),
      counts: (kind, id) => countLinks(context, kind, id),
      links: (kind, id, page) => linksOf(context, kind, id, page),
    },
    sources: () => listSources(context),
    imports: (signal) => createTeamImports(context, pool, signal),
    close: () => team.destroy(),
  };
}
