import { isHolderDead } from './leaseHolder';
import { type Connection, integer, text } from './sqlite';

/** Maximum duration of a lease. */
export const maxLeaseMillis = 180_000;
/** How far the clocks of machines that share a store may differ. */
const skewMillis = 60_000;

/**
 * Whether a lease or claim that ends at `until` is still valid. It isn't if its time has passed, if its process is
 * dead, or if it ends later than any lease can, which means that a clock was wrong.
 */
export function isLeaseValid(lease: { readonly holder: string; readonly until: number }, now: number): boolean {
  return lease.until > now && lease.until <= now + maxLeaseMillis + skewMillis && !isHolderDead(lease.holder);
}

/**
 * Acquires or renews a lease for the holder of the connection, at most for {@link maxLeaseMillis} from now. Returns false
 * if another holder has it.
 */
export function takeLease(connection: Connection, name: string, forMillis: number): boolean {
  const { holder } = connection;
  return connection.transaction(() => {
    const now = connection.now();
    const row = connection.get('SELECT holder, until FROM lease WHERE name = ?', name);
    if (row !== undefined && row.holder !== holder && isLeaseValid(leaseOf(row), now)) return false;
    connection.run(
      `INSERT INTO lease (name, holder, until) VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
      name,
      holder,
      now + Math.min(forMillis, maxLeaseMillis),
    );
    return true;
  });
}

/** Releases a lease; does nothing if another holder has it by now. */
export function releaseLease(connection: Connection, name: string): void {
  connection.run('DELETE FROM lease WHERE name = ? AND holder = ?', name, connection.holder);
}

/** The lease of a running import by the name of its source. */
export function importLease(name: string): string {
  return `import:${name}`;
}

/** Whether anyone has a lease. */
export function isLeased(connection: Connection, name: string, now: number): boolean {
  const row = connection.get('SELECT holder, until FROM lease WHERE name = ?', name);
  return row !== undefined && isLeaseValid(leaseOf(row), now);
}

/** Whether anyone imports a source, or syncs a mirror. */
export function isAnySourceLeased(connection: Connection, now: number): boolean {
  return connection
    .all("SELECT holder, until FROM lease WHERE name = 'mirrors' OR name GLOB 'import:*' OR name GLOB 'mirror:*'")
    .some((row) => isLeaseValid(leaseOf(row), now));
}

function leaseOf(row: NonNullable<ReturnType<Connection['get']>>) {
  return { holder: text(row.holder), until: integer(row.until) ?? 0 };
}
