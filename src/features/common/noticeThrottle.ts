import type { UtcMillis } from '../../core/records/record';

/** How long a cause stays quiet after it was shown, milliseconds: a day. */
export const throttleMillis = 24 * 60 * 60 * 1000;

/** Cause to the moment it was last shown. */
export type ShownCauses = Readonly<Record<string, UtcMillis>>;

/** True where the cause was shown within the last day. A clock that was set back does not silence it for longer. */
export function isThrottled(shown: ShownCauses, cause: string, now: UtcMillis): boolean {
  const at = shown[cause];
  return at !== undefined && at <= now && now - at < throttleMillis;
}

/** What to remember after `cause` was shown: it, and the other causes that are quiet still. */
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
