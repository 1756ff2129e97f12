import type { RemoteJobs, RunByName } from '../../../core/remoteJobs';
import type { jobs } from '../../../service/jobs';
import type { jobs as jobsOfLargeFiles } from '../../../service/largeFiles/jobs';

/**
 * The jobs of the worker thread (`service/jobs.ts`), which is started when it is first needed. They reject with a
 * `StoreError`.
 */
export type WorkerJobs = RemoteJobs<typeof jobs>;

/** The jobs on large files, each in a thread of its own. They reject with an `InputError` if the file can't be read. */
export type LargeFileJobs = RemoteJobs<typeof jobsOfLargeFiles>;

/** The jobs of the worker thread, run by their names. */
export function workerJobs(run: RunByName): WorkerJobs {
  return jobsByName(run) as WorkerJobs;
}

/** The jobs on large files, run by their names. */
export function largeFileJobs(run: RunByName): LargeFileJobs {
  return jobsByName(run) as LargeFileJobs;
}

/** An object with a function for any name, since only the types know which jobs there are. */
function jobsByName(run: RunByName): unknown {
  const get = (_: object, job: string | symbol): unknown =>
    // With a function `then`, the proxy would be taken for a promise.
    typeof job === 'symbol' || job === 'then' ? undefined : (...args: [unknown]) => run(job, ...args);
  return new Proxy({}, { get });
}
