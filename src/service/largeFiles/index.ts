// A thread for one job on a large file. It ends with the job, or when the job is canceled. Wiring only.
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../core/records/problems/inputFailure';
import type { FromJob } from '../../core/largeFiles/jobThread';
import { getInputFailure } from '../files/getInputFailure';
import { jobs } from './jobs';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');
const post = (message: FromJob): void => port.postMessage(message);

async function run({ job, input }: { readonly job: keyof typeof jobs; readonly input: unknown }): Promise<unknown> {
  const work = jobs[job] as (host: undefined, input: unknown, context: unknown) => unknown;
  return await work(undefined, input, { onProgress: (progress: unknown) => post({ kind: 'progress', progress }) });
}

run(workerData as Parameters<typeof run>[0]).then(
  (output) => post({ kind: 'done', output }),
  (error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isOurs = error instanceof InputError || (error instanceof Error && 'code' in error);
    post({ kind: 'failed', name, message, failure: isOurs ? getInputFailure(error) : undefined });
  },
);
