/** How lines of a log begin or contain a time. */
export type TimeFormat = 'iso' | 'clf' | 'ctime' | 'syslog' | 'epoch' | 'dotted';

/** A time in a line: milliseconds since 1970. Without a zone, it is read as UTC. */
export interface LineTime {
  readonly at: number;
  /** Minutes east of UTC, if it is in the line. */
  readonly zone?: number;
}

/** Information that isn't in the line. */
export interface TimeContext {
  /** When the log was last written: its times aren't later. */
  readonly lastWritten: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const minute = 60_000;
const day = 24 * 60 * minute;
/** Lines are searched for a time up to here. */
const maxColumn = 1_000;
const [earliestEpoch, latestEpoch] = [Date.UTC(1990, 0), Date.UTC(2100, 0)];

const iso =
  /(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z)\b| ?([+-])(\d\d):?(\d\d)(?!\d))?/;
/** The day first, as in Germany: `04.03.2025 10:14:03`. */
const dotted = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})[ T](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?/;
const clf = /\b(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?: ([+-])(\d\d)(\d\d)\b)?/;
const ctime = /\b([A-Z][a-z]{2}) ([ 0-3]?\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? (\d{4})\b/;
const syslog = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) ([ 0-3]?\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?/;
const epoch = /(?:^|[\s"[=:,(])(\d{10})(?:\.(\d{1,9})|(\d{3}))?(?=$|[\s"\],)}])/;

/** The order in which formats are preferred. */
const timeFormats: readonly TimeFormat[] = ['iso', 'clf', 'ctime', 'syslog', 'epoch', 'dotted'];

/** The time in a line; undefined if there is none in this format. */
export function getTime(line: string, format: TimeFormat, context: TimeContext): LineTime | undefined {
  return readers[format](line.length > maxColumn ? line.slice(0, maxColumn) : line, context);
}

const readers: Readonly<Record<TimeFormat, (line: string, context: TimeContext) => LineTime | undefined>> = {
  iso(line) {
    const found = iso.exec(line);
    if (found === null) return undefined;
    const [, year, month, date, hour, minutes, seconds, fraction, utc, sign, zoneHours, zoneMinutes] = found;
    const at = utcOf([year, Number(month) - 1, date, hour, minutes, seconds], fraction);
    return withZone(at, utc === undefined ? zoneOf(sign, zoneHours, zoneMinutes) : 0);
  },
  dotted(line) {
    const found = dotted.exec(line);
    if (found === null) return undefined;
    const [, date, month, year, hour, minutes, seconds, fraction] = found;
    return withZone(utcOf([year, Number(month) - 1, date, hour, minutes, seconds], fraction), undefined);
  },
  clf(line) {
    const found = clf.exec(line);
    if (found === null) return undefined;
    const [, date, month = '', year, hour, minutes, seconds, fraction, sign, zoneHours, zoneMinutes] = found;
    const at = utcOf([year, months.indexOf(month), date, hour, minutes, seconds], fraction);
    return withZone(at, zoneOf(sign, zoneHours, zoneMinutes));
  },
  ctime(line) {
    const found = ctime.exec(line);
    if (found === null) return undefined;
    const [, month = '', date, hour, minutes, seconds, fraction, year] = found;
    return withZone(utcOf([year, months.indexOf(month), date, hour, minutes, seconds], fraction), undefined);
  },
  syslog(line, { lastWritten }) {
    const found = syslog.exec(line);
    if (found === null) return undefined;
    const [, month = '', date, hour, minutes, seconds, fraction] = found;
    const inYear = (year: number): number | undefined =>
      utcOf([year, months.indexOf(month), date, hour, minutes, seconds], fraction);
    const year = new Date(lastWritten).getUTCFullYear();
    const at = inYear(year);
    // The year isn't in the line: the last one in which the time isn't in the future.
    const isLater = at !== undefined && at > lastWritten + day;
    return withZone(isLater ? inYear(year - 1) : at, undefined);
  },
  epoch(line) {
    const found = epoch.exec(line);
    if (found === null) return undefined;
    const at = Number(found[1]) * 1000 + millisOf(found[2] ?? found[3]);
    return at >= earliestEpoch && at < latestEpoch ? { at, zone: 0 } : undefined;
  },
};

type DateParts = readonly (string | number | undefined)[];

/** Milliseconds of a date as UTC; undefined if it doesn't exist. */
function utcOf([year, month, ...others]: DateParts, fraction: string | undefined): number | undefined {
  const [date = 0, hour = 0, minutes = 0, seconds = 0] = others.map((part) => Number(part ?? 0));
  const monthIndex = Number(month);
  if (monthIndex < 0 || monthIndex > 11 || date < 1 || date > 31) return undefined;
  if (hour > 24 || minutes > 59 || seconds > 60) return undefined;
  return Date.UTC(Number(year), monthIndex, date, hour, minutes, seconds) + millisOf(fraction);
}

function millisOf(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
}

function zoneOf(sign: string | undefined, hours: string | undefined, minutes: string | undefined): number | undefined {
  if (sign === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

function withZone(at: number | undefined, zone: number | undefined): LineTime | undefined {
  if (at === undefined || Number.isNaN(at)) return undefined;
  return zone === undefined ? { at } : { at: at - zone * minute, zone };
}

/** The format that most lines have; undefined if none has it. */
export function getTimeFormat(lines: readonly string[], context: TimeContext): TimeFormat | undefined {
  const counted = timeFormats.map((format) => ({
    format,
    count: lines.filter((line) => getTime(line, format, context) !== undefined).length,
  }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count === 0 ? undefined : best.format;
}

/** The reference for an entered time without a date or a zone. */
export interface InputContext extends TimeContext {
  /** Minutes east of UTC in the log. */
  readonly zone: number;
  /** The time at the cursor, whose day is meant. */
  readonly near: number;
}

/** Reads a time as a user enters it: as in a log, only a date, or only a time of day. */
export function readTimeInput(text: string, context: InputContext): number | undefined {
  const input = text.trim();
  for (const format of timeFormats) {
    const time = getTime(input, format, context);
    if (time !== undefined) return time.zone === undefined ? time.at - context.zone * minute : time.at;
  }
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(input);
  if (date !== null) {
    const at = utcOf([date[1], Number(date[2]) - 1, date[3]], undefined);
    return at === undefined ? undefined : at - context.zone * minute;
  }
  const clock = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/.exec(input);
  if (clock === null) return undefined;
  const local = new Date(context.near + context.zone * minute);
  const today = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const at = utcOf([...today, clock[1], clock[2], clock[3]], clock[4]);
  return at === undefined ? undefined : at - context.zone * minute;
}

/** A time as in the log's zone: “2024-03-01 09:05:26”. */
export function formatLogTime(at: number, zone: number): string {
  return new Date(at + zone * minute).toISOString().slice(0, 19).replace('T', ' ');
}
