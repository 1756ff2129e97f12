import type { UtcMillis } from '../../core/records/record';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A span in the largest unit that says enough: “40 s”, “5 min”, “2 h”, “3 days”, “4 months”, “2 years”. Milliseconds in. */
export function formatDuration(millis: number): string {
  const span = Math.abs(millis);
  if (span < minute) return `${Math.max(1, Math.ceil(span / second))} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < 2 * day) return `${Math.floor(span / hour)} h`;
  if (span < 60 * day) return `${Math.floor(span / day)} days`;
  if (span < 730 * day) return `${Math.floor(span / (30.44 * day))} months`;
  return `${Math.floor(span / (365.25 * day))} years`;
}

/** How long ago: “just now” within a minute, else as {@link formatDuration} with “ago”; a time ahead reads “in 3 days”. */
export function formatAge(at: number, now: number): string {
  if (Math.abs(now - at) < minute) return 'just now';
  return at > now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`;
}

/** Where and how dates are written. */
export interface DateStyle {
  /** BCP 47 tag, VS Code's display language. */
  readonly locale: string;
  /** IANA name; absent means the machine's. */
  readonly timeZone?: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A date in the reader's way, such as “1 March 2024”. */
export function formatDate(at: UtcMillis, style: DateStyle): string {
  const id = `${style.locale} ${style.timeZone ?? ''}`;
  let format = formats.get(id);
  if (format === undefined) {
    format = dateFormat(style);
    formats.set(id, format);
  }
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? format.format(at) : 'an impossible date';
}

function dateFormat(style: DateStyle): Intl.DateTimeFormat {
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  const zone = style.timeZone === undefined ? {} : { timeZone: style.timeZone };
  try {
    return new Intl.DateTimeFormat(style.locale, { ...parts, ...zone });
  } catch {
    return new Intl.DateTimeFormat('en', parts);
  }
}

/** The exact moment for a tooltip: “2024-03-01 09:05:26 UTC”. */
export function formatUtc(at: UtcMillis): string {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return 'an impossible date';
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * When something ahead will be: “in 40 s”, from a minute on with the time on the reader's clock, “in 5 min, at 14:05”. `timeZone` is
 * an IANA name; absent means the machine's.
 */
export function formatTimeAhead(at: UtcMillis, now: UtcMillis, timeZone?: string): string {
  const span = `in ${formatDuration(at - now)}`;
  if (at - now < 60_000 || !(Math.abs(at) <= 8.64e15)) return span;
  const zone = timeZone === undefined ? {} : { timeZone };
  const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone });
  const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', ...zone });
  const date = day.format(at) === day.format(now) ? '' : ` on ${day.format(at)}`;
  return `${span}, at ${clock.format(at)}${date}`;
}
