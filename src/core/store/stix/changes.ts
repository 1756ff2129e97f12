import { exactMicros, toMicros } from '../../records/exactTimestamp';
import { otherThreat, threatTypes } from '../../stix/threatTypes';
import { type Connection, integer, type Value } from '../sqlite/sqlite';
import { type Group, groups, type SortKey, type StixQuery } from './position';

type List = Generator<SortKey, undefined>;

interface Source {
  readonly connection: Connection;
  readonly source: number;
  readonly query: StixQuery;
}

/**
 * Lists of positions ordered by when their objects were added or changed here (`date_added`), one for each source and
 * group. Dates are unique, so a client that asks for everything after the last one misses nothing. Includes deleted
 * objects of existing sources: those removed from a mirrored collection, and withdrawn generated objects.
 */
export function changedLists(connection: Connection, sources: readonly number[], query: StixQuery): readonly List[] {
  const { types, generatedOnly } = query;
  const has = (...names: readonly string[]): boolean => types === undefined || names.some((name) => types.has(name));
  const lists = has('identity', 'extension-definition') ? [definitions(connection, sources, query)] : [];
  for (const source of sources) {
    const from = { connection, source, query };
    if (generatedOnly !== true) lists.push(originals(from, sources));
    if (has('identity')) lists.push(rows(from, groups.feed, madeFrom('feed_assertion', 'fid')));
    if (has(...Object.values(threatTypes), otherThreat)) {
      lists.push(rows(from, groups.threat, madeFrom('threat_assertion', 'tid')));
    }
    if (has('indicator')) lists.push(rows(from, groups.indicator, madeFrom('assertion', 'iid')));
    if (has('relationship')) lists.push(rows(from, groups.indicator, madeFrom('threat_link', 'iid', 'tid')));
    if (has('indicator')) lists.push(rows(from, groups.withdrawn, `${withdrawn} AND threat = '' ORDER BY date_added`));
    if (has('relationship')) {
      lists.push(rows(from, groups.withdrawn, `${withdrawn} AND threat <> '' ORDER BY date_added`));
    }
  }
  return lists;
}

/** Rows with a date are generated objects. */
function madeFrom(table: string, id: string, part = '0'): string {
  return `SELECT ${id} AS id, ${part} AS part, date_added FROM ${table}
    WHERE source_id = ?1 AND date_added > ?2 AND date_added IS NOT NULL ORDER BY date_added`;
}

const withdrawn = 'SELECT wid AS id, 0 AS part, date_added FROM withdrawn WHERE source_id = ?1 AND date_added > ?2';

/** The date after which the requested positions start. */
export function behind({ after, createdAfter }: StixQuery): number {
  return Math.max(
    ...[after?.created, createdAfter].map((timestamp) => (timestamp === undefined ? -1 : toMicros(timestamp))),
  );
}

function* rows({ connection, source, query }: Source, group: Group, sql: string, more: readonly Value[] = []): List {
  const { until = Infinity } = query;
  for (const row of connection.rows(sql, source, behind(query), ...more)) {
    const date = integer(row.date_added) ?? 0;
    if (date > until) break;
    yield {
      created: exactMicros(date),
      group,
      source,
      id: integer(row.id) ?? 0,
      part: integer(row.part) ?? 0,
    };
  }
  return undefined;
}

/** Definitions come with the first generated object of any source. */
function* definitions(connection: Connection, sources: readonly number[], query: StixQuery): List {
  const row = connection.get(
    `SELECT id, date_added FROM source WHERE id IN (SELECT value FROM json_each(?)) AND date_added IS NOT NULL
     ORDER BY date_added LIMIT 1`,
    JSON.stringify(sources),
  );
  const first = integer(row?.date_added);
  if (first === undefined) return undefined;
  const { until = Infinity } = query;
  for (const id of [0, 1]) {
    const sortKey = {
      created: exactMicros(first + id),
      group: groups.definition,
      source: integer(row?.id) ?? 0,
      id,
      part: 0,
    };
    if (first + id > behind(query) && first + id <= until) yield sortKey;
  }
  return undefined;
}

/** Another source of the collection has the object; `better` decides which one leads. */
const other = (
  better: string,
): string => `EXISTS (SELECT 1 FROM stix_object o WHERE o.id = s.id AND o.source_id <> s.source_id
    AND o.state <> 1 AND ${better} AND o.source_id IN (SELECT value FROM json_each(?3)))`;
const isLater = '(o.modified > s.modified OR (o.modified = s.modified AND o.source_id < s.source_id))';

/** The newest version of an object that several sources have; a deleted one only if no source has it. */
function originals(from: Source, all: readonly number[]): List {
  const { types } = from.query;
  const sql = `SELECT s.oid AS id, 0 AS part, s.date_added FROM stix_object s
    WHERE s.source_id = ?1 AND s.date_added > ?2
      AND NOT ${other(`(s.state = 1 OR ${isLater})`)}
      ${types === undefined ? '' : 'AND s.type IN (SELECT value FROM json_each(?4))'}
    ORDER BY s.date_added`;
  const more = [JSON.stringify(all), ...(types === undefined ? [] : [JSON.stringify([...types])])];
  return rows(from, groups.original, sql, more);
}
