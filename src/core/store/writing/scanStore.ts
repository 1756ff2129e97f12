import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { type ScanResult, writeScanResult } from './scanResults';
import { type FoundValue, getFoundValues } from '../statements/foundValues';
import {
  addScan,
  claimScan,
  endScan,
  nextScanAt,
  openScans,
  pruneScans,
  type QueuedScan,
  releaseScans,
  renewScan,
  scanByQid,
  type ScanRow,
} from '../activity/scanQueue';
import type { Connection } from '../sqlite/sqlite';

/**
 * The queue of the local service's scans. A claim belongs to the store that took it; each method is one transaction.
 */
export interface ScanStore {
  /** Adds a scan to the queue. Returns its qid, or `full` if `maxQueued` scans are waiting. */
  add(request: Omit<QueuedScan, 'qid'>, maxQueued: number): number | 'full';
  find(qid: number): ScanRow | undefined;
  /**
   * Claims the oldest waiting scan; the claim expires unless it is renewed. `outside`: this worker may query external
   * sources; scans that need them are reserved for such workers for a minute.
   */
  claim(forMillis: number, outside: boolean): QueuedScan | undefined;
  /** False if the claim was lost; any results must be discarded. */
  renew(qid: number, forMillis: number, stage?: string): boolean;
  /** Writes the results and ends the scan in one transaction; undefined if the claim was lost. */
  finish(scan: QueuedScan, found: ScanResult, message: string): IndicatorRecord | undefined;
  fail(qid: number, message: string): void;
  /** Returns all scans claimed by this store to the queue. */
  release(): number;
  /** When a scan can be claimed; undefined if none is open. */
  nextAt(): UtcMillis | undefined;
  prune(limits: { readonly maxAgeMillis: number; readonly keep: number }): number;
  /** All property values that scans of an indicator found, most recently seen first. */
  values(iid: number): readonly FoundValue[];
}

export interface ScanStorePorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly holder: string;
  readonly now: () => UtcMillis;
}

/** The methods of {@link ScanStore} over one connection. */
export function createScanStore({ withConnection, holder, now }: ScanStorePorts): ScanStore {
  const claim = (forMillis: number) => ({ holder, now: now(), forMillis });
  return {
    add: (request, maxQueued) =>
      withConnection((c) => c.transaction(() => (openScans(c) >= maxQueued ? 'full' : addScan(c, request, now())))),
    find: (qid) => withConnection((c) => scanByQid(c, qid)),
    claim: (forMillis, outside) => withConnection((c) => claimScan(c, claim(forMillis), outside)),
    renew: (qid, forMillis, stage) => withConnection((c) => renewScan(c, qid, claim(forMillis), stage)),
    finish: (scan, found, message) =>
      withConnection((c) =>
        c.transaction(() => {
          // Renewing first proves that the claim is still valid before anything is written.
          if (!renewScan(c, scan.qid, claim(0))) return undefined;
          const record = writeScanResult(c, scan, found, now());
          endScan(c, scan.qid, holder, now(), { state: 'done', message, record });
          return record;
        }),
      ),
    fail: (qid, message) => withConnection((c) => void endScan(c, qid, holder, now(), { state: 'failed', message })),
    release: () => withConnection((c) => releaseScans(c, holder)),
    nextAt: () => withConnection((c) => nextScanAt(c, now())),
    prune: ({ maxAgeMillis, keep }) => withConnection((c) => pruneScans(c, now() - maxAgeMillis, keep)),
    values: (iid) => withConnection((c) => getFoundValues(c, iid)),
  };
}
