import type * as Sqlite from 'node:sqlite';
import { StoreError } from './storeError';

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** A `node:sqlite` of this runtime, or undefined: it has been missing from one line of Electron builds. */
export function loadSqlite(): typeof Sqlite | undefined {
  try {
    // A plain import would stop the whole bundle from loading where the module is missing.
    const found = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
    return typeof found?.DatabaseSync === 'function' ? found : undefined;
  } catch {
    return undefined;
  }
}

/** For who searches and writes; a search by property reads rows from all over the file. */
export const cacheKilobytes = 48 * 1024;
const bulkCacheKilobytes = 96 * 1024;
const memoEntries = 200_000;

/** A connection with its prepared statements; throws what `node:sqlite` throws. */
export class Connection {
  private readonly statements = new Map<string, Sqlite.StatementSync>();
  private depth = 0;
  private dataVersion: Value | undefined;
  /** The last date that this transaction gave; undefined where it gave none yet. */
  private lastDate: number | undefined;
  /** Ids that were read or written on this connection; emptied by whatever could make one of them wrong. */
  readonly memo = new Map<string, number>();

  private constructor(
    readonly db: Sqlite.DatabaseSync,
    private readonly now: () => number,
  ) {}

  static open(
    file: string | URL,
    options: { readonly readOnly: boolean; readonly busyMillis: number; readonly now?: () => number },
  ): Connection {
    const sqlite = loadSqlite();
    if (sqlite === undefined) {
      throw new StoreError({ kind: 'noSqlite', detail: `node:sqlite is missing from Node ${process.version}` });
    }
    const db = new sqlite.DatabaseSync(file, { readOnly: options.readOnly });
    // Temporary files would be readable to others, and have no room on a full disk.
    db.exec(`PRAGMA busy_timeout = ${options.busyMillis}; PRAGMA temp_store = MEMORY`);
    return new Connection(db, options.now ?? Date.now);
  }

  private statement(sql: string): Sqlite.StatementSync {
    let found = this.statements.get(sql);
    if (found === undefined) {
      found = this.db.prepare(sql);
      this.statements.set(sql, found);
    }
    return found;
  }

  get(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.statement(sql).get(...values);
  }

  all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return this.statement(sql).all(...values);
  }

  /** Runs a changing statement; answers with the rows changed and the last row id. */
  run(sql: string, ...values: readonly Value[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.statement(sql).run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  /** A statement of its own, for rows that are read while other statements run; `return` of the iterator ends it. */
  rows(sql: string, ...values: readonly Value[]): IterableIterator<Row> {
    return this.db.prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** Keeps more pages in memory for a bulk of writes, and writes them to the file in larger portions; false takes that back. */
  bulk(on: boolean, kilobytes = bulkCacheKilobytes): void {
    this.db.exec(
      `PRAGMA cache_size = ${-(on ? kilobytes : cacheKilobytes)}; PRAGMA wal_autocheckpoint = ${on ? 16_000 : 1_000}`,
    );
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  /** Runs `work` as one transaction, taking the write lock at once so that it never deadlocks half-way. */
  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.db.exec('BEGIN IMMEDIATE');
    this.depth++;
    try {
      this.forgetOthers();
      const result = work();
      if (this.lastDate !== undefined) this.run('UPDATE change_clock SET last = ?', this.lastDate);
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      this.memo.clear();
      try {
        this.db.exec('ROLLBACK');
      } catch {
        // A full disk or a damaged file has already rolled it back.
      }
      throw error;
    } finally {
      this.lastDate = undefined;
      this.depth--;
    }
  }

  /**
   * The first of `count` moments, microseconds since 1970, that nothing in this file has been dated with: later than all that
   * any writer has given, whatever the clock says. One is lost where the transaction fails.
   */
  nextDate(count = 1): number {
    if (this.depth === 0) return this.transaction(() => this.nextDate(count));
    // Writers take turns, so that what this transaction counts from is read once.
    this.lastDate ??= integer(this.get('SELECT last FROM change_clock')?.['last']) ?? 0;
    const first = Math.max(this.lastDate + 1, Math.trunc(this.now()) * 1_000);
    this.lastDate = first + count - 1;
    return first;
  }

  /** Runs `work` so that nothing of it stays where it throws, also within a transaction, whose other work does stay. */
  attempt<T>(work: () => T): T {
    return this.transaction(() => {
      this.db.exec('SAVEPOINT attempt');
      try {
        const result = work();
        this.db.exec('RELEASE attempt');
        return result;
      } catch (error) {
        this.memo.clear();
        try {
          this.db.exec('ROLLBACK TO attempt; RELEASE attempt');
        } catch {
          // The transaction is rolled back already.
        }
        throw error;
      }
    });
  }

  /** What another connection wrote may have taken away what is remembered here. */
  private forgetOthers(): void {
    const version = this.get('PRAGMA data_version')?.['data_version'];
    if (version !== this.dataVersion || this.memo.size > memoEntries) this.memo.clear();
    this.dataVersion = version;
  }

  close(): void {
    this.statements.clear();
    if (this.db.isOpen) this.db.close();
  }
}

/** Reads a column that the schema declares an integer; null and anything else is undefined. */
export function integer(value: Value | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Reads a column that the schema declares a text; null and anything else is the empty string. */
export function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
