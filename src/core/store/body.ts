import { type IndicatorType } from '../indicators/types';
import { emptyRecord, type FeedLink, type IndicatorRecord, type ThreatLink } from '../records/record';
import { without } from './without';

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((part) => Array.isArray(part) && part.length === 0);
}

/** A record, or a part of one, as JSON without what is empty, so that a bare row of a list costs a few bytes. */
export function packRecord(record: Partial<IndicatorRecord>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value))));
}

/** What an assertion keeps in its body: value and type stand in `indicator`, threats and feeds in link tables. */
export function packAssertion(record: IndicatorRecord): string {
  return packRecord(without(record, 'value', 'type', 'threats', 'feeds'));
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
