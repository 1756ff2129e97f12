import { creditsField, uniqueCredits } from '../../records/labels/credit';
import { type Known, byPrecedence } from '../../records/knowledge';
import type { IndicatorRecord, NameReach, Timestamps, UtcMillis } from '../../records/record';
import { ownValue } from '../../text/ownValue';
import { getLevel } from '../../records/risk';
import { omit } from './omit';

/** An assertion with the times when it was first stored and last changed. */
export interface SourceStatement extends Known {
  readonly created: UtcMillis;
  readonly changed: UtcMillis;
  /** Each name of the list states whether it covers its subdomains. Set only for answers about a subdomain. */
  readonly saysReach?: true;
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

/** Merges the keys of several records; for the same key, the first record wins. */
function overlay<T>(records: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  return Object.fromEntries(records.toReversed().flatMap((record) => Object.entries(record)));
}

function nested<T>(records: readonly Readonly<Record<string, Readonly<Record<string, T>>>>[]) {
  const groups = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    [...groups].map((group) => [group, overlay(records.map((record) => ownValue(record, group) ?? {}))]),
  );
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

/** The judgment of a team is by the one statement that has it. */
function mergedJudgment(records: readonly IndicatorRecord[]): Pick<IndicatorRecord, 'judgment'> {
  const judgment = records.find((record) => record.judgment !== undefined)?.judgment;
  return judgment === undefined ? {} : { judgment };
}

function mergedContexts(records: readonly IndicatorRecord[]): Pick<IndicatorRecord, 'contexts'> {
  const all = records.flatMap(({ contexts = [] }) => contexts);
  return all.length === 0 ? {} : { contexts: unique(all, ({ category, label }) => `${category}\n${label}`) };
}

/** Merges records of one indicator: the first wins for single values; lists are combined. */
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
    ...mergedContexts(records),
    ...mergedJudgment(records),
    ...creditsField(uniqueCredits(records)),
  };
}

/**
 * The record that the local service serves, merged from all sources in order of precedence; a risk set by the user
 * wins. If a source has no timestamps, those of the store are used: added when it first arrived, updated when it last
 * changed, seen when the source last mentioned it (its own update, or otherwise its last delivery).
 */
export function mergeStatements(statements: readonly [SourceStatement, ...SourceStatement[]]): IndicatorRecord {
  const [only] = statements;
  if (statements.length === 1 && leadRank(only) === 0) return withTimestamps(only);
  const sorted = statements.toSorted((a, b) => leadRank(a) - leadRank(b) || byPrecedence(a, b));
  const [lead, ...others] = sorted.map(withTimestamps);
  // The sorted copy can't be empty either; the type doesn't express that.
  if (lead === undefined) throw new RangeError('nothing to merge');
  const merged = withUser(withScan(overlayRecords(lead, others), sorted), sorted);
  const reach = reachOf(sorted, merged);
  return { ...omit(merged, 'reach'), reach };
}

/**
 * The names that a merged record is about: also those below if a source with the same risk includes them, only those
 * below if no source is about the name itself.
 */
function reachOf(statements: readonly SourceStatement[], { risk }: IndicatorRecord): NameReach | undefined {
  const sources = statements.filter((each) => leadRank(each) === 0).map(({ record }) => record);
  const [first] = sources;
  if (sources.some((record) => record.reach === 'all' && record.risk === risk)) return 'all';
  const isAboutOthers = sources.every(({ reach }) => reach === 'below' || reach === 'none');
  if (first === undefined || !isAboutOthers) return undefined;
  return sources.some(({ reach }) => reach === 'below') ? 'below' : 'none';
}

/** A scan or an override of the user leads only if there is no other source; otherwise it is applied on top. */
export function leadRank({ source }: Known): number {
  return source.kind === 'user' ? 2 : source.kind === 'scan' ? 1 : 0;
}

/**
 * Whether all sources call an indicator retired and nobody submitted it since. Returns the time, or undefined if they
 * don't.
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

/** A scan or an override isn't a sighting; only the timestamps in its own record count. */
function withTimestamps({ record, created, changed, asOf, source }: SourceStatement): IndicatorRecord {
  const { updated, added } = record.timestamps;
  const seen = source.kind === 'scan' || source.kind === 'user' ? {} : { seen: updated ?? added ?? asOf };
  return { ...record, timestamps: { added: created, updated: changed, ...seen, ...record.timestamps } };
}

/**
 * Scan results are newer than anything from other sources, and the score takes those into account. Submissions are
 * added up.
 */
function withScan(merged: IndicatorRecord, statements: readonly SourceStatement[]): IndicatorRecord {
  const scan = statements.find(({ source }) => source.kind === 'scan')?.record;
  if (scan === undefined) return merged;
  const elsewhere = statements.filter((one) => leadRank(one) === 0).map(({ record }) => record.submissions);
  const submissions = (scan.submissions ?? 0) + (extreme(elsewhere, Math.max) ?? 0);
  const recommended = getLevel(scan.riskRecommended ?? scan.risk);
  return {
    ...omit(merged, 'riskWhenSeen'),
    risk: merged.manualRisk ? merged.risk : recommended,
    riskRecommended: recommended,
    attributes: overlay([scan.attributes, merged.attributes]),
    properties: nested([scan.properties, merged.properties]),
    ...(submissions > 0 ? { submissions } : {}),
    ...(merged.retired && !scan.retired ? { retired: false, timestamps: omit(merged.timestamps, 'retired') } : {}),
  };
}

/** The user's own risk wins; the risk without it becomes the recommended one. */
function withUser(merged: IndicatorRecord, sorted: readonly SourceStatement[]): IndicatorRecord {
  const word = sorted.find(({ source, record }) => source.kind === 'user' && record.manualRisk)?.record;
  if (word === undefined) return merged;
  const alone = sorted.every(({ source }) => source.kind === 'user');
  const recommended = alone ? 'unknown' : (merged.riskRecommended ?? merged.risk);
  return { ...omit(merged, 'riskWhenSeen'), risk: word.risk, riskRecommended: recommended, manualRisk: true };
}
