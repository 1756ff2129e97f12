/** Times from `from` to `to` (exclusive), in milliseconds since 1970; without either of them, open on that side. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The parts of a date at the beginning of a pattern, each of them complete. */
const dateAtStart = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/;
const fewDigits = /^\d{1,3}$/;
/** Patterns whose matches are exactly the times of their range. */
const wholeDate = /^(?:\d{1,4}|\d{4}-|\d{4}-\d{2}-?|\d{4}-\d{2}-\d{2} ?)\*+$/;

/** The times that a pattern for `YYYY-MM-DD HH:MM:SS` matches, where they are one range: `2025-03-*`. */
export function rangeOfPattern(pattern: string): TimeRange | undefined {
  return wholeDate.test(pattern) ? boundsOf(pattern) : undefined;
}

/** Ranges that contain every match of these patterns, without overlaps; undefined if any time may match. */
export function rangesOfPatterns(patterns: readonly string[]): readonly TimeRange[] | undefined {
  const ranges = patterns.map(boundsOf);
  const known = ranges.filter((range) => range !== undefined);
  return known.length < ranges.length ? undefined : joinRanges(known);
}

/** Joins ranges into as few as possible, earliest first. */
export function joinRanges(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const joined: TimeRange[] = [];
  for (const next of ranges.toSorted((a, b) => startOf(a) - startOf(b))) {
    const last = joined.at(-1);
    if (startOf(next) >= endOf(next)) continue;
    if (last === undefined || startOf(next) > endOf(last)) joined.push(next);
    else if (endOf(next) > endOf(last)) joined[joined.length - 1] = { from: last.from, to: next.to };
  }
  return joined;
}

/** The times that all of these ranges contain. */
export function commonRange(ranges: readonly TimeRange[]): TimeRange {
  const from = Math.max(...ranges.map(startOf));
  const to = Math.min(...ranges.map(endOf));
  return { from: from === -Infinity ? undefined : from, to: to === Infinity ? undefined : to };
}

function startOf({ from = -Infinity }: TimeRange): number {
  return from;
}

function endOf({ to = Infinity }: TimeRange): number {
  return to;
}

/** The range of the date with which a pattern begins. */
function boundsOf(pattern: string): TimeRange | undefined {
  const start = pattern.split('*', 1)[0] ?? '';
  if (fewDigits.test(start) && start.length < pattern.length) {
    const years = 10 ** (4 - start.length);
    const first = Number(start) * years;
    return { from: timeOf(first), to: timeOf(first + years) };
  }
  const [, year, month, day] = dateAtStart.exec(start) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const from = timeOf(y, m, d);
  const isDate = new Date(from).getUTCMonth() === m && new Date(from).getUTCDate() === d;
  if (!isDate) return { from, to: from };
  if (month === undefined) return { from, to: timeOf(y + 1) };
  return { from, to: day === undefined ? timeOf(y, m + 1) : timeOf(y, m, d + 1) };
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function timeOf(year: number, month = 0, day = 1): number {
  return new Date(0).setUTCFullYear(year, month, day);
}
