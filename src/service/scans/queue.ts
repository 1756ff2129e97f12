import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';
import type { QueuedScan, ScanRow } from '../../core/store/activity/scanQueue';
import type { ScanRequest } from '../../core/records/scan';
import type { ScanSubmission, ScanSubmissions } from './scanSubmissions';
import { immediately } from '../servedRecords';
import type { Enricher } from './enricher';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import { runMaintenance, maintenanceMillis } from './maintenance';
import { type BlockCheck, createBlockCheck, getFailure, runScan, timedOut } from './runScan';

export interface ScanQueueOptions {
  readonly store: Pick<Store, 'scans' | 'overrides' | 'sources' | 'clock' | 'use'>;
  /** Undefined where external lookups aren't possible. */
  readonly enricher?: Enricher | undefined;
  /** Read at the start of each scan; `off` if missing. */
  readonly settings?: () => ScanSettings;
  /** Concurrent scans. */
  readonly concurrency?: number;
  /** How long a claim is valid without renewal, and so how long the scan of a killed worker waits. */
  readonly claimMillis?: number;
  /** The maximum duration of a scan. */
  readonly scanMillis?: number;
  readonly now?: () => number;
  /** Called once when the clock is far behind the `latest` reading with which the store was written. */
  readonly onClockJump?: (latest: number) => void;
  /** Called with errors of the store; scans continue when it can be used again. */
  readonly onError?: (error: unknown) => void;
}

/** The maximum number of waiting scans. */
export const maxQueuedScans = 50_000;

const off: ScanSettings = { mode: 'off' };
/** How often the clock is compared with its latest reading. */
const clockMillis = 60_000;
/** The pause after an error of the store, such as a full disk. */
const retryMillis = 5_000;

/** Runs the scans in a store's queue, a limited number at once. Several queues may share a store. */
export class ScanQueue implements ScanSubmissions {
  private readonly options: Required<Pick<ScanQueueOptions, 'concurrency' | 'claimMillis' | 'scanMillis' | 'now'>>;
  private readonly scans: Store['scans'];
  private readonly settings: () => ScanSettings;
  private readonly blockedBy: BlockCheck;
  private readonly closing = new AbortController();
  private readonly workers = new Set<Promise<void>>();
  private wakeTimer: NodeJS.Timeout | undefined;
  private clockTimer: NodeJS.Timeout | undefined;
  /** The later reading of the clock that was reported. */
  private reportedClock: number | undefined;
  private maintenanceTimer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: ScanQueueOptions) {
    const { concurrency = 4, claimMillis = 15_000, scanMillis = 5 * 60_000, now = Date.now } = ports;
    this.options = { concurrency, claimMillis, scanMillis, now };
    this.scans = ports.store.scans;
    this.settings = ports.settings ?? (() => off);
    this.blockedBy = createBlockCheck(this.settings);
  }

  submit(request: ScanRequest, { outside }: Pick<ScanSubmission, 'outside'>): Promise<number | 'full'> {
    return immediately(() => {
      const isOutside = outside && this.settings().mode !== 'off';
      const qid = this.scans.add({ ...request, outside: isOutside }, maxQueuedScans);
      this.startWorker();
      return qid;
    });
  }

  find(qid: number): Promise<ScanRow | undefined> {
    return immediately(() => this.scans.find(qid));
  }

  /** Starts with the scans of an earlier run. */
  start(): void {
    for (let n = 0; n < this.options.concurrency; n++) this.startWorker();
    this.maintain();
    this.maintenanceTimer ??= setInterval(() => this.maintain(), maintenanceMillis).unref();
    this.reportedClock = this.ports.store.clock.laterReading();
    this.clockTimer ??= setInterval(() => this.checkClock(), clockMillis).unref();
  }

  /** Resolves when no scan is running and none can be claimed. */
  async idle(): Promise<void> {
    while (this.workers.size > 0) await Promise.all(this.workers);
  }

  /** Stops running scans and puts them back into the queue. */
  async close(): Promise<void> {
    this.closing.abort(new Error('the queue is closing'));
    clearTimeout(this.wakeTimer);
    clearInterval(this.maintenanceTimer);
    clearInterval(this.clockTimer);
    await Promise.all(this.workers);
    this.scans.release();
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private startWorker(): void {
    if (this.isClosing() || this.workers.size >= this.options.concurrency) return;
    const worker = this.work().finally(() => this.workers.delete(worker));
    this.workers.add(worker);
  }

  /** Runs scans until none can be claimed. */
  private async work(): Promise<void> {
    const { scans } = this;
    const { claimMillis, now } = this.options;
    try {
      for (;;) {
        // Yields between two scans, so that searches and hovers don't wait for the whole queue.
        await setImmediate();
        if (this.isClosing()) return;
        const scan = scans.claim(claimMillis, this.settings().mode !== 'off');
        if (scan === undefined) break;
        await this.runClaimed(scan);
      }
      this.wakeAt(scans.nextAt());
    } catch (error) {
      this.ports.onError?.(error);
      this.wakeAt(now() + retryMillis);
    }
  }

  private async runClaimed(scan: QueuedScan): Promise<void> {
    const { scans, settings, blockedBy } = this;
    const { claimMillis, scanMillis } = this.options;
    const { enricher, onError } = this.ports;
    const lost = new AbortController();
    const tooLong = AbortSignal.timeout(scanMillis);
    const signal = AbortSignal.any([this.closing.signal, lost.signal, tooLong]);
    const renew = (stage?: string): void => {
      try {
        if (!scans.renew(scan.qid, claimMillis, stage)) lost.abort();
      } catch (error) {
        onError?.(error);
      }
    };
    const heartbeat = setInterval(renew, claimMillis / 3);
    try {
      const context = { enricher, settings: settings(), blockedBy, signal, onStage: renew };
      const { result, message } = await runScan(scan, context);
      scans.finish(scan, result, message);
    } catch (error) {
      if (this.isClosing() || lost.signal.aborted) return;
      if (isStoreError(error)) throw error;
      scans.fail(scan.qid, tooLong.aborted ? timedOut : getFailure(error));
    } finally {
      clearInterval(heartbeat);
    }
  }

  private wakeAt(at: number | undefined): void {
    if (at === undefined || this.isClosing()) return;
    clearTimeout(this.wakeTimer);
    // The remaining scans are claimed by other workers, at least for now.
    const wait = Math.min(Math.max(at - this.options.now(), 1_000), 60_000);
    this.wakeTimer = setTimeout(() => this.startWorker(), wait);
    this.wakeTimer.unref();
  }

  /** Undoes what a wrong clock did as soon as the clock is right, or was set back. */
  checkClock(): void {
    try {
      const latest = this.ports.store.clock.laterReading();
      if (latest !== undefined && this.reportedClock === undefined) {
        this.ports.onClockJump?.(latest);
        this.maintain();
      }
      this.reportedClock = latest;
    } catch (error) {
      this.ports.onError?.(error);
    }
  }

  private maintain(): void {
    runMaintenance(this.ports.store, this.closing.signal).catch((error: unknown) => this.ports.onError?.(error));
  }
}

function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError';
}
