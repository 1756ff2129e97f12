import { type RecentRecord } from '../records/recent';
import { type Connection, text } from './sqlite';

/** Records that are remembered as opened; older ones go. */
export const maxRecentRecords = 200;

/** Remembers a record as opened now; one that is there already moves to the top. */
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
    connection.run(
      'DELETE FROM recent WHERE key IN (SELECT key FROM recent ORDER BY at DESC, key LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** All that are remembered, the one opened last first. */
export function readRecent(connection: Connection): readonly RecentRecord[] {
  return connection.all('SELECT key, at, entry FROM recent ORDER BY at DESC, key').map((row) => ({
    ...(JSON.parse(text(row.entry)) as Omit<RecentRecord, 'key' | 'at'>),
    key: text(row.key),
    at: Number(row.at),
  }));
}

/** Forgets one record, or all; answers with how many went. */
export function removeRecent(connection: Connection, key?: string): number {
  return key === undefined
    ? connection.run('DELETE FROM recent').changes
    : connection.run('DELETE FROM recent WHERE key = ?', key).changes;
}
