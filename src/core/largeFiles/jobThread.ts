import { Worker } from 'node:worker_threads';
import { type InputFailure, InputError } from '../records/problems/inputFailure';
import type { RunByName } from '../remoteJobs';

/** Messages from the thread. */
export type FromJob =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly failure?: InputFailure };

/** Runs each job in a thread of the bundle, which ends with the job, or when it is canceled, wherever it is. */
export function inOwnThread(workerFile: string): RunByName {
  return (job, input, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const thread = new Worker(workerFile, { workerData: { job, input } });
      let isSettled = false;
      // Messages of a thread that is ending are ignored.
      const settle = (done: () => void): void => {
        if (isSettled) return;
        isSettled = true;
        signal?.removeEventListener('abort', cancel);
        void thread.terminate();
        done();
      };
      const cancel = (): void => settle(() => reject(signal?.reason as Error));
      signal?.addEventListener('abort', cancel, { once: true });
      thread.on('error', (error) => settle(() => reject(error)));
      thread.on('exit', (code) => settle(() => reject(new Error(`The thread ended with code ${code}.`))));
      thread.on('message', (message: FromJob) => {
        if (isSettled) return;
        switch (message.kind) {
          case 'progress':
            onProgress?.(message.progress as never);
            return;
          case 'done':
            settle(() => resolve(message.output));
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
