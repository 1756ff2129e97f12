import type { TaxiiClient } from '../api/taxii/client';
import { collectionUrl } from '../api/taxii/client';
import { delay as delayed } from '../api/waiting';
import { Chain, type ChainProgress } from './chain';
import type { MirrorTarget, MirrorWriter, LimitReached, SyncAccount } from './ports';
import type { SizeLimitOptions } from './sizeLimit';

export interface SyncPorts {
  readonly client: TaxiiClient;
  readonly writer: MirrorWriter;
  readonly now?: () => number;
  /** Waits before a chain begins again and while a server asks for a pause; resolves with false once the signal is aborted. */
  readonly delay?: (millis: number, signal: AbortSignal | undefined) => Promise<boolean>;
}

export interface SyncOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ChainProgress) => void;
  /** Objects a page, 100 to 1000 (api-spec: “Limits”); 1000 where not given. */
  readonly limit?: number;
  /** How far an incremental run steps back, milliseconds; one unit of the server's time where not given. */
  readonly overlapMillis?: number;
  /** From the beginning, also where an incremental run would do. */
  readonly full?: boolean;
  /** A full run is due so long after the last one; a week where not given. */
  readonly fullAfterMillis?: number;
  /** How large the collection may become; 2 GB where not given, then the run ends. */
  readonly sizeLimit?: SizeLimitOptions;
  /** Told each request as it leaves. */
  readonly onRequest?: () => void;
}

export interface Synced extends SyncAccount {
  readonly busy?: never;
  readonly requests: number;
  readonly millis: number;
  /** True where the chain came to its end; otherwise `state.trouble` says why not. */
  readonly complete: boolean;
  readonly full: boolean;
  /** Set where this machine stopped it, for want of room. */
  readonly stop?: LimitReached;
  /** The server lets whoever asks not: another sign-in may help. */
  readonly refused?: true;
}

/** How large a mirrored collection may become where nothing else is said. */
export const defaultMaxBytes = 2_048 * 1_048_576;
const week = 7 * 24 * 3_600_000;

/**
 * Brings the mirror of one collection up to date: incrementally from where the last run ended, in full from time to time,
 * since TAXII tells of no deletion. Answers `busy` where another window is at it; rejects with a StoreError alone.
 */
export async function syncCollection(
  { client, writer, now = Date.now, delay = delayed }: SyncPorts,
  target: MirrorTarget,
  options: SyncOptions = {},
): Promise<Synced | { readonly busy: true }> {
  const { signal, onProgress, limit = 1_000, overlapMillis = 0, full = false, fullAfterMillis = week } = options;
  const { sizeLimit = { maxBytes: defaultMaxBytes } } = options;
  const began = now();
  const begun = await writer.begin(target);
  if (begun.busy === true) return begun;
  const { state, space } = begun;
  const isDue = state.lastFull === undefined || now() - state.lastFull >= fullAfterMillis;
  const addedAfter = full || isDue ? undefined : (state.after ?? state.watermark);
  let requests = 0;
  const onRequest = (): void => {
    requests++;
    options.onRequest?.();
  };
  const request = { onRequest, ...(signal === undefined ? {} : { signal }) };
  const chain = new Chain(
    {
      writer,
      now,
      delay,
      signal,
      requests: () => requests,
      onProgress: (progress) => onProgress?.(progress),
      source: {
        host: client.host,
        errorContext: { ...client.errorContext, part: 'collection' },
        page: (query) => client.page(target.root, target.collection, query, request),
        collection: () => client.resource(collectionUrl(target.root, target.collection), request),
        pausedUntil: () => client.pausedUntil(),
      },
    },
    { limit, addedAfter, overlapMillis, sizeLimit },
  );
  const end = await chain.run(space).catch(async (cause: unknown) => {
    // The store has failed: what can still be written is why, and that nobody is at it any more.
    const detail = cause instanceof Error ? cause.message : String(cause);
    await writer.finish({ complete: false, error: { kind: 'exception', detail } }).catch(() => undefined);
    throw cause;
  });
  const account = await writer.finish(end);
  return {
    ...account,
    requests,
    millis: now() - began,
    complete: end.complete,
    full: chain.isFull,
    ...(end.complete || end.stop === undefined ? {} : { stop: end.stop }),
    ...(end.complete || end.refused === undefined ? {} : { refused: end.refused }),
  };
}
