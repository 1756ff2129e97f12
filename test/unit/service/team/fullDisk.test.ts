import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTeamStore } from '../../../../src/service/team';
import { partitions } from '../../../../src/service/team/migrations/split';
import { newTeamDatabase, ownServer, type OwnServer, withClient } from '../../../harness/postgres';
import { compileCache, programs } from '../../../harness/programs';
import { withPostgres } from './withPostgres';

const values = Array.from({ length: 2_000 }, (_, number) => `lookups-test-${number}.com`);

withPostgres('A team whose database has no room left', () => {
  let folder = '';
  let file = '';
  let server: OwnServer | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-full-'));
    file = join(folder, 'list.txt');
    writeFileSync(file, values.join('\n'));
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  async function importFile(address: string): Promise<{ readonly code: number | null; readonly error: string }> {
    const child = spawn(process.execPath, [programs.cli, 'import', '--risk', 'high', file, '--db', address], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    child.stdout.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, error };
  }

  /** Indicators of which a part is missing. */
  const parts = `
    SELECT lookup_key FROM indicator i WHERE NOT EXISTS (SELECT 1 FROM statement s WHERE s.key = i.key)
      OR NOT EXISTS (SELECT 1 FROM indicator_name n WHERE n.key = i.key)
    UNION ALL SELECT encode(key, 'hex') FROM statement s WHERE NOT EXISTS (SELECT 1 FROM indicator i WHERE i.key = s.key)`;

  async function importsAgain(address: string): Promise<void> {
    assert.deepEqual((await withClient(address, (client) => client.query(parts))).rows, []);
    const { code, error } = await importFile(address);
    assert.equal(code, 0, error);
    const store = await openTeamStore(address);
    assert.equal((await store.records.byKeys(values)).length, values.length);
    await store.close();
    assert.deepEqual((await withClient(address, (client) => client.query(parts))).rows, []);
  }

  it('reports that a file has no room to grow, and imports everything once it has', async () => {
    server = await ownServer({ fileKilobytes: 16_500, settings: { autovacuum: 'off' } });
    const { address } = server;
    await (await openTeamStore(address)).close();
    await withClient(address, async (client) => {
      // One of the tables becomes as large as a file may be.
      const fill =
        client.query(`INSERT INTO statement (key, source_id, iid, created, changed, as_of, body, original, stated)
        SELECT key, 0, 0, 0, 0, 0, repeat('x', 1500), 0, 0
        FROM (SELECT decode(md5(n::text), 'hex') AS key FROM generate_series(1, 1000000) n) k
        WHERE satisfies_hash_partition('statement'::regclass, ${partitions}, 3, key)`);
      await assert.rejects(fill, /File too large/);
    });
    const { code, error } = await importFile(address);
    assert.equal(code, 1, error);
    assert.match(error, /The database \S+ can't be used: could not extend file .*File too large/);
    await withClient(address, (client) => client.query('VACUUM statement_3'));
    await importsAgain(address);
  });

  it('names the disk where the server does', async () => {
    const address = await newTeamDatabase();
    await withClient(address, (client) =>
      client.query(`
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF (SELECT count(*) FROM statement_3) > 30 THEN
            RAISE 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
          END IF;
          RETURN NULL;
        END $$;
        CREATE TRIGGER full_disk AFTER INSERT ON statement FOR EACH ROW EXECUTE FUNCTION full_disk()`),
    );
    const { code, error } = await importFile(address);
    assert.equal(code, 1, error);
    assert.match(
      error,
      /The disk of the database \S+ is full: could not extend file .*Free some space and try again\./,
    );
    await withClient(address, (client) => client.query('DROP TRIGGER full_disk ON statement'));
    await importsAgain(address);
  });
});
