import type { RecentRecord } from '../../records/recent';
import { type Connection, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** Maximum number of recent records; the oldest are deleted. */
const maxRecentRecords = 200;

/** Adds a record that was just opened; an existing one moves to the top. */
export function writeRecent(
  connection: Connection,
  { key, at, ...entry }: RecentRecord,
  keep = maxRecentRecords,
): void {
  connection.transaction(() => {
    connection.run(
      `INSERT INTO recent (key, at, entry) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
      key,
      at,
      JSON.stringify(entry),
    );
    deleteRows(
      connection,
      remains.lists,
      'DELETE FROM recent WHERE key IN (SELECT key FROM recent ORDER BY at DESC, key LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** All recent records, most recently opened first. */
export function readRecent(connection: Connection): readonly RecentRecord[] {
  return connection.all('SELECT key, at, entry FROM recent ORDER BY at DESC, key').map((row) => ({
    ...(JSON.parse(text(row.entry)) as Omit<RecentRecord, 'key' | 'at'>),
    key: text(row.key),
    at: Number(row.at),
  }));
}

/** Deletes one record, or all. Returns how many. */
export function removeRecent(connection: Connection, key?: string): number {
  return key === undefined
    ? deleteRows(connection, remains.lists, 'DELETE FROM recent')
    : deleteRows(connection, remains.lists, 'DELETE FROM recent WHERE key = ?', key);
}
