const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const daySeconds = 24 * 60 * 60;
/** Other years don't occur in logs. */
const [minYear, maxYear] = [1980, 2100];

const iso = /(?<![\d.])(\d{4})[-/](\d\d)[-/](\d\d)[T _](\d\d):(\d\d):(\d\d)(?:[.,]\d{1,9})? ?(Z|[+-]\d\d:?\d\d)?/;
/** Apache, also nginx: `[04/Mar/2025:10:14:03 +0100]`. */
const common = /\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d)(?: ([+-]\d{4}))?/;
/** RFC 3164: `<34>Mar  4 10:14:03`, without a year. */
const syslog = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\b/;
/** Squid, Zeek, and others, in seconds or milliseconds; in JSON by the name of its field. */
const epoch =
  /^["'[{]?(\d{10})(?:\d{3})?(?:[.,]\d{1,9})?(?=[\s,;|"'\]]|$)|"(?:@?timestamp|_?time|ts|epoch)" ?: ?"?(\d{10})(?:\d{3})?(?!\d)/;

/** A timestamp in the start of a line: its time, and where its seconds and all of it end. */
interface Timestamp {
  readonly time: number | undefined;
  readonly secondsEnd: number;
  readonly end: number;
  /** Characters after it that show whether a time zone follows, or more digits. */
  readonly after: number;
  readonly zone?: string | undefined;
}

type Reader = (head: string, nowSeconds: number) => Timestamp | undefined;

/** The formats, each with what reads the start of a line. */
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
    // The last December is read in January.
    const time = at === undefined || at > nowSeconds + 2 * daySeconds ? inYear(year - 1) : at;
    return { time, secondsEnd: all.length, end: all.length, after: 1 };
  },
  (head) => {
    const found = epoch.exec(head);
    if (found === null) return undefined;
    const [all, first, named] = found;
    const digits = first ?? named ?? '';
    const seconds = Number(digits);
    const isTime = seconds >= Date.UTC(minYear) / 1000 && seconds < Date.UTC(maxYear) / 1000;
    const secondsEnd = found.index + all.lastIndexOf(digits) + digits.length;
    return { time: isTime ? seconds : undefined, secondsEnd, end: found.index + all.length, after: 1 };
  },
];

/** Characters at the start of a line that are searched for its timestamp. */
export const headLength = 200;

/** Reads the timestamps at the start of lines; those without a time zone count as UTC. */
export class TimestampReader {
  /** The format of the last line, which the next one has as well. */
  private last = 0;
  /** The last line up to the seconds of its timestamp, and how it continues after their fraction. */
  private start = '';
  private fraction = '';
  private rest = '';
  private time = 0;

  constructor(private readonly nowSeconds = Math.floor(Date.now() / 1000)) {}

  /** Reads the line that starts at an offset of a text, like {@link read}. */
  readAt(text: string, lineStart: number): number | undefined {
    if (this.isSameSecond(text, lineStart)) return this.time;
    const head = text.slice(lineStart, lineStart + headLength);
    const end = head.indexOf('\n');
    return this.read(end === -1 ? head : head.slice(0, end));
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
    const { time, secondsEnd, end, after, zone } = found;
    const mayHaveZone = zone === undefined && /^ ?[Z+-]/.test(head.slice(end, end + after));
    this.start = end + after <= head.length && !mayHaveZone ? head.slice(0, secondsEnd) : '';
    this.fraction = /^[.,\d]*/.exec(head.slice(secondsEnd, end))?.[0] ?? '';
    this.rest = head.slice(secondsEnd + this.fraction.length, end + after);
    return (this.time = time);
  }

  /** Whether a line starts as the last one, up to the fraction of its second: lines of a log often do. */
  private isSameSecond(text: string, lineStart: number): boolean {
    if (this.start === '' || !text.startsWith(this.start, lineStart)) return false;
    const from = lineStart + this.start.length;
    for (let at = 0; at < this.fraction.length; at++) {
      const [code, before] = [text.charCodeAt(from + at), this.fraction.charCodeAt(at)];
      if (code !== before && !(isDigit(code) && isDigit(before))) return false;
    }
    return text.startsWith(this.rest, from + this.fraction.length);
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

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
