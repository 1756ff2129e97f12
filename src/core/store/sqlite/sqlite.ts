import type * as Sqlite from 'node:sqlite';
import { newHolder } from './leaseHolder';
import { StoreError } from '../protocol/storeError';

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** The `node:sqlite` of this runtime; undefined in some Electron builds. */
export function loadSqlite(): typeof Sqlite | undefined {
  try {
    // A plain import would prevent the whole bundle from loading.
    const found = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
    return typeof found?.DatabaseSync === 'function' ? found : undefined;
  } catch {
    return undefined;
  }
}

/** For searching and writing; a search by property reads rows from all over the file. */
const cacheKilobytes = 48 * 1024;
const bulkCacheKilobytes = 96 * 1024;
const memoEntries = 200_000;

/** A connection with its prepared statements. Throws what `node:sqlite` throws. */
export class Connection {
  private readonly statements = new Map<string, Sqlite.StatementSync>();
  private depth = 0;
  private dataVersion: Value | undefined;
  /** The last date used in this transaction; undefined if none was. */
  private lastDate: number | undefined;
  /** Called with the lock for writing, at the beginning of each transaction; what it throws ends that. */
  beforeWrite: ((connection: Connection) => void) | undefined;
  /** Cached IDs of this connection; cleared whenever they might be outdated. */
  readonly memo = new Map<string, number>();

  private constructor(
    readonly db: Sqlite.DatabaseSync,
    /** The current time. */
    readonly now: () => number,
    /** Who works with it, in leases and claims. */
    readonly holder: string,
  ) {}

  static open(
    file: string | URL,
    options: {
      readonly readOnly: boolean;
      readonly busyMillis: number;
      readonly now?: () => number;
      readonly holder?: string;
    },
  ): Connection {
    const sqlite = loadSqlite();
    if (sqlite === undefined) {
      throw new StoreError({ kind: 'noSqlite', detail: `node:sqlite is missing from Node ${process.version}` });
    }
    const db = new sqlite.DatabaseSync(file, { readOnly: options.readOnly });
    // Temporary files would be readable to others, and have no room on a full disk.
    db.exec(`PRAGMA busy_timeout = ${options.busyMillis}; PRAGMA temp_store = MEMORY`);
    const connection = new Connection(db, options.now ?? Date.now, options.holder ?? newHolder());
    db.function('next_date', () => connection.nextDate());
    return connection;
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

  /** Runs a changing statement, as a transaction. Returns the number of changed rows and the last row ID. */
  run(sql: string, ...values: readonly Value[]): { readonly changes: number; readonly id: number } {
    if (this.depth === 0) return this.transaction(() => this.run(sql, ...values));
    const { changes, lastInsertRowid } = this.statement(sql).run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  /** A separate statement for rows that are read while other statements run; the iterator's `return` ends it. */
  rows(sql: string, ...values: readonly Value[]): IterableIterator<Row> {
    return this.db.prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** Caches more pages and writes them in larger portions during bulk writes; false reverts that. */
  bulk(on: boolean, kilobytes = bulkCacheKilobytes): void {
    this.db.exec(
      `PRAGMA cache_size = ${-(on ? kilobytes : cacheKilobytes)}; PRAGMA wal_autocheckpoint = ${on ? 16_000 : 1_000}`,
    );
  }

  /** Makes a function of two values available to statements. */
  define(name: string, work: (first: Value, second: Value) => Value): void {
    this.db.function(name, (first, second) => work(first, second));
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  /** Runs `work` as one transaction; takes the write lock right away, so that it can't deadlock. */
  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.db.exec('BEGIN IMMEDIATE');
    this.depth++;
    try {
      this.beforeWrite?.(this);
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
        // A full disk or corruption has already rolled it back.
      }
      throw error;
    } finally {
      this.lastDate = undefined;
      this.depth--;
    }
  }

  /**
   * The first of `count` new dates, in microseconds since 1970: later than all dates that any writer has used,
   * regardless of the clock. It is lost if the transaction fails.
   */
  nextDate(count = 1): number {
    if (this.depth === 0) return this.transaction(() => this.nextDate(count));
    // There is one writer at a time, so that the last date is read once per transaction.
    this.lastDate ??= integer(this.get('SELECT last FROM change_clock')?.['last']) ?? 0;
    const first = Math.max(this.lastDate + 1, Math.trunc(this.now()) * 1_000);
    this.lastDate = first + count - 1;
    return first;
  }

  /** Runs `work` and reverts it if it throws, also within a transaction, whose other changes stay. */
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
          // The transaction is already rolled back.
        }
        throw error;
      }
    });
  }

  /** Changes by another connection may have made cached IDs invalid. */
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

/** Reads an integer column; anything else is undefined. */
export function integer(value: Value | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Reads a text column; anything else is an empty string. */
export function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
