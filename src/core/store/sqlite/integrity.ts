import { isHolderGone } from './leaseHolder';
import { type Connection, integer, text } from './sqlite';

const dayMillis = 86_400_000;
/** In how many days all tables of a store are checked. */
const days = 7;
/** Rows of `upkeep` for processes that have the store open, and for the day on which a table was checked. */
const openMark = 'open ';
const checkedMark = 'checked ';

/**
 * Notes that a process opens the store for a while, or closes it, so that the mark of a process that crashed is found.
 */
export function markOpen(connection: Connection, holder: string, isOpen: boolean): void {
  if (isOpen) connection.run('INSERT OR REPLACE INTO upkeep (name, value) VALUES (?, 1)', openMark + holder);
  else connection.run('DELETE FROM upkeep WHERE name = ?', openMark + holder);
}

/** SQLite's own check of tables and their indexes, or of the whole file. Returns what is wrong, if anything. */
export function getIntegrity(connection: Connection, table?: string): string | undefined {
  const sql = table === undefined ? 'PRAGMA integrity_check(1)' : `PRAGMA integrity_check("${table}")`;
  const verdict = text(Object.values(connection.get(sql) ?? {})[0]);
  return verdict === 'ok' ? undefined : verdict;
}

/**
 * Checks the tables whose turn it is today, longest unchecked first, and all if a process ended without closing the
 * store. Returns what is wrong, if anything; throws SQLite's error where a table can't even be read.
 */
export function checkShare(connection: Connection): string | undefined {
  const today = Math.floor(connection.now() / dayMillis);
  const gone = connection
    .all(`SELECT name FROM upkeep WHERE name GLOB '${openMark}*'`)
    .map(({ name }) => text(name))
    .filter((name) => isHolderGone(name.slice(openMark.length)));
  const tables = connection
    .all(
      `SELECT t.name, u.value AS day FROM sqlite_schema t LEFT JOIN upkeep u ON u.name = '${checkedMark}' || t.name
       WHERE t.type = 'table' AND t.rootpage > 0 ORDER BY u.value NULLS FIRST, t.name`,
    )
    .map((row) => ({ name: text(row['name']), day: integer(row['day']) ?? 0 }));
  const isDone = ({ day }: { readonly day: number }): boolean => day === today;
  const share = Math.max(0, Math.ceil(tables.length / days) - tables.filter(isDone).length);
  const due = gone.length > 0 ? tables : tables.filter((table) => !isDone(table)).slice(0, share);
  for (const { name } of due) {
    const damage = getIntegrity(connection, name);
    if (damage !== undefined) return damage;
    connection.run('INSERT OR REPLACE INTO upkeep (name, value) VALUES (?, ?)', checkedMark + name, today);
  }
  for (const name of gone) connection.run('DELETE FROM upkeep WHERE name = ?', name);
  return undefined;
}
