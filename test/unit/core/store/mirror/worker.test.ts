import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncCollection } from '../../../../../src/core/sync/sync';
import { inThisThread } from '../../../../harness/inThisThread';
import { Jobs } from '../../../../../src/service/jobs';
import { collection, fakeTaxii, indicators } from '../../sync/fakeTaxii';
import { clientOf } from '../../sync/mirroring';
import { workerMirrorWriter } from '../../../../../src/features/sources/sync/collectionSync';

describe('Sync by the worker', () => {
  it('mirrors by jobs, lists the collection and removes it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const jobs = new Jobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const worker = inThisThread(jobs);
    const server = await fakeTaxii();
    try {
      server.objects = indicators(250);
      const writer = workerMirrorWriter(worker);
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 100 });
      assert.equal(synced.busy, undefined);
      assert.equal(synced.complete, true);
      const [stored, ...others] = await worker.mirrorList();
      assert.deepEqual(others, []);
      assert.deepEqual([stored?.name, stored?.objects, stored?.indicators], ['Team feed', 250, 250]);
      assert.deepEqual(await worker.mirrorRemove({ id: stored?.id ?? 0 }), {
        removed: 250,
        erased: 'done',
      });
    } finally {
      await server.close();
      await jobs.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('releases its claims and requests when it closes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const open = () => new Jobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const [first, second] = [open(), open()];
    const [one, other] = [inThisThread(first), inThisThread(second)];
    try {
      const row = {
        id: 'a',
        at: 1,
        to: 'https://intel.example',
        what: ['c'],
        why: 'sync',
        outcome: 'pending',
      } as const;
      await one.requestLogAppend({ entries: [row] });
      assert.deepEqual(await one.mirrorClaim({ acquired: true }), { acquired: true });
      assert.deepEqual(await other.mirrorClaim({ acquired: true }), { acquired: false });
      assert.equal((await other.requestLogList())[0]?.outcome, 'pending');
      await first.close();
      assert.deepEqual(await other.mirrorClaim({ acquired: true }), { acquired: true });
      assert.equal((await other.requestLogList())[0]?.outcome, 'interrupted');
    } finally {
      await Promise.all([first.close(), second.close()]);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('finds what a first sync brought as soon as it ends, in lookups and queries', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const jobs = new Jobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const worker = inThisThread(jobs);
    const server = await fakeTaxii();
    const ask = async (path: string): Promise<{ readonly status: number; readonly body: string }> =>
      worker.fetch({ url: `http://localhost/api/${path}`, method: 'GET', headers: [] });
    try {
      server.objects = indicators(6_000);
      const writer = workerMirrorWriter(worker);
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 1_000 });
      assert.ok(synced.busy === undefined && synced.complete);
      assert.deepEqual([synced.state.objects, synced.state.indicators, synced.counts.added], [6_000, 6_000, 6_000]);
      const last = (server.objects.at(-1)?.object as { readonly pattern: string }).pattern.split("'")[1] ?? '';
      const found = await ask(`indicator.php?indicator=${encodeURIComponent(last)}`);
      assert.equal(found.status, 200, found.body);
      const searched = await ask('explore.php?q=type%3Ddomain&limit=5000');
      const { results } = JSON.parse(searched.body) as { readonly results: readonly unknown[] };
      assert.equal(results.length, 5_000);
    } finally {
      await server.close();
      await jobs.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
