import type { Properties, UtcMillis } from '../../records/record';
import { type Connection, integer, text } from '../sqlite/sqlite';

/** A property value that a scan of an indicator found. */
export interface FoundValue {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  readonly firstSeen: UtcMillis;
  readonly lastSeen: UtcMillis;
}

/** Maximum number of values per indicator; those not seen for longest are deleted first. */
export const maxFoundValues = 1_000;

/** Records the values that a scan found at `at`. */
export function recordFoundValues(connection: Connection, iid: number, properties: Properties, at: UtcMillis): void {
  for (const [group, entries] of Object.entries(properties))
    for (const [name, values] of Object.entries(entries))
      for (const value of values)
        connection.run(
          `INSERT INTO found_value (iid, grp, name, value, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
           ON CONFLICT (iid, grp, name, value) DO UPDATE SET last_seen = excluded.last_seen`,
          iid,
          group,
          name,
          value,
          at,
        );
  connection.run(
    `DELETE FROM found_value WHERE iid = ?1 AND (grp, name, value) IN (
       SELECT grp, name, value FROM found_value WHERE iid = ?1 ORDER BY last_seen DESC, first_seen DESC LIMIT -1 OFFSET ?2)`,
    iid,
    maxFoundValues,
  );
}

/** All values that scans of an indicator found, most recently seen first. */
export function getFoundValues(connection: Connection, iid: number): readonly FoundValue[] {
  return connection
    .all(
      `SELECT grp, name, value, first_seen, last_seen FROM found_value WHERE iid = ?
       ORDER BY last_seen DESC, grp, name, value`,
      iid,
    )
    .map((row) => ({
      group: text(row.grp),
      name: text(row.name),
      value: text(row.value),
      firstSeen: integer(row.first_seen) ?? 0,
      lastSeen: integer(row.last_seen) ?? 0,
    }));
}
