import { wireTimestamp } from '../records/timestamp';
import type { Known } from '../records/knowledge';
import type { UtcMillis } from '../records/record';
import type { Triaged } from '../triage/assess';
import { answerJson, getChars } from './answer';
import { untrustedValue, type UntrustedLimits } from './untrusted';
import { rowEntry } from './rows';

/** How much of each statement is returned, the most first. */
const details: readonly (UntrustedLimits & { readonly sources: number })[] = [
  { sources: 100, items: 200, length: 1_000 },
  { sources: 100, items: 50, length: 400 },
  { sources: 50, items: 20, length: 240 },
  { sources: 20, items: 8, length: 160 },
  { sources: 10, items: 3, length: 120 },
  { sources: 5, items: 2, length: 80 },
  { sources: 1, items: 1, length: 80 },
];

/** Everything that is known about an indicator, as far as the answer may contain it. */
export function recordJson(row: Triaged, maxTokens: number | undefined): string {
  let json = '';
  for (const detail of details) {
    json = detailed(row, detail);
    if (json.length <= getChars(maxTokens)) break;
  }
  return json;
}

function detailed(row: Triaged, { sources, ...limits }: (typeof details)[number]): string {
  const all = [
    ...row.known.map((known) => ({ known })),
    ...(row.hostKnown ?? []).map((known) => ({ known, isOfHost: true })),
  ];
  const shown = all.slice(0, sources);
  let skippedValues = 0;
  const entries = shown.map(({ known, ...ofHost }) => ({
    ...ofHost,
    ...statementEntry(known, limits, (count) => (skippedValues += count)),
  }));
  return answerJson({
    ...rowEntry(row),
    sources: entries,
    skippedSources: all.length > shown.length ? all.length - shown.length : undefined,
    skippedValues: skippedValues > 0 ? skippedValues : undefined,
    more: all.length > shown.length || skippedValues > 0 ? 'Call again with a larger maxTokens.' : undefined,
  });
}

/** Only numbers of the store or the service, and what is returned apart. */
const apart: ReadonlySet<string> = new Set([
  'risk',
  'retired',
  'timestamps',
  'value',
  'type',
  'manualRisk',
  'iid',
  'qid',
]);

/** Threats, feeds, or comments with their dates as text. */
function withDates(entries: readonly { readonly [key in 'linked' | 'added' | 'updated']?: UtcMillis }[]) {
  return entries.map((entry) => ({
    ...entry,
    linked: wireTimestamp(entry.linked),
    added: wireTimestamp(entry.added),
    updated: wireTimestamp(entry.updated),
  }));
}

function statementEntry({ source, asOf, record }: Known, limits: UntrustedLimits, onSkipped: (count: number) => void) {
  const { risk, retired, type, timestamps } = record;
  const { seen, added, updated } = timestamps;
  const dates = { seen: wireTimestamp(seen), added: wireTimestamp(added), updated: wireTimestamp(updated) };
  const { threats, feeds, comments, ...others } = record;
  const stated = {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !apart.has(key))),
    threats: withDates(threats),
    feeds: withDates(feeds),
    comments: withDates(comments),
  };
  const { name, range, parent } = source;
  return {
    risk,
    type,
    retired: retired || undefined,
    sourceKind: source.kind,
    asOf: wireTimestamp(asOf),
    ...dates,
    untrusted: untrustedValue({ indicator: record.value, source: name, range, parent, ...stated }, limits, onSkipped),
  };
}
