import { toJson } from '../json';
import { sql, type RawBuilder } from 'kysely';
import { lookupKey } from '../../../core/indicators';
import { type Row, text, integer } from '../../../core/store/sqlite/sqlite';
import { nameKey } from '../../../core/store/statements/links';
import type { IndicatorRecord } from '../../../core/records/record';
import type { Team } from '../database';
import { toHexKey } from '../keys';
import { type Mapping, mappings } from '../tables';
import type { WorkingSet } from './workingSet';

/** Data of the team store for a piece of work. */
export interface Needs {
  /** Lookup keys of indicators, with all statements about them. */
  readonly keys: Iterable<string>;
  /** Names of threats and feeds that the work may state. */
  readonly threats?: Iterable<string>;
  readonly feeds?: Iterable<string>;
  /** IDs of threats and feeds. */
  readonly threatIds?: readonly number[];
  readonly feedIds?: readonly number[];
  /** IDs of original objects. */
  readonly objects?: Iterable<string>;
  /** Types of original objects of which a source has few. */
  readonly objectTypes?: readonly string[];
  /** Values that generated objects may have been withdrawn for. */
  readonly values?: Iterable<string>;
  /** The source that is written. */
  readonly sourceId?: number;
  /** Generated objects that are gone, by their IDs. */
  readonly withdrawnIds?: readonly number[];
  /** Whether to load earlier findings of scans as well. */
  readonly foundValues?: boolean;
  /** IDs that the source gives to what it relates. */
  readonly foreignIds?: readonly string[];
  /** The state of synced collections, with rows of `mirror_tie`, and the objects of which earlier versions are needed. */
  readonly mirror?: { readonly ties?: readonly Row[]; readonly earlier?: readonly string[] };
}

/** Reads parts of the team store into a working set, in a transaction. */
export class Loader {
  private readonly iids = new Map<string, number>();
  private readonly loadedObjects = new Set<string>();

  constructor(
    private readonly team: Team,
    private readonly working: WorkingSet,
    /** Whether indicators are written, so that nobody else may write them in the meantime. */
    private readonly isLocked: boolean,
  ) {}

  /** Loads everything that is needed. */
  async load(needs: Needs): Promise<void> {
    this.addAll(mappings.source, await this.rows(sql`SELECT ${columnsOf(mappings.source)} FROM source ORDER BY id`));
    if (needs.threats !== undefined) await this.loadNames('threat', 'tid', needs.threats);
    if (needs.feeds !== undefined) await this.loadNames('feed', 'fid', needs.feeds);
    await this.groupsById('threat', 'tid', needs.threatIds ?? []);
    await this.groupsById('feed', 'fid', needs.feedIds ?? []);
    const found = await this.indicators(new Set(needs.keys));
    await this.statements(found, needs);
    await this.objects(needs);
    await this.withdrawn(needs, found);
    await this.withdrawnById(needs.withdrawnIds ?? []);
    if (needs.foreignIds !== undefined) await this.foreignIds(needs);
    await this.mirror(needs);
    this.working.begin();
  }

  private async rows(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    const { rows } = await query.execute(this.team);
    return rows as readonly Row[];
  }

  private addAll(mapping: Mapping, rows: readonly Row[]): void {
    this.working.connection.transaction(() => this.working.add(mapping, rows, this.iids));
  }

  /** Adds the names that the team store doesn't have, so that all have an ID. */
  private async loadNames(table: 'threat' | 'feed', id: 'tid' | 'fid', names: Iterable<string>): Promise<void> {
    const byKey = new Map<string, string>();
    for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name.trim());
    if (byKey.size === 0) return;
    const ids = [...byKey.keys()].map(toHexKey);
    const query = sql`SELECT ${sql.ref(id)}, name_key, name FROM ${sql.table(table)}
      WHERE name_id IN (SELECT decode(value, 'hex') FROM json_array_elements_text(${toJson(ids)}::json))`;
    let rows = await this.rows(query);
    if (rows.length < byKey.size && this.isLocked) {
      const known = new Set(rows.map((row) => text(row['name_key'])));
      const added = [...byKey].filter(([key]) => !known.has(key));
      const list = added.map(([key, name]) => ({ id: toHexKey(key), key, name }));
      await sql`INSERT INTO ${sql.table(table)} (name_id, name_key, name)
        SELECT decode(r.id, 'hex'), r.key, r.name
        FROM json_to_recordset(${toJson(list)}::json) AS r (id text, key text, name text) ORDER BY r.id
        ON CONFLICT DO NOTHING`.execute(this.team);
      rows = await this.rows(query);
    }
    this.addNames(table, id, rows);
    await this.groupStatements(
      table,
      rows.map((row) => integer(row[id]) ?? 0),
    );
  }

  /** Threats or feeds with what all sources state about them. */
  private async groupsById(table: 'threat' | 'feed', id: 'tid' | 'fid', ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const query = sql`SELECT ${sql.ref(id)}, name_key, name FROM ${sql.table(table)} WHERE ${sql.ref(id)} = ANY(${ids}::int[])`;
    this.addNames(table, id, await this.rows(query));
    await this.groupStatements(table, ids);
  }

  private addNames(table: 'threat' | 'feed', id: 'tid' | 'fid', rows: readonly Row[]): void {
    const { working } = this;
    working.connection.transaction(() => {
      for (const row of rows) working.insert(table, [id, 'name_key', 'name'], row);
    });
  }

  /** Loads the statements of all sources about threats or feeds. */
  private async groupStatements(table: 'threat' | 'feed', ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const mapping = table === 'threat' ? mappings.threatStatement : mappings.feedStatement;
    const id = table === 'threat' ? 'tid' : 'fid';
    this.addAll(
      mapping,
      await this.rows(
        sql`SELECT ${columnsOf(mapping)} FROM ${sql.table(mapping.table)} WHERE ${sql.ref(id)} = ANY(${ids}::int[])`,
      ),
    );
  }

  /** The rows of indicators; locked in one order by all writers, so that they never wait for each other in a circle. */
  private async indicators(keys: ReadonlySet<string>, isBare = false): Promise<readonly string[]> {
    if (keys.size === 0) return [];
    const hexes = [...keys].map((key) => toHexKey(key)).toSorted();
    const lock = this.isLocked && !isBare ? sql`FOR UPDATE` : sql`OFFSET 0`;
    const rows = await this.rows(sql`
      SELECT encode(i.key, 'hex') AS key, i.lookup_key, i.iid, i.own_value, i.type, i.risk, i.retired, i.stamp_added,
        i.stamp_updated, i.stamp_seen, i.stamp_retired, array_to_json(i.facets)::text AS facets
      FROM ${eachOf('indicator', hexes, lock)} i`);
    this.working.connection.transaction(() => {
      for (const row of rows) {
        this.iids.set(text(row['key']), integer(row['iid']) ?? 0);
        this.working.addIndicator(row);
      }
    });
    return rows.map((row) => text(row['key']));
  }

  /** Loads statements about indicators. */
  private async statements(hexes: readonly string[], needs: Needs): Promise<void> {
    if (hexes.length === 0) return;
    const { statement, threatLink, feedLink, retirement, finding, foundValue } = mappings;
    const tables = [
      statement,
      threatLink,
      feedLink,
      retirement,
      finding,
      ...(needs.foundValues === true ? [foundValue] : []),
    ];
    const rowsOf = await this.together(hexes, [
      { table: 'indicator_object', columns: ['key', 'source_id', 'object_id'] },
      ...tables.map(({ table, columns }: Mapping) => ({
        table,
        columns: columns.filter(({ is }) => is !== 'hash').map(({ name }) => name),
      })),
    ]);
    for (const mapping of tables) this.addAll(mapping, rowsOf(mapping.table));
    await this.groupsById('feed', 'fid', idsIn(rowsOf(feedLink.table), 'fid'));
    const tids = idsIn(rowsOf(threatLink.table), 'tid');
    await this.groupsById('threat', 'tid', tids);
    if (tids.length > 0 && this.isLocked && needs.sourceId !== undefined)
      await this.otherLinks(needs.sourceId, tids, hexes);
    const redirected = this.isLocked ? new Set(rowsOf(finding.table).map((row) => row['key'])) : undefined;
    const statements = rowsOf(statement.table);
    await this.redirectEnds(
      statements.filter((row) => redirected?.has(row['key'] ?? null) !== false).map((row) => text(row['body'])),
    );
    await this.statedObjects(statements, rowsOf('indicator_object'));
  }

  /** The rows of several large tables with some keys, in one statement. */
  private async together(
    hexes: readonly string[],
    tables: readonly { readonly table: string; readonly columns: readonly string[] }[],
  ): Promise<(table: string) => readonly Row[]> {
    const parts = tables.map(({ table, columns }) => {
      const names = columns.map((name) => (name === 'key' ? sql`encode(t.key, 'hex') AS key` : sql.ref(`t.${name}`)));
      return sql`(SELECT json_agg(r) FROM (SELECT ${sql.join(names)} FROM k
        CROSS JOIN LATERAL (SELECT * FROM ${sql.table(table)} t WHERE t.key = k.key OFFSET 0) t) r)`;
    });
    const [row] = await this.rows(sql`
      WITH k AS MATERIALIZED (SELECT key FROM ${eachKey(hexes)}) SELECT json_build_array(${sql.join(parts)}) AS lists`);
    const lists = row?.['lists'] as unknown as readonly (readonly Row[] | null)[];
    const byTable = new Map(tables.map(({ table }, index) => [table, lists[index] ?? []]));
    return (table) => byTable.get(table) ?? [];
  }

  /** One link of each threat to an indicator that isn't loaded: a source still lists the threat because of it. */
  private async otherLinks(sourceId: number, tids: readonly number[], hexes: readonly string[]): Promise<void> {
    const rows = await this.rows(sql`
      WITH loaded AS MATERIALIZED (SELECT key FROM ${eachKey(hexes)})
      SELECT t.tid FROM unnest(${tids}::int[]) AS t (tid) WHERE EXISTS (
        SELECT 1 FROM threat_link l WHERE l.tid = t.tid AND l.source_id = ${sourceId} AND l.key NOT IN (SELECT key FROM loaded))`);
    const { connection } = this.working;
    connection.transaction(() => {
      for (const row of rows)
        connection.run(
          'INSERT INTO threat_link (iid, source_id, tid) VALUES (?, ?, ?)',
          // No indicator has it.
          -(integer(row['tid']) ?? 0),
          sourceId,
          row['tid'] ?? null,
        );
    });
  }

  /** Indicators that records redirect to, of which only the row is needed. */
  private async redirectEnds(bodies: readonly string[]): Promise<void> {
    const keys = new Set<string>();
    for (const body of bodies) {
      if (!body.includes('"redirects"')) continue;
      const { redirects } = JSON.parse(body) as Partial<IndicatorRecord>;
      for (const { value } of [...(redirects?.from ?? []), ...(redirects?.to ?? [])]) keys.add(lookupKey(value));
    }
    await this.indicators(keys, true);
  }

  /** Original objects that name indicators, and those with the same ID of other sources. */
  private async statedObjects(statements: readonly Row[], rows: readonly Row[]): Promise<void> {
    const marked = statements.flatMap((row) => {
      const body = text(row['body']);
      return body.includes('"object_marking_refs"') ? [...body.matchAll(/marking-definition--[0-9a-f-]{36}/g)] : [];
    });
    await this.objectsById([...rows.map((row) => text(row['object_id'])), ...marked.map(([id]) => id)]);
    const { connection } = this.working;
    connection.transaction(() => {
      for (const row of rows)
        connection.run(
          `INSERT OR IGNORE INTO object_indicator (oid, iid)
           SELECT oid, ?1 FROM stix_object WHERE id = ?2 AND source_id = ?3`,
          this.iids.get(text(row['key'])) ?? 0,
          row['object_id'] ?? null,
          row['source_id'] ?? null,
        );
    });
  }

  private async objects({ objects, objectTypes, sourceId }: Needs): Promise<void> {
    if (objects !== undefined) await this.objectsById([...objects]);
    if (objectTypes === undefined || sourceId === undefined) return;
    this.addObjects(
      await this.rows(
        sql`SELECT ${columnsOf(mappings.stixObject)} FROM stix_object WHERE source_id = ${sourceId} AND type = ANY(${objectTypes}::text[])`,
      ),
    );
  }

  private async objectsById(ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.loadedObjects.has(id));
    if (wanted.length === 0) return;
    for (const id of wanted) this.loadedObjects.add(id);
    const lock = this.isLocked ? sql`ORDER BY source_id FOR UPDATE` : sql`OFFSET 0`;
    this.addObjects(
      await this.rows(
        sql`SELECT ${columnsOf(mappings.stixObject)} FROM ${eachOf('stix_object', wanted.map(toHexKey).toSorted(), lock)} o`,
      ),
    );
  }

  private addObjects(rows: readonly Row[]): void {
    this.addAll(mappings.stixObject, rows);
  }

  private async withdrawn({ values, sourceId }: Needs, found: readonly string[]): Promise<void> {
    if (sourceId === undefined) return;
    const all = new Set(values);
    const { connection } = this.working;
    if (found.length > 0) for (const row of connection.all('SELECT value FROM indicator')) all.add(text(row['value']));
    if (all.size === 0) return;
    const has = await this.rows(sql`SELECT 1 AS found FROM withdrawn WHERE source_id = ${sourceId} LIMIT 1`);
    if (has.length === 0) return;
    this.addAll(
      mappings.withdrawn,
      await this.rows(
        sql`SELECT ${columnsOf(mappings.withdrawn)} FROM ${eachOf('withdrawn', [...all].map(toHexKey))} w WHERE w.source_id = ${sourceId}`,
      ),
    );
  }

  private async withdrawnById(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    this.addAll(
      mappings.withdrawn,
      await this.rows(sql`SELECT ${columnsOf(mappings.withdrawn)} FROM withdrawn WHERE wid = ANY(${ids}::bigint[])`),
    );
  }

  private async mirror({ mirror, sourceId = 0 }: Needs): Promise<void> {
    if (mirror === undefined) return;
    const { ties = [], earlier = [] } = mirror;
    this.addAll(
      mappings.mirror,
      await this.rows(sql`SELECT ${columnsOf(mappings.mirror)} FROM mirror ORDER BY source_id`),
    );
    this.addAll(mappings.tie, ties);
    if (earlier.length === 0) return;
    const rows = await this.rows(
      sql`SELECT e.id, e.source_id, e.run, e.spec, e.created, e.modified, e.body FROM ${eachOf('mirror_earlier', earlier.map(toHexKey))} e WHERE e.source_id = ${sourceId}`,
    );
    const { connection } = this.working;
    connection.transaction(() => {
      for (const row of rows) {
        const found = connection.get(
          'SELECT oid FROM stix_object WHERE id = ? AND source_id = ?',
          row['id'] ?? '',
          sourceId,
        );
        const columns = ['oid', 'source_id', 'run', 'spec', 'created', 'modified', 'body'];
        this.working.insert('mirror_earlier', columns, { ...row, oid: found?.['oid'] ?? null });
      }
    });
  }

  /** By what IDs a source knows what it relates. */
  private async foreignIds({ foreignIds = [], sourceId }: Needs): Promise<void> {
    const { working } = this;
    const add = (rows: readonly Row[]): void =>
      working.connection.transaction(() => {
        for (const row of rows) working.insert('foreign_id', ['source_id', 'foreign_id', 'kind', 'own_id'], row);
      });
    const groups = await this.rows(
      sql`SELECT source_id, foreign_id, kind, own_id FROM foreign_id WHERE source_id = ${sourceId} AND foreign_id = ANY(${foreignIds}::text[])`,
    );
    add(groups);
    for (const [table, id] of [
      ['threat', 'tid'],
      ['feed', 'fid'],
    ] as const) {
      const ids = groups.filter((row) => row['kind'] === table).map((row) => integer(row['own_id']) ?? 0);
      await this.groupsById(table, id, ids);
    }
    const indicators = await this.rows(untrustedIndicators(sourceId ?? 0, foreignIds));
    add(
      indicators.map((row) => ({
        ...row,
        source_id: sourceId ?? 0,
        kind: 'indicator',
        own_id: this.iids.get(toHexKey(text(row['lookup_key']))) ?? null,
      })),
    );
  }
}

/**
 * Columns of a table in a working set. Never `*`: the server refuses to run a prepared statement again whose columns
 * have changed, and a later build may add some.
 */
function columnsOf({ columns }: Mapping): RawBuilder<unknown> {
  return sql.join(columns.filter(({ is }) => is !== 'hash').map(({ name }) => sql.ref(name)));
}

function idsIn(rows: readonly Row[], name: string): readonly number[] {
  return [...new Set(rows.map((row) => integer(row[name]) ?? 0))];
}

/** The indicators that a source knows by some IDs, without original objects. */
export function untrustedIndicators(sourceId: number, ids: readonly string[]): RawBuilder<unknown> {
  return sql`SELECT lookup_key, foreign_id FROM foreign_indicator
    WHERE source_id = ${sourceId} AND md5(foreign_id) IN (SELECT md5(id) FROM unnest(${ids}::text[]) AS i (id))
      AND foreign_id = ANY(${ids}::text[])`;
}

/**
 * The rows of a large table with some keys, in the order of the keys. Each key is searched on its own, in its partition:
 * whatever the planner knows about the table, it can't choose to read all of it.
 */
export function eachOf(
  table: string,
  hexes: readonly string[],
  end: RawBuilder<unknown> = sql`OFFSET 0`,
): RawBuilder<unknown> {
  return sql`${eachKey(hexes)} CROSS JOIN LATERAL (SELECT * FROM ${sql.table(table)} t WHERE t.key = k.key ${end})`;
}

/**
 * Hashed keys as rows. How many there are is hidden from the planner: for few, it would plan each statement again, which
 * takes several times as long as running it.
 */
export function eachKey(hexes: readonly string[]): RawBuilder<unknown> {
  return sql`unnest((SELECT ${binary(hexes)})) AS k (key)`;
}

/** Hashed keys as a parameter. */
export function binary(hexes: readonly string[]): RawBuilder<unknown> {
  return sql`(${hexes.map((hex) => Buffer.from(hex, 'hex'))}::bytea[])`;
}
