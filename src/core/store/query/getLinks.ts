import type { LinksOfRow } from '../../records/linksOfRow';
import type { ThreatLink } from '../../records/record';
import { riskRank } from '../../records/risk';
import { feedLink, feedLinksOfManySql, threatLink, threatLinksOfManySql } from '../statements/links';
import type { Steps } from '../sqlite/timeSlicer';
import { type Connection, integer, type Row } from '../sqlite/sqlite';

const chunk = 250;

/** Threats and feeds linked to indicators, by name, without indicators that have none. The highest risk of a threat wins. */
export function* getLinks(connection: Connection, iids: readonly number[]): Steps<readonly LinksOfRow[]> {
  const found: LinksOfRow[] = [];
  for (let at = 0; at < iids.length; at += chunk) {
    const wanted = JSON.stringify(iids.slice(at, at + chunk));
    const listed = (sql: string): ReadonlyMap<number | undefined, readonly Row[]> =>
      Map.groupBy(connection.all(sql, wanted), (row) => integer(row['iid']));
    const threats = listed(threatLinksOfManySql);
    const feeds = listed(feedLinksOfManySql);
    for (const iid of new Set([...threats.keys(), ...feeds.keys()])) {
      if (iid === undefined) continue;
      found.push({
        iid,
        threats: worstOnce((threats.get(iid) ?? []).map((row) => threatLink(row, true))),
        feeds: once((feeds.get(iid) ?? []).map((row) => feedLink(row, true))),
      });
    }
    yield;
  }
  return found;
}

function worstOnce(links: readonly ThreatLink[]): readonly ThreatLink[] {
  const worstFirst = links.toSorted((a, b) => riskRank(b.risk) - riskRank(a.risk));
  return once(worstFirst).toSorted((a, b) => a.name.localeCompare(b.name));
}

function once<T extends { readonly name: string }>(links: readonly T[]): readonly T[] {
  const found = new Map<string, T>();
  for (const link of links) if (!found.has(link.name)) found.set(link.name, link);
  return [...found.values()];
}
