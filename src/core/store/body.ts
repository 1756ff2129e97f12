import { type IndicatorType } from '../indicators/types';
import {
  emptyRecord,
  type FeedLink,
  type IndicatorRecord,
  type SkippedEntries,
  type Timestamps,
  type ThreatLink,
} from '../records/record';

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Undefined for an object that holds nothing, or nothing but empty lists. */
function full<T extends object>(value: T | undefined): T | undefined {
  if (value === undefined) return undefined;
  for (const key in value) if (!isEmptyList(value[key])) return value;
  return undefined;
}

function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** Names in the stored JSON that differ from those of a record: older versions wrote them. */
const storedNames = { timestamps: 'stamps', skipped: 'leftOut' } as const;
type StoredNames = typeof storedNames;
type StoredKey = Exclude<keyof IndicatorRecord, keyof StoredNames> | StoredNames[keyof StoredNames];
type StoredRecord = Partial<Omit<IndicatorRecord, keyof StoredNames>> &
  Partial<Record<typeof storedNames.timestamps, Timestamps>> &
  Partial<Record<typeof storedNames.skipped, readonly SkippedEntries[]>>;

/**
 * A record, or a part of one, without what is empty. Every object has the same keys in the same order: of a million records
 * of changing form the making would cost more than the text.
 */
function packed(record: Partial<IndicatorRecord>): Record<StoredKey, unknown> {
  return {
    value: record.value,
    type: record.type,
    risk: record.risk,
    manualRisk: record.manualRisk === true ? true : undefined,
    retired: record.retired === true ? true : undefined,
    stamps: full(record.timestamps),
    riskFactors: some(record.riskFactors),
    redirects: full(record.redirects),
    threats: some(record.threats),
    feeds: some(record.feeds),
    comments: some(record.comments),
    attributes: full(record.attributes),
    properties: full(record.properties),
    other: full(record.other),
    iid: record.iid,
    qid: record.qid,
    riskRecommended: record.riskRecommended,
    retiredReason: record.retiredReason,
    submissions: record.submissions,
    toplist: record.toplist,
    leftOut: some(record.skipped),
  };
}

/** A record, or a part of one, as JSON without what is empty, so that a bare row of a list costs a few bytes. */
export function packRecord(record: Partial<IndicatorRecord>): string {
  return JSON.stringify(packed(record));
}

/** What an assertion keeps in its body: value and type stand in `indicator`, threats and feeds in link tables. */
export function packAssertion(record: IndicatorRecord): string {
  return JSON.stringify({ ...packed(record), value: undefined, type: undefined, threats: undefined, feeds: undefined });
}

/** The record of a body that {@link packAssertion} or {@link packRecord} wrote; what the body lacks is empty. */
export function unpackRecord(
  body: string,
  value: string,
  type: IndicatorType,
  links: { readonly threats?: readonly ThreatLink[]; readonly feeds?: readonly FeedLink[] } = {},
): IndicatorRecord {
  const stored = JSON.parse(body) as StoredRecord;
  const { [storedNames.timestamps]: timestamps, [storedNames.skipped]: skipped, ...parsed } = stored;
  return {
    ...emptyRecord(value, type),
    ...parsed,
    ...(timestamps === undefined ? {} : { timestamps }),
    ...(skipped === undefined ? {} : { skipped }),
    ...(links.threats === undefined ? {} : { threats: links.threats }),
    ...(links.feeds === undefined ? {} : { feeds: links.feeds }),
  };
}
