import type { FoundName } from '../../records/recent';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';

/**
 * Threats and feeds of local sources whose name contains a text, ignoring case: names that start with it first, then
 * alphabetically; at most `limit` of each kind.
 */
export function findNames(connection: Connection, wanted: string, limit: number): readonly FoundName[] {
  const needle = wanted.trim().replace(/[\\%_]/g, '\\$&');
  const find = (sql: string): readonly Row[] => connection.all(sql, `%${needle}%`, `${needle}%`, limit);
  const threats = find(
    `SELECT tid AS id, name, (SELECT category FROM threat_assertion a WHERE a.tid = t.tid AND category IS NOT NULL LIMIT 1) AS category
     FROM threat t WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIKE ? ESCAPE '\\' DESC, name COLLATE NOCASE, name LIMIT ?`,
  );
  const feeds = find(
    `SELECT fid AS id, name,
       (SELECT category FROM feed_assertion a WHERE a.fid = f.fid AND category IS NOT NULL LIMIT 1) AS category,
       (SELECT organization FROM feed_assertion a WHERE a.fid = f.fid AND organization IS NOT NULL LIMIT 1) AS organization
     FROM feed f WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIKE ? ESCAPE '\\' DESC, name COLLATE NOCASE, name LIMIT ?`,
  );
  return [...threats.map((row) => named('threat', row)), ...feeds.map((row) => named('feed', row))];
}

function named(kind: FoundName['kind'], row: Row): FoundName {
  return {
    kind,
    id: integer(row.id) ?? 0,
    name: text(row.name),
    category: typeof row.category === 'string' && row.category !== '' ? row.category : undefined,
    organization: typeof row.organization === 'string' && row.organization !== '' ? row.organization : undefined,
  };
}
