import { StoreError } from '../core/store/protocol/storeError';
import type {
  DataKind,
  AssessingProgress,
  FileBeginning,
  ImportInput,
  ImportProgress,
  ImportResult,
  OpenedFile,
  RemovalProgress,
  ScanSettings,
  SourceProgress,
  StoredRequest,
  TierName,
  TriageProgress,
  WipeEnd,
} from '../core/store/protocol/protocol';
import type { JobContext, JobTable } from '../core/remoteJobs';
import type { Indicator } from '../core/indicators/identity/types';
import type { ChainEnd, MirrorState, MirrorTarget, PageRead, StorageUse, SyncAccount } from '../core/sync/ports';
import type { RequestedList } from '../core/sync/fetchedList';
import type { Knowledge } from '../core/records/knowledge';
import type { RecentRecord } from '../core/records/recent';
import type { IndicatorRecord } from '../core/records/record';
import type { ThreatRecord } from '../core/records/threat';
import type { ChosenColumns, GivenMeaning, SourceDetails } from '../core/records/sourceDetails';
import type { RiskLevel } from '../core/records/risk';
import type { HistoryLimits, QueryRun, StoredRun } from '../core/runs/run';
import type { AnnotationChange, TriageEntry } from '../core/triage/triageEntry';
import type { Scan } from '../core/scans/types';
import { openInFolders } from './assistant/fileInFolders';
import { getLanguage } from '../core/triage/getLanguage';
import type {
  AssessingContext,
  GivenEntries,
  NumberedRows,
  QueriedRows,
  RowsContext,
  TextSummary,
  WantedRows,
} from '../core/triage/triageMessages';
import type { RowQuery } from '../core/rows/rowQuery';
import type { TableState } from '../core/triage/triageTable';
import type { NewlyRisky } from '../core/triage/history/newlyRisky';
import type { TriagedFile } from '../core/triage/history/triagedFile';
import { changeNewlyRisky, forgetTriaged, readTriagedFiles, readNewlyRisky } from '../core/store/activity/triagedFiles';
import { findSimilarNames } from '../core/store/groups/nearNames';
import { OpenFiles } from './import/openFiles';
import { saveResults } from './import/saveResults';
import { loadSample } from './import/sample';
import { refreshList } from './import/refreshList';
import { runMaintenance } from './scans/maintenance';
import { mirrorsLease, StoreSession, type StoreSessionOptions } from './storeSession';
import { changeSource, clearData, removeKind, removeSource } from './sources';
import { getArchiveFiles } from './files/parts';
import { readFields } from './triage';
import { type Finders, InlineFinders } from './triage/finders';
import { ThreadFinders } from './triage/threadFinders';
import { OpenTriages, type RowLines, type TextOptions } from './triage/openTriages';
import { type CheckedTriage, checkTriaged, type KeptFile } from './triage/triageHistory';
import { readRequestLog } from '../core/store/activity/requestLog';
import { writeRecent, readRecent, removeRecent } from '../core/store/activity/recentRecords';
import { writeTriage, annotateTriage, readTriage, removeTriage } from '../core/store/activity/triageList';
import { writeRun, readRuns, readRun, pinRun, removeRuns } from '../core/store/activity/queryHistory';
import { writeScans, readScans, removeScans } from '../core/store/activity/clientScans';
import { takeLease, releaseLease } from '../core/store/sqlite/leases';

/** Dependencies of jobs. */
interface JobHost {
  readonly session: StoreSession;
  readonly files: OpenFiles;
  readonly triages: OpenTriages;
}

/** Minimum interval between progress messages. */
const progressMillis = 100;
const pruneLeaseMillis = 60_000;
const mirrorsLeaseMillis = 30_000;

/** Jobs that don't wait while deleted data is erased; the others write, or are over at once. */
const jobsWhileErasing: ReadonlySet<JobName> = new Set([
  'triageAllowed',
  'archiveFiles',
  'fetch',
  'groupSources',
  'importBegin',
  'importClose',
  'importOpen',
  'linksOf',
  'mirrorList',
  'names',
  'nearNames',
  'queryList',
  'queryRead',
  'recentList',
  'requestLogList',
  'scansList',
  'sourceList',
  'suggestedNames',
  'summary',
  'triageClose',
  'triageContext',
  'triageFields',
  'triageFinish',
  'triageList',
  'triageOpen',
  'triageQuery',
  'triageRenew',
  'triageLines',
  'triageMakeCertain',
  'triageRows',
  'triageState',
  'triageStop',
  'triageText',
  'triagedList',
  'newlyRisky',
  'unusedFields',
  'values',
]);

/** Erases what a removal has deleted, and reports both in its progress. */
async function erased(
  session: StoreSession,
  onProgress: (progress: RemovalProgress) => void,
  remove: (onRemoved: (progress: SourceProgress) => void) => Promise<number>,
): Promise<{ readonly removed: number; readonly erased: WipeEnd }> {
  const report = throttled(onProgress, session.now);
  const removed = await remove((progress) => report({ step: 'removing', ...progress }));
  return { removed, erased: await session.erase(report) };
}

/** Erases in the background what a small removal has deleted. */
function erasing<T extends { readonly removed: number }>(session: StoreSession, result: T): T {
  if (result.removed > 0) void session.erase();
  return result;
}

function throttled<T>(report: (progress: T) => void, now: () => number): (progress: T) => void {
  let last = -Infinity;
  return (progress) => {
    if (now() - last < progressMillis) return;
    last = now();
    report(progress);
  };
}

/** Jobs for contents of the store: imports, searches, answers of services, and its maintenance. */
const contentJobs = {
  /** A request to the embedded local service and its response, with bodies as text. */
  fetch: async (
    { session }: JobHost,
    {
      url,
      method,
      headers,
      body,
    }: { url: string; method: string; headers: readonly (readonly [string, string])[]; body?: string },
    { signal }: JobContext,
  ) => {
    const init = { method, signal, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    const request = new Request(url, body === undefined ? init : { ...init, body });
    const response = await session.service(request);
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  },
  cacheAnswer: (
    { session }: JobHost,
    { key, address, knowledge }: { key: string; address: string; knowledge: Knowledge },
  ): { saved: boolean } => {
    session.store.cacheAnswer(key, address, knowledge);
    return { saved: true };
  },
  /** Opens a file and recognizes it. It stays open until it is imported or closed. */
  importOpen: ({ files }: JobHost, { input }: { input: ImportInput }): Promise<OpenedFile> => files.open(input),
  /** Reads the beginning of an opened file, by the columns that the user chose. Nothing is written. */
  importBegin: (
    { files }: JobHost,
    { opened, columns }: { opened: number; columns?: ChosenColumns },
  ): Promise<FileBeginning> => files.begin(opened, columns),
  /** Imports a file, or an opened one as the user answered. */
  import: async (
    { session, files }: JobHost,
    {
      input,
      opened,
      columns,
      meaning,
    }:
      | { input: ImportInput; opened?: never; meaning?: never; columns?: ChosenColumns }
      | { opened: number; input?: never; meaning?: GivenMeaning; columns?: ChosenColumns },
    { signal, onProgress }: JobContext<ImportProgress>,
  ): Promise<ImportResult> => {
    const id = opened ?? (await files.open(input)).opened;
    return files.import(id, { columns, meaning, signal, onProgress: throttled(onProgress, session.now) });
  },
  importClose: async ({ files }: JobHost, { opened }: { opened: readonly number[] }) => {
    await files.close(opened);
    return { closed: true };
  },
  loadSample: ({ session }: JobHost, { file }: { file: string }, { signal, onProgress }: JobContext<ImportProgress>) =>
    loadSample(session.store, file, { signal, now: session.now, onProgress: throttled(onProgress, session.now) }),
  removeSample: ({ session }: JobHost, _: unknown, { onProgress }: JobContext<RemovalProgress>) =>
    erased(session, onProgress, () => removeKind(session.store, 'sample')),
  summary: ({ session }: JobHost) => session.store.summary(),
  /** Checks every page; a damaged store is moved aside, and the job rejects with that problem. */
  checkStore: ({ session }: JobHost) => {
    session.store.check();
    return { whole: true };
  },
  /** Deletes data by kind, and erases it from the files. */
  clear: (
    { session }: JobHost,
    { kinds }: { kinds: readonly DataKind[] },
    { onProgress }: JobContext<RemovalProgress>,
  ) => erased(session, onProgress, (onRemoved) => clearData(session.store, kinds, onRemoved)),
  /** All local sources, in the order they were added. */
  sourceList: ({ session }: JobHost) => session.store.sources.list(),
  /**
   * Changes the risk of entries without one (`unknown`: none), and details; then indexes the entries again. `changed` is
   * false if that was canceled, which takes the risk back. Rejects with `locked` while the source is written.
   */
  sourceChange: (
    { session }: JobHost,
    { id, ...change }: { id: number; risk?: RiskLevel; details?: SourceDetails },
    { signal, onProgress }: JobContext<SourceProgress>,
  ): Promise<{ changed: boolean }> =>
    changeSource(session.store, id, change, { signal, onProgress: throttled(onProgress, session.now) }),
  /** Removes a source with exactly its statements; `removed` is the number of indicators it mentioned. */
  sourceRemove: ({ session }: JobHost, { id }: { id: number }, { onProgress }: JobContext<RemovalProgress>) =>
    erased(session, onProgress, (onRemoved) => removeSource(session.store, id, onRemoved)),
  /** Deletes answers beyond the limits on age and size. */
  prune: ({ session }: JobHost, limits: { maxAgeMillis: number; maxBytes: number }) => {
    // One window is enough; the others have nothing to do.
    if (!session.store.use((connection) => takeLease(connection, 'prune', pruneLeaseMillis))) return { removed: 0 };
    try {
      return erasing(session, { removed: session.store.prune(limits) });
    } finally {
      session.store.use((connection) => releaseLease(connection, 'prune'));
    }
  },
  /** Saves query results as a source of its own, like an import; the same name replaces it. */
  saveResults: (
    { session }: JobHost,
    results: { name: string; indicators: readonly IndicatorRecord[]; threats: readonly ThreatRecord[] },
  ) => saveResults(session.store, results),
  /** Threats and feeds linked to indicators in local sources, by local IDs; those without any are omitted. */
  linksOf: ({ session }: JobHost, { iids }: { iids: readonly number[] }, { signal }: JobContext) =>
    session.store.linksOf(iids, signal),
  /** The local sources that mention a threat or feed, by its local ID, newest first. */
  groupSources: ({ session }: JobHost, { kind, id }: { kind: 'threat' | 'feed'; id: number }) =>
    session.store.groups.sources(kind, id),
  /** Threats and feeds of local sources whose name contains a text; at most `limit` of each. */
  names: ({ session }: JobHost, { text, limit }: { text: string; limit: number }) =>
    session.store.findNames(text, limit),
  /** Names to suggest for a query, also of cached answers of services; the most frequent first. */
  suggestedNames: ({ session }: JobHost, { text, limit }: { text: string; limit: number }) =>
    session.store.findSuggestedNames(text, limit),
  /**
   * Values of a property or attribute in local sources, for completion: those that start with a text, then those that
   * contain it.
   */
  values: ({ session }: JobHost, { field, text, limit }: { field: string; text: string; limit: number }) =>
    session.store.findValues(field, text, limit),
  /** Those of some properties or attributes that no local source has. */
  unusedFields: ({ session }: JobHost, { fields }: { fields: readonly string[] }) => session.store.unusedFields(fields),
  /** Threats, feeds, and indicators of local sources with similar names; at most `limit` of each. */
  nearNames: ({ session }: JobHost, { text, limit }: { text: string; limit: number }) =>
    findSimilarNames(session.store, text, limit),
  /**
   * Sets the user's own risk for an indicator (`value` canonical), which takes precedence over all sources; null
   * removes it. `risk` is the effective risk, or undefined if nothing is known about the indicator any longer.
   */
  setRisk: (
    { session }: JobHost,
    { indicator, risk }: { indicator: Indicator; risk: RiskLevel | null },
  ): { risk: RiskLevel | undefined } => ({ risk: session.store.overrides.setRisk(indicator, risk) }),
  /** Retires an indicator manually, or reactivates it; `known` is false if the store doesn't contain it. */
  setRetired: (
    { session }: JobHost,
    { indicator, retired }: { indicator: Indicator; retired: boolean },
  ): { known: boolean } => ({ known: session.store.overrides.setRetired(indicator, retired) }),
  /** Starts the local service on loopback; `port` 0 lets the system choose. */
  startService: (
    { session }: JobHost,
    { port, key, tier }: { port: number; key: string; tier: TierName },
  ): Promise<{ url: string } | { portTaken: true }> => session.listen(port, key, tier),
  stopService: async ({ session }: JobHost): Promise<{ stopped: boolean }> => ({
    stopped: await session.stopListening(),
  }),
};

/** Reading and assessing texts; nothing is stored but what is remembered of files. */
const triageJobs = {
  /**
   * Opens a triage: the indicators of texts, each assessed from the local store as soon as it is found. It is kept until it is
   * closed. All other jobs about a triage that isn't open reject with `unknownTriage`.
   */
  triageOpen: (
    { triages }: JobHost,
    { id, ...contexts }: { id: string; assessing: AssessingContext; rows: RowsContext },
  ) => {
    triages.begin(id, contexts);
    return { opened: true };
  },
  /** Reads a text into a triage, or adds indicators that are given. One that is canceled is read so far. */
  triageText: (
    { session, triages }: JobHost,
    {
      id,
      text,
      input,
      ...options
    }: { id: string; text: number; input: ImportInput | GivenEntries } & Pick<
      TextOptions,
      'languageId' | 'knowledge' | 'clientField'
    >,
    { signal, onProgress }: JobContext<TriageProgress>,
  ): Promise<TextSummary> =>
    triages.of(id).read(text, input, { ...options, signal, onProgress: throttled(onProgress, session.now) }),
  /** Reads a file in one of the folders, also through links; any other file is skipped as missing. */
  triageAllowed: async (
    { session, triages }: JobHost,
    { id, path, roots }: { id: string; path: string; roots: readonly string[] },
    { signal, onProgress }: JobContext<TriageProgress>,
  ): Promise<TextSummary> => {
    const missing: TextSummary = { kind: 'skipped', failure: { kind: 'missing' } };
    const triage = triages.of(id);
    const opened = await openInFolders(path, roots);
    if (opened === undefined) return missing;
    try {
      const input = { path: opened.path, name: opened.file };
      const options = { languageId: getLanguage(opened.file), signal, onProgress: throttled(onProgress, session.now) };
      const read = await triage.read(0, input, options);
      return (await opened.isSame()) ? read : missing;
    } finally {
      await opened.close();
    }
  },
  /** The names of the files in an archive, also of those that can't be read; undefined if it isn't one. */
  archiveFiles: (_host: JobHost, { path }: { path: string }) => getArchiveFiles(path, true),
  /** The fields of a text with their values in the first lines, one of them marked as the one that has the client. */
  triageFields: (_host: JobHost, { input, clientField }: { input: ImportInput; clientField?: string | undefined }) =>
    readFields(input, clientField),
  /** Assesses all rows, and places them on their timeline, after the last text. */
  triageFinish: (
    { triages }: JobHost,
    { id }: { id: string },
    { signal, onProgress }: JobContext<AssessingProgress>,
  ): Promise<TableState> => triages.of(id).finish(signal, onProgress),
  /** Ends assessing: the rows are those that are assessed so far. */
  triageStop: ({ triages }: JobHost, { id }: { id: string }) => {
    triages.of(id).stop();
  },
  /** The state of the rows so far. */
  triageState: ({ triages }: JobHost, { id }: { id: string }): TableState | Promise<TableState> =>
    triages.of(id).state(),
  /** Changes what the texts of rows depend on. */
  triageContext: (
    { triages }: JobHost,
    { id, rows }: { id: string; rows: RowsContext },
  ): TableState | Promise<TableState> => {
    triages.of(id).setRowsContext(rows);
    return triages.of(id).state();
  },
  /** Assesses rows again: those that depend on lookup keys, with the answers of a service about them, or all. */
  triageRenew: (
    { session, triages }: JobHost,
    {
      id,
      ...change
    }:
      | { id: string; keys: readonly string[]; answers: AssessingContext['answers'] }
      | { id: string; assessing: AssessingContext },
    { signal, onProgress }: JobContext<AssessingProgress>,
  ): TableState | Promise<TableState> =>
    'assessing' in change
      ? triages.of(id).renewAll(change.assessing, signal, throttled(onProgress, session.now))
      : triages.of(id).renew(change.keys, change.answers),
  /** Which rows a query shows, and the first of them. */
  triageQuery: (
    { triages }: JobHost,
    { id, query, first }: { id: string; query: RowQuery; first: number },
  ): QueriedRows | Promise<QueriedRows> => triages.of(id).query(query, first),
  triageRows: (
    { triages }: JobHost,
    { id, wanted }: { id: string; wanted: WantedRows },
  ): NumberedRows | Promise<NumberedRows> => triages.of(id).rows(wanted),
  /** The first lines of a row. */
  triageLines: (
    { triages }: JobHost,
    { id, row, limit, order }: { id: string; row: number; limit: number; order: 'time' | 'text' },
    { signal }: JobContext<unknown>,
  ): Promise<RowLines> => triages.of(id).lines(row, limit, order, signal),
  /** Reads files again for rows in a part of the timeline that aren't certain; undefined if that changes none of them. */
  triageMakeCertain: (
    { triages }: JobHost,
    { id, rows }: { id: string; rows: readonly number[] },
    { signal }: JobContext<unknown>,
  ): Promise<TableState | undefined> => triages.of(id).makeCertain(rows, signal),
  triageClose: ({ triages }: JobHost, { id }: { id: string }) => ({ closed: triages.end(id) }),
  /** Remembers the indicators of a text of a triage. */
  triagedKeep: async (
    { session, triages }: JobHost,
    { id, text, file }: { id: string; text: number; file: KeptFile },
    { signal }: JobContext,
  ): Promise<{ kept: boolean }> => ({ kept: await triages.of(id).remember(text, file, session.store, signal) }),
  /** The files that are remembered, the newest first. */
  triagedList: ({ session }: JobHost): readonly TriagedFile[] => session.store.use(readTriagedFiles),
  /** Indicators that became risky since the triage of remembered files. */
  newlyRisky: ({ session }: JobHost): NewlyRisky => session.store.use(readNewlyRisky),
  /** Finds these indicators; `sources` is the version of the sources that are checked. */
  triagedCheck: (
    { session }: JobHost,
    check: { assessing: AssessingContext; sources: string },
    { signal }: JobContext,
  ): Promise<CheckedTriage> => checkTriaged(session.store, check, signal),
  /** The user has seen what became risky. */
  triagedSeen: ({ session }: JobHost): NewlyRisky =>
    session.store.use((connection) => changeNewlyRisky(connection, (newlyRisky) => ({ ...newlyRisky, isSeen: true }))),
  /** Forgets files, and what became risky in them. */
  triagedForget: ({ session }: JobHost, { uris }: { uris: readonly string[] }) =>
    erasing(session, { removed: session.store.use((connection) => forgetTriaged(connection, uris)) }),
};

/** The user's lists: requests, records, triage, queries, and scans. */
const listJobs = {
  /** Adds entries to the request log, or updates them once their outcome is known; the newest 5,000 are kept. */
  requestLogAppend: ({ session }: JobHost, { entries }: { entries: readonly StoredRequest[] }): { saved: boolean } => {
    session.requestLog.append(entries);
    return { saved: true };
  },
  /** All entries, newest first. */
  requestLogList: ({ session }: JobHost) => session.store.use(readRequestLog),
  /** Adds a record to the recently opened ones; the last 200 are kept. */
  recentSave: ({ session }: JobHost, { opened }: { opened: RecentRecord }): { saved: boolean } => {
    session.store.use((connection) => writeRecent(connection, opened));
    return { saved: true };
  },
  /** All recent records, most recently opened first. */
  recentList: ({ session }: JobHost) => session.store.use(readRecent),
  /** Removes one recent record, or all. */
  recentRemove: ({ session }: JobHost, { key }: { key?: string }) =>
    erasing(session, { removed: session.store.use((connection) => removeRecent(connection, key)) }),
  /** Adds indicators to the triage list, or updates their states; the last 10,000 are kept. */
  triageSave: ({ session }: JobHost, { entries }: { entries: readonly TriageEntry[] }): { saved: boolean } => {
    session.store.use((connection) => writeTriage(connection, entries));
    return { saved: true };
  },
  /** Changes notes and tags, and adds indicators that aren't on the list. */
  triageAnnotate: ({ session }: JobHost, { changes }: { changes: readonly AnnotationChange[] }): { saved: boolean } => {
    session.store.use((connection) => annotateTriage(connection, changes));
    // The previous notes and tags.
    void session.erase();
    return { saved: true };
  },
  /** The whole list, most recently added or changed first. */
  triageList: ({ session }: JobHost) => session.store.use(readTriage),
  /** Removes entries by `triageKey`. */
  triageRemove: ({ session }: JobHost, { keys }: { keys: readonly string[] }) =>
    erasing(session, { removed: session.store.use((connection) => removeTriage(connection, keys)) }),
  /** Saves a query run, with its results (JSON) if given; it replaces earlier equal runs. */
  querySave: (
    { session }: JobHost,
    { run, finding, limits }: { run: QueryRun; finding?: string; limits: HistoryLimits },
  ): { saved: boolean } => {
    session.store.use((connection) => writeRun(connection, { run, finding }, limits));
    return { saved: true };
  },
  /** All saved runs, pinned first, each part newest first. */
  queryList: ({ session }: JobHost) => session.store.use(readRuns),
  /** One run, or the one that replaced it, with its results; empty if it was deleted. */
  queryRead: ({ session }: JobHost, { id }: { id: string }): { run?: StoredRun; finding?: string } =>
    session.store.use((connection) => readRun(connection, id)) ?? {},
  queryPin: ({ session }: JobHost, { id, pinned }: { id: string; pinned: boolean }): { known: boolean } => ({
    known: session.store.use((connection) => pinRun(connection, id, pinned)),
  }),
  /** Deletes the given runs, or all that aren't pinned. */
  queryRemove: ({ session }: JobHost, { ids }: { ids?: readonly string[] }) =>
    erasing(session, { removed: session.store.use((connection) => removeRuns(connection, ids)) }),
  /** Saves the user's scans (the extension's own list, for all services). */
  scansSave: ({ session }: JobHost, { scans }: { scans: readonly Scan[] }): { saved: boolean } => {
    session.store.use((connection) => writeScans(connection, scans));
    return { saved: true };
  },
  /** All saved scans, newest first. */
  scansList: ({ session }: JobHost) => session.store.use(readScans),
  /** Removes finished scans from the list. */
  scansRemove: ({ session }: JobHost, { ids }: { ids: readonly string[] }) =>
    erasing(session, { removed: session.store.use((connection) => removeScans(connection, ids)) }),
  /** Acquires or renews the right of one window to submit and poll; `forMillis` 0 releases it. */
  scansLease: ({ session }: JobHost, { forMillis }: { forMillis: number }): { acquired: boolean } => {
    if (forMillis > 0)
      return { acquired: session.store.use((connection) => takeLease(connection, 'scans', forMillis)) };
    session.store.use((connection) => releaseLease(connection, 'scans'));
    return { acquired: false };
  },
  /** Settings for scans of the local service from now on; `off` until they are set. */
  setEnrichment: ({ session }: JobHost, settings: ScanSettings) => {
    session.setScanSettings(settings);
    return { mode: settings.mode };
  },
  /**
   * Retires indicators without any activity for three months, and deletes old scans. Also runs daily in the background.
   */
  tidyScans: ({ session }: JobHost, _: unknown, { signal }: JobContext) => runMaintenance(session.store, signal),
};

/** Mirrored collections and blocklists. */
const mirrorJobs = {
  /** A sync of a mirrored collection, step by step (see `MirrorWriter`); the thread runs one at a time. */
  mirrorBegin: async (
    { session }: JobHost,
    target: MirrorTarget,
  ): Promise<
    | { readonly busy: true; readonly state?: never }
    | { readonly state: MirrorState; readonly space: StorageUse; readonly busy?: never }
  > => {
    const started = await session.mirror.begin(target);
    session.syncing = started.state?.id ?? session.syncing;
    return started;
  },
  mirrorChain: async ({ session }: JobHost, kind: { full: boolean }): Promise<{ started: boolean }> => {
    await session.mirror.chain(kind);
    return { started: true };
  },
  /** A page as received; `page` is missing if it isn't a valid envelope. */
  mirrorRead: async (
    { session }: JobHost,
    { bytes }: { bytes: Uint8Array<ArrayBuffer> },
  ): Promise<{ page?: PageRead }> => {
    const page = await session.mirror.read(bytes);
    return page === undefined ? {} : { page };
  },
  mirrorWrite: ({ session }: JobHost) => session.mirror.write(),
  mirrorRenew: async ({ session }: JobHost): Promise<{ saved: boolean }> => {
    await session.mirror.keep();
    return { saved: true };
  },
  /** Acquires, renews, or releases the claim of the window that works off queued syncs. */
  mirrorClaim: ({ session }: JobHost, { acquired }: { acquired: boolean }): { acquired: boolean } => {
    if (acquired)
      return { acquired: session.store.use((connection) => takeLease(connection, mirrorsLease, mirrorsLeaseMillis)) };
    session.store.use((connection) => releaseLease(connection, mirrorsLease));
    return { acquired: false };
  },
  mirrorFinish: async ({ session }: JobHost, end: ChainEnd) => {
    session.syncing = undefined;
    try {
      return await session.mirror.finish(end);
    } finally {
      void session.indexAll();
    }
  },
  /**
   * A requested list: its entries are added, and missing ones are retired. Or the error that prevented it, which is
   * kept until the next success.
   */
  listRefresh: async (
    { session }: JobHost,
    list: RequestedList,
    { signal }: JobContext,
  ): Promise<{ readonly busy: true } | { readonly account: SyncAccount; readonly busy?: never }> => {
    const refreshed = await refreshList(session.store, list, session.now, signal);
    void session.indexAll();
    return refreshed;
  },
  /** All mirrored collections, in the order they were added. */
  mirrorList: ({ session }: JobHost) => session.store.mirrors.list(),
  /** Removes a mirror and its data; `removed` is the number of indicators it mentioned. */
  mirrorRemove: ({ session }: JobHost, { id }: { id: number }, { onProgress }: JobContext<RemovalProgress>) =>
    erased(session, onProgress, (onRemoved) => removeSource(session.store, id, onRemoved)),
};

/** Everything that the worker thread does, by name. Other threads call it as `RemoteJobs`. */
export const jobs = { ...contentJobs, ...triageJobs, ...listJobs, ...mirrorJobs } satisfies JobTable;

export type JobName = keyof typeof jobs;

/** The jobs of the worker thread over one store, which the first job opens. */
export class Jobs {
  private readonly session: StoreSession;
  private readonly finders: Finders;
  private readonly files: OpenFiles;
  private readonly triages: OpenTriages;

  constructor({ finderFile, ...options }: JobsOptions) {
    this.session = new StoreSession(options);
    const { storeFile } = options;
    this.finders =
      finderFile === undefined ? new InlineFinders(storeFile) : new ThreadFinders({ file: finderFile, storeFile });
    this.files = new OpenFiles(() => this.session.store, this.session.now);
    this.triages = new OpenTriages(storeFile, this.finders);
  }

  /** Rejects with a StoreError if the store has failed, and with the job's own error otherwise. */
  async run(job: JobName, input: unknown, context: JobContext<unknown>): Promise<unknown> {
    const { session, files, triages } = this;
    const work = jobs[job] as (host: JobHost, input: unknown, context: JobContext<unknown>) => unknown;
    try {
      if (!jobsWhileErasing.has(job)) await session.writable();
      return await work({ session, files, triages }, input, context);
    } catch (error) {
      if (error instanceof StoreError) session.report(error.problem);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.triages.close();
    await this.finders.close();
    await this.session.close();
  }
}

export interface JobsOptions extends StoreSessionOptions {
  /** The bundle that finds indicators in threads of its own; absent: they are found in this thread. */
  readonly finderFile?: string | URL;
}
