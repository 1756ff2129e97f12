import type { UtcMillis } from './record';

const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Parses a timestamp: `YYYY-MM-DD HH:MM:SS`, which is UTC (lookup API: “Resources and their fields”), also with an hour
 * without its leading zero, and ISO 8601. Undefined for anything else: another form, zeros, February 31.
 */
export function parseTimestamp(text: string): UtcMillis | undefined {
  return parseUsualTimestamp(text) ?? parseAnyTimestamp(text);
}

/** The number of some digits of a text; NaN if one of the characters isn't a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

const [dash, colon, space, letterT, letterZ, point] = [45, 58, 32, 84, 90, 46];

/**
 * The fraction after `YYYY-MM-DDTHH:MM:SS` in milliseconds: nothing, `Z`, or up to nine digits and a `Z`. NaN for
 * anything else.
 */
function usualFraction(text: string): number {
  const end = text.length - 1;
  if (end === 18) return 0;
  if (text.charCodeAt(end) !== letterZ) return NaN;
  if (end === 19) return 0;
  const count = end - 20;
  if (text.charCodeAt(19) !== point || count < 1 || count > 9) return NaN;
  const fraction = digits(text, 20, end);
  return count <= 3 ? fraction * 10 ** (3 - count) : Math.trunc(fraction / 10 ** (count - 3));
}

/**
 * Parses `YYYY-MM-DD HH:MM:SS`, or with a `T` and an optional fraction and `Z`, without a regular expression, if all parts
 * are in the usual ranges and the year is 1000 or later. Imports parse millions of them.
 */
export function parseUsualTimestamp(text: string): UtcMillis | undefined {
  if (text.length < 19 || text.length > 30 || !hasUsualMarks(text)) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  const millis = usualFraction(text);
  if (!isUsualDate(year, month, day)) return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 59 && millis >= 0)) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, millis);
}

/** Days that some months don't have are left to the thorough parser. */
function isUsualDate(year: number, month: number, day: number): boolean {
  return year >= 1_000 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

function hasUsualMarks(text: string): boolean {
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false;
  if (text.charCodeAt(13) !== colon || text.charCodeAt(16) !== colon) return false;
  const between = text.charCodeAt(10);
  return between === space || between === letterT;
}

function parseAnyTimestamp(text: string): UtcMillis | undefined {
  const match = shape.exec(text.trim());
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
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

/** Whether a text means that a date is missing: zeros in the form of a date, the word `null`, or nothing. */
export function isMissingTimestamp(text: string): boolean {
  return /^(?:[\s0:T.Z-]*|null|none|never|n\/a)$/i.test(text);
}

/** `YYYY-MM-DD HH:MM:SS`, UTC; null if the time is unknown (lookup API: “Resources and their fields”). */
export function wireTimestamp(at: UtcMillis | undefined): string | null {
  return isoTimestamp(at)?.slice(0, 19).replace('T', ' ') ?? null;
}

/** ISO 8601, UTC, with milliseconds and a trailing `Z`; undefined if the time is unknown or invalid. */
export function isoTimestamp(at: UtcMillis | undefined): string | undefined {
  if (at === undefined || !Number.isFinite(at)) return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
