import type { TablePreview } from '../../lists/tables/preview';
import type { ChosenColumns, StatedRisks, TakenColumns } from '../../records/sourceDetails';
import type { ListKind } from '../../records/context';
import type { RequestLogEntry } from '../../lookups/types';
import type { InputFailure } from '../../records/problems/inputFailure';
import type { SkipReason } from '../../records/problems/skipReason';
import type { ScanKind } from '../../records/scan';
import type { StoreProblem } from '../../records/problems/storeProblem';

/**
 * Whether what was deleted is erased from the store's files. `busy`: others are reading or writing; `diskFull`: there is
 * no room for the copy that erasing requires. Both are tried again later.
 */
export type WipeEnd = 'done' | 'busy' | 'diskFull';

export type ImportFormat = 'stix' | 'csv' | 'list';

/** The result of an import: counts of imported entries, and skipped ones by reason; `examples` are truncated. */
export interface ImportResult {
  readonly source: string;
  readonly format: ImportFormat;
  /** The known list by the ID of its shape, and the meaning of its entries; absent for others. */
  readonly shape?: string;
  readonly kind?: ListKind;
  /** Indicators of a known list by their meaning. */
  readonly kinds: Readonly<Partial<Record<ListKind, number>>>;
  /** Indicators that are called malicious, or only listed, without a risk. Those of STIX aren't counted. */
  readonly unrated: number;
  /** Entries by the risk that the input states for them, except STIX, and the meanings of a table's columns. */
  readonly risks?: StatedRisks;
  readonly taken?: TakenColumns;
  readonly objects: number;
  readonly indicators: { readonly added: number; readonly updated: number; readonly unchanged: number };
  readonly threats: number;
  readonly feeds: number;
  /** Ranges of a long list of locations, which are in the location data now; absent for others. */
  readonly ranges?: number;
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

/** A file before its import, with the details that a user may be asked about. */
export interface OpenedFile {
  readonly opened: number;
  /** The name of its source. */
  readonly source: string;
  /** Whether the user has already stated what being listed by the source means. */
  readonly isRated: boolean;
  /** The beginning of a table of unknown form; absent for all other files. */
  readonly table?: TablePreview;
  /** Whether the names of all its columns show what they contain. */
  readonly isUnderstood?: boolean;
  /** The columns that were chosen for the source before. */
  readonly chosen?: ChosenColumns;
}

/** A summary of the first entries of a file. */
export interface FileBeginning {
  /** The meaning of entries, if the list is a known one. */
  readonly kind?: ListKind;
  /** Those without a risk that are called malicious, or only listed. */
  readonly unrated: number;
  /** Those of blocklists. */
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

/** `done` and `total` count entries to remove, or bytes to erase from the file. */
export interface RemovalProgress extends SourceProgress {
  readonly step: 'removing' | 'erasing';
}

export interface TriageProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  /** Indicators found so far. */
  readonly found: number;
}

/** How many of the indicators of a triage were assessed. */
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

/** One row of “Show Local Store”. */
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
  /** `entry`: the only file of an archive that is read. */
  | { readonly path: string; readonly name: string; readonly entry?: string | undefined }
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

/** Why a job failed: the store failed, or the job itself did, with the name and message of its error. */
export type JobFailure =
  | { readonly problem: StoreProblem; readonly error?: never }
  | { readonly error: { readonly name: string; readonly message: string }; readonly problem?: never };

/** Messages from host to worker. */
export type ToWorker =
  | { readonly kind: 'run'; readonly id: number; readonly job: string; readonly input: unknown }
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
