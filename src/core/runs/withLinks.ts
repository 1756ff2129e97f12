import { type FoundRows } from '../records/found';
import { type LinksOfRow } from '../records/linksOfRow';

/** The ids of rows that tell of neither threats nor feeds: rows of Explore's JSON have none. */
export function rowsWithoutLinks(found: FoundRows): readonly number[] {
  return found.type === 'threats'
    ? []
    : found.rows.flatMap(({ iid, threats, feeds }) =>
        iid === undefined || threats.length + feeds.length > 0 ? [] : [iid],
      );
}

/** Rows with the threats and feeds that the store, which answered, ties them to; rows that tell of some keep theirs. */
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
