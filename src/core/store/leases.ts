import { type Connection, integer } from './sqlite';

/**
 * Takes or renews the lease `name` for `holder` until `now + forMillis`; false while somebody else holds it.
 * A holder that died loses its lease by time.
 */
export function takeLease(
  connection: Connection,
  lease: { readonly name: string; readonly holder: string; readonly now: number; readonly forMillis: number },
): boolean {
  const { changes } = connection.run(
    `INSERT INTO lease (name, holder, until) VALUES (?1, ?2, ?3)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE holder = excluded.holder OR until <= ?4`,
    lease.name,
    lease.holder,
    lease.now + lease.forMillis,
    lease.now,
  );
  return changes > 0;
}

/** Gives a lease back; nothing happens where it is somebody else's by now. */
export function giveLease(connection: Connection, name: string, holder: string): void {
  connection.run('DELETE FROM lease WHERE name = ? AND holder = ?', name, holder);
}

/** Whether anybody holds a lease. */
export function isLeased(connection: Connection, name: string, now: number): boolean {
  const until = integer(connection.get('SELECT until FROM lease WHERE name = ?', name)?.until);
  return until !== undefined && until > now;
}
