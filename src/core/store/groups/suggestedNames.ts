import type { FoundName } from '../../records/recent';
import { hasRealData } from '../statements/realData';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';

/** Links of a name that are counted, and answers of services whose names are read, the newest first. */
const [maxCounted, maxAnswers] = [1_000, 1_000];

const namesOf = {
  threat: `SELECT name, category, organization, count FROM (
      SELECT t.name, (SELECT category FROM threat_assertion a WHERE a.tid = t.tid AND category IS NOT NULL LIMIT 1) AS category,
        NULL AS organization, (SELECT count(*) FROM (SELECT 1 FROM threat_link l WHERE l.tid = t.tid LIMIT ${maxCounted})) AS count
      FROM threat t WHERE t.name LIKE ?1 ESCAPE '\\' AND (?2 = 0 OR EXISTS (
        SELECT 1 FROM threat_assertion a JOIN source s ON s.id = a.source_id WHERE a.tid = t.tid AND s.kind <> 'sample')))`,
  feed: `SELECT name, category, organization, count FROM (
      SELECT f.name, (SELECT category FROM feed_assertion a WHERE a.fid = f.fid AND category IS NOT NULL LIMIT 1) AS category,
        (SELECT organization FROM feed_assertion a WHERE a.fid = f.fid AND organization IS NOT NULL LIMIT 1) AS organization,
        (SELECT count(*) FROM (SELECT 1 FROM feed_link l WHERE l.fid = f.fid LIMIT ${maxCounted})) AS count
      FROM feed f WHERE f.name LIKE ?1 ESCAPE '\\' AND (?2 = 0 OR EXISTS (
        SELECT 1 FROM feed_assertion a JOIN source s ON s.id = a.source_id WHERE a.fid = f.fid AND s.kind <> 'sample')))`,
} as const;

const namesInAnswers = (list: 'threats' | 'feeds'): string => `
  SELECT e.value ->> 'name' AS name, max(e.value ->> 'category') AS category, max(e.value ->> 'organization') AS organization,
    count(*) AS count
  FROM (SELECT body FROM answer WHERE found = 1 ORDER BY as_of DESC LIMIT ${maxAnswers}) a, json_each(a.body, '$.${list}') e
  WHERE e.value ->> 'name' LIKE ?1 ESCAPE '\\' GROUP BY 1`;

/**
 * Threats and feeds to suggest for a query, of local sources and of cached answers: names that start with the text first,
 * then the most frequent; at most `limit` of each kind. Names of the sample data are skipped if there is other data.
 */
export function findSuggestedNames(connection: Connection, wanted: string, limit: number): readonly FoundName[] {
  const needle = wanted.trim().toLowerCase();
  const pattern = `%${needle.replace(/[\\%_]/g, '\\$&')}%`;
  const real = hasRealData(connection) ? 1 : 0;
  return (['threat', 'feed'] as const).flatMap((kind) => {
    const rows = [
      ...connection.all(namesOf[kind], pattern, real),
      ...connection.all(namesInAnswers(`${kind}s`), pattern),
    ];
    return merged(kind, rows)
      .sort((a, b) => startOrder(a, needle) - startOrder(b, needle) || b.count - a.count || compare(a, b))
      .slice(0, limit)
      .map(({ found }) => found);
  });
}

interface Counted {
  readonly found: FoundName;
  readonly count: number;
}

/** Names that differ only in case are one; the first spelling is kept. */
function merged(kind: FoundName['kind'], rows: readonly Row[]): Counted[] {
  const all = new Map<string, Counted>();
  for (const row of rows) {
    const name = text(row['name']);
    if (name === '') continue;
    const key = name.toLowerCase();
    const known = all.get(key);
    const count = (known?.count ?? 0) + (integer(row['count']) ?? 0);
    all.set(key, { found: known?.found ?? foundName(kind, name, row), count });
  }
  return [...all.values()];
}

function foundName(kind: FoundName['kind'], name: string, row: Row): FoundName {
  const [category, organization] = [text(row['category']), text(row['organization'])];
  return {
    kind,
    id: 0,
    name,
    category: category === '' ? undefined : category,
    organization: organization === '' ? undefined : organization,
  };
}

function startOrder({ found }: Counted, needle: string): number {
  return found.name.toLowerCase().startsWith(needle) ? 0 : 1;
}

function compare(a: Counted, b: Counted): number {
  const [one, other] = [a.found.name.toLowerCase(), b.found.name.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}
