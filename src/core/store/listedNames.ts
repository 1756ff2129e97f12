import { riskRank } from '../records/risk';
import { Connection } from './sqlite/sqlite';

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

/** Waiting longer for a writer would delay the search. */
const busyMillis = 25;
const maxRemembered = 65_536;

/**
 * Looks up names that look like something else while texts are searched, in any thread: each once until {@link close},
 * after which the store is read again. The store may be missing.
 */
export class ListedNames {
  private readonly known = new Map<string, boolean>();
  /** Opened for the first name; undefined if it can't be read. */
  private connection: { readonly open: Connection | undefined } | undefined;

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
      this.connection ??= { open: Connection.open(this.storeFile, { readOnly: true, busyMillis }) };
      return this.connection.open !== undefined && isListedIn(this.connection.open, name);
    } catch {
      // What needs the store reports that it can't be read; here, the name stays what it looks like.
      this.connection ??= { open: undefined };
      return false;
    }
  }
}
