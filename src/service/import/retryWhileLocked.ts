import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../../core/store/storeError';

const retryMillis = 100;
/** Whoever writes so long without a break hangs. */
const maxWaitMillis = 5 * 60_000;

/**
 * Does one step of a long run, and again where another process keeps the store from being written: its bulk of writes has gaps,
 * but may hold them longer than one try waits. A step is one transaction, so that nothing of a failed try is left. Rejects with the
 * StoreError of the last try after five minutes, or as soon as `signal` is aborted.
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
