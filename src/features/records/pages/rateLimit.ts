import type { RequestError } from '../../../core/api/requestError';
import { isAhead, maxPauseMillis } from '../../../core/records/clockBounds';

/** True while the rate limit of a service lasts; `now` in milliseconds. */
export function isWaiting(error: RequestError, now: number): boolean {
  return error.kind === 'rateLimited' && isAhead(error.retryAt, maxPauseMillis, now);
}

/** Calls `then` once a rate limit has reset, unless `signal` aborts first; never synchronously. */
export function afterRateLimit(
  error: RequestError | undefined,
  now: number,
  then: () => void,
  signal: AbortSignal,
): void {
  if (error?.kind !== 'rateLimited' || !isWaiting(error, now)) return;
  // Timers can't wait longer than this.
  const timer = setTimeout(then, Math.min(error.retryAt - now + 50, 2_147_483_647));
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
