import type { Indicator } from '../../indicators/identity/types';
import type { TablePreview } from '../../lists/tables/preview';
import type { ListKind } from '../../records/context';
import type { RequestLogEntry } from '../../lookups/types';
import type {
  ChainEnd,
  MirrorState,
  MirrorTarget,
  PageRead,
  PageWritten,
  StorageUse,
  SyncAccount,
} from '../../sync/ports';
import type { RequestedList } from '../../sync/fetchedList';
import type { Knowledge, SourceReport } from '../../records/knowledge';
import type { SimilarNames, FoundName, RecentRecord } from '../../records/recent';
import type { IndicatorRecord } from '../../records/record';
import type { ThreatRecord } from '../../records/threat';
import type { ChosenColumns, GivenMeaning, SourceDetails, StoredSource } from '../../records/sourceDetails';
import type { InputFailure } from '../../records/problems/inputFailure';
import type { RiskLevel } from '../../records/risk';
import type { SkipReason } from '../../records/problems/skipReason';
import type { HistoryLimits, StoredRun, QueryRun } from '../../runs/run';
import type { ScanKind } from '../../records/scan';
import type { AnnotationChange } from '../../triage/triageEntry';
import type {
  AssessingContext,
  GivenEntries,
  NumberedRows,
  QueriedRows,
  RowsContext,
  TextSummary,
  WantedRows,
} from '../../triage/openReading';
import type { RowQuery } from '../../rows/rowQuery';
import type { TableState } from '../../triage/triageTable';
import type { TallyEntry } from '../../triage/counting/tally';
import type { TriageEntry } from '../../triage/triageEntry';
import type { LinksOfRow } from '../../records/linksOfRow';
import type { Scan } from '../../scans/types';
import type { StoreProblem } from '../../records/problems/storeProblem';

/**
 * Whether what was deleted is erased from the store's files. `busy`: others are reading or writing; `diskFull`: there is
 * no room for the copy that erasing requires. Both are tried again later.
 */
export type WipeEnd = 'done' | 'busy' | 'diskFull';

export type ImportFormat = 'stix' | 'csv' | 'list';

/** The result of an import: what was imported, and what was skipped for which reason; `examples` are truncated. */
export interface ImportResult {
  readonly source: string;
  readonly format: ImportFormat;
  /** The known list by the ID of its shape, and what its entries mean; absent for others. */
  readonly shape?: string;
  readonly kind?: ListKind;
  /** Indicators of a known list by what they mean. */
  readonly kinds: Readonly<Partial<Record<ListKind, number>>>;
  /** Indicators that are called malicious, or only listed, without a risk. Those of STIX aren't counted. */
  readonly unrated: number;
  readonly objects: number;
  readonly indicators: { readonly added: number; readonly updated: number; readonly unchanged: number };
  readonly threats: number;
  readonly feeds: number;
  /** Ranges of a long list of locations, which are in the location data now; absent for others. */
  readonly places?: number;
  readonly skipped: readonly {
    readonly reason: SkipReason;
    readonly count: number;
    readonly examples: readonly string[];
    /** The line of each example, from 1; 0 where it isn't known. */
    readonly lines?: readonly number[];
  }[];
  /** Entries about indicators that the same import had already read; both are merged. */
  readonly duplicates?: number;
  /** False if the import was canceled or failed; what had been imported by then is kept. */
  readonly complete: boolean;
  readonly failure?: InputFailure;
}

/** What a user can be asked about a file before it is imported. */
export interface OpenedFile {
  readonly opened: number;
  /** The name of its source. */
  readonly source: string;
  /** Whether the user has said before what it means to be listed by the source. */
  readonly isRated: boolean;
  /** The beginning of a table of unknown form; absent for all other files. */
  readonly table?: TablePreview;
  /** The names of all its columns say what they contain. */
  readonly isUnderstood?: boolean;
  /** The columns that were chosen for the source before. */
  readonly chosen?: ChosenColumns;
}

/** What the first entries of a file say. */
export interface FileBeginning {
  /** What entries of a known list mean. */
  readonly kind?: ListKind;
  /** Those without a risk that are called malicious, or only listed. */
  readonly unrated: number;
  /** Those of block lists. */
  readonly blocked: number;
}

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  readonly taken: number;
}

/** How many entries of a source a change or removal has processed. */
export interface SourceProgress {
  readonly done: number;
  readonly total: number;
}

/** Of a removal: the entries that were removed, or what was erased from the file, in bytes. */
export interface RemovalProgress extends SourceProgress {
  readonly step: 'removing' | 'erasing';
}

export interface TriageProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  /** Indicators found so far. */
  readonly found: number;
}

/** How many of the indicators of a reading were assessed. */
export interface AssessingProgress {
  readonly assessed: number;
  readonly rows: number;
}

export type DataKind =
  | 'answers'
  | 'imports'
  | 'mirrors'
  | 'sample'
  | 'scans'
  | 'findings'
  | 'overrides'
  | 'recent'
  | 'triage'
  | 'triagedFiles'
  | 'queries'
  | 'sent'
  | 'replacedStores';

/** One row of “Show Local Data”. */
export interface DataRow {
  readonly kind: DataKind;
  /** Host of the service, name of the file, and so on; empty if there is only one. */
  readonly source: string;
  readonly part?: 'scanQueue';
  readonly count: number;
  readonly oldest?: number;
  readonly newest?: number;
}

export interface DataSummary {
  readonly file: string;
  readonly bytes: number;
  readonly rows: readonly DataRow[];
}

export type ImportInput =
  | { readonly path: string; readonly name: string }
  | { readonly text: string; readonly name: string }
  | { readonly bytes: Uint8Array; readonly name: string };

export const tierNames = ['visitor', 'free', 'pro', 'team', 'business', 'feed'] as const;
export type TierName = (typeof tierNames)[number];

/** Setting `threatLookups.localService.enrichment`: which external sources scans of the local service may query. */
export type EnrichmentMode = 'off' | ScanKind;

/**
 * Settings for scans of the local service. Indicators that match `ignore` (the user's patterns) are never looked up.
 */
export interface ScanSettings {
  readonly mode: EnrichmentMode;
  readonly ignore?: readonly string[];
  /** The name server, `host[:port]` or `[IPv6]:port`; absent or empty for the system's. */
  readonly resolver?: string;
}

/** A stored entry of the request log; writing an existing ID updates the entry. */
export type StoredRequest = RequestLogEntry & { readonly id: string };

/** Jobs of the worker thread: input, output, and progress by name. */
export interface WorkerJobs {
  /** A request to the embedded local service and its response, with bodies as text. */
  fetch: {
    in: { url: string; method: string; headers: readonly (readonly [string, string])[]; body?: string };
    out: { status: number; headers: readonly (readonly [string, string])[]; body: string };
    progress: never;
  };
  cacheAnswer: { in: { key: string; address: string; knowledge: Knowledge }; out: { saved: boolean }; progress: never };
  /** Opens a file and recognizes it. It stays open until it is imported or closed. */
  importOpen: { in: { input: ImportInput }; out: OpenedFile; progress: never };
  /** Reads the beginning of an opened file, by the columns that the user chose. Nothing is written. */
  importBegin: { in: { opened: number; columns?: ChosenColumns }; out: FileBeginning; progress: never };
  /** Imports a file, or an opened one as the user answered. */
  import: {
    in:
      | { input: ImportInput; opened?: never; meaning?: never; columns?: ChosenColumns }
      | { opened: number; input?: never; meaning?: GivenMeaning; columns?: ChosenColumns };
    out: ImportResult;
    progress: ImportProgress;
  };
  importClose: { in: { opened: readonly number[] }; out: { closed: true }; progress: never };
  /**
   * Opens a reading: the indicators of texts, each assessed from the local store as soon as it is found. It is kept until it is
   * closed. All other jobs about a reading that isn't open reject with `unknownReading`.
   */
  triageOpen: {
    in: { id: string; assessing: AssessingContext; rows: RowsContext };
    out: { opened: true };
    progress: never;
  };
  /** Reads a text into a reading, or adds indicators that are given. One that is canceled is read so far. */
  triageText: {
    in: { id: string; text: number; input: ImportInput | GivenEntries; languageId?: string | undefined };
    out: TextSummary;
    progress: TriageProgress;
  };
  /** The same for a file in one of the folders, also by links; what is elsewhere is skipped as missing. */
  triageAllowed: {
    in: { id: string; path: string; roots: readonly string[] };
    out: TextSummary;
    progress: TriageProgress;
  };
  /** Assesses all rows, and places them on their timeline, after the last text. */
  triageFinish: { in: { id: string }; out: TableState; progress: AssessingProgress };
  /** What is known about the rows so far. */
  triageState: { in: { id: string; rows?: RowsContext | undefined }; out: TableState; progress: never };
  /** Assesses rows again: those that depend on lookup keys, with the answers of a service about them, or all. */
  triageRenew: {
    in:
      | { id: string; keys: readonly string[]; answers: AssessingContext['answers'] }
      | { id: string; assessing: AssessingContext };
    out: TableState;
    progress: AssessingProgress;
  };
  /** Which rows a query shows, and the first of them. */
  triageQuery: { in: { id: string; query: RowQuery; first: number }; out: QueriedRows; progress: never };
  triageRows: { in: { id: string; wanted: WantedRows }; out: NumberedRows; progress: never };
  /** A part of the indicators of a text, without their timelines. */
  triageEntries: {
    in: { id: string; text: number; from: number; count: number };
    out: readonly TallyEntry[];
    progress: never;
  };
  triageClose: { in: { id: string }; out: { closed: boolean }; progress: never };
  loadSample: { in: { file: string }; out: ImportResult; progress: ImportProgress };
  removeSample: { in: Record<string, never>; out: { removed: number; erased: WipeEnd }; progress: RemovalProgress };
  /** Checks every page; a damaged store is moved aside, and the job rejects with that problem. */
  checkStore: { in: Record<string, never>; out: { whole: true }; progress: never };
  summary: { in: Record<string, never>; out: DataSummary; progress: never };
  /** Deletes data by kind, and erases it from the files. */
  clear: {
    in: { kinds: readonly DataKind[] };
    out: { removed: number; erased: WipeEnd };
    progress: RemovalProgress;
  };
  /** All local sources, in the order they were added. */
  sourceList: { in: Record<string, never>; out: readonly StoredSource[]; progress: never };
  /**
   * Changes the risk of entries without one (`unknown`: none), and details; then indexes the entries again. `changed` is
   * false if that was canceled, which takes the risk back. Rejects with `locked` while the source is written.
   */
  sourceChange: {
    in: { id: number; risk?: RiskLevel; details?: SourceDetails };
    out: { changed: boolean };
    progress: SourceProgress;
  };
  /** Removes a source with exactly its statements; `removed` is the number of indicators it mentioned. */
  sourceRemove: { in: { id: number }; out: { removed: number; erased: WipeEnd }; progress: RemovalProgress };
  /** Adds entries to the request log, or updates them once their outcome is known; the newest 5,000 are kept. */
  requestLogAppend: { in: { entries: readonly StoredRequest[] }; out: { saved: boolean }; progress: never };
  /** All entries, newest first. */
  requestLogList: { in: Record<string, never>; out: readonly StoredRequest[]; progress: never };
  /** Adds a record to the recently opened ones; the last 200 are kept. */
  recentSave: { in: { opened: RecentRecord }; out: { saved: boolean }; progress: never };
  /** All recent records, most recently opened first. */
  recentList: { in: Record<string, never>; out: readonly RecentRecord[]; progress: never };
  /** Removes one recent record, or all. */
  recentRemove: { in: { key?: string }; out: { removed: number }; progress: never };
  /** Adds indicators to the triage list, or updates their states; the last 10,000 are kept. */
  triageSave: { in: { entries: readonly TriageEntry[] }; out: { saved: boolean }; progress: never };
  /** Changes notes and tags, and adds indicators that aren't on the list. */
  triageAnnotate: { in: { changes: readonly AnnotationChange[] }; out: { saved: boolean }; progress: never };
  /** The whole list, most recently added or changed first. */
  triageList: { in: Record<string, never>; out: readonly TriageEntry[]; progress: never };
  /** Removes entries by `triageKey`. */
  triageRemove: { in: { keys: readonly string[] }; out: { removed: number }; progress: never };
  /** Saves a query run, with its results (JSON) if given; it replaces earlier equal runs. */
  querySave: {
    in: { run: QueryRun; finding?: string; limits: HistoryLimits };
    out: { saved: boolean };
    progress: never;
  };
  /** All saved runs, pinned first, each part newest first. */
  queryList: { in: Record<string, never>; out: readonly StoredRun[]; progress: never };
  /** One run, or the one that replaced it, with its results; empty if it was deleted. */
  queryRead: { in: { id: string }; out: { run?: StoredRun; finding?: string }; progress: never };
  queryPin: { in: { id: string; pinned: boolean }; out: { known: boolean }; progress: never };
  /** Deletes the given runs, or all that aren't pinned. */
  queryRemove: { in: { ids?: readonly string[] }; out: { removed: number }; progress: never };
  /** Saves query results as a source of its own, like an import; the same name replaces it. */
  saveResults: {
    in: { name: string; indicators: readonly IndicatorRecord[]; threats: readonly ThreatRecord[] };
    out: { added: number; updated: number; unchanged: number; threats: number };
    progress: never;
  };
  /** Threats and feeds linked to indicators in local sources, by local IDs; those without any are omitted. */
  linksOf: { in: { iids: readonly number[] }; out: readonly LinksOfRow[]; progress: never };
  /** Threats and feeds of local sources whose name contains a text; at most `limit` of each. */
  names: { in: { text: string; limit: number }; out: readonly FoundName[]; progress: never };
  /** Names to suggest for a query, also of cached answers of services; the most frequent first. */
  suggestedNames: { in: { text: string; limit: number }; out: readonly FoundName[]; progress: never };
  /**
   * Values of a property or attribute in local sources, for completion: those that start with a text, then those that
   * contain it.
   */
  values: { in: { field: string; text: string; limit: number }; out: readonly string[]; progress: never };
  /** Threats, feeds, and indicators of local sources with similar names; at most `limit` of each. */
  nearNames: { in: { text: string; limit: number }; out: SimilarNames; progress: never };
  /** Saves the user's scans (the extension's own list, for all services). */
  scansSave: { in: { scans: readonly Scan[] }; out: { saved: boolean }; progress: never };
  /** All saved scans, newest first. */
  scansList: { in: Record<string, never>; out: readonly Scan[]; progress: never };
  /** Removes finished scans from the list. */
  scansRemove: { in: { ids: readonly string[] }; out: { removed: number }; progress: never };
  /** Acquires or renews the right of one window to submit and poll; `forMillis` 0 releases it. */
  scansLease: { in: { forMillis: number }; out: { acquired: boolean }; progress: never };
  /** Settings for scans of the local service from now on; `off` until they are set. */
  setEnrichment: { in: ScanSettings; out: { mode: EnrichmentMode }; progress: never };
  /**
   * Sets the user's own risk for an indicator (`value` canonical), which takes precedence over all sources; null
   * removes it. `risk` is the effective risk, or undefined if nothing is known about the indicator any longer.
   */
  setRisk: {
    in: { indicator: Indicator; risk: RiskLevel | null };
    out: { risk: RiskLevel | undefined };
    progress: never;
  };
  /** Retires an indicator manually, or reactivates it; `known` is false if the store doesn't contain it. */
  setRetired: { in: { indicator: Indicator; retired: boolean }; out: { known: boolean }; progress: never };
  /**
   * Retires indicators without any activity for three months, and deletes old scans. Also runs daily in the background.
   */
  tidyScans: { in: Record<string, never>; out: { retired: number; dropped: number }; progress: never };
  /** The local sources that mention a threat or feed, by its local ID, newest first. */
  groupSources: { in: { kind: 'threat' | 'feed'; id: number }; out: readonly SourceReport[]; progress: never };
  /** A sync of a mirrored collection, step by step (see `MirrorWriter`); the thread runs one at a time. */
  mirrorBegin: {
    in: MirrorTarget;
    out:
      | { readonly busy: true; readonly state?: never }
      | { readonly state: MirrorState; readonly space: StorageUse; readonly busy?: never };
    progress: never;
  };
  mirrorChain: { in: { full: boolean }; out: { started: boolean }; progress: never };
  /** A page as received; `page` is missing if it isn't a valid envelope. */
  mirrorRead: { in: { bytes: Uint8Array<ArrayBuffer> }; out: { page?: PageRead }; progress: never };
  mirrorWrite: { in: Record<string, never>; out: PageWritten; progress: never };
  mirrorRenew: { in: Record<string, never>; out: { saved: boolean }; progress: never };
  /** Acquires, renews, or releases the claim of the window that works off queued syncs. */
  mirrorClaim: { in: { acquired: boolean }; out: { acquired: boolean }; progress: never };
  mirrorFinish: { in: ChainEnd; out: SyncAccount; progress: never };
  /**
   * A requested list: its entries are added, and missing ones are retired. Or the error that prevented it, which is
   * kept until the next success.
   */
  listRefresh: {
    in: RequestedList;
    out: { readonly busy: true } | { readonly account: SyncAccount; readonly busy?: never };
    progress: never;
  };
  /** All mirrored collections, in the order they were added. */
  mirrorList: { in: Record<string, never>; out: readonly MirrorState[]; progress: never };
  /** Removes a mirror and its data; `removed` is the number of indicators it mentioned. */
  mirrorRemove: { in: { id: number }; out: { removed: number; erased: WipeEnd }; progress: RemovalProgress };
  /** Deletes answers beyond the limits on age and size. */
  prune: { in: { maxAgeMillis: number; maxBytes: number }; out: { removed: number }; progress: never };
  /** Starts the local service on loopback; `port` 0 lets the system choose. */
  startService: {
    in: { port: number; key: string; tier: TierName };
    out: { url: string } | { portTaken: true };
    progress: never;
  };
  stopService: { in: Record<string, never>; out: { stopped: boolean }; progress: never };
}

export type JobName = keyof WorkerJobs;

/** Why a job failed: the store failed, or the job itself did, with the name and message of its error. */
export type JobFailure =
  | { readonly problem: StoreProblem; readonly error?: never }
  | { readonly error: { readonly name: string; readonly message: string }; readonly problem?: never };

/** Messages from host to worker. */
export type ToWorker =
  | {
      readonly [N in JobName]: {
        readonly kind: 'run';
        readonly id: number;
        readonly job: N;
        readonly input: WorkerJobs[N]['in'];
      };
    }[JobName]
  | { readonly kind: 'cancel'; readonly id: number }
  /** Ends cleanly: cancels running jobs and closes the database. */
  | { readonly kind: 'stop' };

/** Messages from worker to host. */
export type FromWorker =
  /** Something happened to the store, but jobs continue: it was moved aside, or it is on a network drive. Sent once. */
  | { readonly kind: 'notice'; readonly problem: StoreProblem }
  /** Work that nobody waits for failed, for a reason other than the store. */
  | { readonly kind: 'fault'; readonly error: { readonly name: string; readonly message: string } }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: JobFailure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };
