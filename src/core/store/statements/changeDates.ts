import { type Connection, integer, type Row, text } from '../sqlite/sqlite';

/**
 * Dates of objects that are generated from statements: when each was last added or changed here. Those of original
 * objects, and those that follow from a retirement, are kept by triggers (`sqlite/schema.ts`). Call these functions
 * inside the transaction that changes the underlying data.
 */

/** Dates the definition objects that are served along with the objects generated for a source. */
export function dateDefinitions(connection: Connection, sourceId: number): void {
  const known = `\ndefined\n${sourceId}`;
  if (connection.memo.has(known)) return;
  connection.memo.set(known, 0);
  connection.run(
    'UPDATE source SET date_added = ? WHERE id = ? AND date_added IS NULL',
    // One for the identity, one for the extension definition.
    connection.nextDate(2),
    sourceId,
  );
}

/** The date of an object generated from a new statement, and its version if it existed before. */
export interface Dated {
  readonly date: number | null;
  readonly version: number | null;
}

/** Original objects, and those that came with them, are dated separately. */
export const datedElsewhere: Dated = { date: null, version: null };

const withdrawnMemo = (sourceId: number): string => `\nwithdrawn\n${sourceId}`;

/** Whether any object generated for a source is withdrawn. Cached, since an import asks for every row. */
function hasWithdrawn(connection: Connection, sourceId: number): boolean {
  const memo = withdrawnMemo(sourceId);
  const known = connection.memo.get(memo);
  if (known !== undefined) return known === 1;
  const found = connection.get('SELECT 1 FROM withdrawn WHERE source_id = ? LIMIT 1', sourceId) !== undefined;
  connection.memo.set(memo, found ? 1 : 0);
  return found;
}

/** Dates the indicator object generated for a new assertion. */
export function dateIndicator(connection: Connection, sourceId: number, iid: number): Dated {
  dateDefinitions(connection, sourceId);
  const date = connection.nextDate();
  if (!hasWithdrawn(connection, sourceId)) return { date, version: null };
  const { changes } = connection.run(
    `DELETE FROM withdrawn WHERE source_id = ?1 AND threat = ''
     AND (type, value) = (SELECT type, value FROM indicator WHERE iid = ?2)`,
    sourceId,
    iid,
  );
  return { date, version: changes > 0 ? date : null };
}

/** Dates the relationship generated for a new link of an existing indicator. */
export function dateLink(connection: Connection, sourceId: number, iid: number, tid: number): Dated {
  const date = connection.nextDate();
  if (!hasWithdrawn(connection, sourceId)) return { date, version: date };
  connection.run(
    `DELETE FROM withdrawn WHERE source_id = ?1 AND (type, value) = (SELECT type, value FROM indicator WHERE iid = ?2)
     AND threat = (SELECT name FROM threat WHERE tid = ?3)`,
    sourceId,
    iid,
    tid,
  );
  return { date, version: date };
}

/** Whether an indicator object is generated from a source's assertion. */
export function isMade(connection: Connection, sourceId: number, iid: number): boolean {
  const sql = 'SELECT 1 FROM assertion WHERE iid = ? AND source_id = ? AND date_added IS NOT NULL';
  return connection.get(sql, iid, sourceId) !== undefined;
}

/**
 * Updates the date of an indicator's objects, for one source or all, after something other than the assertion changed.
 */
export function redateIndicator(connection: Connection, iid: number, sourceId?: number): void {
  const rows = connection.all('SELECT source_id FROM assertion WHERE iid = ? AND date_added IS NOT NULL', iid);
  for (const row of rows) {
    if (sourceId !== undefined && row.source_id !== sourceId) continue;
    connection.run(
      'UPDATE assertion SET date_added = ?1, version = ?1 WHERE iid = ?2 AND source_id = ?3',
      connection.nextDate(),
      iid,
      row.source_id ?? 0,
    );
  }
}

/**
 * Records that an indicator generated from a source, with its relationships, is withdrawn. Call it before deleting the
 * indicator.
 */
export function withdrawIndicator(connection: Connection, sourceId: number, iid: number): void {
  if (!isMade(connection, sourceId, iid)) return;
  withdrawLinks(connection, sourceId, iid, []);
  const row = connection.get(
    `SELECT i.type, i.value, a.stated FROM assertion a JOIN indicator i ON i.iid = a.iid WHERE a.iid = ? AND a.source_id = ?`,
    iid,
    sourceId,
  );
  if (row !== undefined) writeWithdrawn(connection, sourceId, row);
}

/** Withdraws the relationships to threats other than `keep`. */
export function withdrawLinks(connection: Connection, sourceId: number, iid: number, keep: readonly number[]): void {
  const rows = connection.all(
    `SELECT i.type, i.value, a.stated, t.name AS threat, s.category
     FROM threat_link l JOIN threat t ON t.tid = l.tid JOIN indicator i ON i.iid = l.iid
     JOIN assertion a ON a.iid = l.iid AND a.source_id = l.source_id
     LEFT JOIN threat_assertion s ON s.tid = l.tid AND s.source_id = l.source_id
     WHERE l.iid = ? AND l.source_id = ? AND a.date_added IS NOT NULL
       AND l.tid NOT IN (SELECT value FROM json_each(?))`,
    iid,
    sourceId,
    JSON.stringify(keep),
  );
  for (const row of rows) writeWithdrawn(connection, sourceId, row);
}

function writeWithdrawn(connection: Connection, sourceId: number, row: Row): void {
  connection.run(
    'INSERT OR REPLACE INTO withdrawn (source_id, type, value, threat, category, stated) VALUES (?, ?, ?, ?, ?, ?)',
    sourceId,
    text(row.type),
    text(row.value),
    text(row.threat),
    text(row.category),
    integer(row.stated) ?? 0,
  );
  connection.memo.delete(withdrawnMemo(sourceId));
}
