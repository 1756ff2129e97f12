import { type Known, byPrecedence } from '../records/knowledge';
import { type IndicatorRecord, type Timestamps, type UtcMillis } from '../records/record';
import { levelOf } from '../records/risk';
import { omit } from './omit';

/** An assertion with the times at which the store first took it and last saw it change. */
export interface SourceStatement extends Known {
  readonly created: UtcMillis;
  readonly changed: UtcMillis;
}

function unique<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const found = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item).toLowerCase();
    if (!found.has(name)) found.set(name, item);
  }
  return [...found.values()];
}

function extreme(numbers: readonly (number | undefined)[], pick: (...n: number[]) => number): number | undefined {
  const there = numbers.filter((n) => n !== undefined);
  return there.length === 0 ? undefined : pick(...there);
}

/** Of one key in several records the first that says anything; keys of all of them. */
function overlay<T>(records: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  return Object.fromEntries(records.toReversed().flatMap((record) => Object.entries(record)));
}

function nested<T>(records: readonly Readonly<Record<string, Readonly<Record<string, T>>>>[]) {
  const groups = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries([...groups].map((group) => [group, overlay(records.map((record) => record[group] ?? {}))]));
}

function timestampsOf(records: readonly IndicatorRecord[], retired: boolean): Timestamps {
  const at = (name: keyof Timestamps): (number | undefined)[] => records.map(({ timestamps }) => timestamps[name]);
  const timestamps: Record<keyof Timestamps, number | undefined> = {
    added: extreme(at('added'), Math.min),
    updated: extreme(at('updated'), Math.max),
    seen: extreme(at('seen'), Math.max),
    probed: extreme(at('probed'), Math.max),
    retired: retired ? extreme(at('retired'), Math.max) : undefined,
  };
  return Object.fromEntries(Object.entries(timestamps).filter(([, value]) => value !== undefined));
}

/** Lays records of one indicator over each other: the first leads in what there can be one of, lists are united. */
export function overlayRecords(lead: IndicatorRecord, others: readonly IndicatorRecord[]): IndicatorRecord {
  if (others.length === 0) return lead;
  const records = [lead, ...others];
  const submissions = extreme(
    records.map((record) => record.submissions),
    Math.max,
  );
  const toplist = records.find((record) => record.toplist !== undefined)?.toplist;
  return {
    ...lead,
    timestamps: timestampsOf(records, lead.retired),
    ...(submissions === undefined ? {} : { submissions }),
    ...(toplist === undefined ? {} : { toplist }),
    riskFactors: unique(
      records.flatMap((record) => record.riskFactors),
      (factor) => factor.description,
    ),
    redirects: {
      from: unique(
        records.flatMap((record) => record.redirects.from),
        (end) => end.value,
      ),
      to: unique(
        records.flatMap((record) => record.redirects.to),
        (end) => end.value,
      ),
    },
    threats: unique(
      records.flatMap((record) => record.threats),
      (threat) => threat.name,
    ),
    feeds: unique(
      records.flatMap((record) => record.feeds),
      (feed) => feed.name,
    ),
    comments: unique(
      records.flatMap((record) => record.comments),
      (comment) => `${comment.username ?? ''}\n${comment.text}`,
    ),
    attributes: overlay(records.map((record) => record.attributes)),
    properties: nested(records.map((record) => record.properties)),
    other: overlay(records.map((record) => record.other)),
  };
}

/**
 * The one record that the local service serves of what its sources say, `leadFirst`; the risk is the user's where he set it.
 * Where a source is silent about a stamp, the times of the store itself stand in: added when it first came, updated when
 * it last changed; seen when its source last spoke of it, which is its own stamp of a change, else when it last brought it.
 */
export function mergeStatements(statements: readonly [SourceStatement, ...SourceStatement[]]): IndicatorRecord {
  const [only] = statements;
  if (statements.length === 1 && leadRank(only) === 0) return withTimestamps(only);
  const sorted = statements.toSorted((a, b) => leadRank(a) - leadRank(b) || byPrecedence(a, b));
  const [lead, ...others] = sorted.map(withTimestamps);
  // A sorted copy of a list that holds one is a list that holds one; the type system has forgotten it.
  if (lead === undefined) throw new RangeError('nothing to merge');
  return withUser(withScan(overlayRecords(lead, others), sorted), sorted);
}

/** A scan or a word of the user leads only where nobody else speaks; what they say is laid over the others' after that. */
export function leadRank({ source }: Known): number {
  return source.kind === 'user' ? 2 : source.kind === 'scan' ? 1 : 0;
}

/**
 * Whether the sources call an indicator retired, all of them, and nobody submitted it since; undefined where they don't.
 * Answers with when they did.
 */
export function retiredBySources(
  statements: readonly SourceStatement[],
): { readonly at: UtcMillis | undefined } | undefined {
  const sources = statements.filter((one) => leadRank(one) === 0);
  if (sources.length === 0 || sources.some(({ record }) => !record.retired)) return undefined;
  const at = extreme(
    sources.map(({ record, changed }) => record.timestamps.retired ?? changed),
    Math.max,
  );
  const submitted = statements.find(({ source }) => source.kind === 'scan')?.record.timestamps.seen ?? 0;
  return submitted > (at ?? 0) ? undefined : { at };
}

/** A scan and a word of the user are no sighting: only what they say of it themselves counts. */
function withTimestamps({ record, created, changed, asOf, source }: SourceStatement): IndicatorRecord {
  const { updated, added } = record.timestamps;
  const seen = source.kind === 'scan' || source.kind === 'user' ? {} : { seen: updated ?? added ?? asOf };
  return { ...record, timestamps: { added: created, updated: changed, ...seen, ...record.timestamps } };
}

/**
 * What a scan found out is newer than what anybody brought, and its score has all of theirs in it; its submissions come on
 * top of theirs.
 */
function withScan(merged: IndicatorRecord, statements: readonly SourceStatement[]): IndicatorRecord {
  const scan = statements.find(({ source }) => source.kind === 'scan')?.record;
  if (scan === undefined) return merged;
  const elsewhere = statements.filter((one) => leadRank(one) === 0).map(({ record }) => record.submissions);
  const submissions = (scan.submissions ?? 0) + (extreme(elsewhere, Math.max) ?? 0);
  const recommended = levelOf(scan.riskRecommended ?? scan.risk);
  return {
    ...merged,
    risk: merged.manualRisk ? merged.risk : recommended,
    riskRecommended: recommended,
    attributes: overlay([scan.attributes, merged.attributes]),
    properties: nested([scan.properties, merged.properties]),
    ...(submissions > 0 ? { submissions } : {}),
    ...(merged.retired && !scan.retired ? { retired: false, timestamps: omit(merged.timestamps, 'retired') } : {}),
  };
}

/** The user's own risk leads; what would count without it stays as the recommended one. */
function withUser(merged: IndicatorRecord, sorted: readonly SourceStatement[]): IndicatorRecord {
  const word = sorted.find(({ source, record }) => source.kind === 'user' && record.manualRisk)?.record;
  if (word === undefined) return merged;
  const alone = sorted.every(({ source }) => source.kind === 'user');
  const recommended = alone ? 'unknown' : (merged.riskRecommended ?? merged.risk);
  return { ...merged, risk: word.risk, riskRecommended: recommended, manualRisk: true };
}
