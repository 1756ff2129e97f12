import type { TaxiiPage } from '../api/taxii/client';
import type { TaxiiErrorContext } from '../api/taxii/errorContext';
import type { Outcome } from '../api/requestError';
import type { UtcMillis } from '../records/record';
import type { SkippedItem } from '../records/statement';

import type { SyncError } from './syncError';

/** Which collection of which server. */
export interface MirrorTarget {
  /** As the user gave it: another address is another mirror. */
  readonly server: string;
  /** The API root, with a slash at its end. */
  readonly root: string;
  readonly collection: string;
  readonly title: string;
}

/** A mirrored collection as it stands. */
export interface MirrorState extends MirrorTarget {
  readonly id: number;
  /** Its name as a source: the title, or more where another mirror has the same. */
  readonly name: string;
  /** Distinct STIX ids held, stale ones among them. */
  readonly objects: number;
  /** Of these, how many are kept but not taken in yet: lookups find them, searches do not. Missing where none. */
  readonly waiting?: number;
  readonly indicators: number;
  readonly stale: number;
  /** X-TAXII-Date-Added-Last of the last chain that ended, as the server wrote it. */
  readonly watermark?: string;
  /** Where the next incremental run begins. */
  readonly after?: string;
  readonly lastSync?: UtcMillis;
  readonly lastFull?: UtcMillis;
  /** When the offer of its server was looked at last. */
  readonly discovered?: UtcMillis;
  /** Why the last run did not complete; missing where it did. */
  readonly error?: SyncError;
}

/** What a run has come to. */
export interface SyncCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Marked stale: a full run did not bring them any more. */
  readonly stale: number;
  /** Left out: no object, or one without id or type. */
  readonly skipped: number;
}

/** A page as far as paging needs it. */
export interface PageRead {
  readonly objects: number;
  readonly more: boolean;
  readonly next?: string;
  /** Tells a page from another by the ids in it. */
  readonly fingerprint: string;
}

/** How much room a mirrored collection takes, and how much there is, in bytes. */
export interface StorageUse {
  /** Of all objects as they came, stale ones among them. */
  readonly storedBytes: number;
  /** So much more than when the run began. */
  readonly addedBytes: number;
  /** What the disk has left; missing where nobody can tell. */
  readonly freeBytes?: number;
}

/** Why a run was stopped by this machine, not by the server. */
export type LimitReached =
  | { readonly kind: 'sizeLimit'; readonly maxBytes: number }
  | { readonly kind: 'diskSpace'; readonly freeBytes: number };

export interface PageWritten {
  /** Ids that no earlier page of this chain had. */
  readonly fresh: number;
  readonly space: StorageUse;
}

/** Up to where a run has read a collection. */
export interface Reached {
  /** From the beginning. */
  readonly full: boolean;
  /** The latest X-TAXII-Date-Added-Last or -First that is not in the future, as the server wrote it. */
  readonly watermark?: string | undefined;
  /** Where the next incremental run begins. */
  readonly after?: string | undefined;
}

/**
 * How a chain ended: by the server's own word that there is no more, or in its middle. `reached` is there where all came that the
 * server gives, although it promised more: the next run goes on there, and nothing counts as gone.
 */
export type ChainEnd =
  | ({ readonly complete: true } & Reached)
  | {
      readonly complete: false;
      readonly error: SyncError;
      readonly reached?: Reached;
      readonly stop?: LimitReached;
      /** The server lets whoever asks not: another sign-in may help. */
      readonly refused?: true;
    };

/** What is said of what a run left out, or held although it means no indicator. */
export interface SkippedCount extends SkippedItem {
  readonly count: number;
}

export interface SyncAccount {
  readonly state: MirrorState;
  readonly counts: SyncCounts;
  readonly skipped: readonly SkippedCount[];
}

/** Whoever writes: the worker, or the store itself on the command line. One run at a time. Rejects with a StoreError. */
export interface MirrorWriter {
  /** Another window syncs this collection, or the run begins with what is known of it. */
  begin(
    target: MirrorTarget,
  ): Promise<
    | { readonly busy: true; readonly state?: never }
    | { readonly state: MirrorState; readonly space: StorageUse; readonly busy?: never }
  >;
  /** A chain begins, perhaps again: what was fresh in an earlier one is so no more. */
  chain(kind: { readonly full: boolean }): Promise<void>;
  /** Takes a page over, bytes and all; undefined where it is no envelope, or is cut off. */
  read(bytes: Uint8Array<ArrayBuffer>): Promise<PageRead | undefined>;
  /** Writes what was read last, in transactions. */
  write(): Promise<PageWritten>;
  /** Ends the run and gives the collection free; the watermark moves with the last of its writes. */
  finish(end: ChainEnd): Promise<SyncAccount>;
  /** Keeps the collection reserved during a wait. */
  keep(): Promise<void>;
}

/** Where pages come from. */
export interface PageSource {
  readonly host: string;
  /** What error messages about its pages need to know. */
  readonly errorContext: TaxiiErrorContext;
  page(query: {
    readonly addedAfter?: string | undefined;
    readonly next?: string | undefined;
    readonly limit: number;
  }): Promise<Outcome<TaxiiPage>>;
  /** The collection itself, where its objects are 404. */
  collection(): Promise<Outcome<unknown>>;
  /** The server asked for a pause until then. */
  pausedUntil(): number | undefined;
}
