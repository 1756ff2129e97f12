import type { IndicatorType } from '../indicators/identity/types';
import { type Connection, integer, text } from './sqlite/sqlite';
import { hostRanges } from './statements/hostRanges';
import type { SourceStatement } from './statements/merge';
import { effectiveStatementsBySource, type Subject, withoutOutdated } from './statements/statements';

const inList = 'IN (SELECT value FROM json_each(?))';

/** The names of the hosts in a JSON list, as keys of URLs contain them, on which there are URLs. */
const hostsWithUrls = `
  SELECT host.value FROM json_each(?) host WHERE ${hostRanges('NAME')
    .map(([from, to]) => `EXISTS (SELECT 1 FROM indicator WHERE key >= ${joined(from)} AND key < ${joined(to)})`)
    .join(' OR ')}`;

function joined(pattern: string): string {
  const [before = '', after = ''] = pattern.split('NAME');
  return `'${before}' || host.value || '${after}'`;
}

/**
 * What the store contains about many keys, read with a few statements. Most keys of a log or a list are unknown, and
 * finding that out one by one takes most of the time.
 */
export class BulkRead {
  private readonly keys: ReadonlySet<string>;
  private readonly related: ReadonlySet<string>;
  private readonly subjects: ReadonlyMap<string, Subject>;
  private readonly statements: ReadonlyMap<number, readonly SourceStatement[]>;
  private readonly answered: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;

  /** @param relatedOf further keys whose subjects are read about a key, such as the names above it */
  constructor(
    readonly connection: Connection,
    keys: readonly string[],
    relatedOf: (key: string) => readonly string[],
  ) {
    this.keys = new Set(keys);
    this.related = new Set(keys.flatMap((key) => relatedOf(key)));
    const column = (sql: string, list: Iterable<string>): ReadonlySet<string> =>
      new Set(connection.all(sql, JSON.stringify([...list])).map((row) => text(row['value'])));
    this.subjects = subjectsOf(connection, [...this.keys, ...this.related]);
    const own = keys.flatMap((key) => this.subjects.get(key) ?? []);
    const bySource = effectiveStatementsBySource(connection, own, false);
    this.statements = new Map([...bySource].map(([iid, sources]) => [iid, withoutOutdated(connection, iid, sources)]));
    this.answered = column(`SELECT DISTINCT key AS value FROM answer WHERE key ${inList}`, this.keys);
    this.hosts = column(
      hostsWithUrls,
      [...this.keys].filter((key) => !key.includes('/')).map((key) => urlName(key)),
    );
  }

  /** Whether this knows about a key on this connection. */
  covers(connection: Connection, key: string): boolean {
    return connection === this.connection && this.keys.has(key);
  }

  /** The row of a key, or of one that is related to a key. */
  subject(key: string): Subject | undefined {
    return this.subjects.get(key);
  }

  /** Whether {@link subject} knows about a key. */
  hasSubject(key: string): boolean {
    return this.keys.has(key) || this.related.has(key);
  }

  /** What sources say about a key that is covered, with its retirement applied. */
  statementsOf({ iid }: Subject): readonly SourceStatement[] | undefined {
    return this.statements.get(iid);
  }

  isAnswered(key: string): boolean {
    return this.answered.has(key);
  }

  hasUrls(key: string): boolean {
    return this.hosts.has(urlName(key));
  }
}

/** A host as it is in keys of URLs. */
function urlName(key: string): string {
  return key.includes(':') ? `[${key}]` : key;
}

function subjectsOf(connection: Connection, keys: readonly string[]): ReadonlyMap<string, Subject> {
  const rows = connection.all(`SELECT key, iid, value, type FROM indicator WHERE key ${inList}`, JSON.stringify(keys));
  return new Map(
    rows.map((row) => [
      text(row['key']),
      { iid: integer(row['iid']) ?? 0, value: text(row['value']), type: text(row['type']) as IndicatorType },
    ]),
  );
}
