import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { openTeamStore } from '../../../../src/service/team';
import { ownServer, type OwnServer } from '../../../harness/postgres';
import { compileCache, programs } from '../../../harness/programs';
import { type FakeTaxii, fakeTaxii, indicators } from '../../core/sync/fakeTaxii';
import { withPostgres } from './withPostgres';

/** More of them for a run by hand: `FAULT_ROUNDS=100`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 2);
const pages = 8;

withPostgres('A team whose syncs are killed', function () {
  const children = new Set<ChildProcess>();
  let server: FakeTaxii;
  let database: OwnServer;

  before(async () => {
    database = await ownServer();
    server = await fakeTaxii();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.close();
    await database.stop();
  });

  function sync(...more: readonly string[]): ChildProcess {
    const args = ['sync', '--url', server.url, '--db', database.address, '--key-env', 'TAXII_KEY', '--limit', '100'];
    const child = spawn(process.execPath, [programs.cli, ...args, ...more], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, TAXII_KEY: 'the-key' },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  /** Syncs to the end. Resolves with the line of the collection. */
  async function synced(...more: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const child = sync(...more);
    const texts = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, texts.err);
    return JSON.parse(texts.out) as Readonly<Record<string, unknown>>;
  }

  it('tries again with --every after the database was killed', async () => {
    server.objects = indicators(pages * 100);
    const child = sync('--every', '1');
    const killed = new Promise<void>((resolve) => {
      server.onPage = (page) => {
        if (page === 3) resolve(database.kill());
      };
    });
    const texts: string[] = [];
    const reported = new Promise<void>((resolve) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        texts.push(text);
        if (/(?:The|to the) database postgres:\/\/…/.test(text)) resolve();
      });
    });
    await killed;
    await Promise.race([reported, once(child, 'exit')]);
    assert.equal(child.exitCode, null, texts.join(''));
    await database.restart();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    server.onPage = () => undefined;
  });

  it(`loses no object and stores none twice, in ${rounds} rounds`, async function () {
    this.timeout(60_000 + rounds * 30_000);
    const counts = { processes: 0, databases: 0, completed: 0 };
    for (let round = 0; round < rounds; round++) {
      // The first objects are gone, so that a full sync marks them as stale.
      const from = round * 100;
      server.objects = indicators(pages * 100, 1, from);
      const isFull = round % 2 === 1;
      const child = sync(...(isFull ? ['--full'] : []));
      const ended = once(child, 'exit');
      // An incremental sync has one page of new objects.
      const killAt = isFull || round === 0 ? 2 + ((round * 5) % (pages - 1)) : 1;
      const isDatabase = round % 3 === 1;
      const killed = new Promise<void>((resolve) => {
        server.onPage = (page) => {
          if (page !== killAt) return;
          // Also while a page is being written, and not only between two.
          const kill = isDatabase ? () => database.kill() : () => Promise.resolve(void child.kill('SIGKILL'));
          setTimeout(() => resolve(kill()), (round * 37) % 120);
        };
      });
      await killed;
      if (isDatabase) await database.restart();
      const [code] = (await ended) as [number | null];
      counts[isDatabase ? 'databases' : 'processes']++;
      // The last page may have been stored by then.
      if (code === 0) counts.completed++;
      server.onPage = () => undefined;
      // It can't release the collection, and nobody waits for it.
      const line = await synced('--full');
      assert.deepEqual([line['objects'], line['complete']], [from + pages * 100, true]);
    }
    if (rounds > 10) console.warn(JSON.stringify({ rounds, objects: (rounds - 1 + pages) * 100, ...counts }));
    const store = await openTeamStore(database.address);
    const values = Array.from({ length: (rounds - 1 + pages) * 100 }, (_, number) => `n${number}.example`);
    const found = await store.records.byKeys(values);
    assert.deepEqual(found.map(({ value }) => value).toSorted(), values.toSorted());
    const active = found.filter(({ retired }) => !retired).map(({ value }) => value);
    assert.deepEqual(active.toSorted(), values.slice(-pages * 100).toSorted());
    await store.close();
    const client = new pg.Client({ connectionString: database.address });
    await client.connect();
    try {
      for (const sql of [
        'SELECT id FROM stix_object GROUP BY id HAVING count(*) > 1',
        'SELECT oid FROM stix_object GROUP BY oid HAVING count(*) > 1',
        'SELECT 1 FROM statement s WHERE NOT EXISTS (SELECT 1 FROM indicator i WHERE i.key = s.key)',
        'SELECT 1 FROM indicator i WHERE NOT EXISTS (SELECT 1 FROM statement s WHERE s.key = i.key)',
        'SELECT 1 FROM stix_object o WHERE NOT EXISTS (SELECT 1 FROM object_indicator i WHERE i.key = o.key)',
        'SELECT 1 FROM mirror m WHERE m.bytes <> (SELECT sum(octet_length(body)) FROM stix_object)',
        'SELECT 1 FROM mirror_earlier',
      ])
        assert.deepEqual((await client.query(sql)).rows, [], sql);
    } finally {
      await client.end();
    }
  });
});
