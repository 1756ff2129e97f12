import type { UtcMillis } from '../../core/records/record';

/** What the clock needs to know of a collection. */
export interface Scheduled {
  readonly key: string;
  readonly lastSync: UtcMillis | undefined;
  /** When this window tried last, whatever came of it. */
  readonly lastTry: UtcMillis | undefined;
}

/** How far a wait may stray from the setting, so that machines of a team do not all ask at once. */
const jitter = 0.1;

/** A number within ±10 % of `every`; `chance` from 0 to 1. */
export function jittered(every: number, chance: number): number {
  return Math.round(every * (1 - jitter + 2 * jitter * chance));
}

/** Those whose last sync, or last try, lies `wait` milliseconds back. A clock that was set back keeps none from its turn. */
export function dueOf(all: readonly Scheduled[], wait: number, now: UtcMillis): readonly string[] {
  const isPast = (at: UtcMillis | undefined): boolean => at === undefined || at > now || now - at >= wait;
  return all.filter(({ lastSync, lastTry }) => isPast(lastSync) && isPast(lastTry)).map(({ key }) => key);
}
