import { parseTimestamp } from '../../records/timestamp';
import type { UtcMillis } from '../../records/record';
import { t } from '../../../l10n';

/** The meaning of a value of `seen`, `added`, or `updated`. */
export type DateCondition =
  /** That time or later: `seen=2025-03-01`, `seen=7d`. */
  | { readonly kind: 'since'; readonly at: UtcMillis; readonly relative: boolean }
  /** A timestamp `YYYY-MM-DD HH:MM:SS` that matches a pattern: `added=2025-03-*`. */
  | { readonly kind: 'like'; readonly pattern: string };

const hour = 3_600_000;
const spans: Readonly<Record<string, number>> = {
  hour,
  h: hour,
  day: 24 * hour,
  d: 24 * hour,
  week: 7 * 24 * hour,
  w: 7 * 24 * hour,
  month: 30 * 24 * hour,
  year: 365 * 24 * hour,
  y: 365 * 24 * hour,
};

/** Values that completion offers, most common first. */
export const relativeDates: readonly { readonly value: string; readonly meaning: () => string }[] = [
  { value: '24h', meaning: () => t('in the last 24 hours') },
  { value: '7d', meaning: () => t('in the last 7 days') },
  { value: '30d', meaning: () => t('in the last 30 days') },
  { value: '1y', meaning: () => t('in the last 365 days') },
  { value: 'today', meaning: () => t('today (UTC)') },
  { value: 'yesterday', meaning: () => t('since yesterday (UTC)') },
];

/**
 * Reads the value of a date field, which the specification doesn't define: a year, month, day, or time (UTC) means that
 * time or later; `24h`, `7d`, `2w`, `1y`, `day`, `week`, `month`, and `year` mean the last such time span; `today` and
 * `yesterday` start at midnight UTC; a value with `*` is compared with the timestamp as text. Undefined for anything else.
 */
export function readDate(value: string, now: UtcMillis): DateCondition | undefined {
  const text = value.trim().toLowerCase();
  if (text.includes('*')) return /^[\d*: t-]+$/.test(text) ? { kind: 'like', pattern: likeTimestamp(text) } : undefined;
  const span = spanOf(text);
  if (span !== undefined) return { kind: 'since', at: now - span, relative: true };
  if (text === 'today') return { kind: 'since', at: midnight(now), relative: true };
  if (text === 'yesterday') return { kind: 'since', at: midnight(now) - 24 * hour, relative: true };
  const at = /^\d{4}(-\d{1,2})?$/.test(text)
    ? parseTimestamp(text.length > 4 ? `${text}-01` : `${text}-01-01`)
    : parseTimestamp(text);
  return at === undefined ? undefined : { kind: 'since', at, relative: false };
}

function likeTimestamp(text: string): string {
  return text.replace(/(\d|\*)t(?=\d|\*|$)/, '$1 ');
}

function spanOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{0,5})([a-z]+)$/.exec(text) ?? [];
  const word = unit.length > 1 && unit.endsWith('s') ? unit.slice(0, -1) : unit;
  // A letter without a number isn't a time span.
  if (count === '' && word.length === 1) return undefined;
  const span = Object.hasOwn(spans, word) ? spans[word] : undefined;
  return span === undefined ? undefined : span * (count === '' ? 1 : Number(count));
}

function midnight(now: UtcMillis): UtcMillis {
  return now - (now % (24 * hour));
}
