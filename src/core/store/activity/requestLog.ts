import type { RequestLogEntry } from '../../lookups/types';
import { isLeased, releaseLease, takeLease } from '../sqlite/leases';
import type { StoredRequest } from '../protocol/protocol';
import { type Connection, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** Maximum number of entries; the oldest are deleted. */
const maxRequestLogEntries = 5_000;

/** Writes entries; an existing ID gets the new outcome. */
export function writeRequestLog(
  connection: Connection,
  entries: readonly StoredRequest[],
  keep = maxRequestLogEntries,
): void {
  connection.transaction(() => {
    for (const { id, ...entry } of entries) {
      connection.run(
        `INSERT INTO sent (id, at, entry) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
        id,
        entry.at,
        // The holder only matters while the request is pending.
        JSON.stringify(entry.outcome === 'pending' ? { ...entry, holder: connection.holder } : entry),
      );
    }
    deleteRows(
      connection,
      remains.lists,
      'DELETE FROM sent WHERE id IN (SELECT id FROM sent ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)',
      keep,
    );
  });
}

/** The lease of a window while its requests are pending; without it, they were interrupted. */
function pendingRequestsLease(holder: string): string {
  return `sending:${holder}`;
}

/** Keeps this window's pending requests marked as pending for that long. */
export function renewPendingRequests(connection: Connection, forMillis: number): void {
  takeLease(connection, pendingRequestsLease(connection.holder), forMillis);
}

/** The window closes: its pending requests are interrupted. */
export function releasePendingRequests(connection: Connection): void {
  releaseLease(connection, pendingRequestsLease(connection.holder));
}

/** All entries, newest first. Pending requests of a closed window were interrupted. */
export function readRequestLog(connection: Connection): readonly StoredRequest[] {
  const alive = new Map<string, boolean>();
  const isAlive = (holder: string): boolean => {
    const is = alive.get(holder) ?? isLeased(connection, pendingRequestsLease(holder), connection.now());
    alive.set(holder, is);
    return is;
  };
  return connection.all('SELECT id, entry FROM sent ORDER BY at DESC, id DESC').map((row) => {
    const { holder = '', ...entry } = JSON.parse(text(row.entry)) as RequestLogEntry & { readonly holder?: string };
    const isInterrupted = entry.outcome === 'pending' && !isAlive(holder);
    return { ...entry, id: text(row.id), outcome: isInterrupted ? 'interrupted' : entry.outcome };
  });
}
