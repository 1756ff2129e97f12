import { type IndicatorType } from '../indicators/types';
import { emptyRecord, type FeedLink, type IndicatorRecord, type ThreatLink } from '../records/record';

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (!isEmptyList((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function packed(record: Partial<IndicatorRecord>, elsewhere: ReadonlySet<string>): string {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(record) as (keyof IndicatorRecord)[])
    if (!elsewhere.has(key) && !isEmpty(record[key])) kept[key] = record[key];
  return JSON.stringify(kept);
}

const nowhere: ReadonlySet<string> = new Set();
const elsewhere: ReadonlySet<string> = new Set(['value', 'type', 'threats', 'feeds']);

/** A record, or a part of one, as JSON without what is empty, so that a bare row of a list costs a few bytes. */
export function packRecord(record: Partial<IndicatorRecord>): string {
  return packed(record, nowhere);
}

/** What an assertion keeps in its body: value and type stand in `indicator`, threats and feeds in link tables. */
export function packAssertion(record: IndicatorRecord): string {
  return packed(record, elsewhere);
}

/** The record of a body that {@link packAssertion} or {@link packRecord} wrote; what the body lacks is empty. */
export function unpackRecord(
  body: string,
  value: string,
  type: IndicatorType,
  links: { readonly threats?: readonly ThreatLink[]; readonly feeds?: readonly FeedLink[] } = {},
): IndicatorRecord {
  const parsed = JSON.parse(body) as Partial<IndicatorRecord>;
  return {
    ...emptyRecord(value, type),
    ...parsed,
    ...(links.threats === undefined ? {} : { threats: links.threats }),
    ...(links.feeds === undefined ? {} : { feeds: links.feeds }),
  };
}
