import type { IndicatorRecord } from '../../records/record';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { type Facet, facetKey, getFacets } from './facets';

/** Value of `indicator.newest` for an indicator without a date. */
const neverSeen = -1_000_000_000_000_000;

function cached(connection: Connection, name: string, find: () => number): number {
  const known = connection.memo.get(name);
  if (known !== undefined) return known;
  const id = find();
  connection.memo.set(name, id);
  return id;
}

function fieldId(connection: Connection, group: string, name: string): number {
  return cached(connection, `\nfield\n${group}\n${name}`, () => {
    const row = connection.get('SELECT id FROM facet_field WHERE name = ? AND grp = ?', name, group);
    return integer(row?.['id']) ?? connection.run('INSERT INTO facet_field (name, grp) VALUES (?, ?)', name, group).id;
  });
}

function facetId(connection: Connection, facet: Facet, key = facetKey(facet)): number {
  return cached(connection, key, () => {
    const { group, name, value } = facet;
    const field = fieldId(connection, group, name);
    const row = connection.get('SELECT id FROM facet WHERE field_id = ? AND value = ?', field, value);
    return integer(row?.['id']) ?? connection.run('INSERT INTO facet (field_id, value) VALUES (?, ?)', field, value).id;
  });
}

/** The ids of a record's facets and of `more`, creating new ones. Requires a transaction. */
export function facetIds(
  connection: Connection,
  record: IndicatorRecord,
  more: readonly Facet[] = [],
): readonly number[] {
  const ids: number[] = [];
  for (const [key, facet] of getFacets(record)) ids.push(facetId(connection, facet, key));
  for (const facet of more) {
    const id = facetId(connection, facet);
    if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** Previous values of an indicator's row. */
interface Before {
  readonly facets: string;
  readonly newest: number;
  /** True if its links are written; otherwise they are written later in bulk. */
  readonly indexed: boolean;
}

function idsIn(list: string): readonly number[] {
  return list === '' ? [] : (JSON.parse(list) as readonly number[]);
}

/** Updates `indicator.facets` and links; `newest` is the new value, `before` has the previous ones. */
function relink(
  connection: Connection,
  iid: number,
  before: Before,
  now: { readonly ids: readonly number[]; readonly newest: number },
): void {
  const facets = JSON.stringify(now.ids);
  if (facets === before.facets && now.newest === before.newest) return;
  if (before.indexed) {
    for (const id of idsIn(before.facets))
      connection.run('DELETE FROM facet_link WHERE facet_id = ? AND newest = ? AND iid = ?', id, before.newest, iid);
    for (const id of now.ids)
      connection.run('INSERT OR IGNORE INTO facet_link (facet_id, newest, iid) VALUES (?, ?, ?)', id, now.newest, iid);
  }
  connection.run('UPDATE indicator SET facets = ? WHERE iid = ?', facets, iid);
}

/** The values of an indicator's row before an update, for {@link refacet}. */
export function facetsBefore(connection: Connection, iid: number): Before {
  const row = connection.get('SELECT facets, newest, indexed FROM indicator WHERE iid = ?', iid);
  return {
    facets: text(row?.['facets']),
    newest: integer(row?.['newest']) ?? neverSeen,
    indexed: row?.['indexed'] === 1,
  };
}

/** Updates the facets of an indicator from its merged record; `newest` is the row's new value. */
export function refacet(
  connection: Connection,
  iid: number,
  before: Before,
  record: IndicatorRecord,
  newest = record.timestamps.seen ?? neverSeen,
): void {
  relink(connection, iid, before, { ids: facetIds(connection, record), newest });
}

/** Deletes unused facets. Requires a transaction. */
export function dropUnusedFacets(connection: Connection): void {
  connection.exec('DELETE FROM facet WHERE NOT EXISTS (SELECT 1 FROM facet_link l WHERE l.facet_id = facet.id)');
  connection.memo.clear();
}

/** Adds facets for links that are added after an indicator was written. */
export function addFacets(connection: Connection, iid: number, facets: readonly Facet[]): void {
  const before = facetsBefore(connection, iid);
  const ids = new Set([...idsIn(before.facets), ...facets.map((facet) => facetId(connection, facet))]);
  relink(connection, iid, before, { ids: [...ids], newest: before.newest });
}
