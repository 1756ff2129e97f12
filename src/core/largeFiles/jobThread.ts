import { Worker } from 'node:worker_threads';
import { InputError } from '../records/problems/inputFailure';
import type { FromJob, LargeFileJob, LargeFileJobs } from './jobs';

interface JobOptions<N extends LargeFileJob> {
  /** Ends the thread, wherever it is; the job then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: LargeFileJobs[N]['progress']) => void;
}

/** Runs a job for large files in a thread of its own. */
export type RunLargeFileJob = <N extends LargeFileJob>(
  job: N,
  input: LargeFileJobs[N]['in'],
  options?: JobOptions<N>,
) => Promise<LargeFileJobs[N]['out']>;

/** Runs jobs with the bundle of the thread. Rejects with an InputError if the file can't be read. */
export function createJobRunner(workerFile: string): RunLargeFileJob {
  return (job, input, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const thread = new Worker(workerFile, { workerData: { job, input } });
      const settle = (done: () => void): void => {
        signal?.removeEventListener('abort', cancel);
        thread.removeAllListeners();
        // Errors of a thread that is ending change nothing.
        thread.on('error', () => undefined);
        void thread.terminate();
        done();
      };
      const cancel = (): void => settle(() => reject(signal?.reason as Error));
      signal?.addEventListener('abort', cancel, { once: true });
      thread.on('error', (error) => settle(() => reject(error)));
      thread.on('exit', (code) => settle(() => reject(new Error(`The thread ended with code ${code}.`))));
      thread.on('message', (message: FromJob) => {
        switch (message.kind) {
          case 'progress':
            onProgress?.(message.progress as LargeFileJobs[typeof job]['progress']);
            return;
          case 'done':
            settle(() => resolve(message.output as LargeFileJobs[typeof job]['out']));
            return;
          case 'failed':
            settle(() => reject(errorOf(message)));
        }
      });
    });
}

function errorOf({ name, message, failure }: Extract<FromJob, { kind: 'failed' }>): Error {
  if (failure !== undefined) return new InputError(failure);
  const error = name === 'SyntaxError' ? new SyntaxError(message) : new Error(message);
  return error;
}
