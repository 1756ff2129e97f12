import { riskRank } from '../records/risk';
import { Connection, text } from './sqlite/sqlite';

const leastRank = riskRank('medium');

/** Whether sources list a name, which is its own key, with a risk of at least medium that isn't retired. */
export function isListedIn(connection: Connection, name: string): boolean {
  const found = connection.get(
    'SELECT risk FROM indicator WHERE key = ? AND risk >= ? AND retired = 0',
    name,
    leastRank,
  );
  return found !== undefined;
}

/**
 * The table of names that were looked up in a copy of a part of a store that is elsewhere; their listings are added to
 * the copy afterwards.
 */
const askedNames = 'asked_name';

/** Prepares such a copy. */
export function noteAskedNames(connection: Connection): void {
  connection.exec(`CREATE TABLE ${askedNames} (name TEXT PRIMARY KEY) WITHOUT ROWID`);
}

/** Returns the names that were noted, and removes them from the table. */
export function takeAskedNames(connection: Connection): readonly string[] {
  return connection.all(`DELETE FROM ${askedNames} RETURNING name`).map((row) => text(row['name']));
}

function opened(file: string): { readonly open: Connection; readonly notes: boolean } {
  const open = Connection.open(file, { readOnly: true, busyMillis });
  if (open.get('SELECT 1 FROM sqlite_schema WHERE name = ?', askedNames) === undefined) return { open, notes: false };
  open.close();
  return { open: Connection.open(file, { readOnly: false, busyMillis: noteMillis }), notes: true };
}

/** Threads note names at the same time. */
const noteMillis = 10_000;
/** Waiting longer for a writer would delay the search. */
const busyMillis = 25;
const maxRemembered = 65_536;

/**
 * Looks up names that look like something else while texts are searched, in any thread: each once until {@link close},
 * after which the store is read again. The store may be missing.
 */
export class ListedNames {
  private readonly known = new Map<string, boolean>();
  /** Opened for the first name; undefined if it can't be read. `notes`: names that are asked for are noted. */
  private connection: { readonly open: Connection | undefined; readonly notes?: boolean } | undefined;

  constructor(private readonly storeFile: string) {}

  has(name: string): boolean {
    const before = this.known.get(name);
    if (before !== undefined) return before;
    if (this.known.size >= maxRemembered) this.known.clear();
    const isListed = this.read(name);
    this.known.set(name, isListed);
    return isListed;
  }

  close(): void {
    this.known.clear();
    this.connection?.open?.close();
    this.connection = undefined;
  }

  private read(name: string): boolean {
    try {
      this.connection ??= opened(this.storeFile);
      const { open, notes = false } = this.connection;
      if (notes) open?.run(`INSERT OR IGNORE INTO ${askedNames} (name) VALUES (?)`, name);
      return open !== undefined && isListedIn(open, name);
    } catch {
      // Anything that needs the store reports that it can't be read; here, only the form of the name counts then.
      this.connection ??= { open: undefined };
      return false;
    }
  }
}
