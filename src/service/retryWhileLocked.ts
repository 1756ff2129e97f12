import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../core/store/protocol/storeError';

const retryMillis = 100;
/** A process that writes without a break for this long must hang. */
const maxWaitMillis = 5 * 60_000;

/**
 * Runs one step of a long operation, and retries while another process is writing to the store: its bulk writes have
 * gaps, but may take longer than one attempt waits. A step is one transaction, so a failed attempt leaves nothing
 * behind. Rejects with the last StoreError after five minutes, or when `signal` is aborted.
 */
export async function retryWhileLocked<T>(step: () => T, signal?: AbortSignal): Promise<T> {
  const until = performance.now() + maxWaitMillis;
  for (;;) {
    try {
      return step();
    } catch (error) {
      const isLocked = error instanceof StoreError && error.problem.kind === 'locked';
      if (!isLocked || signal?.aborted === true || performance.now() >= until) throw error;
      await delay(retryMillis, undefined, { signal }).catch(() => undefined);
    }
  }
}
