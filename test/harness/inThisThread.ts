import { type WorkerJobs, workerJobs } from '../../src/features/shared/commands/workerJobs';
import type { JobName, Jobs } from '../../src/service/jobs';

/** The jobs of the worker thread, run in this one. */
export function inThisThread(jobs: Pick<Jobs, 'run'>): WorkerJobs {
  return workerJobs((job, input, { signal = new AbortController().signal, onProgress = () => undefined } = {}) =>
    jobs.run(job as JobName, input, { signal, onProgress: (progress) => onProgress(progress as never) }),
  );
}
