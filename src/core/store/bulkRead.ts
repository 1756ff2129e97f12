import type { IndicatorType } from '../indicators/identity/types';
import { type Connection, integer, text } from './sqlite/sqlite';
import type { SourceStatement } from './statements/merge';
import {
  effectiveStatementsBySource,
  getEffectiveStatements,
  type Subject,
  withoutOutdated,
} from './statements/statements';

/** In this order of the joins, SQLite doesn't sort the list first. */
const subjectsOfKeys = `
  SELECT i.key, i.iid, i.value, i.type FROM json_each(?) list CROSS JOIN indicator i ON i.key = list.value`;
const answeredKeys = 'SELECT a.key AS value FROM json_each(?) list CROSS JOIN answer a ON a.key = list.value';

/** Schemes of URLs in a store. */
const schemes = ['ftp', 'http', 'https'] as const;
const urlsOf = (scheme: string): string =>
  `SELECT 1 FROM indicator WHERE key >= '${scheme}://' AND key < '${scheme}:/0' LIMIT 1`;

/**
 * The names of the hosts in a JSON list, as keys of URLs contain them, that may have URLs: in a key, a slash, a colon,
 * or, in another address, a digit follows the name.
 */
const hostsWithUrls = (scheme: string): string => `
  SELECT host.value FROM json_each(?) host WHERE EXISTS (
    SELECT 1 FROM indicator
    WHERE key >= '${scheme}://' || host.value || '/' AND key < '${scheme}://' || host.value || ';')`;

/** Indicators whose statements are read together. */
const statementsAtOnce = 128;

/**
 * The content of the store about many keys, read with a few statements. Most keys of a log or a list are unknown, and
 * finding that out one by one takes most of the time.
 */
export class BulkRead {
  /** By key: further keys whose subjects are read about it. */
  private readonly related = new Map<string, readonly string[]>();
  private readonly read: ReadonlySet<string>;
  private readonly subjects: ReadonlyMap<string, Subject>;
  private readonly answered: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;
  /** The subjects of keys, in parts whose statements are read at once, and by IID the number of its part. */
  private readonly parts: Subject[][] = [];
  private readonly partOf = new Map<number, number>();
  private readonly statements = new Map<number, readonly SourceStatement[]>();
  /** By IID: statements of sources about names above keys, which are the same for all subdomains. */
  private readonly above = new Map<number, readonly SourceStatement[]>();

  /** @param relatedOf further keys whose subjects are read about a key, such as the names above it */
  constructor(
    readonly connection: Connection,
    keys: readonly string[],
    relatedOf: (key: string) => readonly string[],
  ) {
    for (const key of keys) this.related.set(key, relatedOf(key));
    const read = new Set(this.related.keys());
    for (const all of this.related.values()) for (const key of all) read.add(key);
    this.read = read;
    this.subjects = subjectsOf(connection, read);
    const own = [...this.related.keys()];
    const hasAnswers = connection.get('SELECT 1 FROM answer LIMIT 1') !== undefined;
    this.answered = hasAnswers ? valuesOf(connection, answeredKeys, [...read]) : new Set();
    this.hosts = hostsOf(connection, own);
    for (const key of own) this.addSubject(this.subjects.get(key));
  }

  /** Whether this knows about a key on this connection. */
  covers(connection: Connection, key: string): boolean {
    return connection === this.connection && this.related.has(key);
  }

  /** Whether the store has nothing about a key that is covered. */
  isUnknown(key: string): boolean {
    if (this.subjects.has(key) || this.isAnswered(key) || this.hasUrls(key)) return false;
    return this.related.get(key)?.every((each) => !this.subjects.has(each) && !this.isAnswered(each)) === true;
  }

  /** The row of a key, or of one that is related to a key. */
  subject(key: string): Subject | undefined {
    return this.subjects.get(key);
  }

  /** Whether {@link subject} knows about a key. */
  hasSubject(key: string): boolean {
    return this.read.has(key);
  }

  /** Statements of sources about a covered key, with its retirement applied. */
  statementsOf({ iid }: Subject): readonly SourceStatement[] | undefined {
    const number = this.partOf.get(iid);
    if (number !== undefined && !this.statements.has(iid)) this.readStatements(this.parts[number] ?? []);
    return this.statements.get(iid);
  }

  /**
   * Statements of sources about a name above keys, with its retirement applied, and with rules for subdomains as they
   * are.
   */
  statementsAbove(subject: Subject): readonly SourceStatement[] {
    const known = this.above.get(subject.iid) ?? getEffectiveStatements(this.connection, subject, false, true);
    this.above.set(subject.iid, known);
    return known;
  }

  /** Whether a service answered about a key, or one that is related to it. */
  isAnswered(key: string): boolean {
    return this.answered.has(key);
  }

  /** Whether there may be URLs on a host. */
  hasUrls(key: string): boolean {
    return this.hosts.has(urlName(key));
  }

  private addSubject(subject: Subject | undefined): void {
    if (subject === undefined) return;
    const last = this.parts.at(-1);
    if (last === undefined || last.length === statementsAtOnce) this.parts.push([subject]);
    else last.push(subject);
    this.partOf.set(subject.iid, this.parts.length - 1);
  }

  private readStatements(subjects: readonly Subject[]): void {
    for (const [iid, sources] of effectiveStatementsBySource(this.connection, subjects, false))
      this.statements.set(iid, withoutOutdated(this.connection, iid, sources));
  }
}

function valuesOf(connection: Connection, sql: string, list: readonly string[]): ReadonlySet<string> {
  return new Set(connection.all(sql, JSON.stringify(list)).map((row) => text(row['value'])));
}

/** The names of the hosts among keys on which there may be URLs. */
function hostsOf(connection: Connection, keys: readonly string[]): ReadonlySet<string> {
  const existing = schemes.filter((scheme) => connection.get(urlsOf(scheme)) !== undefined);
  if (existing.length === 0) return new Set();
  const names = keys.filter((key) => !key.includes('/')).map(urlName);
  return new Set(existing.flatMap((scheme) => [...valuesOf(connection, hostsWithUrls(scheme), names)]));
}

/** A host as it is in keys of URLs. */
function urlName(key: string): string {
  return key.includes(':') ? `[${key}]` : key;
}

function subjectsOf(connection: Connection, keys: Iterable<string>): ReadonlyMap<string, Subject> {
  const list = JSON.stringify([...keys]);
  const rows = connection.all(subjectsOfKeys, list);
  return new Map(
    rows.map((row) => [
      text(row['key']),
      { iid: integer(row['iid']) ?? 0, value: text(row['value']), type: text(row['type']) as IndicatorType },
    ]),
  );
}
