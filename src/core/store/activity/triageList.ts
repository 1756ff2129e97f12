import { type TriageEntry, triageKey } from '../../triage/triageEntry';
import { type Connection, text } from '../sqlite/sqlite';

/** Maximum number of entries; the oldest are deleted. */
export const maxTriageEntries = 10_000;

/** Adds indicators to the triage list, or updates them. */
export function writeTriage(connection: Connection, entries: readonly TriageEntry[], keep = maxTriageEntries): void {
  connection.transaction(() => {
    for (const { at, ...entry } of entries)
      connection.run(
        `INSERT INTO triage (key, at, entry) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
        triageKey(entry.indicator),
        at,
        JSON.stringify(entry),
      );
    connection.run(
      'DELETE FROM triage WHERE key IN (SELECT key FROM triage ORDER BY at DESC, key LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** The whole list, most recently added or changed first. */
export function readTriage(connection: Connection): readonly TriageEntry[] {
  return connection.all('SELECT at, entry FROM triage ORDER BY at DESC, key').map((row) => ({
    ...(JSON.parse(text(row.entry)) as Omit<TriageEntry, 'at'>),
    at: Number(row.at),
  }));
}

/** Removes entries from the list. Returns how many. */
export function removeTriage(connection: Connection, keys: readonly string[]): number {
  return connection.transaction(() =>
    keys.reduce((sum, key) => sum + connection.run('DELETE FROM triage WHERE key = ?', key).changes, 0),
  );
}
