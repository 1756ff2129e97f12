import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { SkippedCount } from '../core/mirror/ports';
import type { Store } from '../core/store/store';
import type { Service } from './index';

/** Number of pending IDs by mirror. */
export type IndexingProgress = readonly { readonly id: number; readonly waiting: number }[];

/** Skipped items of mirrors that are completely indexed now. */
export type IndexedMirrors = readonly { readonly id: number; readonly skipped: readonly SkippedCount[] }[];

export interface BackgroundIndexer {
  /** Starts indexing in the background if anything is pending. */
  start(): void;
  /**
   * Starts indexing and resolves when nothing is pending, even if another window does it. Rejects with a StoreError.
   */
  waitUntilIndexed(signal: AbortSignal, onProgress: (progress: IndexingProgress) => void): Promise<IndexedMirrors>;
  /** Indexes everything that is pending right away. Never rejects. */
  indexAll(signal: AbortSignal): Promise<void>;
  /** Wraps a service so that it indexes what an answer depends on first. */
  indexBefore(service: Service): Service;
  /** Pauses background indexing while a sync delivers pages. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export interface BackgroundIndexerPorts {
  readonly store: () => Store;
  readonly onError: (error: unknown) => void;
  /** Called when everything is indexed. */
  readonly onEnded: () => void;
}

const leaseMillis = 30_000;
/** How often to check while another window is indexing. */
const pollMillis = 1_000;
const progressMillis = 150;
const slicesPerLease = 200;
/** Only one window does it; if two do, the result is the same. */
const lease = 'mirror intake';

/** Indexes the pages stored by first syncs, alongside the other jobs of the thread. */
export function createBackgroundIndexer({ store, onError, onEnded }: BackgroundIndexerPorts): BackgroundIndexer {
  let running: Promise<void> | undefined;
  let pauses = 0;
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  const ends = new Set<(end: IndexedMirrors[number]) => void>();

  /** Indexes one slice; false if nothing is pending. */
  const some = (): boolean => {
    const taken = store().mirrors.indexer.indexNext();
    if (taken?.ended !== undefined) {
      for (const report of [...ends]) report({ id: taken.sourceId, skipped: taken.ended });
    }
    return taken !== undefined;
  };

  const run = async (): Promise<void> => {
    const { indexer } = store().mirrors;
    if (isClosing() || !indexer.waits() || !store().takeLease(lease, leaseMillis)) return;
    try {
      for (let slices = 1; !isClosing(); slices++) {
        if (pauses > 0) await delay(20);
        else if (!some()) break;
        if (slices % slicesPerLease === 0 && !store().takeLease(lease, leaseMillis)) return;
        await setImmediate();
      }
    } finally {
      if (!isClosing()) store().releaseLease(lease);
    }
    if (!isClosing()) onEnded();
  };

  const go = (): Promise<void> => {
    running ??= run()
      .catch((error: unknown) => {
        // The caller of a job may not report this.
        onError(error);
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const indexAll = async (signal: AbortSignal): Promise<void> => {
    try {
      for (let any = false; !signal.aborted && !isClosing(); any = true) {
        if (!some()) {
          if (any) onEnded();
          return;
        }
        await setImmediate();
      }
    } catch (error) {
      onError(error);
    }
  };

  return {
    start: () => void go().catch(() => undefined),
    async waitUntilIndexed(signal, onProgress) {
      const ended: IndexedMirrors[number][] = [];
      const note = (end: IndexedMirrors[number]): void => void ended.push(end);
      ends.add(note);
      try {
        while (!signal.aborted && !isClosing() && store().mirrors.indexer.waits()) {
          onProgress(store().mirrors.indexer.pendingBySource());
          const pause = delay(running === undefined && pauses === 0 ? pollMillis : progressMillis);
          const work = go();
          const isTakenElsewhere = await Promise.race([work.then(() => true), pause.then(() => false)]);
          if (isTakenElsewhere) await pause;
        }
        return ended;
      } finally {
        ends.delete(note);
      }
    },
    indexAll,
    indexBefore: (service) => async (request) => {
      if (!isSingleIndicatorRequest(request.url)) await indexAll(request.signal);
      return service(request);
    },
    pause() {
      pauses++;
    },
    resume() {
      pauses = Math.max(0, pauses - 1);
    },
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
      try {
        store().releaseLease(lease);
      } catch {
        // The store has failed; the lease expires.
      }
    },
  };
}

/** Requests about one indicator index it on demand; all others depend on everything. */
function isSingleIndicatorRequest(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/api/analyze.php' || (pathname === '/api/indicator.php' && searchParams.get('get') !== 'links');
}
