import { currentLocale } from './locale';
import { cached } from './numbers';
import { t } from './messages';

/** Milliseconds since 1970, UTC. */
type UtcMillis = number;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

/** Formats a fraction of 1 as a whole percentage: “40%”. */
export function formatPercent(share: number): string {
  return cached('percent', (language) => new Intl.NumberFormat(language, { style: 'percent' })).format(share);
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in the largest useful unit, with steps of 1,024: “812 bytes”, “3.4 MB”. */
export function formatSize(bytes: number): string {
  let step = 0;
  let size = bytes;
  while (size >= 1024 && step < sizeUnits.length - 1) {
    size /= 1024;
    step += 1;
  }
  const unit = sizeUnits[step] ?? 'byte';
  const digits = step === 0 || size >= 100 ? 0 : 1;
  return cached(
    `${unit} ${digits}`,
    (language) =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(size);
}

type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** Units by size, each with the amount from which the next larger one is used. */
const spanUnits = [
  ['minute', minute, 60],
  ['hour', hour, 48],
  ['day', day, 60],
  ['month', month, 24],
] as const;

/** The largest useful unit, and the rounded amount in it. */
function span(millis: number): readonly [number, SpanUnit] {
  const length = Math.abs(millis);
  if (length < minute) return [Math.max(1, Math.ceil(length / second)), 'second'];
  for (const [unit, size, limit] of spanUnits) {
    const amount = Math.round(length / size);
    if (amount < limit) return [amount, unit];
  }
  return [Math.round(length / year), 'year'];
}

/** Formats a duration in milliseconds: “40 seconds”, “5 minutes”, “3 days”, “4 months”. */
export function formatDuration(millis: number): string {
  const [value, unit] = span(millis);
  return cached(
    `duration ${unit}`,
    (language) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }),
  ).format(value);
}

/** Formats an age: “just now” within a minute, then “5 minutes ago”; a time in the future has none, and is a date. */
export function formatAge(at: UtcMillis, now: UtcMillis): string {
  if (Math.abs(now - at) < minute) return t('just now');
  return at > now ? formatDate(at) : formatRelative(at, now);
}

/** Formats the time span to a point in time with seconds: “in 40 seconds”, “5 minutes ago”. */
export function formatRelative(at: UtcMillis, now: UtcMillis): string {
  const [value, unit] = span(at - now);
  return cached('relative', (language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' })).format(
    at >= now ? value : -value,
    unit,
  );
}

/** Formats a time in the future: “in 40 seconds”; from a minute on including the time: “in 5 minutes (2:05 PM)”. */
export function formatTimeAhead(at: UtcMillis, now: UtcMillis): string {
  const relative = formatRelative(at, now);
  if (at - now < minute || !isDate(at)) return relative;
  return t('{0} ({1})', relative, formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at));
}

/** Formats a date: “March 1, 2024”. */
export function formatDate(at: UtcMillis): string {
  return formatBy('date', { dateStyle: 'long' }, at);
}

/** Formats a time of day: “2:05 PM”. */
function formatTime(at: UtcMillis): string {
  return formatBy('time', { timeStyle: 'short' }, at);
}

/** Formats a date and time: “Mar 1, 2024, 2:05 PM”. */
export function formatDateTime(at: UtcMillis): string {
  return formatBy('dateTime', { dateStyle: 'medium', timeStyle: 'short' }, at);
}

/** Formats the exact time for a tooltip or a file, the same in every language: “2024-03-01 09:05:26 UTC”. */
export function formatUtc(at: UtcMillis): string {
  return isDate(at) ? `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC` : t('Invalid date');
}

/** Formats a list: “a, b, and c”. */
export function formatList(items: Iterable<string>): string {
  return cached('and', (language) => new Intl.ListFormat(language, { type: 'conjunction' })).format(items);
}

/** The parts of {@link formatList}: its items, each with its index, and the separators. */
export function listParts(items: Iterable<string>): readonly { readonly text: string; readonly item?: number }[] {
  const format = cached('and', (language) => new Intl.ListFormat(language, { type: 'conjunction' }));
  let next = 0;
  return format
    .formatToParts(items)
    .map(({ type, value: text }) => (type === 'element' ? { text, item: next++ } : { text }));
}

/** Formats a list of alternatives: “a, b, or c”. */
export function formatAlternatives(items: Iterable<string>): string {
  return cached('or', (language) => new Intl.ListFormat(language, { type: 'disjunction' })).format(items);
}

/** The name of a country by its ISO 3166-1 code, or the code if it is unknown. */
export function formatCountry(code: string): string {
  try {
    return cached('country', (language) => new Intl.DisplayNames(language, { type: 'region' })).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Compares texts for sorting: numbers by value, ignoring case. */
export function compareText(a: string, b: string): number {
  return cached('compare', (language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' })).compare(
    a,
    b,
  );
}

function formatBy(kind: string, options: Intl.DateTimeFormatOptions, at: UtcMillis): string {
  if (!isDate(at)) return t('Invalid date');
  const { timeZone } = currentLocale();
  return cached(
    kind,
    (language) => new Intl.DateTimeFormat(language, { ...options, ...(timeZone === undefined ? {} : { timeZone }) }),
  ).format(at);
}

function isDate(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
