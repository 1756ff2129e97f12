import { isDigit } from '../../indicators/detect/scan/characters';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const daySeconds = 24 * 60 * 60;
/** Other years don't occur in logs. */
const [minYear, maxYear] = [1980, 2100];

const iso = /(?<![\d.])(\d{4})[-/](\d\d)[-/](\d\d)[T _](\d\d):(\d\d):(\d\d)(?:[.,]\d{1,9})? ?(Z|[+-]\d\d:?\d\d)?/;
/** Day first with dots, as in the debug log of a Windows DNS server in Germany: `04.03.2025 10:14:03`. */
const dotted = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})[ T](\d\d):(\d\d):(\d\d)(?:[.,]\d{1,9})?/;
/**
 * With AM or PM, as in logs of Windows in the United States: `3/4/2025 10:14:03 AM`. The month is first unless there is no such
 * month: most other countries have a clock of 24 hours in their logs.
 */
const american =
  /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d\d):(\d\d)(?:[.,]\d{1,9})?[ \u202f]?([AP])M\b/i;
/** Apache, also nginx: `[04/Mar/2025:10:14:03 +0100]`. */
const common = /\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d)(?: ([+-]\d{4}))?/;
/** RFC 3164: `<34>Mar  4 10:14:03`, without a year. */
const syslog = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\b/;
/** Squid, Zeek, and others, in seconds or milliseconds; in JSON by the name of its field. */
const epoch =
  /^["'[{]?(\d{10})(?:\d{3})?(?:[.,]\d{1,9})?(?=[\s,;|"'\]]|$)|"(?:@?timestamp|_?time|ts|epoch)" ?: ?"?(\d{10})(?:\d{3})?(?!\d)/;

/** A timestamp in the start of a line: its time, the end of its seconds, and its end. */
interface Timestamp {
  readonly time: number | undefined;
  readonly secondsEnd: number;
  readonly end: number;
  /** Characters after it that show whether a time zone follows, or more digits. */
  readonly after: number;
  readonly zone?: string | undefined;
  /** Its clock has AM and PM, so that its digits alone aren't the time. */
  readonly hasOtherClock?: true;
}

type Reader = (head: string, nowSeconds: number) => Timestamp | undefined;

/** Readers of the start of a line, one for each format. */
const readers: readonly Reader[] = [
  (head) => {
    const found = iso.exec(head);
    if (found === null) return undefined;
    const [all, year, month, day, hour, minute, second, zone] = found;
    const time = secondsOf([year, month, day, hour, minute, second].map(Number), zone);
    const secondsEnd = found.index + '2026-05-01T12:34:56'.length;
    return { time, secondsEnd, end: found.index + all.length, after: 2, zone };
  },
  (head) => {
    const found = common.exec(head);
    if (found === null) return undefined;
    const [all, day, month = '', year, hour, minute, second, zone] = found;
    const parts = [Number(year), months.indexOf(month) + 1, ...[day, hour, minute, second].map(Number)];
    const secondsEnd = found.index + '[01/May/2026:12:34:56'.length;
    return { time: secondsOf(parts, zone), secondsEnd, end: found.index + all.length, after: 2, zone };
  },
  (head, nowSeconds) => {
    const found = syslog.exec(head);
    if (found === null) return undefined;
    const [all, month = '', ...rest] = found;
    const year = new Date(nowSeconds * 1000).getUTCFullYear();
    const inYear = (each: number): number | undefined =>
      secondsOf([each, months.indexOf(month) + 1, ...rest.map(Number)], undefined);
    const at = inYear(year);
    // In January, lines of December are from the year before.
    const time = at === undefined || at > nowSeconds + 2 * daySeconds ? inYear(year - 1) : at;
    return { time, secondsEnd: all.length, end: all.length, after: 1 };
  },
  (head) => {
    const found = epoch.exec(head);
    if (found === null) return undefined;
    const [all, first, named] = found;
    const digits = first ?? named ?? '';
    const seconds = Number(digits);
    const secondsEnd = found.index + all.lastIndexOf(digits) + digits.length;
    const time = isInRange(seconds) ? seconds : undefined;
    return { time, secondsEnd, end: found.index + all.length, after: 1, zone: 'Z' };
  },
  (head) => {
    const found = dotted.exec(head);
    if (found === null) return undefined;
    const [all, day, month, year, hour, minute, second] = found;
    const time = secondsOf([year, month, day, hour, minute, second].map(Number), undefined);
    const secondsEnd = found.index + all.lastIndexOf(':') + ':56'.length;
    return { time, secondsEnd, end: found.index + all.length, after: 1 };
  },
  (head) => {
    const found = american.exec(head);
    if (found === null) return undefined;
    const [all, first, second, year, hour, minute, seconds, half] = found;
    if (Number(hour) < 1 || Number(hour) > 12) return undefined;
    const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
    const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0);
    const parts = [Number(year), Number(month), Number(day), hours, Number(minute), Number(seconds)];
    const time = secondsOf(parts, undefined);
    const end = found.index + all.length;
    return { time, secondsEnd: end, end, after: 1, hasOtherClock: true };
  },
];

const [minSeconds, maxSeconds] = [Date.UTC(minYear) / 1000, Date.UTC(maxYear) / 1000];

function isInRange(seconds: number): boolean {
  return seconds >= minSeconds && seconds < maxSeconds;
}

/** Characters at the start of a line that are searched for its timestamp. */
export const headLength = 200;

/** The part of a timestamp that differs in most lines: a clock, or seconds since 1970. */
const clockLength = '12:34:56'.length;
export const epochLength = '1700000000'.length;

/** Reads the timestamps at the start of lines; those without a time zone count as UTC. */
export class TimestampReader {
  /** The format of the last line, which the next one has as well. */
  private last = 0;
  /** The last line up to its clock or seconds since 1970, to which `base` is added. */
  private start = '';
  private isKnown = false;
  private hasClock = false;
  private base = 0;
  /** The last line after its seconds. */
  private fraction = '';
  private rest = '';
  /** The time zone of the last timestamp that {@link read} has read, in seconds east of UTC; undefined if it has none. */
  zone: number | undefined;

  constructor(private readonly nowSeconds = Math.floor(Date.now() / 1000)) {}

  /** Reads the line that starts at an offset of a text, like {@link read}. */
  readAt(text: string, lineStart: number): number | undefined {
    const again = this.readAgain(text, lineStart);
    if (again !== -1) return again;
    const head = text.slice(lineStart, lineStart + headLength);
    const end = head.indexOf('\n');
    return this.read(end === -1 ? head : head.slice(0, end));
  }

  /**
   * The end of the number in the last line that was read, if that starts with seconds since 1970 and a fraction; 0 if
   * not.
   */
  get numberLength(): number {
    const isNumber = this.isKnown && !this.hasClock && this.start === '' && this.fraction.startsWith('.');
    return isNumber ? epochLength + this.fraction.length : 0;
  }

  /** Seconds since 1970 of the first timestamp in the start of a line; undefined if it has no timestamp. */
  read(head: string): number | undefined {
    const known = this.readAs(this.last, head);
    if (known !== undefined) return known;
    for (const index of readers.keys()) {
      if (index === this.last) continue;
      const seconds = this.readAs(index, head);
      if (seconds === undefined) continue;
      this.last = index;
      return seconds;
    }
    return undefined;
  }

  private readAs(index: number, head: string): number | undefined {
    const found = readers[index]?.(head, this.nowSeconds);
    if (found?.time === undefined) return undefined;
    const { time, secondsEnd, end, after, zone, hasOtherClock = false } = found;
    this.zone = zone === undefined ? undefined : zone === 'Z' ? 0 : offsetOf(zone);
    const mayHaveZone = zone === undefined && /^ ?[Z+-]/.test(head.slice(end, end + after));
    this.hasClock = head.charAt(secondsEnd - 3) === ':';
    const from = secondsEnd - (this.hasClock ? clockLength : epochLength);
    this.isKnown = end + after <= head.length && !mayHaveZone && !hasOtherClock;
    this.start = head.slice(0, from);
    this.base = time - this.secondsAt(head, from);
    this.fraction = /^[.,\d]*/.exec(head.slice(secondsEnd, end))?.[0] ?? '';
    this.rest = head.slice(secondsEnd + this.fraction.length, end + after);
    return time;
  }

  /** The time of a line that starts as the last one, up to its clock, as lines of a log often do; -1 of another line. */
  private readAgain(text: string, lineStart: number): number {
    const { start, fraction, rest } = this;
    const from = lineStart + start.length;
    const end = from + (this.hasClock ? clockLength : epochLength);
    if (!this.isKnown || end + fraction.length + rest.length > text.length) return -1;
    if (!isAt(text, start, lineStart)) return -1;
    const seconds = this.secondsAt(text, from);
    if (seconds === -1) return -1;
    for (let at = 0; at < fraction.length; at++) {
      const code = text.charCodeAt(end + at);
      const before = fraction.charCodeAt(at);
      if (code !== before && !(isDigit(code) && isDigit(before))) return -1;
    }
    return isAt(text, rest, end + fraction.length) ? this.base + seconds : -1;
  }

  /** The seconds at an offset, of a day or since 1970; -1 if they aren't there. */
  private secondsAt(text: string, from: number): number {
    if (!this.hasClock) {
      const seconds = numberAt(text, from, epochLength);
      return isInRange(seconds) ? seconds : -1;
    }
    const [hour, minute, second] = [numberAt(text, from, 2), numberAt(text, from + 3, 2), numberAt(text, from + 6, 2)];
    const isClock = text.charCodeAt(from + 2) === colon && text.charCodeAt(from + 5) === colon;
    const isWhole = isClock && hour !== -1 && minute !== -1 && second !== -1;
    return isWhole && hour <= 23 && minute <= 59 && second <= 60 ? hour * 3600 + minute * 60 + second : -1;
  }
}

const [zero, colon] = [48, 58];

/** Decimal digits as a number; -1 if there is anything else. */
function numberAt(text: string, offset: number, digits: number): number {
  let number = 0;
  for (let at = offset; at < offset + digits; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return -1;
    number = 10 * number + code - zero;
  }
  return number;
}

/** Whether a short text is at an offset of another one; compares its end first, where lines differ more often. */
function isAt(text: string, part: string, offset: number): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (text.charCodeAt(offset + at) !== part.charCodeAt(at)) return false;
  return true;
}

/** Year, month, day, hour, minute, and second as seconds since 1970; undefined if there is no such time. */
function secondsOf(parts: readonly number[], zone: string | undefined): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (year < minYear || year >= maxYear || hour > 23 || minute > 59 || second > 60) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const local = midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second;
  const offset = zone === undefined || zone === 'Z' ? 0 : offsetOf(zone);
  return offset === undefined ? undefined : local - offset;
}

/** A time zone such as `+05:30` in seconds. */
function offsetOf(zone: string): number | undefined {
  const digits = zone.replace(':', '');
  const [hours, minutes] = [Number(digits.slice(1, 3)), Number(digits.slice(3))];
  if (hours > 14 || minutes > 59) return undefined;
  return (digits.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}
