import { exactMicros, exactMillis, toMillis } from '../../records/exactTimestamp';
import { otherThreat, threatTypes } from '../../stix/threatTypes';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';
import { changedLists } from './changes';
import {
  bySortKey,
  type Group,
  groups,
  type Order,
  type SortKey,
  startBehind,
  startInMillis,
  type StixQuery,
} from './position';

/** Before all other objects, so that clients know what the properties of an indicator mean. */
export const definedAt = '1970-01-01T00:00:00.000000Z';

type List = Generator<SortKey, undefined>;

/** Lists of positions, each ordered, which together cover all requested objects of these sources (by ID). */
export function sortKeys(connection: Connection, sources: readonly number[], query: StixQuery): readonly List[] {
  if (query.order === 'changed') return changedLists(connection, sources, query);
  const { types } = query;
  const has = (...names: readonly string[]): boolean => types === undefined || names.some((name) => types.has(name));
  const made = sources.filter((source) => isMade(connection, source));
  const [first] = made;
  const came = query.generatedOnly === true ? [] : sources;
  const lists = came.map((source) => originals(connection, source, sources, query));
  if (first !== undefined && has('identity', 'extension-definition')) lists.push(definitions(first, query));
  for (const source of made) {
    if (has('identity')) lists.push(rows(connection, { group: groups.feed, source, sql: feedSql }, query));
    if (has(...Object.values(threatTypes), otherThreat)) {
      lists.push(rows(connection, { group: groups.threat, source, sql: threatSql }, query));
    }
    if (has('relationship')) lists.push(indicators(connection, source, query, has('indicator')));
    else if (has('indicator')) lists.push(rows(connection, { group: groups.indicator, source, sql: bareSql }, query));
  }
  return lists;
}

/** Whether objects are generated for a source. */
function isMade(connection: Connection, source: number): boolean {
  const made = ['assertion', 'threat_assertion', 'feed_assertion'].map(
    (table) => `EXISTS (SELECT 1 FROM ${table} WHERE source_id = ?1 AND original = 0)`,
  );
  return connection.get(`SELECT ${made.join(' OR ')} AS made`, source)?.['made'] === 1;
}

/** Whether a position is one of those that a query asks for, apart from types. */
export function passes(sortKey: SortKey, { createdAfter, after }: StixQuery): boolean {
  const isLater = createdAfter === undefined || sortKey.created > createdAfter;
  return isLater && (after === undefined || bySortKey(sortKey, after) > 0);
}

/**
 * The identity that creates generated objects, and the definition of its properties: once, regardless of the number of
 * sources.
 */
function* definitions(source: number, query: StixQuery): List {
  for (const id of [0, 1]) {
    const sortKey = { created: definedAt, group: groups.definition, source, id, part: 0 };
    if (passes(sortKey, query)) yield sortKey;
  }
  return undefined;
}

function statedSql(table: string, id: string): string {
  return `SELECT ${id} AS id, stated FROM ${table}
    WHERE source_id = ?1 AND original = 0 AND (stated, ${id}) >= (?2, ?3) ORDER BY stated, ${id}`;
}

const feedSql = statedSql('feed_assertion', 'fid');
const threatSql = statedSql('threat_assertion', 'tid');
const bareSql = statedSql('assertion', 'iid');
/** The relationships of an indicator come right after it. */
const tiedSql = `SELECT a.iid AS id, a.stated, l.tid FROM assertion a
  LEFT JOIN threat_link l ON l.iid = a.iid AND l.source_id = a.source_id
  WHERE a.source_id = ?1 AND a.original = 0 AND (a.stated, a.iid) >= (?2, ?3) ORDER BY a.stated, a.iid, l.tid`;

interface Listed {
  readonly group: Group;
  readonly source: number;
  readonly sql: string;
}

/** Rows with a `stated` column in milliseconds, starting at the first requested one. */
function stated(connection: Connection, { group, source, sql }: Listed, query: StixQuery): Iterable<Row> {
  const start = startInMillis(startBehind(query.after, group, source));
  const from = query.createdAfter === undefined ? -Infinity : toMillis(query.createdAfter).at + 1;
  return connection.rows(sql, source, ...(from > start.at ? [from, 0] : [start.at, start.id]));
}

function* rows(connection: Connection, listed: Listed, query: StixQuery): List {
  const { group, source } = listed;
  for (const row of stated(connection, listed, query)) {
    const sortKey = {
      created: exactMillis(integer(row.stated) ?? 0),
      group,
      source,
      id: integer(row.id) ?? 0,
      part: 0,
    };
    if (passes(sortKey, query)) yield sortKey;
  }
  return undefined;
}

function* indicators(connection: Connection, source: number, query: StixQuery, withThem: boolean): List {
  const group = groups.indicator;
  let last = 0;
  for (const row of stated(connection, { group, source, sql: tiedSql }, query)) {
    const [id, tid] = [integer(row.id) ?? 0, integer(row.tid)];
    const sortKey = { created: exactMillis(integer(row.stated) ?? 0), group, source, id, part: 0 };
    if (id !== last && withThem && passes(sortKey, query)) yield sortKey;
    last = id;
    if (tid === undefined) continue;
    const relationship = { ...sortKey, part: tid };
    if (passes(relationship, query)) yield relationship;
  }
  return undefined;
}

/** The newest version of an object in several sources; if they are equal, that of the first source. */
const leads = `NOT EXISTS (SELECT 1 FROM stix_object o WHERE o.id = s.id AND o.source_id <> s.source_id AND o.state <> 1
  AND (o.modified > s.modified OR (o.modified = s.modified AND o.source_id < s.source_id))
  AND o.source_id IN (SELECT value FROM json_each(?)))`;

function* originals(connection: Connection, source: number, all: readonly number[], query: StixQuery): List {
  const { types, createdAfter } = query;
  const start = startBehind(query.after, groups.original, source);
  // Sorts after all timestamps up to this one and before the next.
  const later = createdAfter === undefined ? '' : `${createdAfter}!`;
  const from = later > start.created ? { created: later, id: 0 } : start;
  const requested: (readonly [sql: string, ...values: Value[]])[] = [
    ['s.source_id = ?', source],
    // Objects that were removed from a mirrored collection are not served.
    ['s.state <> 1'],
    ['(s.created, s.oid) >= (?, ?)', from.created, from.id],
    ...(types === undefined
      ? []
      : [['s.type IN (SELECT value FROM json_each(?))', JSON.stringify([...types])] as const]),
    ...(all.length > 1 ? [[leads, JSON.stringify(all)] as const] : []),
  ];
  const where = requested.map(([sql]) => sql).join(' AND ');
  const found = connection.rows(
    `SELECT s.oid AS id, s.created FROM stix_object s WHERE ${where} ORDER BY s.created, s.oid`,
    ...requested.flatMap(([, ...values]) => values),
  );
  for (const row of found) {
    const sortKey = { created: text(row.created), group: groups.original, source, id: integer(row.id) ?? 0, part: 0 };
    if (passes(sortKey, query)) yield sortKey;
  }
  return undefined;
}

/** The position of the newest version of an original object, by its STIX ID. */
export function sortKeyOfOriginal(
  connection: Connection,
  sources: readonly number[],
  id: string,
  order: Order,
): SortKey | undefined {
  const row = connection.get(
    `SELECT oid, source_id, created, date_added FROM stix_object
     WHERE id = ? AND (state <> 1 OR ?) AND source_id IN (SELECT value FROM json_each(?))
     ORDER BY state = 1, modified DESC, source_id LIMIT 1`,
    id,
    order === 'changed' ? 1 : 0,
    JSON.stringify(sources),
  );
  if (row === undefined) return undefined;
  const source = integer(row.source_id) ?? 0;
  const created = order === 'changed' ? exactMicros(integer(row.date_added) ?? 0) : text(row.created);
  return { created, group: groups.original, source, id: integer(row.oid) ?? 0, part: 0 };
}
