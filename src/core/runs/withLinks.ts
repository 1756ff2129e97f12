import type { FoundRows } from '../records/found';
import type { LinksOfRow } from '../records/linksOfRow';

/** The ids of rows without threats and feeds, as in Explore's JSON. */
export function rowsWithoutLinks(found: FoundRows): readonly number[] {
  return found.type === 'threats'
    ? []
    : found.rows.flatMap(({ iid, threats, feeds }) =>
        iid === undefined || threats.length + feeds.length > 0 ? [] : [iid],
      );
}

/** Adds threats and feeds from the store to rows that have none. */
export function withLinks(found: FoundRows, links: readonly LinksOfRow[]): FoundRows {
  if (found.type === 'threats' || links.length === 0) return found;
  const wanted = new Set(rowsWithoutLinks(found));
  const byIid = new Map(links.map((each) => [each.iid, each]));
  return {
    ...found,
    rows: found.rows.map((record) => {
      const { iid } = record;
      const own = iid !== undefined && wanted.has(iid) ? byIid.get(iid) : undefined;
      return own === undefined ? record : { ...record, threats: own.threats, feeds: own.feeds };
    }),
  };
}
