import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { lookupKey } from '../../../../src/core/indicators';
import { openTeamStore } from '../../../../src/service/team';
import { eventually } from '../../../editor/helpers/waiting';
import { programs } from '../../../harness/programs';
import { ownServer, type OwnServer, withClient } from '../../../harness/postgres';
import { withPostgres } from './withPostgres';

/** More of them for a run by hand: `FAULT_ROUNDS=100`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 2);
const names = 400;

/** A number below a limit, the same in each run. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

withPostgres('A team whose processes and database are killed', function () {
  let server: OwnServer;
  let folder = '';
  const children = new Set<ChildProcess>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-faults-'));
    server = await ownServer();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [programs.cli, ...args, '--db', server.address], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  async function ended(child: ChildProcess): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  /** A service, whose address it prints. */
  async function service(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    for (;;) {
      const child = start('service');
      assert.ok(child.stdout);
      const lines = createInterface({ input: child.stdout });
      for await (const line of lines) return { child, url: (JSON.parse(line) as { readonly url: string }).url };
      // The database was just starting.
      await ended(child);
    }
  }

  const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> =>
    (await withClient(server.address, (client) => client.query<Row>(sql))).rows;

  it(`loses nothing that was acknowledged, and does nothing twice, in ${rounds} rounds`, async function () {
    this.timeout(60_000 + rounds * 60_000);
    const store = await openTeamStore(server.address);
    const key = await store.accounts.add({ name: 'Ana', tier: 'business', role: 'scan' });
    await store.close();
    let running = [await service(), await service()];
    const accepted = new Map<number, string>();
    const imported: string[] = [];
    const counts = { processes: 0, databases: 0, submitted: 0, refused: 0, imports: 0, failedImports: 0 };
    /** Whether a service accepts a scan. */
    const submit = async (value: string, { url }: { readonly url: string }): Promise<boolean> => {
      counts.submitted++;
      const params = new URLSearchParams({ value, submit: '1', key });
      try {
        const signal = AbortSignal.timeout(20_000);
        const answer = await fetch(`${url}/api/analyze.php?${params.toString()}`, { method: 'POST', signal });
        const { qid } = (await answer.json()) as { readonly qid?: number };
        if (answer.status === 200 && qid !== undefined) {
          accepted.set(qid, value);
          return true;
        }
      } catch {
        // It was killed, or its database was.
      }
      counts.refused++;
      return false;
    };
    for (let round = 0; round < rounds; round++) {
      const next = random(round + 1);
      const list = Array.from({ length: names }, (_, number) => `lookups-list-${round}-${number}.com`);
      const file = join(folder, `list-${round}.txt`);
      writeFileSync(file, list.join('\n'));
      const importing = start('import', '--risk', 'high', file);
      // Scans are submitted all the time, also while something is killed.
      const submitting = (async () => {
        for (let number = 0; number < 20; number++) {
          await submit(`lookups-scan-${round}-${number}.com`, running[number % running.length] ?? { url: '' });
          await delay(next(40));
        }
      })();
      await delay(next(1_500));
      if (next(3) === 0) {
        await server.kill();
        counts.databases++;
        await delay(next(300));
        await server.restart();
      } else {
        const victim = running[next(2)];
        const other = running.filter((each) => each !== victim);
        victim?.child.kill('SIGKILL');
        if (next(2) === 0) importing.kill('SIGKILL');
        counts.processes++;
        running = [...other, await service()];
      }
      await submitting;
      for (const each of running)
        await eventually(() => submit(`lookups-after-${round}.com`, each), 'scans are accepted again');
      counts.imports++;
      if ((await ended(importing)) === 0) {
        imported.push(...list);
        continue;
      }
      counts.failedImports++;
      // Importing again completes it, whatever was written before.
      const again = start('import', '--risk', 'high', file);
      assert.equal(await ended(again), 0);
      imported.push(...list);
    }
    const isOver = async (): Promise<boolean> =>
      (await query('SELECT 1 FROM scan WHERE ended IS NULL LIMIT 1')).length === 0;
    for (let tries = 0; !(await isOver()); tries++) {
      assert.ok(tries < 600, 'the queue has to continue');
      await delay(200);
    }
    if (rounds > 10)
      console.warn(JSON.stringify({ rounds, accepted: accepted.size, imported: imported.length, ...counts }));

    const scans = await query<{ qid: string; value: string; state: string }>('SELECT qid, value, state FROM scan');
    const byQid = new Map(scans.map((scan) => [Number(scan.qid), scan]));
    for (const [qid, value] of accepted) {
      assert.equal(byQid.get(qid)?.value, value, 'an acknowledged scan is lost');
      assert.equal(byQid.get(qid)?.state, 'done', value);
    }
    const reading = await openTeamStore(server.address);
    const values = [...new Set(scans.map((scan) => scan.value))];
    const records = new Map((await reading.records.byKeys(values)).map((record) => [lookupKey(record), record]));
    for (const value of values) {
      const times = scans.filter((scan) => scan.value === value).length;
      assert.equal(records.get(value)?.submissions, times, `${value} was stored another number of times`);
    }
    const found = await reading.records.byKeys(imported);
    assert.equal(found.length, imported.length, 'an acknowledged import is incomplete');
    for (const { risk } of found) assert.equal(risk, 'high');
    await reading.close();
    // Each once, and no row of one that isn't there.
    for (const sql of [
      'SELECT lookup_key FROM indicator GROUP BY lookup_key HAVING count(*) > 1',
      'SELECT iid FROM indicator GROUP BY iid HAVING count(*) > 1',
      'SELECT 1 FROM statement s WHERE NOT EXISTS (SELECT 1 FROM indicator i WHERE i.key = s.key)',
      'SELECT 1 FROM indicator i WHERE NOT EXISTS (SELECT 1 FROM statement s WHERE s.key = i.key)',
      'SELECT 1 FROM indicator i WHERE NOT EXISTS (SELECT 1 FROM indicator_name n WHERE n.key = i.key)',
    ])
      assert.deepEqual(await query(sql), [], sql);
  });
});
