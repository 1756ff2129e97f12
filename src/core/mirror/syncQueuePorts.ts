import type { ChainProgress } from './chain';
import type { SyncAccount } from './ports';
import type { SyncError } from './syncError';

/** The result of a sync: an account, or that another window syncs it. */
export type SyncEnd =
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'ended';
      readonly account: SyncAccount;
      readonly requests: number;
      readonly millis: number;
      readonly complete: boolean;
      readonly full: boolean;
      /** The server denied access: other credentials may help. */
      readonly refused?: true;
    }
  /** It could not start, or the store failed. */
  | { readonly kind: 'failed'; readonly error: SyncError; readonly refused?: true };

/** The current state of a mirrored collection or list; the result of the last run is kept separately. */
export type SyncStatus =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'waiting';
      /** It runs once the other window's sync of the collection is done. */
      readonly forOther?: true;
    }
  | ({ readonly kind: 'running'; readonly full: boolean } & ChainProgress)
  | ({ readonly kind: 'paused' } & Partial<ChainProgress>)
  /** Another window syncs it. */
  | { readonly kind: 'otherWindow' };

/** The options of a run. */
export interface SyncRun {
  readonly full: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChainProgress) => void;
  /** Called before each request. */
  readonly onRequest: () => void;
  /** Resolves as soon as the sync isn't paused; false where it was canceled. */
  readonly pass: () => Promise<boolean>;
}

/** State that outlives the window: what is paused, and what was running or waiting, in order. */
export interface StoredSyncs {
  readonly paused: readonly string[];
  readonly underWay: readonly { readonly key: string; readonly full: boolean }[];
}

export interface SyncQueuePorts {
  /** Runs one sync; never rejects. */
  readonly run: (key: string, options: SyncRun) => Promise<SyncEnd>;
  /** Keeps the current sync reserved for this window. */
  readonly keep: () => Promise<void>;
  /** Takes, renews or releases the claim to the interrupted syncs; false where another window has it. */
  readonly claim: (held: boolean) => Promise<boolean>;
  /** Whether any window, including this one, has it reserved. */
  readonly isReserved: (key: string) => Promise<boolean>;
  readonly memory: { read(): StoredSyncs; write(kept: StoredSyncs): void };
  readonly delay: (millis: number, signal?: AbortSignal) => Promise<boolean>;
}
