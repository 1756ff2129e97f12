import type { GeoLocationRange, GeoLocationRanges } from '../../core/context/geoLocation';
import type { SourceKind } from '../../core/records/knowledge';
import type { SourceDetails, StoredSource } from '../../core/records/sourceDetails';
import {
  type GeoLocationList,
  addGeoLocationRanges,
  beginGeoLocations,
  dropGeoLocations,
  hideGeoLocations,
  useGeoLocations,
} from '../../core/store/geoLocations';
import { importLease, releaseLease, takeLease } from '../../core/store/sqlite/leases';
import type { Connection } from '../../core/store/sqlite/sqlite';
import type { Store } from '../../core/store/store';
import type { ImportRun } from '../../core/store/writing/importRun';
import type { SourceMeaning } from '../../core/store/writing/sourceMeaning';
import type { RemovalStep, SourceTarget } from '../../core/store/writing/sources';
import { retryWhileLocked } from '../retryWhileLocked';
import { changeSource } from '../sources';

type Later<T> = T extends (...input: infer Input) => infer Result ? (...input: Input) => Promise<Result> : T;

/** A run of an import whose steps take a while. */
export type ImportSteps = { readonly [Name in keyof ImportRun]: Later<ImportRun[Name]> } & {
  /** How many batches may be written at once; by default, one after the other. */
  readonly atOnce?: number;
};

/** The locations of a source: a list is written in slices, and then used instead of an earlier one. */
export interface GeoLocationWriter {
  begin(list: GeoLocationList, ranges: GeoLocationRanges): Promise<number>;
  add(listId: number, ranges: readonly GeoLocationRange[]): Promise<void>;
  use(listId: number): Promise<void>;
  hide(sourceId: number): Promise<void>;
  /** Removes some that aren't in use; resolves with whether there may be more. */
  drop(sourceId: number): Promise<boolean>;
}

/** Operations of a store for an import, the embedded one or that of a team. Each step is a transaction. */
export interface ImportStore {
  readonly sources: {
    /** Details of a source without an address; empty if it doesn't exist. */
    details(kind: SourceKind, name: string): Promise<SourceDetails>;
    find(source: Pick<SourceTarget, 'kind' | 'name'>): Promise<StoredSource | undefined>;
    /** Changes what a source means, also for what it stated before. Resolves with whether that wasn't canceled. */
    change(id: number, meaning: Pick<SourceMeaning, 'risk'> & { readonly details?: SourceDetails }): Promise<boolean>;
    removeSome(id: number): Promise<RemovalStep>;
  };
  /** Reserves a source by its name, or keeps it reserved; false if somebody else has it. */
  reserve(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  /** Bulk writes use more memory and less time. */
  bulk(on: boolean): Promise<void>;
  /** Makes some of what was written searchable; resolves with whether there is more. */
  indexSome(): Promise<boolean>;
  beginImport(source: SourceTarget): Promise<ImportSteps>;
  readonly geoLocations: GeoLocationWriter;
}

const leaseMillis = 60_000;

/** The embedded store for an import, whose steps wait while another process writes. */
export function embeddedImports(store: Store, signal: AbortSignal | undefined): ImportStore {
  const step = <T>(work: () => T): Promise<T> => retryWhileLocked(work, signal);
  const use = <T>(work: (connection: Connection) => T): Promise<T> => step(() => store.use(work));
  return {
    sources: {
      details: (kind, name) => step(() => store.sources.details(kind, name)),
      find: ({ kind, name }) =>
        step(() => store.sources.list().find((source) => source.kind === kind && source.name === name)),
      change: async (id, meaning) => (await changeSource(store, id, meaning, { signal })).changed,
      removeSome: (id) => step(() => store.sources.removeSome(id)),
    },
    reserve: (name) => use((connection) => takeLease(connection, importLease(name), leaseMillis)),
    release: (name) => use((connection) => releaseLease(connection, importLease(name))),
    bulk: (on) => step(() => store.bulk(on)),
    indexSome: () => step(() => store.indexSome()),
    beginImport: async (source) => {
      const run = await step(() => store.beginImport(source));
      return {
        sourceId: run.sourceId,
        take: (batch) => step(() => run.take(batch)),
        except: (exceptions) => step(() => run.except(exceptions)),
        removeOldExceptions: () => step(() => run.removeOldExceptions()),
        describe: (meaning) => step(() => run.describe(meaning)),
        finish: () => step(() => run.finish()),
        note: (details) => step(() => run.note(details)),
      };
    },
    geoLocations: {
      begin: (list, ranges) => use((connection) => beginGeoLocations(connection, list, ranges)),
      add: (listId, ranges) => use((connection) => addGeoLocationRanges(connection, listId, ranges)),
      use: (listId) => use((connection) => useGeoLocations(connection, listId)),
      hide: (sourceId) => use((connection) => hideGeoLocations(connection, sourceId)),
      drop: (sourceId) => use((connection) => dropGeoLocations(connection, sourceId)),
    },
  };
}

/** A store for an import, whichever it is. */
export function toImportStore(store: Store | ImportStore, signal: AbortSignal | undefined): ImportStore {
  return 'use' in store ? embeddedImports(store, signal) : store;
}
