import type { Connection } from '../sqlite/sqlite';

/**
 * Data in a store to check indicators against: something current, only retired entries, only fictional sample data, or
 * nothing.
 */
export type Coverage = 'current' | 'retired' | 'sample' | 'nothing';

/** Returns the coverage of a store. Answers of services count, since they are remembered lookups. */
export function coverage(connection: Connection): Coverage {
  const has = (where: string): boolean =>
    connection.get(
      `SELECT 1 FROM indicator i WHERE ${where} AND EXISTS (
         SELECT 1 FROM assertion a JOIN source s ON s.id = a.source_id WHERE a.iid = i.iid AND s.kind <> 'sample')
       LIMIT 1`,
    ) !== undefined;
  if (has('i.retired = 0') || connection.get('SELECT 1 FROM answer WHERE found = 1 LIMIT 1') !== undefined)
    return 'current';
  if (has('1')) return 'retired';
  return connection.get('SELECT 1 FROM assertion LIMIT 1') === undefined ? 'nothing' : 'sample';
}
