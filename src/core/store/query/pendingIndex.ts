import { effectiveStatementsOf, subjectByIid } from '../statements';
import { mergeStatements } from '../merge';
import { type Connection, integer } from '../sqlite';
import { facetsBefore, refacet } from './facetIndex';

/** Rows of an older store have no facets yet: these take reading what all sources say of each. */
const computedRows = 500;
/** Large enough that a page of an index is written a few dozen times in a million rows; half a second at most. */
const linkedRows = 40_000;

/** So many at once in a store that has none yet: its orders are made after them, each by one sort (a second for a million). */
const firstFillRows = 100_000;

/** The orders in which searches read `indicator`, as the schema has them. */
const searched: ReadonlyMap<string, string> = new Map([
  ['indicator_newest', 'indicator (newest DESC) WHERE indexed = 1'],
  ['indicator_class', 'indicator (class, newest DESC) WHERE indexed = 1'],
  ['indicator_added', 'indicator (stamp_added, newest) WHERE indexed = 1'],
  ['indicator_updated', 'indicator (stamp_updated, newest) WHERE indexed = 1'],
]);
/** The orders in which a source's objects are served; no query names them, so that they may be missing for a while. */
const served: ReadonlyMap<string, string> = new Map([
  ['assertion_source', 'assertion (source_id, original, stated)'],
  ['assertion_added', 'assertion (source_id, date_added) WHERE date_added IS NOT NULL'],
  ['threat_link_added', 'threat_link (source_id, date_added) WHERE date_added IS NOT NULL'],
]);
const orders: ReadonlyMap<string, string> = new Map([...searched, ...served]);

/** Takes some of the rows that wait into the indexes that searches read, as one transaction; true while more is to be done. */
export function indexPending(connection: Connection): boolean {
  const hasPending =
    connection.get('SELECT 1 FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL LIMIT 1') !== undefined;
  if (!hasPending && missingOrders(connection).length === 0) return false;
  connection.transaction(() => {
    if (!hasPending) makeOrder(connection);
    else if (!computeFacets(connection)) {
      if (isFirstFill(connection)) dropOrders(connection);
      linkPending(connection);
    }
  });
  return true;
}

function missingOrders(connection: Connection): readonly string[] {
  const rows = connection.all(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('indicator', 'assertion', 'threat_link')",
  );
  const there = new Set(rows.map((row) => row['name']));
  return [...orders.keys()].filter((name) => !there.has(name));
}

function makeOrder(connection: Connection): void {
  // Another window may have made it since.
  const [name] = missingOrders(connection);
  if (name !== undefined) connection.exec(`CREATE INDEX ${name} ON ${orders.get(name) ?? ''}`);
}

function isFirstFill(connection: Connection): boolean {
  if (missingOrders(connection).some((name) => searched.has(name))) return false;
  if (connection.get('SELECT 1 FROM indicator INDEXED BY indicator_newest WHERE indexed = 1 LIMIT 1') !== undefined)
    return false;
  const many = `SELECT 1 FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL LIMIT 1 OFFSET ${firstFillRows}`;
  return connection.get(many) !== undefined;
}

/** Before a bulk of writes: what an empty store need not keep in order row by row. {@link indexPending} makes it again. */
export function deferOrders(connection: Connection): void {
  if (connection.get('SELECT 1 FROM assertion LIMIT 1') !== undefined) return;
  for (const name of served.keys()) connection.exec(`DROP INDEX IF EXISTS ${name}`);
}

/** Nothing reads them before they are made again: every search does what waits first. */
function dropOrders(connection: Connection): void {
  try {
    for (const name of searched.keys()) connection.exec(`DROP INDEX ${name}`);
  } catch {
    // A search is reading by one of them: then rows are taken in one by one.
  }
}

/** Stores without rows that lack their facets; a row is never written without them. */
const computed = new WeakSet<Connection>();

/** The facets of rows that have none noted; false where there are no such rows. */
function computeFacets(connection: Connection): boolean {
  if (computed.has(connection)) return false;
  const rows = connection.all(
    'SELECT iid FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL AND facets IS NULL LIMIT ?',
    computedRows,
  );
  for (const row of rows) {
    const subject = subjectByIid(connection, integer(row['iid']) ?? 0);
    if (subject === undefined) continue;
    const before = facetsBefore(connection, subject.iid);
    const [first, ...rest] = effectiveStatementsOf(connection, subject, true);
    if (first === undefined) connection.run("UPDATE indicator SET facets = '[]' WHERE iid = ?", subject.iid);
    else refacet(connection, subject.iid, before, mergeStatements([first, ...rest]), before.newest);
  }
  if (rows.length === 0) computed.add(connection);
  return rows.length > 0;
}

function linkPending(connection: Connection): void {
  const last = connection.get(
    `SELECT max(iid) AS last FROM
       (SELECT iid FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL ORDER BY iid LIMIT ${linkedRows})`,
  );
  const upto = integer(last?.['last']) ?? 0;
  // In the order of the table, so that neighbours are written together.
  connection.run(
    `INSERT OR IGNORE INTO facet_link (facet_id, newest, iid)
     SELECT f.value, i.newest, i.iid FROM indicator i INDEXED BY indicator_waiting CROSS JOIN json_each(i.facets) f
     WHERE i.indexed IS NULL AND i.iid <= ? ORDER BY 1, 2 DESC, 3`,
    upto,
  );
  connection.run('UPDATE indicator SET indexed = 1 WHERE indexed IS NULL AND iid <= ?', upto);
}
