import type { ChainProgress } from './chain';
import type { SyncAccount } from './ports';
import type { SyncError } from './syncError';

/** What a sync came to: an account, or that another window is at it. */
export type SyncEnd =
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'ended';
      readonly account: SyncAccount;
      readonly requests: number;
      readonly millis: number;
      readonly complete: boolean;
      readonly full: boolean;
      /** The server lets whoever asks not: another sign-in may help. */
      readonly refused?: true;
    }
  /** It could not start, or the store failed. */
  | { readonly kind: 'failed'; readonly error: SyncError; readonly refused?: true };

/** Where a mirrored collection or list stands right now; what the last run came to is kept beside. */
export type SyncStatus =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'waiting';
      /** It runs once the window that syncs the collection now is done. */
      readonly forOther?: true;
    }
  | ({ readonly kind: 'running'; readonly full: boolean } & ChainProgress)
  | ({ readonly kind: 'paused' } & Partial<ChainProgress>)
  /** Another window syncs it. */
  | { readonly kind: 'otherWindow' };

/** What a run is handed. */
export interface SyncRun {
  readonly full: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChainProgress) => void;
  /** Called before each request. */
  readonly onRequest: () => void;
  /** Resolves as soon as the user has not paused it; false where it was cancelled. */
  readonly pass: () => Promise<boolean>;
}

/** What outlives the window: what is paused, and what was under way or waited, in its order. */
export interface StoredSyncs {
  readonly paused: readonly string[];
  readonly underWay: readonly { readonly key: string; readonly full: boolean }[];
}

export interface SyncQueuePorts {
  /** Runs one sync; never rejects. */
  readonly run: (key: string, options: SyncRun) => Promise<SyncEnd>;
  /** Keeps what is being synced reserved for this window. */
  readonly keep: () => Promise<void>;
  /** Takes, renews or gives back the claim to what is written down as under way; false where another window has it. */
  readonly claim: (held: boolean) => Promise<boolean>;
  /** Whether a window, this one or another, has it reserved. */
  readonly isReserved: (key: string) => Promise<boolean>;
  readonly memory: { read(): StoredSyncs; write(kept: StoredSyncs): void };
  readonly delay: (millis: number, signal?: AbortSignal) => Promise<boolean>;
}
