import assert from 'node:assert/strict';
import { workerJobs } from '../../../../src/features/shared/commands/workerJobs';

describe('The jobs of the worker', () => {
  it('are run by their names, with their input and options', async () => {
    const ran: unknown[] = [];
    const worker = workerJobs((...job) => Promise.resolve(ran.push(job)));
    const { signal } = new AbortController();
    assert.deepEqual(await worker.linksOf({ iids: [1] }, { signal }), 1);
    await worker.summary();
    assert.deepEqual(ran, [['linksOf', { iids: [1] }, { signal }], ['summary']]);
  });

  it('are no promise, so that an async function can return them', () => {
    const worker = workerJobs((job) => Promise.reject(new Error(`ran ${job}`)));
    assert.equal(Reflect.get(worker, 'then'), undefined);
    assert.equal(Reflect.get(worker, Symbol.iterator), undefined);
  });
});
