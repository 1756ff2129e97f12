import { type Connection, integer } from '../sqlite/sqlite';

/** The size of the objects of a collection in bytes. */
export function toBytes(connection: Connection, sourceId: number): number {
  return integer(connection.get('SELECT bytes FROM mirror WHERE source_id = ?', sourceId)?.['bytes']) ?? 0;
}

/** Adds to the size; negative where it became smaller. */
export function addBytes(connection: Connection, sourceId: number, bytes: number): void {
  if (bytes === 0) return;
  connection.run('UPDATE mirror SET bytes = max(0, bytes + ?) WHERE source_id = ?', bytes, sourceId);
}
