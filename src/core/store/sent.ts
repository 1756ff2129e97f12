import { type SentEntry } from '../lookups/types';
import { type StoredSent } from './protocol';
import { type Connection, text } from './sqlite';

/** Rows of "What Was Sent" that are kept; older ones go. */
export const sentKept = 5_000;

/** Writes entries; one whose id is there already has its outcome renewed. */
export function writeSent(connection: Connection, entries: readonly StoredSent[], keep = sentKept): void {
  connection.transaction(() => {
    for (const { id, ...entry } of entries) {
      connection.run(
        `INSERT INTO sent (id, at, entry) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
        id,
        entry.at,
        JSON.stringify(entry),
      );
    }
    connection.run(
      'DELETE FROM sent WHERE id IN (SELECT id FROM sent ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** All entries kept, newest first. */
export function readSent(connection: Connection): readonly StoredSent[] {
  return connection
    .all('SELECT id, entry FROM sent ORDER BY at DESC, id DESC')
    .map((row) => ({ ...(JSON.parse(text(row.entry)) as SentEntry), id: text(row.id) }));
}
