import { heldOf, subjectByIid } from '../held';
import { mergeHeld } from '../merge';
import { type Connection, integer } from '../sqlite';
import { facetsBefore, refacet } from './facetIndex';

/** Rows of an older store have no facets yet: these take reading what all sources say of each. */
const computedRows = 500;
/** Large enough that a page of an index is written a few dozen times in a million rows; half a second at most. */
const linkedRows = 40_000;

/** Takes some of the rows that wait into the indexes that searches read, as one transaction; true while more are waiting. */
export function indexWaiting(connection: Connection): boolean {
  if (
    connection.get('SELECT 1 FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL LIMIT 1') === undefined
  )
    return false;
  connection.transaction(() => {
    if (!computeFacets(connection)) linkWaiting(connection);
  });
  return true;
}

/** The facets of rows that have none noted; false where there are no such rows. */
function computeFacets(connection: Connection): boolean {
  const rows = connection.all(
    'SELECT iid FROM indicator INDEXED BY indicator_waiting WHERE indexed IS NULL AND facets IS NULL LIMIT ?',
    computedRows,
  );
  for (const row of rows) {
    const subject = subjectByIid(connection, integer(row['iid']) ?? 0);
    if (subject === undefined) continue;
    const before = facetsBefore(connection, subject.iid);
    const [first, ...rest] = heldOf(connection, subject, true);
    if (first === undefined) connection.run("UPDATE indicator SET facets = '[]' WHERE iid = ?", subject.iid);
    else refacet(connection, subject.iid, before, mergeHeld([first, ...rest]), before.newest);
  }
  return rows.length > 0;
}

function linkWaiting(connection: Connection): void {
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
