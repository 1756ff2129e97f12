import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncCollection } from '../../../../../src/core/sync/sync';
import { workerMirrorWriter } from '../../../../../src/core/store/protocol/workerWriter';
import { Jobs } from '../../../../../src/service/jobs';
import { collection, fakeTaxii, indicators } from '../../sync/fakeTaxii';
import { clientOf } from '../../sync/mirroring';

describe('Sync by the worker', () => {
  it('mirrors by jobs, lists the collection and removes it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const jobs = new Jobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const server = await fakeTaxii();
    try {
      server.objects = indicators(250);
      const writer = workerMirrorWriter({ run: (job, input) => jobs.run(job, input, context) });
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 100 });
      assert.equal(synced.busy, undefined);
      assert.equal(synced.complete, true);
      const [stored, ...others] = await jobs.run('mirrorList', {}, context);
      assert.deepEqual(others, []);
      assert.deepEqual([stored?.name, stored?.objects, stored?.indicators], ['Team feed', 250, 250]);
      assert.deepEqual(await jobs.run('mirrorRemove', { id: stored?.id ?? 0 }, context), {
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
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const [first, second] = [open(), open()];
    try {
      const row = {
        id: 'a',
        at: 1,
        to: 'https://intel.example',
        what: ['c'],
        why: 'sync',
        outcome: 'pending',
      } as const;
      await first.run('requestLogAppend', { entries: [row] }, context);
      assert.deepEqual(await first.run('mirrorClaim', { acquired: true }, context), { acquired: true });
      assert.deepEqual(await second.run('mirrorClaim', { acquired: true }, context), { acquired: false });
      assert.equal((await second.run('requestLogList', {}, context))[0]?.outcome, 'pending');
      await first.close();
      assert.deepEqual(await second.run('mirrorClaim', { acquired: true }, context), { acquired: true });
      assert.equal((await second.run('requestLogList', {}, context))[0]?.outcome, 'interrupted');
    } finally {
      await Promise.all([first.close(), second.close()]);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('answers lookups at once while it indexes, and queries once it is done', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const file = join(folder, 'store.db');
    const jobs = new Jobs({ storeFile: file, onNotice: () => undefined });
    const { signal } = new AbortController();
    const context = { signal, onProgress: () => undefined };
    const server = await fakeTaxii();
    const ask = async (path: string): Promise<{ readonly status: number; readonly body: string }> =>
      jobs.run('fetch', { url: `http://localhost/api/${path}`, method: 'GET', headers: [] }, context);
    try {
      server.objects = indicators(6_000);
      const writer = workerMirrorWriter({ run: (job, input) => jobs.run(job, input, context) });
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 1_000 });
      assert.ok(synced.busy === undefined && synced.complete);
      assert.deepEqual([synced.state.objects, synced.counts.added], [6_000, 6_000]);
      assert.ok((synced.state.waiting ?? 0) > 0, 'nothing waits');
      const last = (server.objects.at(-1)?.object as { readonly pattern: string }).pattern.split("'")[1] ?? '';
      const found = await ask(`indicator.php?indicator=${encodeURIComponent(last)}`);
      assert.equal(found.status, 200, found.body);
      assert.ok(((await jobs.run('mirrorList', {}, context))[0]?.waiting ?? 0) > 0, 'the record waited for the rest');
      const reported: number[] = [];
      const following = jobs.run(
        'mirrorIndex',
        {},
        { signal, onProgress: ([first]) => reported.push(first?.waiting ?? 0) },
      );
      const searched = await ask('explore.php?q=type%3Ddomain&limit=5000');
      const { results } = JSON.parse(searched.body) as { readonly results: readonly unknown[] };
      assert.equal(results.length, 5_000);
      const { ended } = await following;
      assert.deepEqual([ended.length, ended[0]?.skipped], [1, []]);
      assert.ok(
        (reported[0] ?? 0) > 0 && reported.every((left, n) => n === 0 || left <= (reported[n - 1] ?? 0)),
        reported.join(),
      );
      const [state] = await jobs.run('mirrorList', {}, context);
      assert.deepEqual([state?.indicators, state?.waiting], [6_000, undefined]);
    } finally {
      await server.close();
      await jobs.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('continues indexing when the store is opened again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const open = () => new Jobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const server = await fakeTaxii();
    let jobs = open();
    try {
      server.objects = indicators(6_000);
      const writer = workerMirrorWriter({ run: (job, input) => jobs.run(job, input, context) });
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 1_000 });
      await jobs.close();
      jobs = open();
      const [before] = await jobs.run('mirrorList', {}, context);
      assert.ok((before?.waiting ?? 0) > 0);
      await jobs.run('mirrorIndex', {}, context);
      const [after] = await jobs.run('mirrorList', {}, context);
      assert.deepEqual([after?.objects, after?.indicators, after?.waiting], [6_000, 6_000, undefined]);
    } finally {
      await server.close();
      await jobs.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
