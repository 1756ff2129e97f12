import { Connection, integer, type Row, text, type Value } from '../../../core/store/sqlite/sqlite';
import { ensureSchema } from '../../../core/store/sqlite/schema';
import { getBody } from '../../../core/store/sqlite/bodyTemplates';
import { type Column, indicatorColumns, type Mapping, mappings } from '../tables';
import { toHexKey } from '../keys';

/** Tables of a working set that aren't written as rows with the same columns. */
const others = {
  indicator: ['iid'],
  object_indicator: ['oid', 'iid'],
  foreign_id: ['source_id', 'foreign_id', 'kind', 'own_id'],
  mirror_earlier: ['oid'],
} as const;

type Tracked = readonly (readonly [table: string, identity: readonly string[]])[];
const tracked: Tracked = [
  ...Object.values(mappings).map(({ local, identity }) => [local, identity] as const),
  ...Object.entries(others),
];

/** A new facet has an ID from here on until it has that of the team store. */
const firstLocalFacet = 2 ** 52;

/** Triggers that note changed rows: their identity, and whether they weren't loaded. */
const changeNotes = tracked
  .map(([table, identity]) => {
    const columns = identity.join(', ');
    // Not by a conflict: in a trigger, that of the outer statement decides what follows from it. The plus takes the affinity
    // from a value, with which the key of the notes couldn't be searched.
    const noted = (row: 'new' | 'old', isAdded: 0 | 1): string =>
      `INSERT INTO changed_${table} SELECT ${identity.map((name) => `${row}.${name}`).join(', ')}, ${isAdded} WHERE NOT EXISTS
         (SELECT 1 FROM changed_${table} c WHERE ${identity.map((name) => `c.${name} = +${row}.${name}`).join(' AND ')});`;
    return `
      CREATE TEMP TABLE changed_${table} (${columns}, is_added, PRIMARY KEY (${columns})) WITHOUT ROWID;
      CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table} BEGIN ${noted('new', 1)} END;
      CREATE TEMP TRIGGER ${table}_changed AFTER UPDATE ON main.${table} BEGIN ${noted('new', 0)} END;
      CREATE TEMP TRIGGER ${table}_gone AFTER DELETE ON main.${table} BEGIN ${noted('old', 0)} END;`;
  })
  .join('\n');

/** The rows of a table that are new, or have changed, and the identities of those that are gone. */
export interface Changes {
  readonly added: readonly Row[];
  readonly changed: readonly Row[];
  readonly gone: readonly Row[];
}

/**
 * A part of the team store in memory, in the tables of the embedded store: all rules of what sources state, of merging,
 * and of dates are those of the embedded store, and what they changed is written back. It contains everything that is
 * stored about some indicators, and what these refer to.
 */
export class WorkingSet {
  /** Indicators of the team store as they were loaded, by local ID. */
  readonly loaded = new Map<number, Row>();
  /** IDs of new indicators in the team store, by local ID. */
  readonly storedIids = new Map<number, number>();
  private readonly hexes = new Map<number, string>();

  private constructor(
    readonly connection: Connection,
    private readonly isTracked: boolean,
    private readonly clock: { now: number },
  ) {}

  /** An empty one, to be written back if it `isTracked`. `now` is the time of all that is done in it. `file`: instead of memory. */
  static create(now: number, isTracked: boolean, file = ':memory:'): WorkingSet {
    const clock = { now };
    const connection = Connection.open(file, { readOnly: false, busyMillis: 0, now: () => clock.now });
    ensureSchema(connection);
    if (isTracked) connection.exec(changeNotes);
    connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('facet', ?)", firstLocalFacet - 1);
    // References to rows that aren't loaded are neither read nor changed.
    connection.exec('PRAGMA foreign_keys = OFF');
    return new WorkingSet(connection, isTracked, clock);
  }

  /** Empties one that isn't written back, to be used again at another time: to create one takes longer than most reads. */
  reset(now: number): void {
    const { connection } = this;
    connection.exec('PRAGMA foreign_keys = OFF');
    const tables = connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('sqlite_sequence', 'change_clock')",
    );
    connection.transaction(() => {
      for (const { name } of tables) connection.run(`DELETE FROM ${text(name)}`);
    });
    connection.memo.clear();
    this.loaded.clear();
    this.hexes.clear();
    this.clock.now = now;
  }

  /** Adds an indicator, once. */
  addIndicator(row: Row): void {
    const iid = integer(row['iid']) ?? 0;
    if (this.loaded.has(iid)) return;
    this.loaded.set(iid, row);
    this.hexes.set(iid, text(row['key']));
    this.insert('indicator', [...indicatorColumns, 'key', 'facets'], { ...row, key: text(row['lookup_key']) });
  }

  /** Adds rows of a table whose keys are those of indicators in it. */
  add({ local, columns }: Mapping, rows: readonly Row[], iidOf: ReadonlyMap<string, number> = new Map()): void {
    const names = columns.filter(({ is }) => is !== 'hash').map((column) => column.local ?? column.name);
    for (const row of rows) this.insert(local, names, { ...row, iid: iidOf.get(text(row['key'])) ?? null });
  }

  insert(table: string, names: readonly string[], row: Row): void {
    const sql = `INSERT OR IGNORE INTO main.${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    this.connection.run(sql, ...names.map((name) => row[name] ?? null));
  }

  /** Ends loading; later changes are noted. */
  begin(): void {
    if (this.isTracked) for (const [table] of tracked) this.connection.exec(`DELETE FROM temp.changed_${table}`);
    this.connection.exec('PRAGMA foreign_keys = ON');
  }

  /** The changed rows of a table. */
  changes(table: string): Changes {
    const identity = tracked.find(([name]) => name === table)?.[1] ?? [];
    const join = identity.map((name) => `r.${name} = c.${name}`).join(' AND ');
    const { connection } = this;
    const rows = (isAdded: 0 | 1): readonly Row[] =>
      connection.all(
        `SELECT r.* FROM temp.changed_${table} c CROSS JOIN main.${table} r ON ${join} WHERE c.is_added = ${isAdded}`,
      );
    return {
      added: rows(1),
      changed: rows(0),
      gone: connection.all(
        `SELECT c.* FROM temp.changed_${table} c WHERE NOT EXISTS (SELECT 1 FROM main.${table} r WHERE ${join})`,
      ),
    };
  }

  /** The hashed key of an indicator, also of a new one, or one that is gone. */
  hexOf(iid: number): string {
    let hex = this.hexes.get(iid);
    if (hex !== undefined) return hex;
    hex = toHexKey(text(this.connection.get('SELECT key FROM indicator WHERE iid = ?', iid)?.['key']));
    this.hexes.set(iid, hex);
    return hex;
  }

  /** The value of a column of the team store for a row. */
  valueOf({ name, local = name, is, of = [] }: Column, row: Row): Value {
    const value = row[local] ?? null;
    switch (is) {
      case 'key':
        return this.hexOf(integer(value) ?? 0);
      case 'iid':
        return this.storedIids.get(integer(value) ?? 0) ?? value;
      case 'body':
        return getBody(this.connection, text(value));
      case 'hash':
        return toHexKey(of.map((each) => text(row[each])).join('\n'));
      case undefined:
        return value;
    }
  }

  close(): void {
    this.connection.close();
  }
}
