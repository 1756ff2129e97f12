import type { RecentRecord } from '../../records/recent';
import type { HistoryLimits, StoredRun } from '../../runs/run';
import type { Scan } from '../../scans/types';
import type { AnnotationChange } from '../../triage/triageEntry';
import type { TriageEntry } from '../../triage/triageEntry';
import { readScans, removeScans, writeScans } from './clientScans';
import { releaseLease, takeLease } from '../sqlite/leases';
import type { StoredRequest } from '../protocol/protocol';
import { pinRun, readRun, readRuns, removeRuns, type RunToStore, writeRun } from './queryHistory';
import { readRecent, removeRecent, writeRecent } from './recentRecords';
import { pendingRequestsLease, readRequestLog, writeRequestLog } from './requestLog';
import type { Connection } from '../sqlite/sqlite';
import { annotateTriage, readTriage, removeTriage, writeTriage } from './triageList';

/** The user's own lists: the request log, scans, recent records, the triage list, and query runs. */
export interface UserLists {
  appendRequestLog(entries: readonly StoredRequest[]): void;
  /** Keeps this window's pending requests marked as pending for that long. */
  renewPendingRequests(forMillis: number): boolean;
  /** The window closes: its pending requests are interrupted. */
  releasePendingRequests(): void;
  listRequestLog(): readonly StoredRequest[];
  /** The extension's own list of the user's scans. */
  saveScans(scans: readonly Scan[]): void;
  listScans(): readonly Scan[];
  removeScans(ids: readonly string[]): number;
  /** Recently opened records. */
  saveRecent(opened: RecentRecord): void;
  listRecent(): readonly RecentRecord[];
  removeRecent(key?: string): number;
  saveTriage(entries: readonly TriageEntry[]): void;
  annotateTriage(changes: readonly AnnotationChange[]): void;
  listTriage(): readonly TriageEntry[];
  removeTriage(keys: readonly string[]): number;
  /** Query runs. */
  saveRun(kept: RunToStore, limits: HistoryLimits): void;
  listRuns(): readonly StoredRun[];
  readRun(id: string): { readonly run: StoredRun; readonly finding?: string } | undefined;
  pinRun(id: string, pinned: boolean): boolean;
  /** Without IDs, all that aren't pinned. */
  removeRuns(ids?: readonly string[]): number;
}

interface UserListPorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly now: () => number;
  /** Identifies this window in leases. */
  readonly holder: string;
}

/** The user's lists in a store. */
export function createUserLists({ withConnection, now, holder }: UserListPorts): UserLists {
  return {
    appendRequestLog: (entries) => withConnection((c) => writeRequestLog(c, entries, holder)),
    renewPendingRequests: (forMillis) =>
      withConnection((c) => takeLease(c, { name: pendingRequestsLease(holder), holder, now: now(), forMillis })),
    releasePendingRequests: () => withConnection((c) => releaseLease(c, pendingRequestsLease(holder), holder)),
    listRequestLog: () => withConnection((c) => readRequestLog(c, now())),
    saveScans: (scans) => withConnection((c) => writeScans(c, scans)),
    listScans: () => withConnection((c) => readScans(c)),
    removeScans: (ids) => withConnection((c) => removeScans(c, ids)),
    saveRecent: (opened) => withConnection((c) => writeRecent(c, opened)),
    listRecent: () => withConnection((c) => readRecent(c)),
    removeRecent: (key) => withConnection((c) => removeRecent(c, key)),
    saveTriage: (entries) => withConnection((c) => writeTriage(c, entries)),
    annotateTriage: (changes) => withConnection((c) => annotateTriage(c, changes)),
    listTriage: () => withConnection((c) => readTriage(c)),
    removeTriage: (keys) => withConnection((c) => removeTriage(c, keys)),
    saveRun: (kept, limits) => withConnection((c) => writeRun(c, kept, limits, now())),
    listRuns: () => withConnection((c) => readRuns(c)),
    readRun: (id) => withConnection((c) => readRun(c, id)),
    pinRun: (id, pinned) => withConnection((c) => pinRun(c, id, pinned)),
    removeRuns: (ids) => withConnection((c) => removeRuns(c, ids)),
  };
}
