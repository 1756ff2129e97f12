import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncCollection } from '../../../src/core/mirror/sync';
import { workerMirrorWriter } from '../../../src/core/store/mirror/workerWriter';
import { createJobs } from '../../../src/service/jobs';
import { collection, fakeTaxii, indicators } from './fakeTaxii';
import { clientOf } from './mirroring';

describe('a sync whose writer is the worker', () => {
  it('mirrors by jobs, lists the collection and removes it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-jobs-'));
    const jobs = createJobs({ storeFile: join(folder, 'store.db'), onNotice: () => undefined });
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const server = await fakeTaxii();
    try {
      server.objects = indicators(250);
      const writer = workerMirrorWriter({ run: (job, input) => jobs.run(job, input, context) });
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 100 });
      assert.equal(synced.busy, undefined);
      assert.equal(synced.complete, true);
      const [held, ...others] = await jobs.run('mirrorList', {}, context);
      assert.deepEqual(others, []);
      assert.deepEqual([held?.name, held?.objects, held?.indicators], ['Team feed', 250, 250]);
      assert.deepEqual(await jobs.run('mirrorRemove', { id: held?.id ?? 0 }, context), { removed: 250 });
    } finally {
      await server.close();
      await jobs.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
