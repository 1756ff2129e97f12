import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { SkippedCount } from '../core/sync/ports';
import type { Store } from '../core/store/store';
import type { Service } from './index';

/** Number of pending IDs by mirror. */
export type IndexingProgress = readonly { readonly id: number; readonly waiting: number }[];

/** Skipped items of mirrors that are completely indexed now. */
export type IndexedMirrors = readonly { readonly id: number; readonly skipped: readonly SkippedCount[] }[];

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
export class BackgroundIndexer {
  private running: Promise<void> | undefined;
  private pauses = 0;
  private readonly closing = new AbortController();
  private readonly listeners = new Set<(end: IndexedMirrors[number]) => void>();

  constructor(private readonly ports: BackgroundIndexerPorts) {}

  /** Starts indexing in the background if anything is pending. */
  start(): void {
    void this.run().catch(() => undefined);
  }

  /**
   * Starts indexing and resolves when nothing is pending, even if another window does it. Rejects with a StoreError.
   */
  async waitUntilIndexed(
    signal: AbortSignal,
    onProgress: (progress: IndexingProgress) => void,
  ): Promise<IndexedMirrors> {
    const { store } = this.ports;
    const ended: IndexedMirrors[number][] = [];
    const note = (end: IndexedMirrors[number]): void => void ended.push(end);
    this.listeners.add(note);
    try {
      while (!signal.aborted && !this.isClosing() && store().mirrors.indexer.waits()) {
        onProgress(store().mirrors.indexer.pendingBySource());
        const pause = delay(this.running === undefined && this.pauses === 0 ? pollMillis : progressMillis);
        const work = this.run();
        const isTakenElsewhere = await Promise.race([work.then(() => true), pause.then(() => false)]);
        if (isTakenElsewhere) await pause;
      }
      return ended;
    } finally {
      this.listeners.delete(note);
    }
  }

  /** Indexes everything that is pending right away. Never rejects. */
  async indexAll(signal: AbortSignal): Promise<void> {
    const { onEnded, onError } = this.ports;
    try {
      for (let any = false; !signal.aborted && !this.isClosing(); any = true) {
        if (!this.indexNext()) {
          if (any) onEnded();
          return;
        }
        await setImmediate();
      }
    } catch (error) {
      onError(error);
    }
  }

  /** Wraps a service so that it indexes what an answer depends on first. */
  indexBefore(service: Service): Service {
    return async (request) => {
      if (!isSingleIndicatorRequest(request.url)) await this.indexAll(request.signal);
      return service(request);
    };
  }

  /** Pauses background indexing while a sync delivers pages. */
  pause(): void {
    this.pauses++;
  }

  resume(): void {
    this.pauses = Math.max(0, this.pauses - 1);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running?.catch(() => undefined);
    try {
      this.ports.store().releaseLease(lease);
    } catch {
      // The store has failed; the lease expires.
    }
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  /** Indexes in the background until nothing is pending, or joins the run in progress. */
  private run(): Promise<void> {
    this.running ??= this.indexInBackground()
      .catch((error: unknown) => {
        // The caller of a job may not report this.
        this.ports.onError(error);
        throw error;
      })
      .finally(() => {
        this.running = undefined;
      });
    return this.running;
  }

  private async indexInBackground(): Promise<void> {
    const { store, onEnded } = this.ports;
    const { indexer } = store().mirrors;
    if (this.isClosing() || !indexer.waits() || !store().takeLease(lease, leaseMillis)) return;
    try {
      for (let slices = 1; !this.isClosing(); slices++) {
        if (this.pauses > 0) await delay(20);
        else if (!this.indexNext()) break;
        if (slices % slicesPerLease === 0 && !store().takeLease(lease, leaseMillis)) return;
        await setImmediate();
      }
    } finally {
      if (!this.isClosing()) store().releaseLease(lease);
    }
    if (!this.isClosing()) onEnded();
  }

  /** Indexes one slice; false if nothing is pending. */
  private indexNext(): boolean {
    const indexed = this.ports.store().mirrors.indexer.indexNext();
    if (indexed?.ended !== undefined) {
      for (const report of [...this.listeners]) report({ id: indexed.sourceId, skipped: indexed.ended });
    }
    return indexed !== undefined;
  }
}

/** Requests about one indicator index it on demand; all others depend on everything. */
function isSingleIndicatorRequest(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/api/analyze.php' || (pathname === '/api/indicator.php' && searchParams.get('get') !== 'links');
}
