import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';
import type { QueuedScan } from '../../core/store/scanQueue';
import type { ScanSubmissions } from './scanSubmissions';
import type { Enricher } from './enricher';
import type { ScanSettings } from '../../core/store/protocol';
import { createBlockCheck } from './scanScope';
import { runScan } from './runScan';
import { runMaintenance, maintenanceMillis } from './maintenance';

export interface ScanQueueOptions {
  readonly store: Pick<Store, 'scans' | 'overrides' | 'takeLease'>;
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
  /** Called with errors of the store; scans continue when it can be used again. */
  readonly onError?: (error: unknown) => void;
}

/** Runs the scans of the local service. */
export interface ScanQueue extends ScanSubmissions {
  /** Starts with the scans of an earlier run. */
  start(): void;
  /** Resolves when no scan is running and none can be claimed. */
  idle(): Promise<void>;
  /** Stops running scans and puts them back into the queue. */
  close(): Promise<void>;
}

/** The maximum number of waiting scans. */
export const maxQueuedScans = 50_000;

const off: ScanSettings = { mode: 'off' };
/** The pause after an error of the store, such as a full disk. */
const retryMillis = 5_000;

/** Runs the scans in a store's queue, a limited number at once. Several queues may share a store. */
export function createScanQueue(options: ScanQueueOptions): ScanQueue {
  const { store, enricher, settings = () => off, onError } = options;
  const { concurrency = 4, claimMillis = 15_000, scanMillis = 5 * 60_000, now = Date.now } = options;
  const { scans } = store;
  const blockedBy = createBlockCheck(settings);
  const closing = new AbortController();
  const workers = new Set<Promise<void>>();
  let wakeTimer: NodeJS.Timeout | undefined;
  let maintenanceTimer: NodeJS.Timeout | undefined;

  const finish = async (scan: QueuedScan): Promise<void> => {
    const lost = new AbortController();
    const tooLong = AbortSignal.timeout(scanMillis);
    const signal = AbortSignal.any([closing.signal, lost.signal, tooLong]);
    const renew = (stage?: string): void => {
      try {
        if (!scans.renew(scan.qid, claimMillis, stage)) lost.abort();
      } catch (error) {
        onError?.(error);
      }
    };
    const heartbeat = setInterval(renew, claimMillis / 3);
    try {
      const { result, message } = await runScan(scan, {
        enricher,
        settings: settings(),
        blockedBy,
        signal,
        onStage: renew,
      });
      scans.finish(scan, result, message);
    } catch (error) {
      if (closing.signal.aborted || lost.signal.aborted) return;
      if (isStoreError(error)) throw error;
      scans.fail(scan.qid, tooLong.aborted ? 'The scan timed out.' : failureOf(error));
    } finally {
      clearInterval(heartbeat);
    }
  };

  const work = async (): Promise<void> => {
    try {
      for (;;) {
        // Yields between two scans, so that searches and hovers don't wait for the whole queue.
        await setImmediate();
        if (closing.signal.aborted) return;
        const scan = scans.claim(claimMillis, settings().mode !== 'off');
        if (scan === undefined) break;
        await finish(scan);
      }
      wakeAt(scans.nextAt());
    } catch (error) {
      onError?.(error);
      wakeAt(now() + retryMillis);
    }
  };

  const wakeAt = (at: number | undefined): void => {
    if (at === undefined || closing.signal.aborted) return;
    clearTimeout(wakeTimer);
    // The remaining scans are claimed by other workers, at least for now.
    wakeTimer = setTimeout(startWorker, Math.min(Math.max(at - now(), 1_000), 60_000));
    wakeTimer.unref();
  };

  const startWorker = (): void => {
    if (closing.signal.aborted || workers.size >= concurrency) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  };

  const maintain = (): void => {
    runMaintenance(store, closing.signal).catch((error: unknown) => onError?.(error));
  };

  return {
    submit: (request, { outside }) => {
      const qid = scans.add({ ...request, outside: outside && settings().mode !== 'off' }, maxQueuedScans);
      startWorker();
      return qid;
    },
    find: (qid) => scans.find(qid),
    start: () => {
      for (let n = 0; n < concurrency; n++) startWorker();
      maintain();
      maintenanceTimer ??= setInterval(maintain, maintenanceMillis).unref();
    },
    idle: async () => {
      while (workers.size > 0) await Promise.all(workers);
    },
    close: async () => {
      closing.abort(new Error('the queue is closing'));
      clearTimeout(wakeTimer);
      clearInterval(maintenanceTimer);
      await Promise.all(workers);
      scans.release();
    },
  };
}

function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError';
}

function failureOf(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return `The scan failed: ${detail.slice(0, 300)}`;
}
