import type { TaxiiClient } from '../api/taxii/client';
import { collectionUrl } from '../api/taxii/client';
import { delay as delayed } from '../api/http/waiting';
import { Chain, type ChainProgress } from './chain';
import type { MirrorState, MirrorTarget, MirrorWriter, LimitReached, SyncAccount } from './ports';
import type { SizeLimitOptions } from './sizeLimit';

interface Deps {
  readonly client: TaxiiClient;
  readonly writer: MirrorWriter;
  readonly now?: () => number;
  /**
   * Waits before a chain restarts and while a server requests a pause; resolves with false once the signal is aborted.
   */
  readonly delay?: (millis: number, signal: AbortSignal | undefined) => Promise<boolean>;
}

export interface SyncOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ChainProgress) => void;
  /** Objects per page, 100 to 1000 (lookup API: “Limits”); 1000 by default. */
  readonly limit?: number;
  /** How far an incremental run steps back, milliseconds; one unit of the server's time by default. */
  readonly overlapMillis?: number;
  /** From the beginning, even where an incremental run would do. */
  readonly full?: boolean;
  /** A full run is due this long after the last one; a week by default. */
  readonly fullAfterMillis?: number;
  /** The size limit of the collection; 2 GB by default, then the run ends. */
  readonly sizeLimit?: SizeLimitOptions;
  /** Called as each request is sent. */
  readonly onRequest?: () => void;
}

export interface Synced extends SyncAccount {
  readonly busy?: never;
  readonly requests: number;
  readonly millis: number;
  /** True where the chain reached the last page; otherwise `state.error` is the reason. */
  readonly complete: boolean;
  readonly full: boolean;
  /** Set where this machine stopped it, for lack of space. */
  readonly stop?: LimitReached;
  /** The server denied access: other credentials may help. */
  readonly refused?: true;
}

/** The size limit of a mirrored collection by default. */
export const defaultMaxBytes = 2_048 * 1_048_576;
const week = 7 * 24 * 3_600_000;

/**
 * Updates the mirror of one collection: incrementally from where the last run ended, in full from time to time, since
 * TAXII doesn't report deletions. Resolves with `busy` where another window syncs it; rejects with a StoreError only.
 */
export async function syncCollection(
  { client, writer, now = Date.now, delay = delayed }: Deps,
  target: MirrorTarget,
  options: SyncOptions = {},
): Promise<Synced | { readonly busy: true }> {
  const { signal, onProgress, limit = 1_000, overlapMillis = 0 } = options;
  const { sizeLimit = { maxBytes: defaultMaxBytes } } = options;
  const startedAt = now();
  const started = await writer.begin(target);
  if (started.busy === true) return started;
  const { state, space } = started;
  const addedAfter = startOf(state, options, now);
  let requests = 0;
  const onRequest = (): void => {
    requests++;
    options.onRequest?.();
  };
  const request = { onRequest, signal };
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
    // The store failed: if it can still be written, note why, and release the collection.
    const detail = cause instanceof Error ? cause.message : String(cause);
    await writer.finish({ complete: false, error: { kind: 'exception', detail } }).catch(() => undefined);
    throw cause;
  });
  const account = await writer.finish(end);
  return {
    ...account,
    requests,
    millis: now() - startedAt,
    complete: end.complete,
    full: chain.isFull,
    stop: end.complete ? undefined : end.stop,
    refused: end.complete ? undefined : end.refused,
  };
}

/** The date from which a run starts; undefined for a full one. */
function startOf(
  { lastFull, after, watermark }: MirrorState,
  { full = false, fullAfterMillis = week }: SyncOptions,
  now: () => number,
): string | undefined {
  const isDue = lastFull === undefined || now() - lastFull >= fullAfterMillis;
  return full || isDue ? undefined : (after ?? watermark);
}
