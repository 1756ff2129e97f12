import type { Outcome, RequestError } from '../api/requestError';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { ScanService } from './scans';
import type { NewScan, Scan, ScanProgress } from './types';

/** The same scan, if it is running already. */
export function findDuplicate(open: readonly Scan[], newScan: NewScan, { address }: ScanService): Scan | undefined {
  const key = lookupKey(newScan.sent);
  return open.find(
    (scan) =>
      scan.address === address &&
      scan.kind === newScan.kind &&
      scan.store === newScan.store &&
      lookupKey(scan.sent) === key,
  );
}

/** Compares two states. */
export function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An open state with the error of the last poll. */
export function withError(progress: ScanProgress, error: RequestError): ScanProgress {
  if (progress.kind === 'queued' || progress.kind === 'processing') return { ...progress, error };
  return { kind: 'queued', error };
}

/** Turns an exception of the client into an error. */
export async function settled<T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await answer;
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown error';
    return { ok: false, error: { kind: 'unreachable', detail } };
  }
}
