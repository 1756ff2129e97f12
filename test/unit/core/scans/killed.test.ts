import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openStore } from '../../../../src/core/store/store';
import { startRecordingService, type RecordingService, type Reply } from '../../../harness/recordingService';
import { until } from '../../../../scripts/lib/processes.mjs';
import { readScans } from '../../../../src/core/store/activity/clientScans';

const values = Array.from({ length: 12 }, (_, n) => `lookups-test-${n + 1}.com`);
/** The submission that the process is killed in. */
const fatal = 6;

describe('Scans of a killed process', () => {
  let folder = '';
  let service: RecordingService;
  const children: ChildProcess[] = [];
  let isAlive = true;

  const posts = (): readonly string[] =>
    service.requests.flatMap(({ method, query }) => (method === 'POST' ? [query['value'] ?? ''] : []));
  const polledAt: number[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threat-lookups-scans-killed-'));
    await build({
      entryPoints: ['test/unit/core/scans/scanningProcess.ts'],
      bundle: true,
      platform: 'node',
      target: 'node22',
      format: 'cjs',
      outfile: join(folder, 'scanning.js'),
      logLevel: 'silent',
    });
    service = await startRecordingService(({ method, query }): Reply => {
      if (method === 'POST')
        return posts().length === fatal ? 'hang' : { body: { qid: posts().length, error: 'Added.' } };
      polledAt.push(Date.now());
      const qid = Number(query['qid']);
      // While the first process lives, only the first scan comes to its end.
      if (isAlive && qid > 1) return { body: { qid, status: 'processing', stage: 'dns', error: 'Processing.' } };
      const data = { indicator: values[qid - 1], type: 'domain', risk: 'low' };
      return { body: { qid, status: 'done', success: 'Done.', data } };
    });
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (wanted: readonly string[]): ChildProcess => {
    const args = [join(folder, 'scanning.js'), join(folder, 'store.db'), service.url, ...wanted];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    return child;
  };
  const kept = (): Readonly<Record<string, number>> => {
    const store = openStore(join(folder, 'store.db'));
    try {
      const counts: Record<string, number> = {};
      for (const { progress } of store.use(readScans)) counts[progress.kind] = (counts[progress.kind] ?? 0) + 1;
      return counts;
    } finally {
      store.close();
    }
  };

  it('continue in the next one: none is lost or submitted twice, and an unconfirmed one is left to the user', async () => {
    const first = start(values);
    await until(() => posts().length === fatal && kept()['done'] === 1, {
      what: 'one scan done, five taken, one on its way',
    });
    const exited = once(first, 'exit');
    first.kill('SIGKILL');
    const [code, signal] = (await exited) as [number | null, string | null];
    assert.deepEqual([code, signal], [null, 'SIGKILL']);
    isAlive = false;
    const { done, submitting, waiting, queued = 0, processing = 0 } = kept();
    assert.deepEqual([done, submitting, waiting, queued + processing], [1, 1, 6, 4]);

    const second = start([]);
    assert.deepEqual((await once(second, 'exit'))[0], 0);
    assert.deepEqual(kept(), { done: 11, unclear: 1 });
    assert.deepEqual([...posts()].sort(), [...values].sort());
    const gaps = polledAt.slice(1).map((at, index) => at - (polledAt[index] ?? 0));
    assert.ok(Math.min(...gaps) >= 500, String(gaps));
  });
});
