import type { Indicator } from '../indicators/types';
import type { RequestLogEntry } from '../lookups/types';
import type {
  ChainEnd,
  SkippedCount,
  MirrorState,
  MirrorTarget,
  PageRead,
  PageWritten,
  StorageUse,
  SyncAccount,
} from '../mirror/ports';
import type { Knowledge, SourceReport } from '../records/knowledge';
import type { SimilarNames, FoundName, RecentRecord } from '../records/recent';
import type { IndicatorRecord } from '../records/record';
import type { ThreatRecord } from '../records/threat';
import type { InputFailure } from '../records/inputFailure';
import type { RiskLevel } from '../records/risk';
import type { SkipReason } from '../records/skipReason';
import type { HistoryLimits, StoredRun, QueryRun } from '../runs/run';
import type { ScanKind } from '../records/scan';
import type { TextRead } from '../triage/found';
import type { TriageEntry } from '../triage/triageEntry';
import type { LinksOfRow } from '../records/linksOfRow';
import type { Scan } from '../scans/types';

/** What stands at the store's place that no store of ours is. */
export type ForeignFile = 'notFile' | 'notDatabase' | 'otherDatabase';

/** Why the store can't be used or was replaced; the sentence for it is the features' business. */
export type StoreProblem =
  | { readonly kind: 'noSqlite'; readonly detail: string }
  | { readonly kind: 'locked'; readonly detail: string }
  /** Damaged: the file was moved aside to `movedTo` and replaced by an empty one; without `movedTo` it was left where it is. */
  | { readonly kind: 'corrupt'; readonly detail: string; readonly movedTo?: string }
  /** Something other than a store has the store's name; it is neither moved nor written. */
  | { readonly kind: 'foreign'; readonly detail: string; readonly file: string; readonly what: ForeignFile }
  /** Written by a newer version of the extension; left untouched. */
  | { readonly kind: 'newer'; readonly detail: string; readonly version: number }
  | { readonly kind: 'diskFull'; readonly detail: string }
  | { readonly kind: 'readOnly'; readonly detail: string }
  | { readonly kind: 'networkFolder'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

export type ImportFormat = 'stix' | 'csv' | 'list';

/** What an import took, and what it left out with the reason (plain words) and how often; `examples` are cut short. */
export interface ImportResult {
  readonly source: string;
  readonly format: ImportFormat;
  readonly objects: number;
  readonly indicators: { readonly added: number; readonly updated: number; readonly unchanged: number };
  readonly threats: number;
  readonly feeds: number;
  readonly skipped: readonly {
    readonly reason: SkipReason;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  /** False where it was cancelled or broke off: what had been taken until then is kept. */
  readonly complete: boolean;
  readonly failure?: InputFailure;
}

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  readonly taken: number;
}

export interface TriageProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  /** Indicators so far. */
  readonly found: number;
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
  | 'queries'
  | 'sent';

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

/** Setting `threatLookups.localService.enrichment`: how far scans of the local service look beyond the store. */
export type EnrichmentMode = 'off' | ScanKind;

/** How far scans of the local service look outside; what `ignore` names (patterns of the user's list) is never looked up. */
export interface ScanSettings {
  readonly mode: EnrichmentMode;
  readonly ignore?: readonly string[];
  /** The name server to ask, `host[:port]` or `[IPv6]:port`; absent or empty: the system's. */
  readonly resolver?: string;
}

/** A row of “What Was Sent” as it is kept; writing one with an id that is there renews it. */
export type StoredRequest = RequestLogEntry & { readonly id: string };

/** Jobs of the worker thread, name to what goes in, what comes out and what is told on the way. */
export interface WorkerJobs {
  /** The embedded local service: a request and its response, bodies as text. */
  fetch: {
    in: { url: string; method: string; headers: readonly (readonly [string, string])[]; body?: string };
    out: { status: number; headers: readonly (readonly [string, string])[]; body: string };
    progress: never;
  };
  keep: { in: { key: string; address: string; knowledge: Knowledge }; out: { saved: boolean }; progress: never };
  import: { in: { input: ImportInput; format?: ImportFormat }; out: ImportResult; progress: ImportProgress };
  /** Tallies the indicators of a text; nothing is kept. */
  triage: { in: { input: ImportInput; languageId?: string }; out: TextRead; progress: TriageProgress };
  loadSample: { in: { file: string }; out: ImportResult; progress: ImportProgress };
  removeSample: { in: Record<string, never>; out: { removed: number }; progress: never };
  /** Looks at every page; a damaged store is moved aside, and the job rejects with that. */
  checkStore: { in: Record<string, never>; out: { whole: true }; progress: never };
  summary: { in: Record<string, never>; out: DataSummary; progress: never };
  clear: { in: { kinds: readonly DataKind[] }; out: { removed: number }; progress: never };
  /** Keeps rows of “What Was Sent”, the newest 5,000 of them; written again when an outcome is there. */
  requestLogAppend: { in: { entries: readonly StoredRequest[] }; out: { saved: boolean }; progress: never };
  /** All that are kept, newest first. */
  requestLogList: { in: Record<string, never>; out: readonly StoredRequest[]; progress: never };
  /** Remembers a record as opened; the last 200 are. */
  recentSave: { in: { opened: RecentRecord }; out: { saved: boolean }; progress: never };
  /** All that are remembered, the one opened last first. */
  recentList: { in: Record<string, never>; out: readonly RecentRecord[]; progress: never };
  /** Forgets one of them, or all. */
  recentRemove: { in: { key?: string }; out: { removed: number }; progress: never };
  /** Puts indicators on the triage list, or renews what it says of them; the last 10,000 are kept. */
  triageSave: { in: { entries: readonly TriageEntry[] }; out: { saved: boolean }; progress: never };
  /** The whole list, what was put there or changed last first. */
  triageList: { in: Record<string, never>; out: readonly TriageEntry[]; progress: never };
  /** Takes entries off the list, by `triageKey`. */
  triageRemove: { in: { keys: readonly string[] }; out: { removed: number }; progress: never };
  /** Keeps a run of a query, with what it found (JSON) where that is given; it takes the place of equal ones before. */
  querySave: {
    in: { run: QueryRun; finding?: string; limits: HistoryLimits };
    out: { saved: boolean };
    progress: never;
  };
  /** All runs kept, pinned first, each part newest first. */
  queryList: { in: Record<string, never>; out: readonly StoredRun[]; progress: never };
  /** One run, or the one that has taken its place, with what it found; neither where it is gone. */
  queryRead: { in: { id: string }; out: { run?: StoredRun; finding?: string }; progress: never };
  queryPin: { in: { id: string; pinned: boolean }; out: { known: boolean }; progress: never };
  /** Forgets some runs, or all that are not pinned. */
  queryRemove: { in: { ids?: readonly string[] }; out: { removed: number }; progress: never };
  /** Keeps what a query found as a source of its own, as an import is one; the same name says it anew. */
  saveResults: {
    in: { name: string; indicators: readonly IndicatorRecord[]; threats: readonly ThreatRecord[] };
    out: { added: number; updated: number; unchanged: number; threats: number };
    progress: never;
  };
  /** The threats and feeds that local sources tie indicators to, by the store's own ids; those without any are left out. */
  linksOf: { in: { iids: readonly number[] }; out: readonly LinksOfRow[]; progress: never };
  /** Threats and feeds of local sources whose name holds a text; `limit` of each at most. */
  names: { in: { text: string; limit: number }; out: readonly FoundName[]; progress: never };
  /** Values that a property or an attribute has in local sources, for completion: those that begin with a text, then those that hold it. */
  values: { in: { field: string; text: string; limit: number }; out: readonly string[]; progress: never };
  /** Threats, feeds and indicators of local sources that are called nearly so; `limit` of each at most. */
  nearNames: { in: { text: string; limit: number }; out: SimilarNames; progress: never };
  /** Keeps scans that the user asked for as they stand now (the extension's own list, of whatever service). */
  scansSave: { in: { scans: readonly Scan[] }; out: { saved: boolean }; progress: never };
  /** All that are kept, newest first. */
  scansList: { in: Record<string, never>; out: readonly Scan[]; progress: never };
  /** Takes scans that have ended off the list. */
  scansRemove: { in: { ids: readonly string[] }; out: { removed: number }; progress: never };
  /** Which window submits and polls: takes or renews that right; `forMillis` 0 gives it back. */
  scansLease: { in: { forMillis: number }; out: { acquired: boolean }; progress: never };
  /** The user's wish for scans of the local service from now on, `off` until it is told; what `ignore` names is never looked up. */
  setEnrichment: { in: ScanSettings; out: { mode: EnrichmentMode }; progress: never };
  /**
   * Sets the user's own risk for an indicator (`value` canonical), which leads over every other; null takes it back. `risk`
   * is what counts now, undefined where nothing is known of the indicator any more.
   */
  setRisk: {
    in: { indicator: Indicator; risk: RiskLevel | null };
    out: { risk: RiskLevel | undefined };
    progress: never;
  };
  /** Retires an indicator by hand, or returns it to active; `known` is false where the store has none such. */
  setRetired: { in: { indicator: Indicator; retired: boolean }; out: { known: boolean }; progress: never };
  /** Retires what nobody gave a sign of for three months, and drops old scans; done daily without being asked, too. */
  tidyScans: { in: Record<string, never>; out: { retired: number; dropped: number }; progress: never };
  /** Which sources of this machine tell of a threat or a feed, by its number here, the newest first. */
  groupSources: { in: { kind: 'threat' | 'feed'; id: number }; out: readonly SourceReport[]; progress: never };
  /** A sync of a mirrored collection, step by step (see `MirrorWriter`); the thread does one at a time. */
  mirrorBegin: {
    in: MirrorTarget;
    out:
      | { readonly busy: true; readonly state?: never }
      | { readonly state: MirrorState; readonly space: StorageUse; readonly busy?: never };
    progress: never;
  };
  mirrorChain: { in: { full: boolean }; out: { begun: boolean }; progress: never };
  /** A page as it came; `page` is missing where its text is no envelope. */
  mirrorRead: { in: { bytes: Uint8Array<ArrayBuffer> }; out: { page?: PageRead }; progress: never };
  mirrorWrite: { in: Record<string, never>; out: PageWritten; progress: never };
  mirrorRenew: { in: Record<string, never>; out: { saved: boolean }; progress: never };
  /** Takes, renews or gives back the claim of the window that works off the syncs that wait; `held`: whether it is this one. */
  mirrorClaim: { in: { acquired: boolean }; out: { acquired: boolean }; progress: never };
  mirrorFinish: { in: ChainEnd; out: SyncAccount; progress: never };
  /**
   * A list as it was fetched: what it holds is taken, what it holds no longer is retired; `risk` is what being on it means. Or
   * why it did not come, which is kept until it does.
   */
  listRefresh: {
    in: { address: string; title: string; risk?: RiskLevel } & (
      { bytes: Uint8Array; error?: never } | { error: string; bytes?: never }
    );
    out: { readonly busy: true } | { readonly account: SyncAccount; readonly busy?: never };
    progress: never;
  };
  /** Takes in at once what waits of some keys (see `lookupKey`); `isNew` where the store knows more of one of them now. */
  mirrorIndexKeys: { in: { keys: readonly string[] }; out: { isNew: boolean }; progress: never };
  /** Ends when nothing waits to be taken in any more; tells on the way how much still does, by mirror. */
  mirrorIndex: {
    in: Record<string, never>;
    out: { ended: readonly { id: number; skipped: readonly SkippedCount[] }[] };
    progress: readonly { id: number; waiting: number }[];
  };
  /** Every mirrored collection, in the order they were added. */
  mirrorList: { in: Record<string, never>; out: readonly MirrorState[]; progress: never };
  /** Removes one with all it says; `removed` counts the indicators it spoke of. */
  mirrorRemove: { in: { id: number }; out: { removed: number }; progress: never };
  /** Drops answers that are older or more than the limits allow. */
  prune: { in: { maxAgeMillis: number; maxBytes: number }; out: { removed: number }; progress: never };
  /** The local service on loopback; `port` 0 lets the system choose. */
  startService: {
    in: { port: number; key: string; tier: TierName };
    out: { url: string } | { portTaken: true };
    progress: never;
  };
  stopService: { in: Record<string, never>; out: { stopped: boolean }; progress: never };
}

export type JobName = keyof WorkerJobs;

/** Why a job failed: the store has failed, or the job alone is, for a reason of its own (name and message of the error). */
export type JobFailure =
  | { readonly problem: StoreProblem; readonly error?: never }
  | { readonly error: { readonly name: string; readonly message: string }; readonly problem?: never };

/** Host to worker. */
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
  /** Ends cleanly: jobs under way are cancelled, the database is closed. */
  | { readonly kind: 'stop' };

/** Worker to host. */
export type FromWorker =
  /** What happened to the store although jobs go on: moved aside, or on a network. Told once. */
  | { readonly kind: 'notice'; readonly problem: StoreProblem }
  /** Work that nobody waits for failed, for a reason other than the store. */
  | { readonly kind: 'fault'; readonly error: { readonly name: string; readonly message: string } }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: JobFailure }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };
