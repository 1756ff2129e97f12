import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/core/store/store';
import { until } from '../../../scripts/lib/processes.mjs';
import { type DnsServer, startDnsServer } from './enrichment/helpers/dnsServer';
import { programs } from '../../harness/programs';

const key = 'test-key';

describe('Killed service process', () => {
  let folder = '';
  let dns: DnsServer;
  const children: ChildProcess[] = [];

  before(async () => {
    dns = await startDnsServer();
    folder = await mkdtemp(join(tmpdir(), 'threat-lookups-killed-'));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await dns.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    const args = [
      programs.cli,
      'service',
      '--db',
      join(folder, 'store.db'),
      '--key',
      key,
      '--plan',
      'business',
      '--enrichment',
      'passive',
      '--resolver',
      dns.address,
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, url: (JSON.parse(line) as { url: string }).url };
  }

  it('resumes every scan, queries each once, and counts each submission once', async () => {
    const first = await start();
    const values = Array.from({ length: 100 }, (_, n) => `lookups-test-${n + 1}.com`);
    // The name server doesn't answer until the process is killed: four scans are running, the others wait.
    let isSilent = true;
    for (const value of values) dns.zone[value] = () => (isSilent ? { fault: 'silent' } : { txt: ['here'] });
    const qids = await Promise.all(
      values.map(async (value) => {
        const params = new URLSearchParams({ value, submit: '1', key });
        const answer = await fetch(`${first.url}/api/analyze.php?${params.toString()}`, { method: 'POST' });
        return ((await answer.json()) as { qid: number }).qid;
      }),
    );
    assert.equal(new Set(qids).size, values.length);
    const startedNames = (): ReadonlySet<string> =>
      new Set(dns.requested.map((question) => question.split(' ')[1] ?? ''));
    await until(() => startedNames().size >= 4, { what: 'four scans under way' });
    const exited = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    assert.deepEqual(await exited, [null, 'SIGKILL']);
    const afterwards = openStore(join(folder, 'store.db'));
    const left = qids.map((qid) => afterwards.scans.find(qid)?.state);
    assert.ok(left.every((state) => state === 'queued' || state === 'processing'));
    assert.ok(left.includes('queued') && left.includes('processing'), 'it was killed in the middle');
    afterwards.close();

    isSilent = false;
    dns.requested.length = 0;
    const second = await start();
    const statusOf = async (qid: number): Promise<string> => {
      const answer = await fetch(`${second.url}/api/analyze.php?qid=${qid}&key=${key}`);
      return ((await answer.json()) as { status: string }).status;
    };
    // A started one waits for its claim to expire. One request at a time: the service may close idle connections, also
    // one that is just being reused, when there are more than `connectionLimits.waiting`.
    const states = new Set<string>();
    for (const qid of qids) {
      let state = await statusOf(qid);
      for (; state === 'processing'; state = await statusOf(qid)) await delay(100);
      states.add(state);
    }
    assert.deepEqual([...states], ['done']);
    const ended = once(second.child, 'exit');
    second.child.kill('SIGTERM');
    assert.deepEqual((await ended)[0], 0);

    const store = openStore(join(folder, 'store.db'));
    try {
      for (const value of values) {
        assert.equal(store.byKey(value)?.submissions, 1, value);
        assert.equal(dns.requested.filter((question) => question === `TXT ${value}`).length, 1, value);
      }
    } finally {
      store.close();
    }
  });
});
