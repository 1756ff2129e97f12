import type { ServiceClient } from '../api/client';
import type { RequestLog } from '../lookups/lookups';
import type { IndicatorRecord } from '../records/record';
import type { Scan, NewScan, ScanProgress } from './types';

/** The part of a service that scans need. */
export type ScanService = Pick<ServiceClient, 'address' | 'host' | 'remote' | 'submitScan' | 'pollScan'>;

/** Where scans outlive the window; several windows share it. Each may reject: scans then last as long as the window. */
export interface ScanStore {
  /** All that are kept. */
  list(): Promise<readonly Scan[]>;
  save(scans: readonly Scan[]): Promise<unknown>;
  remove(ids: readonly string[]): Promise<unknown>;
  /** Takes or renews the right to submit and poll for all windows; false while another one has it. 0 gives it back. */
  lease(forMillis: number): Promise<boolean>;
}

/** What the engine is handed. */
export interface ScanPorts {
  readonly store: ScanStore;
  /** The service that requests go to now. */
  readonly service: () => ScanService | undefined;
  /** Mode `offline`: nothing goes to a remote service, no poll either. */
  readonly isOffline: () => boolean;
  /** Asked when a scan's turn comes, since the user's rules may be others by then: why it does not go to a remote service. */
  readonly blocked: (scan: Scan) => Extract<ScanProgress, { kind: 'blocked' }>['why'] | undefined;
  /** “What Was Sent”. */
  readonly sent: Pick<RequestLog, 'begin'>;
  /** What a scan found, to be kept as an answer of its service; never rejects. */
  readonly saveResult: (scan: Scan, record: IndicatorRecord) => Promise<void>;
  readonly now: () => number;
  /** Waits so many milliseconds, or until the signal is aborted. */
  readonly wait: (millis: number, signal: AbortSignal) => Promise<unknown>;
  readonly newId?: () => string;
}

/** Told of a scan as it stands now and as it stood before; `now` is missing where it was taken off the list. */
export type ScanListener = (now: Scan | undefined, before: Scan | undefined) => void;

/** Scans from the wish to the result: submitted once, polled until they end, kept over reloads. */
export interface Scans {
  /** Newest first; what earlier sessions and other windows left is there after {@link load}. */
  list(): readonly Scan[];
  /** Reads what is kept, again each time, and goes on with what is unfinished. */
  load(): Promise<void>;
  /** Another window may have scanned: reads what is kept, unless that is done all the time anyway. */
  refresh(): Promise<void>;
  /** Takes orders for the service as it is now; one that is under way already is not sent twice. Nothing without a service. */
  add(newScans: readonly NewScan[]): Promise<readonly Scan[]>;
  /** Stops following scans, and never sends those that have not left. The service goes on with the others. */
  cancel(ids: readonly string[]): Promise<void>;
  /** Asks again after scans that are no longer followed, by the queue ids they have: nothing is submitted. */
  resume(ids: readonly string[]): Promise<readonly Scan[]>;
  /** Takes scans that have ended off the list. */
  remove(ids: readonly string[]): Promise<void>;
  /** Service or settings are others now: what was held up may go on. */
  wake(): void;
  onChanged(listener: ScanListener): () => void;
  /** Stops; what is unfinished goes on in the next session. */
  dispose(): void;
}
