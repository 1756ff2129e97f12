import assert from 'node:assert/strict';
import { type JobContext, remoteJobs } from '../../../../src/core/store/protocol/remoteJobs';

type Table = Readonly<{
  double: (host: unknown, input: number, context: JobContext<string>) => number;
  hello: () => string;
}>;

describe('Jobs by name', () => {
  it('are run with their input and options', async () => {
    const ran: unknown[] = [];
    const jobs = remoteJobs<Table>((...job) => Promise.resolve(ran.push(job)));
    const options = { onProgress: (progress: string) => progress };
    const doubled: number = await jobs.double(2, options);
    assert.equal(doubled, 1);
    await jobs.hello();
    assert.deepEqual(ran, [
      ['double', 2, options],
      ['hello', undefined, undefined],
    ]);
  });

  it('can be what an async function returns', async () => {
    const jobs = await (async () => {
      await Promise.resolve();
      return remoteJobs<Table>((job) => Promise.reject(new Error(`ran ${job}`)));
    })();
    await assert.rejects(jobs.hello(), /ran hello/);
  });
});
