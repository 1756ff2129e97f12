import assert from 'node:assert/strict';
import pg from 'pg';
import type { SortKey } from '../../../../src/core/store/stix/position';
import { createService } from '../../../../src/service';
import { importInto } from '../../../../src/service/import';
import { openTeamStore, type TeamStore, type TeamStoreOptions } from '../../../../src/service/team';
import { isPassing } from '../../../../src/service/team/database';
import { eventually } from '../../../editor/helpers/waiting';
import { newTeamDatabase } from '../../../harness/postgres';
import { send } from '../send';
import { withPostgres } from './withPostgres';

/** Lists of each writer; more for a run by hand. */
const lists = Number(process.env['FAULT_ROUNDS'] ?? 6);
const writers = 8;

withPostgres('A team whose database is interrupted', () => {
  let address = '';
  const opened: { end(): Promise<unknown> }[] = [];

  beforeEach(async () => {
    address = await newTeamDatabase();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.end();
  });

  async function open(options: TeamStoreOptions = {}): Promise<TeamStore> {
    const store = await openTeamStore(address, options);
    opened.push({ end: () => store.close() });
    return store;
  }

  async function client(): Promise<pg.Client> {
    const connected = new pg.Client({ connectionString: address });
    await connected.connect();
    opened.push({ end: () => connected.end() });
    return connected;
  }

  const importList = (store: TeamStore, name: string, values: readonly string[]) =>
    importInto(store.imports(), { text: values.join('\n'), name }, {});

  it('answers that it can be asked again where a connection ends, and then as before', async () => {
    const store = await open();
    await importList(store, 'list.txt', ['lookups-test-1.com']);
    const others: string[] = [];
    const onError = (error: unknown): void => {
      if (!isPassing(error)) others.push(error instanceof Error ? String(error.stack) : String(error));
    };
    const service = createService({ store: store.records, tier: 'business', embedded: true, isPassing, onError });
    const lookUp = async () => send(service, '/api/indicator.php?indicator=lookups-test-1.com');
    const other = await client();
    const statuses = new Map<number, number>();
    for (let round = 0; round < 10; round++) {
      const asked = Array.from({ length: 10 }, lookUp);
      await other.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      for (const { status, body } of await Promise.all(asked)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== 200) assert.match(JSON.stringify(body), /The database does not answer/, others.join('\n'));
      }
    }
    assert.deepEqual([...statuses.keys()].toSorted(), [200, 503], JSON.stringify([...statuses]));
    // A connection that has ended is noticed by the next lookup at the latest.
    await eventually(async () => (await lookUp()).status === 200, 'an answer after the last end');
  });

  it('completes an import whose connection ended when it is imported again', async () => {
    const store = await open();
    const values = Array.from({ length: 3_000 }, (_, number) => `lookups-test-${number}.com`);
    const other = await client();
    const importing = importList(store, 'list.txt', values).then(
      ({ complete }) => complete,
      () => false,
    );
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await importing;
    assert.equal((await importList(await open(), 'list.txt', values)).complete, true);
    assert.equal((await store.records.byKeys(values)).length, values.length);
    const { rows } = await other.query('SELECT lookup_key FROM indicator GROUP BY 1 HAVING count(*) > 1');
    assert.deepEqual(rows, []);
  });

  it('ends what waits for a lock for too long, and reports it', async () => {
    const store = await open({ statementMillis: 300 });
    await importList(store, 'list.txt', ['lookups-test-1.com']);
    const service = createService({ store: store.records, tier: 'business', embedded: true, isPassing });
    const other = await client();
    await other.query('BEGIN; LOCK TABLE indicator IN ACCESS EXCLUSIVE MODE');
    const { status, body, headers } = await send(service, '/api/indicator.php?indicator=lookups-test-1.com');
    assert.equal(status, 503);
    assert.equal(headers.get('Retry-After'), '5');
    assert.match(JSON.stringify(body), /The database does not answer/);
    await other.query('ROLLBACK');
    // On a busy machine, the first one may take too long as well.
    await eventually(
      async () => (await send(service, '/api/indicator.php?indicator=lookups-test-1.com')).status === 200,
      'an answer',
    );
  });

  it(`serves each object of ${writers} writers once to a client that asks for changes all the time`, async () => {
    const stores = await Promise.all(Array.from({ length: writers }, () => open()));
    const [reader = await open()] = stores;
    // Who begins first may end last: commits of a slow database.
    await (
      await client()
    ).query(`
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(random() * 0.05); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT OR UPDATE ON source DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slow()`);
    let written = 0;
    const writing = Promise.all(
      stores.map(async (store, writer) => {
        for (let list = 0; list < lists; list++) {
          const values = Array.from({ length: 5 }, (_, number) => `w${writer}-l${list}-n${number}.com`);
          const { indicators } = await importList(store, `writer ${writer} list ${list}.txt`, values);
          written += indicators.added;
        }
        return 'done';
      }),
    );
    const { stix } = reader.records;
    assert.ok(stix !== undefined);
    const found: string[] = [];
    let after: SortKey | undefined;
    const poll = async (): Promise<void> => {
      // A collection of everything has all sources, also those that were just added.
      const until = await stix.changedUntil();
      const ids = (await stix.sources('changed')).map(({ id }) => id);
      const { entries } = await stix.page(ids, { order: 'changed', limit: 20, after, until });
      for (const entry of entries) if (entry.kind === 'indicator') found.push(entry.record.value);
      after = entries.at(-1)?.sortKey ?? after;
    };
    const end = writing.then(() => true);
    while (!(await Promise.race([end, Promise.resolve(false)]))) await poll();
    await writing;
    for (let before = -1; before !== found.length;) {
      before = found.length;
      await poll();
    }
    assert.equal(written, writers * lists * 5);
    assert.equal(new Set(found).size, found.length, 'an object came twice');
    assert.equal(found.length, written, 'an object is missing');
  });
});
