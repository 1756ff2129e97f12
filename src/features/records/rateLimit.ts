import type { Trouble } from '../../core/api/trouble';

/** True while a service wants no lookups; `now` in milliseconds. */
export function isWaiting(trouble: Trouble, now: number): boolean {
  return trouble.kind === 'rateLimited' && trouble.retryAt > now;
}

/** Calls `then` once a rate limit is over, unless `signal` is aborted first; at once never. */
export function afterRateLimit(trouble: Trouble | undefined, now: number, then: () => void, signal: AbortSignal): void {
  if (trouble?.kind !== 'rateLimited' || trouble.retryAt <= now) return;
  // Timers can't wait longer than this; who is away for weeks looks again by hand.
  const timer = setTimeout(then, Math.min(trouble.retryAt - now + 50, 2_147_483_647));
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
