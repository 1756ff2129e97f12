import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { ScanRequest } from '../../../../src/core/records/scan';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { importInto } from '../../../../src/service/import';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import { isPassing, migrate } from '../../../../src/service/team/database';
import { migrations, schemaVersion } from '../../../../src/service/team/migrations';
import { newDatabase, newTeamDatabase } from '../../../harness/postgres';
import { compileCache, programs } from '../../../harness/programs';
import { withPostgres } from './withPostgres';

/** Changes that a later build may make beside this one: a column of each table, a table, and an index. */
const compatible = {
  ...migrations,
  'x-compatible': {
    up: async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ name: string }>`
        SELECT c.oid::regclass::text AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relname NOT LIKE 'kysely%' ORDER BY 1`.execute(db);
      for (const { name } of rows) await sql`ALTER TABLE ${sql.table(name)} ADD later text`.execute(db);
      await sql`CREATE TABLE later (id integer PRIMARY KEY)`.execute(db);
      await sql`CREATE INDEX indicator_later ON indicator (later) WHERE later IS NOT NULL`.execute(db);
    },
  },
};

/** A later build that this one can't work beside: what it renames is needed. */
const incompatible = {
  ...migrations,
  'y-incompatible': {
    up: async (db: Kysely<unknown>) => {
      await sql`LOCK TABLE team`.execute(db);
      await sql`UPDATE team SET version = ${schemaVersion + 1}`.execute(db);
      await sql`ALTER TABLE statement RENAME body TO later_body`.execute(db);
    },
  },
};

withPostgres('Two versions of a team store', () => {
  const opened: { end(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.end();
  });

  async function open(address: string): Promise<TeamStore> {
    const store = await openTeamStore(address);
    opened.push({ end: () => store.close() });
    return store;
  }

  async function client(address: string): Promise<pg.Client> {
    const connected = new pg.Client({ connectionString: address });
    // It ends by a test.
    connected.on('error', () => undefined);
    await connected.connect();
    opened.push({ end: () => connected.end() });
    return connected;
  }

  function start(...args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [programs.cli, ...args], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    opened.push({ end: () => Promise.resolve(child.kill('SIGKILL')) });
    return child;
  }

  const importList = (store: TeamStore, name: string, values: readonly string[]) =>
    importInto(store.imports(), { text: values.join('\n'), name }, {});
  /** Everything that is stored of objects, threats, and what relates them. */
  const importBundle = (store: TeamStore, values: readonly string[]) => {
    const date = '2026-01-01T00:00:00.000Z';
    const common = { spec_version: '2.1', created: date, modified: date };
    const malware = { type: 'malware', id: `malware--${randomUUID()}`, name: 'Example', is_family: true, ...common };
    const objects = values.flatMap((value) => {
      const pattern = { pattern: `[domain-name:value = '${value}']`, pattern_type: 'stix', valid_from: date };
      const indicator = { type: 'indicator', id: `indicator--${randomUUID()}`, ...pattern, ...common };
      const ends = { relationship_type: 'indicates', source_ref: indicator.id, target_ref: malware.id };
      return [indicator, { type: 'relationship', id: `relationship--${randomUUID()}`, ...ends, ...common }];
    });
    const bundle = { type: 'bundle', id: `bundle--${randomUUID()}`, objects: [malware, ...objects] };
    return importInto(store.imports(), { text: JSON.stringify(bundle), name: `${values[0]}.json` }, {});
  };
  const scanOf = (value: string): ScanRequest => ({
    indicator: { type: 'domain', value },
    kind: 'passive',
    store: true,
  });
  const valuesOf = (list: string): readonly string[] =>
    Array.from({ length: 20 }, (_, number) => `lookups-${list}-${number}.com`);
  const made = async (connected: pg.Client): Promise<readonly string[]> =>
    (await connected.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY 1')).rows.map(
      ({ name }) => name,
    );

  it('both read and write while the later one changes tables', async () => {
    const address = await newTeamDatabase();
    const older = await open(address);
    const scans = await older.scans({ settings: { mode: 'off' }, onError: () => undefined });
    opened.push({ end: () => scans.close() });
    const written: string[] = [];
    let lists = 0;
    const writeList = async (writer: number): Promise<void> => {
      const name = `${writer}-${lists++}`;
      const values = valuesOf(name);
      assert.equal((await importList(older, `older ${name}.txt`, values)).complete, true);
      assert.equal((await importBundle(older, values.slice(0, 10))).complete, true);
      const qid = await scans.submit(scanOf(values[0] ?? ''), { outside: false, by: 'Ana' });
      assert.equal((await scans.find(Number(qid), 'Ana'))?.state, 'queued');
      written.push(...values);
      assert.equal((await older.records.byKeys(values)).length, values.length);
    };
    const writers = [0, 1, 2, 3];
    const writeUntil = (isOver: () => boolean): Promise<unknown> =>
      Promise.all(
        writers.map(async (writer) => {
          do await writeList(writer);
          while (!isOver());
        }),
      );
    // The connections have prepared their statements by then.
    await writeUntil(() => true);
    let isOver = false;
    const migrating = migrate(address, compatible).finally(() => (isOver = true));
    await Promise.all([migrating, writeUntil(() => isOver)]);
    await writeUntil(() => true);
    const newer = await open(address);
    const after = valuesOf('newer');
    // Data of a later build stays in the rows that an older one changes.
    assert.equal((await importList(newer, 'newer.txt', after)).complete, true);
    const connected = await client(address);
    await connected.query("UPDATE statement SET later = 'kept'");
    await connected.query("UPDATE indicator SET later = 'kept'");
    assert.equal((await importList(older, 'older again.txt', [...after, ...written])).complete, true);
    for (const store of [older, newer]) {
      const found = await store.records.byKeys([...written, ...after]);
      assert.equal(found.length, written.length + after.length);
    }
    const { rows } = await connected.query<{ count: string }>(
      "SELECT count(DISTINCT i.key) FROM indicator i JOIN statement s ON s.key = i.key WHERE i.later = 'kept' AND s.later = 'kept'",
    );
    assert.equal(Number(rows[0]?.count), written.length + after.length);
    const key = await older.accounts.add({ name: 'Ana', tier: 'business' });
    assert.equal((await newer.accounts.holderOf(key))?.name, 'Ana');
  });

  it('is changed by one process, however many begin at once', async () => {
    const address = await newDatabase();
    await Promise.all([migrate(address, compatible), migrate(address), migrate(address, compatible), migrate(address)]);
    assert.deepEqual(await made(await client(address)), Object.keys(compatible).toSorted());
  });

  it('is changed by the next process where one is killed, or loses its connection, while it changes tables', async () => {
    const address = await newDatabase();
    const connected = await client(address);
    const tables = async (): Promise<unknown> =>
      (await connected.query("SELECT relname FROM pg_class WHERE relname = ANY ('{team,indicator,later}')")).rows;
    const child = start('team', 'list', '--db', address);
    const gone = once(child, 'exit');
    const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    while (
      (await connected.query(`SELECT 1 ${others} AND backend_xid IS NOT NULL AND query ~ 'PARTITION OF'`)).rowCount ===
      0
    );
    child.kill('SIGKILL');
    await gone;
    while ((await connected.query(`SELECT 1 ${others} AND backend_type = 'client backend'`)).rowCount !== 0);
    assert.deepEqual(await tables(), [], 'nothing of it is left');
    const ending = migrate(address, {
      ...compatible,
      z: {
        up: async (db: Kysely<unknown>) => {
          await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
        },
      },
    });
    await assert.rejects(ending, (error) => error instanceof StoreError && isPassing(error));
    assert.deepEqual(await tables(), [], 'nothing of it is left');
    await migrate(address, compatible);
    assert.deepEqual(await made(connected), Object.keys(compatible).toSorted());
    const store = await open(address);
    assert.equal((await importList(store, 'list.txt', valuesOf('list'))).complete, true);
  });

  it('is no longer written by an older one once a later one has changed what that needs', async () => {
    const address = await newTeamDatabase();
    const older = await open(address);
    assert.equal((await importList(older, 'before.txt', valuesOf('before'))).complete, true);
    const service = start('service', '--db', address);
    await once(service.stdout ?? service, 'data');
    const output: string[] = [];
    service.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    const ended = once(service, 'exit');
    await migrate(address, incompatible);
    const isNewer = (error: unknown): boolean => error instanceof StoreError && error.problem.kind === 'newer';
    await assert.rejects(importList(older, 'after.txt', valuesOf('after')), isNewer);
    const [code] = (await ended) as [number | null];
    assert.equal(code, 1);
    assert.match(output.join(''), /was upgraded by a newer version of Threat Lookups/);
    const connected = await client(address);
    const { rows } = await connected.query<{ count: string }>('SELECT count(*) FROM indicator');
    assert.equal(Number(rows[0]?.count), valuesOf('before').length);
  });

  it('waits for what an older one is writing before it changes what that needs', async () => {
    const address = await newTeamDatabase();
    const connected = await client(address);
    // As a unit of work does.
    await connected.query('BEGIN');
    await connected.query('SELECT version FROM team');
    let isMigrated = false;
    const migrating = migrate(address, incompatible).then(() => (isMigrated = true));
    const other = await client(address);
    for (;;) {
      const { rows } = await other.query("SELECT 1 FROM pg_locks WHERE relation = 'team'::regclass AND NOT granted");
      if (rows.length > 0) break;
    }
    assert.equal(isMigrated, false);
    await connected.query('COMMIT');
    await migrating;
  });
});
