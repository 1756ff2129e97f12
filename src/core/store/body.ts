import { type IndicatorType } from '../indicators/types';
import { emptyRecord, type FeedLink, type IndicatorRecord, type ThreatLink } from '../records/record';

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (typeof value !== 'object' || value === null) return false;
  // A list is most often empty, and asking for its length is cheaper than for its keys.
  if (isEmptyList(value)) return true;
  for (const key in value) if (!isEmptyList((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const nowhere: ReadonlySet<string> = new Set();
const elsewhere: ReadonlySet<string> = new Set(['value', 'type', 'threats', 'feeds']);

/** Written piece by piece: an object of changing form, made for its text alone, costs more than the text. */
function packed(record: Partial<IndicatorRecord>, elsewhere: ReadonlySet<string>): string {
  let text = '';
  for (const key in record) {
    const value: unknown = record[key as keyof IndicatorRecord];
    if (isEmpty(value) || elsewhere.has(key)) continue;
    text += `${text === '' ? '' : ','}"${key}":${typeof value === 'boolean' ? String(value) : JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

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
