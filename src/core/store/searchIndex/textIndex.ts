import { type Connection, integer } from '../sqlite/sqlite';

/** Tables with trigram indexes: values of indicators, and values of facets. */
type TextIndexName = 'indicator_text' | 'facet_text';

const sources: Readonly<Record<TextIndexName, { readonly table: string; readonly id: string }>> = {
  indicator_text: { table: 'indicator', id: 'iid' },
  facet_text: { table: 'facet', id: 'id' },
};

const sliceRows = 20_000;
/** FTS5 parses expressions recursively, and a few trigrams are selective enough. */
const maxTrigrams = 24;

const probed = new WeakMap<Connection, boolean>();

/** Whether SQLite supports FTS5 with trigrams, checked once per connection. Without it, wildcards require a scan. */
export function hasTrigrams(connection: Connection): boolean {
  let has = probed.get(connection);
  if (has === undefined) {
    has = probe(connection);
    probed.set(connection, has);
  }
  return has;
}

function probe(connection: Connection): boolean {
  try {
    connection.exec("CREATE VIRTUAL TABLE temp.probe USING fts5 (value, tokenize = 'trigram'); DROP TABLE temp.probe");
    return true;
  } catch (error) {
    if (error instanceof Error && /fts5|tokenizer/i.test(error.message)) return false;
    throw error;
  }
}

/** Contentless tables, since values are stored in other tables, never change, and their ids aren't reused. */
function makeTables(connection: Connection): void {
  const there = connection.get(
    "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('indicator_text', 'facet_text')",
  );
  if (there?.['n'] === 2) return;
  connection.transaction(() => createTables(connection));
}

function createTables(connection: Connection): void {
  for (const name of Object.keys(sources))
    connection.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5 (value, content = '', tokenize = 'trigram', detail = none, columnsize = 0)`,
    );
}

/** Indexes the next values in a transaction of about 100 ms; true while there are more. */
export function feedTrigrams(connection: Connection): boolean {
  if (!hasTrigrams(connection)) return false;
  makeTables(connection);
  return (Object.keys(sources) as TextIndexName[]).some((name) => feed(connection, name));
}

function feed(connection: Connection, name: TextIndexName): boolean {
  const { table, id } = sources[name];
  if (!isBehind(connection, name)) return false;
  return connection.transaction(() => {
    const upto = lastIndexed(connection, name);
    const last = connection.get(
      `SELECT max(id) AS last, count(*) AS n FROM (SELECT ${id} AS id FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ${sliceRows})`,
      upto,
    );
    const to = integer(last?.['last']) ?? upto;
    connection.run(
      `INSERT INTO ${name} (rowid, value) SELECT ${id}, value FROM ${table} WHERE ${id} > ? AND ${id} <= ?`,
      upto,
      to,
    );
    connection.run(
      'INSERT INTO text_index (name, upto) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET upto = ?2',
      name,
      to,
    );
    return true;
  });
}

function lastIndexed(connection: Connection, name: TextIndexName): number {
  return integer(connection.get('SELECT upto FROM text_index WHERE name = ?', name)?.['upto']) ?? 0;
}

function isBehind(connection: Connection, name: TextIndexName): boolean {
  const { table, id } = sources[name];
  return (
    (integer(connection.get(`SELECT max(${id}) AS last FROM ${table}`)?.['last']) ?? 0) > lastIndexed(connection, name)
  );
}

/** Deletes all trigrams, to rebuild them after a large removal. Requires a transaction. */
export function dropTrigrams(connection: Connection): void {
  if (!hasTrigrams(connection)) return;
  makeTables(connection);
  for (const name of Object.keys(sources)) connection.exec(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`);
  connection.exec('DELETE FROM text_index');
}

/**
 * The FTS5 expression for the trigrams of a pattern with `*`; undefined without three consecutive fixed characters. Its
 * results are candidates that still have to be compared.
 */
export function toTrigrams(pattern: string): string | undefined {
  const found = new Set<string>();
  for (const part of pattern.split(/\*+/)) {
    const characters = Array.from(part);
    for (let at = 0; at + 3 <= characters.length && found.size < maxTrigrams; at++) {
      const trigram = characters.slice(at, at + 3).join('');
      if (!trigram.includes('\0')) found.add(`"${trigram.replaceAll('"', '""')}"`);
    }
  }
  return found.size === 0 ? undefined : [...found].join(' AND ');
}
