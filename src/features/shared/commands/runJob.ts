import type { JobName, WorkerJobs } from '../../../core/store/protocol/protocol';

export interface RunOptions<N extends JobName> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WorkerJobs[N]['progress']) => void;
}

/** Runs a job of the worker thread, which is started when it is first needed. Rejects with a `StoreError`. */
export type RunJob = <N extends JobName>(
  job: N,
  input: WorkerJobs[N]['in'],
  options?: RunOptions<N>,
) => Promise<WorkerJobs[N]['out']>;
