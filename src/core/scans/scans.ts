import type { ServiceClient } from '../api/client';
import type { RequestLog } from '../lookups/options';
import type { IndicatorRecord } from '../records/record';
import type { Scan, NewScan, ScanProgress } from './types';

/** The part of a service that scans need. */
export type ScanService = Pick<ServiceClient, 'address' | 'host' | 'remote' | 'submitScan' | 'pollScan'>;

/** Stores the scans of all windows. Every method may reject; scans then last as long as the window. */
export interface ScanStore {
  /** All stored scans. */
  list(): Promise<readonly Scan[]>;
  save(scans: readonly Scan[]): Promise<unknown>;
  remove(ids: readonly string[]): Promise<unknown>;
  /**
   * Takes or renews the lease to submit and poll for all windows; false while another window has it. 0 releases it.
   */
  lease(forMillis: number): Promise<boolean>;
}

/** Dependencies of the engine. */
export interface ScanPorts {
  readonly store: ScanStore;
  /** The current service. */
  readonly service: () => ScanService | undefined;
  /** Offline mode: nothing is sent to a remote service, not even a poll. */
  readonly isOffline: () => boolean;
  /**
   * Why a scan must not be sent to a remote service. Checked right before sending, since the rules may have changed.
   */
  readonly blocked: (scan: Scan) => Extract<ScanProgress, { kind: 'blocked' }>['why'] | undefined;
  /** The request log. */
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** Stores the record of a scan as an answer of its service; never rejects. */
  readonly saveResult: (scan: Scan, record: IndicatorRecord) => Promise<void>;
  readonly now: () => number;
  /** Waits for a number of milliseconds, or until the signal is aborted. */
  readonly wait: (millis: number, signal: AbortSignal) => Promise<unknown>;
  readonly newId?: () => string;
}

/** Called with a scan before and after a change; `now` is missing where it was removed. */
export type ScanListener = (now: Scan | undefined, before: Scan | undefined) => void;

/** Submits each scan once, polls it until it ends, and keeps the list across reloads. */
export interface Scans {
  /** Newest first; scans of earlier sessions and other windows are included after {@link load}. */
  list(): readonly Scan[];
  /** Reads the stored scans and continues the unfinished ones. */
  load(): Promise<void>;
  /** Reads the stored scans after another window may have changed them. */
  refresh(): Promise<void>;
  /** Starts scans on the current service; returns the running one where the same scan is running already. */
  add(newScans: readonly NewScan[]): Promise<readonly Scan[]>;
  /** Stops tracking scans, and drops those not sent yet. The service continues the others. */
  cancel(ids: readonly string[]): Promise<void>;
  /** Polls untracked scans again by their queue ids; nothing is submitted. */
  resume(ids: readonly string[]): Promise<readonly Scan[]>;
  /** Removes ended scans from the list. */
  remove(ids: readonly string[]): Promise<void>;
  /** Continues paused scans after a change of the service or of settings. */
  wake(): void;
  onChanged(listener: ScanListener): () => void;
  /** Stops; unfinished scans continue in the next session. */
  dispose(): void;
}
