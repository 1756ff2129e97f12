import type { Connection } from '../sqlite/sqlite';

/** Whether a store has anything besides sample data: imports, mirrors, or answers of services. */
export function hasRealData(connection: Connection): boolean {
  const sql = `SELECT 1 FROM source WHERE kind IN ('import', 'mirror')
    UNION ALL SELECT 1 FROM (SELECT 1 FROM answer WHERE found = 1 LIMIT 1) LIMIT 1`;
  return connection.get(sql) !== undefined;
}
