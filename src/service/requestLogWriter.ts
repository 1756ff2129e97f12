import { type StoredRequest } from '../core/store/protocol';
import { type Store } from '../core/store/store';

const leaseMillis = 90_000;
const renewMillis = 30_000;

/** Keeps rows of “What Was Sent” as “on its way” for as long as the window lives that waits for them, and no longer. */
export interface RequestLogWriter {
  append(entries: readonly StoredRequest[]): void;
  /** Gives back what is kept; the store may be in trouble, and is left alone then. Never throws. */
  close(): void;
}

/** The {@link RequestLogWriter} of the window whose store this is. */
export function createRequestLogWriter(store: () => Store): RequestLogWriter {
  const open = new Set<string>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isKept = false;
  const keep = (): void => {
    try {
      store().renewPendingRequests(leaseMillis);
      isKept = true;
    } catch {
      // What is kept of it is of little use in a store that can't be written; the next look tries again.
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
        // The claim runs out by time.
      }
    },
  };
}
