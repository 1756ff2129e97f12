import { type Connection, integer } from '../sqlite/sqlite';

/** The size of the objects of a collection in bytes; 0 where it was not counted yet. */
export function bytesOf(connection: Connection, sourceId: number): number {
  return integer(connection.get('SELECT bytes FROM mirror WHERE source_id = ?', sourceId)?.['bytes']) ?? 0;
}

/** The same, counted where a store of an earlier version has no count. */
export function countBytes(connection: Connection, sourceId: number): number {
  connection.run(
    `UPDATE mirror SET bytes =
       (SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) FROM stix_object WHERE source_id = ?1)
     WHERE source_id = ?1 AND bytes IS NULL`,
    sourceId,
  );
  return bytesOf(connection, sourceId);
}

/** Adds to the size; negative where it became smaller. */
export function addBytes(connection: Connection, sourceId: number, bytes: number): void {
  if (bytes === 0) return;
  connection.run('UPDATE mirror SET bytes = max(0, bytes + ?) WHERE source_id = ?', bytes, sourceId);
}
