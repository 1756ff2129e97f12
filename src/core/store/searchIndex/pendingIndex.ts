import { getEffectiveStatements, subjectByIid } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import { type Connection, integer } from '../sqlite/sqlite';
import { facetsBefore, refacet } from './facetIndex';

/** Rows of an older store without facets, which require reading all statements about each. */
const computedRows = 500;
/** Large enough to write an index page only a few dozen times per million rows; takes up to half a second. */
const linkedRows = 40_000;

/** With more rows than this, a new store creates its indexes afterward, each by one sort (a second per million). */
const firstFillRows = 100_000;

/** Indexes of `indicator` for searches, as in the schema. */
const searched: ReadonlyMap<string, string> = new Map([
  ['indicator_newest', 'indicator (newest DESC) WHERE indexed = 1'],
  ['indicator_class', 'indicator (class, newest DESC) WHERE indexed = 1'],
  ['indicator_added', 'indicator (stamp_added, newest) WHERE indexed = 1'],
  ['indicator_updated', 'indicator (stamp_updated, newest) WHERE indexed = 1'],
]);
/** Indexes for serving objects of a source; they may be missing for a while, since no query names them. */
const served: ReadonlyMap<string, string> = new Map([
  ['assertion_source', 'assertion (source_id, original, stated)'],
  ['assertion_added', 'assertion (source_id, date_added) WHERE date_added IS NOT NULL'],
  ['threat_link_added', 'threat_link (source_id, date_added) WHERE date_added IS NOT NULL'],
]);
const orders: ReadonlyMap<string, string> = new Map([...searched, ...served]);

/** Indexes some pending rows in one transaction; true while there are more. */
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
  // Another window may have created it.
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

/** Drops indexes of an empty store before bulk writes; {@link indexPending} creates them again. */
export function deferOrders(connection: Connection): void {
  if (connection.get('SELECT 1 FROM assertion LIMIT 1') !== undefined) return;
  connection.transaction(() => {
    for (const name of served.keys()) connection.exec(`DROP INDEX IF EXISTS ${name}`);
  });
}

/** Drops indexes that aren't read before they are created again, since every search indexes pending rows first. */
function dropOrders(connection: Connection): void {
  try {
    for (const name of searched.keys()) connection.exec(`DROP INDEX ${name}`);
  } catch {
    // A search is using one of them, so rows are indexed one by one.
  }
}

/** Stores in which all rows have facets. */
const computed = new WeakSet<Connection>();

/** Computes missing facets; false if there are none. */
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
    const [first, ...rest] = getEffectiveStatements(connection, subject, true);
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
  // In the order of the table, so that neighboring rows are written together.
  connection.run(
    `INSERT OR IGNORE INTO facet_link (facet_id, newest, iid)
     SELECT f.value, i.newest, i.iid FROM indicator i INDEXED BY indicator_waiting CROSS JOIN json_each(i.facets) f
     WHERE i.indexed IS NULL AND i.iid <= ? ORDER BY 1, 2 DESC, 3`,
    upto,
  );
  connection.run('UPDATE indicator SET indexed = 1 WHERE indexed IS NULL AND iid <= ?', upto);
}
