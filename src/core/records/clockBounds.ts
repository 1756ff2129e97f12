import type { UtcMillis } from './record';

/** No server may ask for a longer pause. */
export const maxPauseMillis = 24 * 3_600_000;

/** Whether something happened within `millis` before now. A time in the future is one of a wrong clock, and unknown. */
export function isWithin(at: UtcMillis, millis: number, now: UtcMillis): boolean {
  return at <= now && now - at < millis;
}

/**
 * Whether the end of something that lasts `millis` at most is still ahead. An end beyond that was set by a wrong clock,
 * and counts as over.
 */
export function isAhead(until: UtcMillis, millis: number, now: UtcMillis): boolean {
  return until > now && until - now <= millis;
}
