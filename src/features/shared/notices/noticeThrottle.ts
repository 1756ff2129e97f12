import type { UtcMillis } from '../../../core/records/record';

/** How long a cause isn't shown again, in milliseconds: a day. */
export const throttleMillis = 24 * 60 * 60 * 1000;

/** When each cause was last shown. */
export type ShownCauses = Readonly<Record<string, UtcMillis>>;

/** True if the cause was shown within the last day, even if the clock was set back since. */
export function isThrottled(shown: ShownCauses, cause: string, now: UtcMillis): boolean {
  const at = shown[cause];
  return at !== undefined && at <= now && now - at < throttleMillis;
}

/** What to remember after `cause` was shown: it, and the other throttled causes. */
export function withShown(shown: ShownCauses, cause: string, now: UtcMillis): ShownCauses {
  const kept = Object.keys(shown).filter((other) => isThrottled(shown, other, now));
  return Object.fromEntries([...kept.map((other) => [other, shown[other] ?? now] as const), [cause, now]]);
}

/** Reads the state of an earlier session; invalid entries are dropped. */
export function readShown(stored: unknown): ShownCauses {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
}
