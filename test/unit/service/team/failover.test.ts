import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importInto } from '../../../../src/service/import';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import { eventually } from '../../../editor/helpers/waiting';
import { ownServer, type OwnServer, type OwnServerOptions, withClient } from '../../../harness/postgres';
import { compileCache, programs } from '../../../harness/programs';
import { withPostgres } from './withPostgres';

/** How often the primary fails; more for a run by hand. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1);

withPostgres('The database of a team', function () {
  const ending: (() => Promise<unknown>)[] = [];
  let folder = '';
  let primary: OwnServer;
  let backups = 0;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-failover-'));
    mkdirSync(join(folder, 'archive'));
    // The server is somebody else.
    for (const each of [folder, join(folder, 'archive')]) chmodSync(each, 0o777);
    primary = await start({ settings: { archive_mode: 'on', archive_command: `cp %p ${folder}/archive/%f` } });
  });
  after(async () => {
    for (const end of ending.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(options: OwnServerOptions): Promise<OwnServer> {
    const settings = { wal_keep_size: '1GB', ...options.settings };
    const server = await ownServer({ ...options, settings });
    ending.push(() => server.stop());
    return server;
  }

  async function open(address: string): Promise<TeamStore> {
    const store = await openTeamStore(address);
    ending.push(() => store.close());
    return store;
  }

  const isTrue = async (server: OwnServer, condition: string): Promise<boolean> =>
    (await withClient(server.address, (client) => client.query(`SELECT WHERE ${condition}`))).rowCount === 1;

  /** Copies the files of a server that is writing, as docs/reference/scaling.md describes it. */
  async function backUp(
    server: OwnServer,
    atEnd: () => void = () => undefined,
  ): Promise<Required<OwnServerOptions>['from']> {
    const files = join(folder, `backup-${++backups}`);
    const label = await withClient(server.address, async (client) => {
      await client.query("SELECT pg_backup_start('rehearsal', fast => true)");
      await server.copyFiles(files);
      atEnd();
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      return rows[0]?.labelfile ?? '';
    });
    return { files, added: { backup_label: label } };
  }

  /** Imports one list after the other, and notes what was acknowledged. */
  function importer(name: string): {
    readonly acknowledged: string[];
    run(store: TeamStore, until: () => boolean): Promise<void>;
  } {
    const acknowledged: string[] = [];
    let lists = 0;
    return {
      acknowledged,
      async run(store, until) {
        do {
          const list = `${name}-${lists++}`;
          const values = Array.from({ length: 200 }, (_, number) => `lookups-${list}-${number}.com`);
          const input = { text: values.join('\n'), name: `${list}.txt` };
          const isComplete = await importInto(store.imports(), input, {}).then(
            ({ complete }) => complete,
            () => false,
          );
          if (isComplete) acknowledged.push(...values);
        } while (!until());
      },
    };
  }

  async function has(store: TeamStore, values: readonly string[]): Promise<void> {
    assert.ok(values.length > 0);
    assert.equal((await store.records.byKeys(values)).length, values.length, 'what was acknowledged is lost');
  }

  /** Each indicator once, and none of which a part is missing. */
  const wrong = `
    SELECT lookup_key FROM indicator GROUP BY lookup_key HAVING count(*) > 1
    UNION ALL SELECT lookup_key FROM indicator i WHERE NOT EXISTS (SELECT 1 FROM statement s WHERE s.key = i.key)
      OR NOT EXISTS (SELECT 1 FROM indicator_name n WHERE n.key = i.key)
    UNION ALL SELECT encode(key, 'hex') FROM statement s WHERE NOT EXISTS (SELECT 1 FROM indicator i WHERE i.key = s.key)`;

  it('is restored on another server from a backup that was made while lists were imported', async () => {
    const store = await open(primary.address);
    const lists = importer('backup');
    await lists.run(store, () => true);
    let isOver = false;
    let before = 0;
    const [from] = await Promise.all([
      backUp(primary, () => (before = lists.acknowledged.length)).finally(() => (isOver = true)),
      lists.run(store, () => isOver),
    ]);
    assert.ok(before > 0);
    const restored = await start({
      from: { ...from, added: { ...from.added, 'recovery.signal': '' } },
      settings: { restore_command: `cp ${folder}/archive/%f %p` },
    });
    await eventually(() => isTrue(restored, 'NOT pg_is_in_recovery()'), 'the end of recovery');
    const opened = await open(restored.address);
    await has(opened, lists.acknowledged.slice(0, before));
    await lists.run(opened, () => true);
    await has(opened, lists.acknowledged.slice(-200));
    assert.deepEqual((await withClient(restored.address, (client) => client.query(wrong))).rows, []);
    await opened.close();
  });

  it(`goes on with a standby where the primary is killed, ${rounds} times, with all that was acknowledged`, async function () {
    this.timeout(120_000 + rounds * 60_000);
    // One address that is always that of the primary: here a link, elsewhere a proxy or a virtual IP address.
    const link = join(folder, 'current');
    const lead = (server: OwnServer): void => {
      symlinkSync(server.socket, `${link}.next`);
      renameSync(`${link}.next`, link);
    };
    lead(primary);
    const address = `postgres://postgres@/postgres?host=${encodeURIComponent(link)}`;
    const store = await open(address);
    const key = await store.accounts.add({ name: 'Ana', tier: 'business', role: 'scan' });
    const service = await startService(address);
    const ask = async (path: string, options?: RequestInit): Promise<Record<string, unknown> | undefined> => {
      const response = await fetch(`${service.url}${path}&key=${key}`, options).catch(() => undefined);
      if (response?.status === 200) return (await response.json()) as Record<string, unknown>;
      await response?.body?.cancel();
      return undefined;
    };
    const lists = importer('failover');
    let current = primary;
    for (let round = 0; round < rounds; round++) {
      const from = await backUp(current);
      const standby = await start({
        from: { ...from, added: { ...from.added, 'standby.signal': '' } },
        settings: { primary_conninfo: `host=${current.socket} user=postgres application_name=standby` },
      });
      await withClient(current.address, async (client) => {
        await client.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        await client.query('SELECT pg_reload_conf()');
      });
      await eventually(
        () => isTrue(current, "EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')"),
        'a standby that has everything',
      );
      let isOver = false;
      const before = lists.acknowledged.length;
      const writing = lists.run(store, () => isOver);
      await eventually(() => lists.acknowledged.length > before, 'an acknowledged list');
      await current.kill();
      await withClient(standby.address, async (client) => {
        assert.equal((await client.query<{ done: boolean }>('SELECT pg_promote() AS done')).rows[0]?.done, true);
        // The next one begins without a standby.
        await client.query("ALTER SYSTEM SET synchronous_standby_names = ''");
        await client.query('SELECT pg_reload_conf()');
      });
      lead(standby);
      const noted = lists.acknowledged.length;
      await eventually(() => lists.acknowledged.length > noted, 'an acknowledged list of the new primary');
      isOver = true;
      await writing;
      current = standby;
      const value = lists.acknowledged.at(-1) ?? '';
      await eventually(
        async () => (await ask(`/api/indicator.php?indicator=${value}`)) !== undefined,
        'an answer of the service',
      );
      const scan = `lookups-scan-${round}.com`;
      const accepted = await ask(`/api/analyze.php?value=${scan}&submit=1`, { method: 'POST' });
      assert.equal(typeof accepted?.['qid'], 'number');
      await eventually(
        async () => (await ask(`/api/indicator.php?indicator=${scan}`)) !== undefined,
        'the results of a scan',
      );
    }
    assert.equal(service.child.exitCode, null);
    await has(store, lists.acknowledged);
    assert.deepEqual((await withClient(current.address, (client) => client.query(wrong))).rows, []);
    if (rounds > 1) console.warn(JSON.stringify({ rounds, acknowledged: lists.acknowledged.length }));
  });

  async function startService(address: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    const child = spawn(process.execPath, [programs.cli, 'service', '--db', address], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    ending.push(() => Promise.resolve(child.kill('SIGKILL')));
    for await (const line of createInterface({ input: child.stdout }))
      return { child, url: (JSON.parse(line) as { readonly url: string }).url };
    const [code] = (await once(child, 'exit')) as [number | null];
    throw new Error(`the service ended with ${code}`);
  }
});
