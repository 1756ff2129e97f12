import { remoteJobs } from '../../src/core/store/protocol/remoteJobs';
import type { WorkerJobs } from '../../src/features/shared/commands/workerJobs';
import type { JobName, Jobs, jobs as table } from '../../src/service/jobs';

/** The jobs of the worker thread, run in this one. */
export function inThisThread(jobs: Pick<Jobs, 'run'>): WorkerJobs {
  return remoteJobs<typeof table>(
    (job, input, { signal = new AbortController().signal, onProgress = () => undefined } = {}) =>
      jobs.run(job as JobName, input, { signal, onProgress: (progress) => onProgress(progress as never) }),
  );
}
