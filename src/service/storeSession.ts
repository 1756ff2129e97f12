import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { MirrorWriter } from '../core/sync/ports';
import type { RemovalProgress, ScanSettings, TierName, StoredRequest } from '../core/store/protocol/protocol';
import { clockProblem, type StoreProblem } from '../core/records/problems/storeProblem';
import { releaseLease } from '../core/store/sqlite/leases';
import { openStore, type Store } from '../core/store/store';
import { getProblem, StoreError } from '../core/store/protocol/storeError';
import type { WipeEnd } from '../core/store/protocol/protocol';
import { checkToday, wipe } from '../core/store/wipe';
import { createService, type Service } from './index';
import { listen, type Listening } from './listen';
import { servedFrom } from './servedRecords';
import { lazyEnricher, type LoadEnricher } from './scans/lazyEnricher';
import { ScanQueue } from './scans/queue';
import { renewPendingRequests, writeRequestLog, releasePendingRequests } from '../core/store/activity/requestLog';

const leaseMillis = 90_000;
const renewMillis = 30_000;

/** Keeps entries of the request log pending for as long as their window is open. */
interface RequestLogWriter {
  append(entries: readonly StoredRequest[]): void;
  /** Releases the lease unless the store has failed. Never throws. */
  close(): void;
}

/** The {@link RequestLogWriter} of the window that uses this store. */
function createRequestLogWriter(store: () => Store): RequestLogWriter {
  const open = new Set<string>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isKept = false;
  const keep = (): void => {
    try {
      store().use((connection) => renewPendingRequests(connection, leaseMillis));
      isKept = true;
    } catch {
      // Not needed for a store that can't be written; the next attempt retries.
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    append(entries) {
      for (const { id, outcome } of entries) {
        if (outcome === 'pending') open.add(id);
        else open.delete(id);
      }
      if (open.size === 0) stop();
      else if (timer === undefined) {
        keep();
        timer = setInterval(keep, renewMillis);
        timer.unref();
      }
      store().use((connection) => writeRequestLog(connection, entries));
    },
    close() {
      stop();
      if (!isKept) return;
      try {
        store().use(releasePendingRequests);
      } catch {
        // The lease expires.
      }
    },
  };
}

export interface StoreSessionOptions {
  readonly storeFile: string;
  /** Called when something happened to the store but jobs continue. */
  readonly onNotice: (problem: StoreProblem) => void;
  /**
   * Called for errors, other than the store's, in work that no job waits for, and for those that a caller sees as a
   * bare 500.
   */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
  /** Looks up indicators in external sources if the settings allow it. */
  readonly loadEnricher?: LoadEnricher;
  /** Erases what was deleted, or checks a share of the store (`core/store/wipe.ts`), in a thread of its own; absent: in this one. */
  readonly upkeep?: { readonly wipe: () => Promise<WipeEnd>; readonly checkToday: () => Promise<string | undefined> };
  /** Until they are set, the queue doesn't take over scans of others, and scans submitted here query nothing. */
  readonly scanSettings?: ScanSettings | undefined;
}

/** The lease of the window that works off queued syncs. */
export const mirrorsLease = 'mirrors';
const closeMillis = 2_000;
/** How often erasing is tried again while others use the store. */
const wipeAgainMillis = 30_000;
const checkAfterMillis = 60_000;
const checkAgainMillis = 6 * 3_600_000;
const wipeProgressMillis = 250;

/** The worker thread's store, opened when it is first needed, with everything that runs on it. */
export class StoreSession {
  readonly now: () => number;
  readonly requestLog: RequestLogWriter;
  /** The mirror that is being synced. */
  syncing: number | undefined;
  private opened: Store | undefined;
  private embedded: Service | undefined;
  private listening: Listening | undefined;
  private queue: ScanQueue | undefined;
  private mirrorWriter: MirrorWriter | undefined;
  private scanSettings: ScanSettings | undefined;
  private wiping: Promise<WipeEnd> | undefined;
  private wipeAgain: NodeJS.Timeout | undefined;
  private nextCheck: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** The reported reason why the store can't be opened. */
  private reportedProblem: StoreProblem['kind'] | undefined;

  constructor(private readonly options: StoreSessionOptions) {
    this.now = options.now ?? Date.now;
    this.scanSettings = options.scanSettings;
    const store = (): Store => this.store;
    this.requestLog = createRequestLogWriter(store);
  }

  get store(): Store {
    if (this.opened === undefined) {
      this.opened = this.open();
      if (this.opened.notice !== undefined) this.options.onNotice(this.opened.notice);
      const latest = this.opened.clock.laterReading();
      if (latest !== undefined) this.onClockJump(latest);
      if (this.scanSettings !== undefined) this.scans.start();
      // For data left by another version or an interrupted process.
      this.wipeAgain = setTimeout(() => void this.erase(), wipeAgainMillis).unref();
      this.nextCheck = setTimeout(() => void this.checkDaily(), checkAfterMillis).unref();
      this.markOpen(true);
    }
    return this.opened;
  }

  get scans(): ScanQueue {
    const { loadEnricher } = this.options;
    this.queue ??= new ScanQueue({
      store: this.store,
      enricher: loadEnricher && lazyEnricher(loadEnricher, () => this.scanSettings?.resolver),
      settings: () => this.scanSettings ?? { mode: 'off' },
      now: this.now,
      onClockJump: this.onClockJump,
      onError: this.onError,
    });
    return this.queue;
  }

  /** The local service for the extension itself. */
  get service(): Service {
    this.embedded ??= this.createService({ tier: 'business', embedded: true });
    return this.embedded;
  }

  get mirror(): MirrorWriter {
    this.mirrorWriter ??= this.store.mirrors.writer();
    return this.mirrorWriter;
  }

  /** Changes the settings for scans; the first ones start the queue. */
  setScanSettings(settings: ScanSettings): void {
    const isFirst = this.scanSettings === undefined;
    this.scanSettings = settings;
    if (isFirst && this.opened !== undefined) this.scans.start();
  }

  /** Indexes what was written. Otherwise, the first search would do it and wait for it. */
  async indexAll(): Promise<void> {
    try {
      while (this.opened?.indexSome() === true) await delay(1);
    } catch (error) {
      this.onError(error);
    }
  }

  /**
   * Erases deleted data from the files. Tries again later if others use the store, or if there is no room.
   * Never rejects.
   */
  async erase(onProgress: (progress: RemovalProgress) => void = () => undefined): Promise<WipeEnd> {
    // One that is running may have started before the last removal.
    await this.wiping;
    clearTimeout(this.wipeAgain);
    if (this.isClosed) return 'busy';
    const total = this.store.summary().bytes;
    const progress = setInterval(() => {
      const done = statSync(`${this.options.storeFile}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      onProgress({ step: 'erasing', done: Math.min(done, total), total });
    }, wipeProgressMillis);
    this.wiping = this.eraseOnce();
    const end = await this.wiping;
    this.wiping = undefined;
    clearInterval(progress);
    if (end === 'done') void this.indexAll();
    else this.wipeAgain = setTimeout(() => void this.erase(), wipeAgainMillis).unref();
    return end;
  }

  /** Checks today's share of a large store, and everything if it is damaged; that is reported. Never rejects. */
  async checkToday(): Promise<void> {
    const { storeFile, upkeep } = this.options;
    try {
      const damage = upkeep === undefined ? checkToday(storeFile, this.now) : await upkeep.checkToday();
      if (damage !== undefined && !this.isClosed) this.store.check();
    } catch (error) {
      this.onError(error);
    }
  }

  /** Resolves when the store can be written: erasing locks it, and jobs would fail after some seconds. */
  async writable(): Promise<void> {
    await this.wiping;
  }

  /** A window may be open for days. */
  private async checkDaily(): Promise<void> {
    await this.checkToday();
    if (!this.isClosed) this.nextCheck = setTimeout(() => void this.checkDaily(), checkAgainMillis).unref();
  }

  private markOpen(isOpen: boolean): void {
    try {
      this.opened?.markOpen(isOpen);
    } catch {
      // A locked store is checked once more, or once less.
    }
  }

  private async eraseOnce(): Promise<WipeEnd> {
    const { storeFile, upkeep } = this.options;
    try {
      return upkeep === undefined ? wipe(storeFile, this.now) : await upkeep.wipe();
    } catch (error) {
      this.onError(error);
      return 'busy';
    }
  }

  /** Starts the local service on loopback. */
  async listen(port: number, key: string, tier: TierName): Promise<{ url: string } | { portTaken: true }> {
    await this.stopListening();
    const started = await listen(this.createService({ tier, key, embedded: false }), { port, onError: this.onError });
    if ('portTaken' in started) return started;
    this.listening = started;
    return { url: started.url };
  }

  /** Stops the local service; returns whether it was running. */
  async stopListening(): Promise<boolean> {
    const ending = this.listening;
    this.listening = undefined;
    await ending?.close();
    return ending !== undefined;
  }

  /** Reports the store's problem that made a job fail. */
  report(problem: StoreProblem): void {
    if (problem.kind === 'corrupt') this.options.onNotice(problem);
    else this.reportUnusable(problem);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.wipeAgain);
    clearTimeout(this.nextCheck);
    const ending = Promise.all([this.stopListening(), this.queue?.close()]);
    await Promise.race([ending, delay(closeMillis, undefined, { ref: false })]);
    this.queue = undefined;
    if (this.opened !== undefined) this.requestLog.close();
    // The next window can continue right away instead of waiting until the claim expires.
    try {
      const { opened, syncing } = this;
      if (syncing !== undefined) opened?.use((connection) => releaseLease(connection, `mirror:${syncing}`));
      opened?.use((connection) => releaseLease(connection, mirrorsLease));
    } catch {
      // The store has failed; the claim expires.
    }
    this.markOpen(false);
    this.opened?.close();
    this.opened = undefined;
    this.mirrorWriter = undefined;
    this.embedded = undefined;
  }

  private open(): Store {
    try {
      const store = openStore(this.options.storeFile, { now: this.now });
      this.reportedProblem = undefined;
      return store;
    } catch (error) {
      // The caller of a job may not report this, so it is always reported here.
      this.reportUnusable(getProblem(error));
      throw error;
    }
  }

  private reportUnusable(problem: StoreProblem): void {
    if (problem.kind !== 'newer' && problem.kind !== 'foreign') return;
    if (this.reportedProblem !== problem.kind) this.options.onNotice(problem);
    this.reportedProblem = problem.kind;
  }

  private createService(options: { tier: TierName; key?: string; embedded: boolean }): Service {
    const { scans, now, onError } = this;
    return createService({ store: servedFrom(this.store), scans, now, onError, ...options });
  }

  private readonly onClockJump = (latest: number): void => this.options.onNotice(clockProblem(latest));

  /** The service answers every error with a bare 500, but store problems must be reported. */
  private readonly onError = (error: unknown): void => {
    if (error instanceof StoreError) this.options.onNotice(error.problem);
    else this.options.onError?.(error);
  };
}
