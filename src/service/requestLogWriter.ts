import type { StoredRequest } from '../core/store/protocol/protocol';
import type { Store } from '../core/store/store';

const leaseMillis = 90_000;
const renewMillis = 30_000;

/** Keeps entries of the request log pending for as long as their window is open. */
export interface RequestLogWriter {
  append(entries: readonly StoredRequest[]): void;
  /** Releases the lease unless the store has failed. Never throws. */
  close(): void;
}

/** The {@link RequestLogWriter} of the window that uses this store. */
export function createRequestLogWriter(store: () => Store): RequestLogWriter {
  const open = new Set<string>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isKept = false;
  const keep = (): void => {
    try {
      store().renewPendingRequests(leaseMillis);
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
      store().appendRequestLog(entries);
    },
    close() {
      stop();
      if (!isKept) return;
      try {
        store().releasePendingRequests();
      } catch {
        // The lease expires.
      }
    },
  };
}
