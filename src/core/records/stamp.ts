import type { UtcMillis } from './record';

const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads a stamp: `YYYY-MM-DD HH:MM:SS`, which is UTC (api-spec: “Resources and their fields”), also with an hour
 * without its leading zero, and ISO 8601. Undefined for what is no date: another shape, zeros, 31 February.
 */
export function parseStamp(text: string): UtcMillis | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [1, 2, 3, 4, 5, 6].map((index) =>
    Number(match[index] ?? 0),
  );
  if (year === 0 || hour > 24 || minute > 59 || second > 60) return undefined;
  const dayStart = new Date(0);
  dayStart.setUTCFullYear(year, month - 1, day);
  if (dayStart.getUTCMonth() !== month - 1 || dayStart.getUTCDate() !== day) return undefined;
  const millis = Math.trunc(Number(`0.${match[7] ?? '0'}`) * 1_000);
  const time = dayStart.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + millis;
  return time - offsetMillis(match[8]);
}

function offsetMillis(zone: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (parts === null) return 0;
  return (Number(parts[2]) * 60 + Number(parts[3])) * 60_000 * (parts[1] === '-' ? -1 : 1);
}

/** True for what services send where there is no date: zeros in the shape of one, `null` as a word, nothing. */
export function isNoStamp(text: string): boolean {
  return /^(?:[\s0:T.Z-]*|null|none|never|n\/a)$/i.test(text);
}

/** `YYYY-MM-DD HH:MM:SS`, UTC; null where the time is not known (api-spec: “Resources and their fields”). */
export function wireStamp(at: UtcMillis | undefined): string | null {
  return isoStamp(at)?.slice(0, 19).replace('T', ' ') ?? null;
}

/** ISO 8601, UTC, with milliseconds and a trailing `Z`; undefined where the time is not known, or no time at all. */
export function isoStamp(at: UtcMillis | undefined): string | undefined {
  if (at === undefined || !Number.isFinite(at)) return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
