import { isFinal, isOpen, type Scan } from '../../scans/types';
import { type Connection, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** Maximum number of the user's scans; of older ones, finished scans are deleted. */
const maxStoredScans = 2_000;

/** Saves scans. A finished scan is not reopened by a window with outdated data. */
export function writeScans(connection: Connection, scans: readonly Scan[], keep = maxStoredScans): void {
  connection.transaction(() => {
    for (const scan of scans) {
      connection.run(
        `INSERT INTO client_scan (id, at, open, final, body) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET open = excluded.open, final = excluded.final, body = excluded.body
         WHERE client_scan.final = 0 OR excluded.final = 1`,
        scan.id,
        scan.at,
        isOpen(scan) ? 1 : 0,
        isFinal(scan) ? 1 : 0,
        JSON.stringify(scan),
      );
    }
    deleteRows(
      connection,
      remains.lists,
      `DELETE FROM client_scan WHERE open = 0
       AND id IN (SELECT id FROM client_scan ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`,
      keep,
    );
  });
}

/** All saved scans, newest first. */
export function readScans(connection: Connection): readonly Scan[] {
  return connection
    .all('SELECT body FROM client_scan ORDER BY at DESC, id DESC')
    .map((row) => JSON.parse(text(row.body)) as Scan);
}

/** Removes scans from the list, except running ones. */
export function removeScans(connection: Connection, ids: readonly string[]): number {
  return connection.transaction(() =>
    ids
      .map((id) => deleteRows(connection, remains.lists, 'DELETE FROM client_scan WHERE id = ? AND open = 0', id))
      .reduce((sum, removed) => sum + removed, 0),
  );
}
