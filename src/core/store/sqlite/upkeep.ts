import { type Connection, integer, type Value } from './sqlite';

/**
 * Parts of a store that still contain deleted values. SQLite overwrites deleted rows, but not the copies that it left
 * where it moved rows from one page to another, and not those in its journal.
 */
export const remains = { none: 0, journal: 1, lists: 2, triaged: 3, records: 4 } as const;
export type Remains = (typeof remains)[keyof typeof remains];

/** Small tables, which are written again to get rid of deleted values. */
const lists = ['answer', 'sent', 'client_scan', 'scan', 'recent', 'query_run', 'triage'] as const;
/** Tables of triaged files, which are larger and also written again. */
const triaged = ['triaged_file', 'triaged_indicator', 'triaged_news'] as const;

/** Notes that values were deleted, which have to be erased (`wipe.ts`). In the transaction that deletes them. */
export function noteRemains(connection: Connection, where: Remains): void {
  connection.run(
    `INSERT INTO upkeep (name, value) VALUES ('wipe', ?)
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
    where,
  );
}

/** Runs a statement that deletes values, and notes that if it deleted any. Returns the number of rows. */
export function deleteRows(connection: Connection, where: Remains, sql: string, ...values: readonly Value[]): number {
  return connection.transaction(() => {
    const { changes } = connection.run(sql, ...values);
    if (changes > 0) noteRemains(connection, where);
    return changes;
  });
}

/** The parts that have to be erased, including those that a process left when it ended early. */
export function remainsIn(connection: Connection): Remains {
  const row = connection.get("SELECT max(value) AS value FROM upkeep WHERE name IN ('wipe', 'wiping')");
  return (integer(row?.['value']) ?? remains.none) as Remains;
}

/** Begins to erase the parts that are noted until now. */
export function beginWipe(connection: Connection): Remains {
  return connection.transaction(() => {
    const found = remainsIn(connection);
    connection.run("DELETE FROM upkeep WHERE name IN ('wipe', 'wiping')");
    connection.run("INSERT INTO upkeep (name, value) VALUES ('wiping', ?)", found);
    return found;
  });
}

/** Notes the parts that are left to erase. */
export function noteWiped(connection: Connection, left: Remains): void {
  if (left === remains.none) connection.run("DELETE FROM upkeep WHERE name = 'wiping'");
  else connection.run("UPDATE upkeep SET value = ? WHERE name = 'wiping'", left);
}

/** Writes the tables again from which values were deleted: pages that become free are overwritten. */
export function rewriteTables(connection: Connection, where: typeof remains.lists | typeof remains.triaged): void {
  connection.transaction(() => {
    for (const table of where === remains.lists ? lists : [...lists, ...triaged]) {
      connection.exec(`
        CREATE TEMP TABLE kept AS SELECT * FROM main.${table};
        DELETE FROM main.${table};
        INSERT INTO main.${table} SELECT * FROM kept;
        DROP TABLE kept;
      `);
    }
  });
}
