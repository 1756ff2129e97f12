import type { UtcMillis } from '../../core/records/record';

/** Where and how dates are written. */
export interface DateStyle {
  /** BCP 47 tag, VS Code's display language. */
  readonly locale: string;
  /** IANA name; absent means the machine's. */
  readonly timeZone?: string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A span in the largest unit that says enough: “40 s”, “5 min”, “2 h”, “3 days”, “4 months”, “2 years”. Milliseconds in. */
export function spanWords(millis: number): string {
  const span = Math.abs(millis);
  if (span < minute) return `${Math.max(1, Math.ceil(span / second))} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < 2 * day) return `${Math.floor(span / hour)} h`;
  if (span < 60 * day) return `${Math.floor(span / day)} days`;
  if (span < 730 * day) return `${Math.floor(span / (30.44 * day))} months`;
  return `${Math.floor(span / (365.25 * day))} years`;
}

/** How long ago: “just now” within a minute, else as {@link spanWords} with “ago”; a time ahead reads “in 3 days”. */
export function ageWords(at: UtcMillis, now: UtcMillis): string {
  if (Math.abs(now - at) < minute) return 'just now';
  return at > now ? `in ${spanWords(at - now)}` : `${spanWords(now - at)} ago`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A date in the reader's way, such as “1 March 2024”. */
export function dateWords(at: UtcMillis, style: DateStyle): string {
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
export function utcWords(at: UtcMillis): string {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return 'an impossible date';
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
