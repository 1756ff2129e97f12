import { toJson } from '../json';
import { sql } from 'kysely';
import { getHost } from '../../../core/indicators/identity/getHost';
import { lookupKey } from '../../../core/indicators';
import { integer, type Row, text, type Value } from '../../../core/store/sqlite/sqlite';
import type { Team } from '../database';
import { type KnownIds, newIds, type StoredIds } from '../ids';
import { toHexKey } from '../keys';
import { type Column, indicatorColumns, type Mapping, mappings } from '../tables';
import { type Copied, copyInto } from './copy';
import { binary } from './load';
import type { WorkingSet } from './workingSet';

/** Writes what changed in a working set back to the team store, in the transaction in which it was loaded. */
export class Saver {
  /** To be noted once the transaction is complete. */
  readonly stored: StoredIds = { facets: new Map(), names: new Set() };

  constructor(
    private readonly team: Team,
    private readonly working: WorkingSet,
    private readonly ids: KnownIds,
  ) {}

  async save(): Promise<void> {
    for (const mapping of [mappings.source, mappings.mirror, mappings.threatStatement, mappings.feedStatement])
      await this.saveRows(mapping);
    await this.saveNames();
    await this.saveIndicators();
    for (const mapping of [
      mappings.statement,
      mappings.threatLink,
      mappings.feedLink,
      mappings.retirement,
      mappings.finding,
      mappings.foundValue,
    ])
      await this.saveRows(mapping);
    await this.saveRows(mappings.withdrawn, 'wid');
    await this.saveRows(mappings.stixObject, 'oid');
    await this.saveRows(mappings.tie);
    await this.saveEarlier();
    await this.saveForeignIds();
    await this.saveObjectIndicators();
  }

  /** Rows whose columns are those of a working set; new ones get a number of the team store as `numbered`. */
  private async saveRows(mapping: Mapping, numbered?: 'wid' | 'oid'): Promise<void> {
    const { unloaded }: Mapping = mapping;
    const { added: found, changed, gone } = this.working.changes(mapping.local);
    const numberOf = (row: Row): number => integer(row[numbered ?? '']) ?? 0;
    // Their numbers are in the order in which they were added.
    const added = numbered === undefined ? found : found.toSorted((a, b) => numberOf(a) - numberOf(b));
    const all = [...added, ...changed];
    // Rows that are gone may have been added again.
    await this.write(remove, mapping, gone);
    if (unloaded === 'merged') await this.write(upsert, mapping, all);
    else if (unloaded === 'replaced') {
      await this.write(remove, mapping, all);
      await this.addRows(mapping, all, numbered);
    } else {
      await this.addRows(mapping, added, numbered);
      await this.write(update, mapping, changed);
    }
  }

  private async write(how: Write, mapping: Mapping, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = how === remove ? primaryOf(mapping) : mapping.columns;
    await how(
      this.team,
      mapping,
      rows.map((row) => this.valuesOf(columns, row)),
    );
  }

  private async addRows({ table, columns }: Mapping, rows: readonly Row[], numbered?: 'wid' | 'oid'): Promise<void> {
    const numbers = numbered === undefined || rows.length === 0 ? [] : await newIds(this.team, numbered, rows.length);
    const numberOf = new Map(numbers.map((number, index) => [rows[index], number]));
    const copied = columns.map((column): Copied<Row> => ({
      name: column.name,
      kind: column.type === 'bytea' ? 'bytea' : 'other',
      of: (row) => (column.name === numbered ? (numberOf.get(row) ?? null) : this.working.valueOf(column, row)),
    }));
    await copyInto(this.team, table, copied, rows);
  }

  private valuesOf(columns: readonly Column[], row: Row): Record<string, Value> {
    return Object.fromEntries(columns.map((column) => [column.name, this.working.valueOf(column, row)]));
  }

  /** Names that have an ID in the interface. */
  private async saveNames(): Promise<void> {
    const rows = this.working.connection.all('SELECT kind, name FROM own_name');
    const list = rows.flatMap((row) => {
      const id = toHexKey(text(row['name']));
      const name = `${text(row['kind'])}\n${id}`;
      this.stored.names.add(name);
      return this.ids.hasName(name) ? [] : [{ ...row, id }];
    });
    if (list.length === 0) return;
    await sql`INSERT INTO own_name (kind, name_id, name)
      SELECT r.kind, decode(r.id, 'hex'), r.name FROM json_to_recordset(${toJson(list)}::json)
        AS r (kind text, id text, name text) ORDER BY r.kind, r.id
      ON CONFLICT DO NOTHING`.execute(this.team);
  }

  private async saveIndicators(): Promise<void> {
    const { working } = this;
    const { added, changed, gone } = working.changes('indicator');
    const facets = await this.facets();
    const own = (row: Row): string => ownFacets(row, facets);
    await this.removeIndicators(gone);
    await this.addIndicators(added, own);
    const written = changed.flatMap((row) => {
      const iid = integer(row['iid']) ?? 0;
      const before = working.loaded.get(iid);
      const now = { ...pick(row), key: working.hexOf(iid), facets: own(row) };
      return before === undefined || isChanged(before, now) ? [now] : [];
    });
    if (written.length > 0) await this.changeIndicators(written);
  }

  private async removeIndicators(gone: readonly Row[]): Promise<void> {
    const { working } = this;
    const hexes = gone.flatMap((row) => (working.loaded.has(localId(row)) ? [working.hexOf(localId(row))] : []));
    if (hexes.length === 0) return;
    const urls = gone.flatMap((row) => {
      const before = working.loaded.get(localId(row));
      return before === undefined ? [] : (urlOfHost(text(before['lookup_key']), text(before['type'])) ?? []);
    });
    if (urls.length > 0)
      await sql`DELETE FROM host_url t USING json_to_recordset(${toJson(urls)}::json) AS r (key text, url text)
        WHERE t.key = decode(r.key, 'hex') AND t.url_key = decode(r.url, 'hex')`.execute(this.team);
    // Values that scans found may not have been loaded.
    for (const table of ['indicator', 'indicator_name', 'found_value'])
      await sql`DELETE FROM ${sql.table(table)} WHERE key = ANY(${binary(hexes)})`.execute(this.team);
  }

  /** Fails if another writer has added one of them in the meantime: its statements belong to the merged row. */
  private async addIndicators(rows: readonly Row[], facetsOf: (row: Row) => string): Promise<void> {
    if (rows.length === 0) return;
    const { working, team } = this;
    const iids = await newIds(team, 'iid', rows.length);
    const byLocalId = rows.toSorted((a, b) => localId(a) - localId(b));
    for (const [index, row] of byLocalId.entries()) working.storedIids.set(localId(row), iids[index] ?? 0);
    const list = rows
      .map((row) => ({ row, key: working.hexOf(localId(row)) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ row, key }): Row => ({ ...row, key, lookup_key: row['key'] ?? null }));
    await copyInto<Row>(
      team,
      'indicator',
      [
        ...keyColumns,
        { name: 'iid', of: (row) => working.storedIids.get(localId(row)) ?? null },
        ...indicatorColumns.filter((name) => name !== 'iid').map(copiedAs),
        { name: 'facets', kind: 'array', of: facetsOf },
      ],
      list,
    );
    await copyInto<Row>(team, 'indicator_name', keyColumns, list);
    const urls = list.flatMap((row) => urlOfHost(text(row['lookup_key']), text(row['type'])) ?? []);
    await copyInto<HostUrl>(team, 'host_url', hostUrlColumns, urls);
  }

  private async changeIndicators(rows: readonly Row[]): Promise<void> {
    const list = rows.map((row) => ({ ...row, facets: JSON.parse(text(row['facets'])) as unknown }));
    await sql`
      UPDATE indicator i SET own_value = r.own_value, risk = r.risk, retired = r.retired, stamp_added = r.stamp_added,
        stamp_updated = r.stamp_updated, stamp_seen = r.stamp_seen, stamp_retired = r.stamp_retired, facets = r.facets
      FROM json_to_recordset(${toJson(list)}::json) AS r (key text, own_value text, risk smallint, retired smallint,
        stamp_added bigint, stamp_updated bigint, stamp_seen bigint, stamp_retired bigint, facets bigint[])
      WHERE i.key = decode(r.key, 'hex')`.execute(this.team);
  }

  /** The IDs that the facets of the working set have in the team store, by their local IDs. */
  private async facets(): Promise<ReadonlyMap<number, number>> {
    const rows = this.working.connection.all(
      'SELECT f.id, f.value, d.name, d.grp FROM facet f JOIN facet_field d ON d.id = f.field_id',
    );
    const own = new Map<number, number>();
    const missing = new Map<string, { id: number; name: string; grp: string; value: string }>();
    for (const row of rows) {
      const facet = {
        id: integer(row['id']) ?? 0,
        name: text(row['name']),
        grp: text(row['grp']),
        value: text(row['value']),
      };
      const known = this.ids.facet(facetName(facet));
      if (known === undefined) missing.set(facetName(facet), facet);
      else own.set(facet.id, known);
    }
    if (missing.size === 0) return own;
    const list = toJson([...missing.values()]);
    const read = async (): Promise<number> => {
      const { rows: found } = await sql<{ own: number; name: string; grp: string; value: string }>`
        SELECT f.id AS own, r.name, r.grp, r.value
        FROM json_to_recordset(${list}::json) AS r (name text, grp text, value text)
        JOIN facet_field d ON d.name = r.name AND d.grp = r.grp JOIN facet f ON f.field_id = d.id AND f.value = r.value`.execute(
        this.team,
      );
      for (const each of found) {
        const facet = missing.get(facetName(each));
        if (facet !== undefined) own.set(facet.id, each.own);
      }
      return found.length;
    };
    if ((await read()) < missing.size) {
      await sql`INSERT INTO facet_field (name, grp)
        SELECT DISTINCT r.name, r.grp FROM json_to_recordset(${list}::json) AS r (name text, grp text) ORDER BY 1, 2
        ON CONFLICT DO NOTHING`.execute(this.team);
      await sql`INSERT INTO facet (field_id, value)
        SELECT d.id, r.value FROM json_to_recordset(${list}::json) AS r (name text, grp text, value text)
        JOIN facet_field d ON d.name = r.name AND d.grp = r.grp
        WHERE NOT EXISTS (SELECT 1 FROM facet f WHERE f.field_id = d.id AND f.value = r.value) ORDER BY 1, 2
        ON CONFLICT DO NOTHING`.execute(this.team);
      await read();
    }
    for (const [name, { id }] of missing) {
      const stored = own.get(id);
      if (stored === undefined) throw new RangeError(`a facet has no ID: ${name}`);
      this.stored.facets.set(name, stored);
    }
    return own;
  }

  /** IDs that sources use for threats, feeds, and indicators without an original object. */
  private async saveForeignIds(): Promise<void> {
    const { added: rows } = this.working.changes('foreign_id');
    const groups = rows.filter((row) => row['kind'] !== 'indicator');
    if (groups.length > 0)
      await sql`INSERT INTO foreign_id (source_id, foreign_id, kind, own_id)
        SELECT * FROM json_to_recordset(${toJson(groups)}::json)
          AS r (source_id int, foreign_id text, kind text, own_id int) ORDER BY 1, 2, 3, 4
        ON CONFLICT DO NOTHING`.execute(this.team);
    const indicators = rows
      .filter((row) => row['kind'] === 'indicator')
      .map((row) => ({ ...row, ...this.indicatorOf(integer(row['own_id']) ?? 0) }));
    if (indicators.length === 0) return;
    await sql`INSERT INTO foreign_indicator (key, source_id, foreign_id, lookup_key)
      SELECT decode(r.key, 'hex'), r.source_id, r.foreign_id, r.lookup_key
      FROM json_to_recordset(${toJson(indicators)}::json)
        AS r (key text, source_id int, foreign_id text, lookup_key text) ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`.execute(this.team);
  }

  private indicatorOf(iid: number): { readonly key: string; readonly lookup_key: string } {
    const row = this.working.connection.get('SELECT key FROM indicator WHERE iid = ?', iid);
    return { key: this.working.hexOf(iid), lookup_key: text(row?.['key']) };
  }

  /** Versions of objects that a full run of a mirror has set aside. */
  private async saveEarlier(): Promise<void> {
    const { added, changed, gone } = this.working.changes('mirror_earlier');
    const removed = gone.flatMap((row) => this.objectOf(row) ?? []);
    if (removed.length > 0)
      await sql`DELETE FROM mirror_earlier t USING json_to_recordset(${toJson(removed)}::json) AS r (key text, source_id int)
        WHERE t.key = decode(r.key, 'hex') AND t.source_id = r.source_id`.execute(this.team);
    const list = [...added, ...changed].flatMap((row) => {
      const object = this.objectOf(row);
      return object === undefined ? [] : [{ ...row, ...object }];
    });
    if (list.length === 0) return;
    await sql`INSERT INTO mirror_earlier (key, source_id, id, run, spec, created, modified, body)
      SELECT decode(r.key, 'hex'), r.source_id, r.id, r.run, r.spec, r.created, r.modified, r.body
      FROM json_to_recordset(${toJson(list)}::json) AS r
        (key text, source_id int, id text, run bigint, spec text, created text, modified text, body text) ORDER BY 1, 2
      ON CONFLICT (key, source_id) DO UPDATE SET run = excluded.run, spec = excluded.spec, created = excluded.created,
        modified = excluded.modified, body = excluded.body`.execute(this.team);
  }

  /** The original object of a row that has its local number. */
  private objectOf(row: Row): { readonly key: string; readonly source_id: Value; readonly id: string } | undefined {
    const object = this.working.connection.get('SELECT id, source_id FROM stix_object WHERE oid = ?', row['oid'] ?? 0);
    if (object === undefined) return undefined;
    const id = text(object['id']);
    return { key: toHexKey(id), source_id: object['source_id'] ?? 0, id };
  }

  private async saveObjectIndicators(): Promise<void> {
    const { added: rows, gone } = this.working.changes('object_indicator');
    await this.removeObjectIndicators(gone);
    const list = rows.flatMap((row) => {
      const object = this.objectOf(row);
      if (object === undefined) return [];
      const indicator = this.indicatorOf(integer(row['iid']) ?? 0);
      return [{ ...indicator, source_id: object.source_id, object: object.key, id: object.id }];
    });
    if (list.length === 0) return;
    const columns = sql`json_to_recordset(${toJson(list)}::json)
      AS r (key text, lookup_key text, source_id int, object text, id text)`;
    await sql`INSERT INTO object_indicator (key, source_id, indicator_key, lookup_key)
      SELECT decode(r.object, 'hex'), r.source_id, decode(r.key, 'hex'), r.lookup_key FROM ${columns} ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`.execute(this.team);
    await sql`INSERT INTO indicator_object (key, source_id, object_key, object_id)
      SELECT decode(r.key, 'hex'), r.source_id, decode(r.object, 'hex'), r.id FROM ${columns} ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`.execute(this.team);
  }

  /** An object of a mirror has another version, which names other indicators. */
  private async removeObjectIndicators(gone: readonly Row[]): Promise<void> {
    const list = gone.flatMap((row) => {
      const object = this.objectOf(row);
      return object === undefined ? [] : [{ ...object, indicator: this.working.hexOf(integer(row['iid']) ?? 0) }];
    });
    if (list.length === 0) return;
    const rows = sql`json_to_recordset(${toJson(list)}::json) AS r (key text, source_id int, indicator text)`;
    await sql`DELETE FROM object_indicator t USING ${rows} WHERE t.key = decode(r.key, 'hex')
      AND t.source_id = r.source_id AND t.indicator_key = decode(r.indicator, 'hex')`.execute(this.team);
    await sql`DELETE FROM indicator_object t USING ${rows} WHERE t.key = decode(r.indicator, 'hex')
      AND t.source_id = r.source_id AND t.object_key = decode(r.key, 'hex')`.execute(this.team);
  }
}

const facetName = ({
  grp,
  name,
  value,
}: {
  readonly grp: string;
  readonly name: string;
  readonly value: string;
}): string => `${grp}\n${name}\n${value}`;

const copiedAs = (name: string): Copied<Row> => ({ name, of: (row) => row[name] ?? null });
const keyColumns: readonly Copied<Row>[] = [{ ...copiedAs('key'), kind: 'bytea' }, copiedAs('lookup_key')];
const localId = (row: Row): number => integer(row['iid']) ?? 0;

/** The IDs that the facets of an indicator have in the team store, as JSON. */
function ownFacets(row: Row, facets: ReadonlyMap<number, number>): string {
  const json = text(row['facets']) || '[]';
  if (json === '[]') return json;
  const ids = (JSON.parse(json) as readonly number[]).map((id) => facets.get(id) ?? id);
  return JSON.stringify([...new Set(ids)].sort((a, b) => a - b));
}

function pick(row: Row): Row {
  return Object.fromEntries(indicatorColumns.map((name) => [name, row[name] ?? null]));
}

function isChanged(before: Row, now: Row): boolean {
  return (
    indicatorColumns.some((name) => before[name] !== now[name]) ||
    JSON.stringify(JSON.parse(text(before['facets']))) !== now['facets']
  );
}

/** A URL as one of those on its host. */
interface HostUrl {
  /** Hashed, as of the URL. */
  readonly key: string;
  readonly url: string;
  readonly lookupKey: string;
}

const hostUrlColumns: readonly Copied<HostUrl>[] = [
  { name: 'key', kind: 'bytea', of: ({ key }) => key },
  { name: 'url_key', kind: 'bytea', of: ({ url }) => url },
  { name: 'lookup_key', of: (row) => row.lookupKey },
];

function urlOfHost(key: string, type: string): HostUrl | undefined {
  const host = type === 'url' ? getHost({ type, value: key }) : undefined;
  return host && { key: toHexKey(lookupKey(host)), url: toHexKey(key), lookupKey: key };
}

function primaryOf({ columns, primary }: Mapping): readonly Column[] {
  return columns.filter(({ name }) => primary.includes(name));
}

const jsonType = ({ type }: Column): string => (type === 'bytea' ? 'text' : type);
const cell = ({ name, type }: Column) =>
  type === 'bytea' ? sql`decode(${sql.ref(`r.${name}`)}, 'hex')` : sql.ref(`r.${name}`);

/** Rows of JSON as a table. */
function records(columns: readonly Column[], rows: readonly object[]) {
  const types = columns.map((column) => sql`${sql.ref(column.name)} ${sql.raw(jsonType(column))}`);
  return sql`json_to_recordset(${toJson(rows)}::json) AS r (${sql.join(types)})`;
}

type Write = (team: Team, mapping: Mapping, rows: readonly object[]) => Promise<void>;

const names = (columns: readonly Column[]) => sql.join(columns.map(({ name }) => sql.ref(name)));
const others = ({ columns, primary }: Mapping): readonly Column[] =>
  columns.filter(({ name }) => !primary.includes(name));

/** Writes rows, which replace those with the same key. */
const upsert: Write = async (team, mapping, rows) => {
  const { table, columns } = mapping;
  const primary = primaryOf(mapping);
  const set = others(mapping).map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    INSERT INTO ${sql.table(table)} (${names(columns)})
    SELECT ${sql.join(columns.map(cell))} FROM ${records(columns, rows)}
    ORDER BY ${sql.join(primary.map(({ name }) => sql.ref(`r.${name}`)))}
    ON CONFLICT (${names(primary)}) DO UPDATE SET ${sql.join(set)}`.execute(team);
};

/** Changes rows that are there, apart from numbers that the team store has given them. */
const update: Write = async (team, mapping, rows) => {
  const set = others(mapping)
    .filter(({ name }) => name !== 'oid')
    .map((column) => sql`${sql.ref(column.name)} = ${cell(column)}`);
  await sql`UPDATE ${sql.table(mapping.table)} t SET ${sql.join(set)} FROM ${records(mapping.columns, rows)}
    WHERE ${same(mapping)}`.execute(team);
};

const remove: Write = async (team, mapping, rows) => {
  await sql`DELETE FROM ${sql.table(mapping.table)} t USING ${records(primaryOf(mapping), rows)}
    WHERE ${same(mapping)}`.execute(team);
};

function same(mapping: Mapping) {
  return sql.join(
    primaryOf(mapping).map((column) => sql`t.${sql.ref(column.name)} = ${cell(column)}`),
    sql` AND `,
  );
}
