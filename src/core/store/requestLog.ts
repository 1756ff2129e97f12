import { type RequestLogEntry } from '../lookups/types';
import { isLeased } from './leases';
import { type StoredRequest } from './protocol';
import { type Connection, text } from './sqlite';

/** Rows of "What Was Sent" that are kept; older ones go. */
export const maxRequestLogEntries = 5_000;

/** Writes entries; one whose id is there already has its outcome renewed. */
export function writeRequestLog(
  connection: Connection,
  entries: readonly StoredRequest[],
  holder: string,
  keep = maxRequestLogEntries,
): void {
  connection.transaction(() => {
    for (const { id, ...entry } of entries) {
      connection.run(
        `INSERT INTO sent (id, at, entry) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
        id,
        entry.at,
        // Whose it is counts as long as it is on its way.
        JSON.stringify(entry.outcome === 'pending' ? { ...entry, holder } : entry),
      );
    }
    connection.run(
      'DELETE FROM sent WHERE id IN (SELECT id FROM sent ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** The lease under which a window's requests are on their way: where it is gone, they were broken off. */
export function pendingRequestsLease(holder: string): string {
  return `sending:${holder}`;
}

/** All entries kept, newest first; what was on its way in a window that is gone was broken off. */
export function readRequestLog(connection: Connection, now: number): readonly StoredRequest[] {
  const alive = new Map<string, boolean>();
  const isAlive = (holder: string): boolean => {
    const is = alive.get(holder) ?? isLeased(connection, pendingRequestsLease(holder), now);
    alive.set(holder, is);
    return is;
  };
  return connection.all('SELECT id, entry FROM sent ORDER BY at DESC, id DESC').map((row) => {
    const { holder = '', ...entry } = JSON.parse(text(row.entry)) as RequestLogEntry & { readonly holder?: string };
    const outcome = entry.outcome === 'pending' && !isAlive(holder) ? 'broken off' : entry.outcome;
    return { ...entry, id: text(row.id), outcome };
  });
}
