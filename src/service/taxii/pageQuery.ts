import { exactTimestamp } from '../../core/records/exactTimestamp';
import type { SortKey } from '../../core/store/stix/position';
import type { Answer } from '../http/answer';
import { taxiiError } from './response';
import { getPosition } from './cursor';

/** The maximum and default number of objects per page (lookup API: “Limits”). */
export const maxPage = 1_000;

/** The parameters of a request for a list of a collection (TAXII 2.1, 3.4 and 3.5). */
export interface PageQuery {
  readonly limit: number;
  readonly after: SortKey | undefined;
  /** With six fractional digits. */
  readonly createdAfter: string | undefined;
  readonly ids: ReadonlySet<string> | undefined;
  readonly types: ReadonlySet<string> | undefined;
  /**
   * Timestamps with six fractional digits, and whether any of `last`, `first` and `all` is among them; only the newest
   * version exists here.
   */
  readonly versions: { readonly timestamps: ReadonlySet<string>; readonly newest: boolean } | undefined;
  readonly specs: ReadonlySet<string> | undefined;
}

/** Reads the parameters for a collection, by its ID; the last of repeated parameters wins; empty ones are ignored. */
export function readPageQuery(query: URLSearchParams, collection: string): PageQuery | Answer {
  const given = (name: string): string | undefined => query.getAll(name).findLast((value) => value !== '');
  const listed = (name: string): ReadonlySet<string> | undefined => {
    const values = given(`match[${name}]`)
      ?.split(',')
      .map((word) => word.trim());
    return values === undefined ? undefined : new Set(values);
  };
  const invalid = (name: string, what: string): Answer => taxiiError(400, `Parameter ${name} ${what}.`);

  const limit = given('limit');
  if (limit !== undefined && !/^0*[1-9]\d*$/.test(limit))
    return invalid('limit', 'must be a whole number of at least 1');
  const token = given('next');
  const after = token === undefined ? undefined : getPosition(token, collection);
  if (token !== undefined && after === undefined)
    return invalid('next', 'must be a token from the previous page of the same collection');
  const timestamp = given('added_after');
  const createdAfter = timestamp === undefined ? undefined : exactTimestamp(timestamp);
  if (timestamp !== undefined && createdAfter === undefined) {
    return invalid('added_after', 'must be a timestamp such as 2026-01-31T12:00:00.000Z');
  }
  const versions = versionsOf(listed('version'));
  if (versions === false) return invalid('match[version]', 'must be last, first, all or timestamps');
  return {
    limit: Math.min(Number(limit ?? maxPage), maxPage),
    after,
    createdAfter,
    ids: listed('id'),
    types: listed('type'),
    versions,
    specs: listed('spec_version'),
  };
}

function versionsOf(values: ReadonlySet<string> | undefined): PageQuery['versions'] | false {
  if (values === undefined) return undefined;
  const named = new Set(['last', 'first', 'all']);
  const timestamps = [...values].filter((word) => !named.has(word)).map(exactTimestamp);
  if (timestamps.includes(undefined)) return false;
  return {
    timestamps: new Set(timestamps.filter((timestamp) => timestamp !== undefined)),
    newest: timestamps.length < values.size,
  };
}
