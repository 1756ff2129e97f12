import assert from 'node:assert/strict';
import type { RequestLogEntry } from '../../../../src/core/lookups/types';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { workerJobs } from '../../../../src/features/shared/commands/workerJobs';
import { createRequestLogStore } from '../../../../src/features/privacy/requestLogStore';

const entry: RequestLogEntry = {
  id: '1',
  at: 1,
  to: 'https://lookups-test-1.com',
  what: [],
  why: 'click',
  outcome: 'pending',
};

function recording(answer: (job: string) => Promise<unknown>) {
  const jobs: (readonly [string, unknown])[] = [];
  const warnings: string[] = [];
  const worker = workerJobs((job, input) => {
    jobs.push([job, input]);
    return answer(job);
  });
  const silent = (): void => undefined;
  const output = { trace: silent, debug: silent, info: silent, error: silent, show: silent };
  const store = createRequestLogStore(worker, { ...output, warn: (text: string) => void warnings.push(text) });
  return { store, jobs, warnings };
}

describe('The store of the request log', () => {
  it('writes, reads and clears through the worker', async () => {
    const { store, jobs } = recording((job) => Promise.resolve(job === 'requestLogList' ? [entry] : {}));
    store.save([entry]);
    store.clear();
    assert.deepEqual(await store.load(), [entry]);
    assert.deepEqual(jobs, [
      ['requestLogAppend', { entries: [entry] }],
      ['clear', { kinds: ['sent'] }],
      ['requestLogList', undefined],
    ]);
  });

  it('lets lookups continue if the store fails, and logs the failure', async () => {
    const { store, warnings } = recording(() => Promise.reject(new StoreError({ kind: 'diskFull', detail: 'full' })));
    store.save([entry]);
    store.clear();
    await assert.rejects(store.load());
    assert.equal(warnings.length, 2);
  });
});
