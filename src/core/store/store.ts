import { lookupKey } from '../indicators';
import type { Knowledge, SourceKind } from '../records/knowledge';
import type { FoundName } from '../records/recent';
import type { IndicatorRecord } from '../records/record';
import { pruneAnswers, writeAnswer } from './statements/answers';
import { createGroups, type Groups } from './groups/groups';
import { createOverrideStore, type OverrideStore } from './writing/overrides';
import { createScanStore, type ScanStore } from './writing/scanStore';
import { clearKinds, removeSources } from './clearData';
import { check } from './sqlite/database';
import { markOpen } from './sqlite/integrity';
import { StoreConnection, type StoreOptions } from './sqlite/storeConnection';
import { subjectByIid, subjectByKey } from './statements/statements';
import { beginImport, type ImportRun } from './writing/importRun';
import { createMirrors, type Mirrors } from './mirror';
import type { DataKind, DataSummary } from './protocol/protocol';
import type { StoreProblem } from '../records/problems/storeProblem';
import { type Coverage, coverage } from './statements/coverage';
import { withListedUrls } from './statements/listedUrls';
import { localRecord } from './statements/records';
import { getUrls } from './statements/relatedUrls';
import { withGeoLocation } from '../context/geoLocation';
import { getGeoLocation } from './geoLocations';
import { createSearch, type FoundLinks, type Search } from './query/search';
import { freeBytesBeside } from './sqlite/freeBytes';
import { feedTrigrams } from './searchIndex/textIndex';
import { deferOrders, indexPending } from './searchIndex/pendingIndex';
import { findNames } from './groups/names';
import { findSuggestedNames } from './groups/suggestedNames';
import { findValues, unusedFields } from './query/fieldValues';
import { findNearNames } from './groups/nearNames';
import { openSource, type SourceTarget } from './writing/sources';
import { type ClockStore, createClockStore } from './writing/restoring';
import { createSourceStore, type SourceStore } from './writing/sourceStore';
import type { Connection } from './sqlite/sqlite';
import { createStixObjectReader, type StixObjectReader } from './stix/objectReader';
import { summarise } from './summary';

/**
 * The store as seen by its writers (the worker thread, the command line). Every method throws a StoreError if
 * the store has failed; after `corrupt`, a new file was created, and the next call uses it.
 */
export interface Store extends Search, FoundLinks {
  readonly file: string;
  /** A problem while opening, although the store is usable; reported once. */
  readonly notice: StoreProblem | undefined;
  /** Works with the connection. Throws a StoreError if the store has failed. */
  use<T>(work: (connection: Connection) => T): T;
  /** Caches the answer of the service at `address` for a key (see `lookupKey`). */
  cacheAnswer(key: string, address: string, knowledge: Knowledge): void;
  /** The local service's record by its ID: all local sources merged, without answers of remote services. */
  byIid(iid: number): IndicatorRecord | undefined;
  /** Like {@link byIid}, but by `lookupKey`. */
  byKey(key: string): IndicatorRecord | undefined;
  /** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
  urlsOf(host: string, slice: { readonly limit: number; readonly offset: number }): readonly IndicatorRecord[];
  /** Indexes some of what was written; true while more is pending. Searches index the rest themselves. */
  indexSome(): boolean;
  /** Starts an import; each batch is a transaction. */
  beginImport(source: SourceTarget): ImportRun;
  /** Removes all sources of a kind. Returns the number of indicators they mentioned. */
  removeSources(kind: SourceKind): number;
  /** Bulk writes use more memory and less time. */
  bulk(on: boolean): void;
  /** Threats and feeds of local sources whose name contains a text. */
  findNames(text: string, limit: number): readonly FoundName[];
  findSuggestedNames(text: string, limit: number): readonly FoundName[];
  /** Values of a property or attribute in local sources. */
  findValues(field: string, text: string, limit: number): readonly string[];
  /** Those of some properties or attributes that no local source has. */
  unusedFields(fields: readonly string[]): readonly string[];
  findNearNames(text: string, limit: number): readonly FoundName[];
  summary(): DataSummary;
  /** Notes that this process works with the store for a while, or doesn't any longer; see `checkToday`. */
  markOpen(isOpen: boolean): void;
  /** Checks every page. Throws a StoreError `corrupt` if one is damaged. */
  check(): void;
  /** Whether it has never had a source or an answer of a service. */
  isEmpty(): boolean;
  /** The data that a check of indicators would use. */
  coverage(): Coverage;
  /** Deletes data by kind. Returns the number of rows. */
  clear(kinds: readonly DataKind[]): number;
  /** Deletes answers by age, then by their total size. Returns how many. */
  prune(limits: { readonly maxAgeMillis: number; readonly maxBytes: number }): number;
  /** The queue of the local service's scans. */
  readonly scans: ScanStore;
  /** Threats and feeds, and their links. */
  readonly groups: Groups;
  /** Risks and retirements. */
  readonly overrides: OverrideStore;
  /** Objects served over TAXII. */
  readonly stix: StixObjectReader;
  /** Sources with their meaning. */
  readonly sources: SourceStore;
  /** Jumps of the clock. */
  readonly clock: ClockStore;
  /** Mirrored TAXII collections. */
  readonly mirrors: Mirrors;
  close(): void;
}

/** Opens the store for writing. Throws a StoreError if that fails. */
export function openStore(file: string, options: StoreOptions = {}): Store {
  const { now = Date.now } = options;
  const connection = new StoreConnection(file, options);
  const { holder } = connection;
  const withConnection = <T>(work: (connection: Connection) => T): T => connection.use(work);
  const mirrors = createMirrors({ withConnection, freeBytes: () => freeBytesBeside(file) });

  return {
    file,
    notice: connection.notice,
    use: withConnection,
    cacheAnswer: (key, address, knowledge) => withConnection((c) => writeAnswer(c, key, address, knowledge)),
    byIid: (iid) =>
      withConnection((c) => {
        const subject = subjectByIid(c, iid);
        if (subject === undefined) return undefined;
        const key = lookupKey(subject);
        return located(c, withListedUrls(c, key, localRecord(c, subject)));
      }),
    byKey: (key) =>
      withConnection((c) => {
        const subject = subjectByKey(c, key);
        return located(c, withListedUrls(c, key, subject && localRecord(c, subject)));
      }),
    urlsOf: (host, slice) =>
      withConnection((c) => getUrls(c, host, slice).flatMap((record) => located(c, record) ?? [])),
    ...createSearch({ withConnection, now }),
    indexSome: () => withConnection((c) => indexPending(c) || feedTrigrams(c)),
    beginImport: (source) =>
      withConnection((c) => {
        const run = beginImport(c, openSource(c, source));
        return {
          sourceId: run.sourceId,
          describe: (meaning) => withConnection(() => run.describe(meaning)),
          take: (batch) => withConnection(() => run.take(batch)),
          except: (exceptions) => withConnection(() => run.except(exceptions)),
          removeOldExceptions: () => withConnection(() => run.removeOldExceptions()),
          finish: () => withConnection(() => run.finish()),
          note: (details) => withConnection(() => run.note(details)),
        };
      }),
    bulk: (on) =>
      withConnection((c) => {
        if (on) deferOrders(c);
        c.bulk(on);
      }),
    removeSources: (kind) => withConnection((c) => removeSources(c, kind)),
    findNames: (text, limit) => withConnection((c) => findNames(c, text, limit)),
    findSuggestedNames: (text, limit) => withConnection((c) => findSuggestedNames(c, text, limit)),
    findValues: (field, text, limit) => withConnection((c) => findValues(c, field, text, limit)),
    unusedFields: (fields) => withConnection((c) => unusedFields(c, fields)),
    findNearNames: (text, limit) => withConnection((c) => findNearNames(c, text, limit)),
    summary: () => withConnection((c) => summarise(c, file)),
    markOpen: (isOpen) => withConnection((c) => markOpen(c, holder, isOpen)),
    check: () => withConnection((c) => check(c, file, true)),
    isEmpty: () =>
      withConnection((c) => c.get('SELECT 1 FROM source UNION ALL SELECT 1 FROM answer LIMIT 1') === undefined),
    coverage: () => withConnection(coverage),
    clear: (kinds) => clearKinds(kinds, file, withConnection),
    prune: ({ maxAgeMillis, maxBytes }) => withConnection((c) => pruneAnswers(c, now() - maxAgeMillis, maxBytes)),
    scans: createScanStore({ withConnection, holder, now }),
    groups: createGroups(withConnection),
    overrides: createOverrideStore({ withConnection, now }),
    sources: createSourceStore(withConnection, now),
    stix: createStixObjectReader(withConnection),
    clock: createClockStore(withConnection),
    mirrors,
    close: () => connection.close(),
  };
}

/** A record with additions from the lists of locations. */
function located(connection: Connection, record: IndicatorRecord | undefined): IndicatorRecord | undefined {
  return record && withGeoLocation(record, { geoLocationOf: (address) => getGeoLocation(connection, address) });
}
