import { type Connection, integer } from '../sqlite/sqlite';

/** Notes that an original object names an indicator. */
export function noteIndicator(connection: Connection, oid: number, iid: number): void {
  connection.run('INSERT OR IGNORE INTO object_indicator (oid, iid) VALUES (?, ?)', oid, iid);
}

/** The indicators that an object of a source names. */
export function getIndicators(connection: Connection, sourceId: number, id: string): readonly number[] {
  return connection
    .all(
      'SELECT i.iid FROM stix_object o JOIN object_indicator i ON i.oid = o.oid WHERE o.id = ? AND o.source_id = ?',
      id,
      sourceId,
    )
    .map((row) => integer(row['iid']) ?? 0);
}

/** The row of an original object by its STIX ID. */
export function getOid(connection: Connection, sourceId: number, id: string): number | undefined {
  return integer(connection.get('SELECT oid FROM stix_object WHERE id = ? AND source_id = ?', id, sourceId)?.['oid']);
}
