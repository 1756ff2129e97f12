import type { RequestError } from '../../core/api/requestError';

/** True while a service wants no lookups; `now` in milliseconds. */
export function isWaiting(error: RequestError, now: number): boolean {
  return error.kind === 'rateLimited' && error.retryAt > now;
}

/** Calls `then` once a rate limit is over, unless `signal` is aborted first; at once never. */
export function afterRateLimit(
  error: RequestError | undefined,
  now: number,
  then: () => void,
  signal: AbortSignal,
): void {
  if (error?.kind !== 'rateLimited' || error.retryAt <= now) return;
  // Timers can't wait longer than this; who is away for weeks looks again by hand.
  const timer = setTimeout(then, Math.min(error.retryAt - now + 50, 2_147_483_647));
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
