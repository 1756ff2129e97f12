import type { TaxiiPage } from '../api/taxii/client';
import type { TaxiiErrorContext } from '../api/taxii/errorContext';
import type { Outcome } from '../api/requestError';
import type { UtcMillis } from '../records/record';
import type { SkippedItem } from '../records/statement';

import type { ListFetchState } from './fetchedList';
import type { SyncError } from './syncError';

/** A collection of a server. */
export interface MirrorTarget {
  /** As the user entered it: another address is another mirror. */
  readonly server: string;
  /** The API root, with a trailing slash. */
  readonly root: string;
  readonly collection: string;
  readonly title: string;
}

/** The state of a mirrored collection. */
export interface MirrorState extends MirrorTarget {
  readonly id: number;
  /** Its name as a source: the title, or more where another mirror has the same. */
  readonly name: string;
  /** Distinct STIX IDs stored, including stale ones. */
  readonly objects: number;
  readonly indicators: number;
  /** The number of ranges, for a list of locations. */
  readonly ranges?: number;
  readonly stale: number;
  /** X-TAXII-Date-Added-Last of the last complete chain, in the server's format. */
  readonly watermark?: string;
  /** The date from which the next incremental run starts. */
  readonly after?: string;
  readonly lastSync?: UtcMillis;
  readonly lastFull?: UtcMillis;
  /** When the server's collections were last listed. */
  readonly discovered?: UtcMillis;
  /** Why the last run did not complete; missing where it did. */
  readonly error?: SyncError;
  /** The state of the stored version, for a list. */
  readonly fetched?: ListFetchState;
}

/**
 * The latest date if it has too many objects to be requested again: objects that the server adds under it later are
 * found by a full sync only.
 */
export function dateReadOnce({ after, watermark }: Pick<MirrorState, 'after' | 'watermark'>): string | undefined {
  return after === watermark ? watermark : undefined;
}

/** The changes of a run. */
interface SyncCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Marked stale: a full run no longer returned them. */
  readonly stale: number;
  /** Skipped: not an object, or without ID or type. */
  readonly skipped: number;
}

/** Data about a page that paging needs. */
export interface PageRead {
  readonly objects: number;
  readonly more: boolean;
  readonly next?: string;
  /** Identifies a page by the IDs in it. */
  readonly fingerprint: string;
}

/** How much storage a mirrored collection uses, and how much is free, in bytes. */
export interface StorageUse {
  /** Of all unmodified objects, including stale ones. */
  readonly storedBytes: number;
  /** The increase since the run started. */
  readonly addedBytes: number;
  /** Free disk space; missing where unknown. */
  readonly freeBytes?: number;
}

/** Why a run was stopped by this machine, not by the server. */
export type LimitReached =
  | { readonly kind: 'sizeLimit'; readonly maxBytes: number }
  | { readonly kind: 'diskSpace'; readonly freeBytes: number };

export interface PageWritten {
  /** IDs that no earlier page of this chain had. */
  readonly fresh: number;
  readonly space: StorageUse;
}

/** How far a run has read a collection. */
export interface Reached {
  /** From the beginning. */
  readonly full: boolean;
  /** The latest X-TAXII-Date-Added-Last or -First that isn't in the future, in the server's format. */
  readonly watermark?: string | undefined;
  /** The date from which the next incremental run starts. */
  readonly after?: string | undefined;
}

/**
 * How a chain ended: with the last page, or before it. `reached` is set where all that the server returns has come,
 * although it announced more: the next run continues there, and nothing counts as removed.
 */
export type ChainEnd =
  | ({ readonly complete: true } & Reached)
  | {
      readonly complete: false;
      readonly error: SyncError;
      readonly reached?: Reached;
      readonly stop?: LimitReached;
      /** The server denied access: other credentials may help. */
      readonly refused?: true;
    };

/** Items that a run skipped, or stored without an indicator. */
export interface SkippedCount extends SkippedItem {
  readonly count: number;
}

export interface SyncAccount {
  readonly state: MirrorState;
  readonly counts: SyncCounts;
  readonly skipped: readonly SkippedCount[];
}

/** The writer: the worker, or the store itself in the CLI. One run at a time. Rejects with a StoreError. */
export interface MirrorWriter {
  /** Starts a run, unless another window syncs this collection (`busy`). */
  begin(
    target: MirrorTarget,
  ): Promise<
    | { readonly busy: true; readonly state?: never }
    | { readonly state: MirrorState; readonly space: StorageUse; readonly busy?: never }
  >;
  /** Starts a chain, perhaps again. */
  chain(kind: { readonly full: boolean }): Promise<void>;
  /** Takes over a page with its bytes; undefined if it isn't an envelope, or is truncated. */
  read(bytes: Uint8Array<ArrayBuffer>): Promise<PageRead | undefined>;
  /** Writes the last page, in transactions. */
  write(): Promise<PageWritten>;
  /** Ends the run and releases the collection; the watermark moves with the last write. */
  finish(end: ChainEnd): Promise<SyncAccount>;
  /** Keeps the collection reserved during a wait. */
  keep(): Promise<void>;
}

export interface PageSource {
  readonly host: string;
  /** Context for error messages about its pages. */
  readonly errorContext: TaxiiErrorContext;
  page(query: {
    readonly addedAfter?: string | undefined;
    readonly next?: string | undefined;
    readonly limit: number;
  }): Promise<Outcome<TaxiiPage>>;
  /** The collection itself, requested if its objects are 404. */
  collection(): Promise<Outcome<unknown>>;
  /** The server requested a pause until then. */
  pausedUntil(): number | undefined;
}
