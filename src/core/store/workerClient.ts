import { Worker } from 'node:worker_threads';
import { failureOf, toError, JobError } from './storeError';
import {
  type FromWorker,
  type JobName,
  type ScanSettings,
  type StoreProblem,
  type ToWorker,
  type WorkerJobs,
} from './protocol';

export interface RunOptions<N extends JobName> {
  /** Cancels the job. An import and a triage then resolve with what they had taken; every other job rejects. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: WorkerJobs[N]['progress']) => void;
  /** Buffers of the input that the thread takes over: no copy is made, and they are empty here afterwards. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** The worker thread as its host sees it. */
export interface StoreWorker {
  /**
   * Runs a job; the thread is started by the first one, and again after it died. Rejects with a StoreError where the store
   * is in trouble, with a {@link JobError} where the job failed otherwise, and with the signal's reason where it was cancelled.
   */
  run<N extends JobName>(job: N, input: WorkerJobs[N]['in'], options?: RunOptions<N>): Promise<WorkerJobs[N]['out']>;
  /** Ends the thread; jobs under way are rejected, and later ones too. */
  stop(): Promise<void>;
}

export interface StoreWorkerOptions {
  /** The bundle of the worker. */
  readonly workerFile: string;
  readonly storeFile: string;
  /** How far scans look outside when the thread starts, and again when it died; later changes are a job. */
  readonly scanSettings?: () => ScanSettings;
  /** Told what happened to the store while opening it; once per happening. */
  readonly onProblem: (problem: StoreProblem) => void;
  /** Told of an error other than the store's in work that no job waits for. */
  readonly onError?: (detail: string) => void;
  /** Told that the thread died, of what, and the names of the jobs that were lost with it. The next job starts another one. */
  readonly onDeath?: (detail: string, lost: readonly JobName[]) => void;
}

/** A thread that has not ended by then is cut off; SQLite rolls back what was under way. */
const stopMillis = 3_000;

const stoppedDetail = 'the worker thread was stopped';

function workerEnded(message: string): JobError {
  return new JobError({ name: 'WorkerEnded', message });
}

interface Waiting {
  readonly job: JobName;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
  readonly release: () => void;
}

/** Jobs that give an account of what was done until they were cancelled. */
function resolvesOnCancel(job: JobName): boolean {
  return job === 'import' || job === 'loadSample' || job === 'triage';
}

/** A worker thread that is not started before its first job. */
export function startStoreWorker(options: StoreWorkerOptions): StoreWorker {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let stopped = false;
  let lastId = 0;

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    found?.release();
    // An idle thread never keeps a process alive that has nothing else to do.
    if (waiting.size === 0) thread?.unref();
    return found;
  };

  const onExit = (from: Worker, detail: string): void => {
    if (thread !== from) return;
    thread = undefined;
    const lost: JobName[] = [];
    for (const [id, { job }] of [...waiting]) {
      lost.push(job);
      settle(id)?.reject(workerEnded(detail));
    }
    if (!stopped) options.onDeath?.(detail, lost);
  };

  const onMessage = (message: FromWorker): void => {
    switch (message.kind) {
      case 'notice':
        options.onProblem(message.problem);
        return;
      case 'fault':
        options.onError?.(`${message.error.name}: ${message.error.message}`);
        return;
      case 'done':
        settle(message.id)?.resolve(message.output);
        return;
      case 'failed':
        settle(message.id)?.reject(toError(message.failure));
        return;
      case 'progress':
        waiting.get(message.id)?.onProgress?.(message.progress);
    }
  };

  const start = (): Worker => {
    const started = new Worker(options.workerFile, {
      workerData: { storeFile: options.storeFile, scanSettings: options.scanSettings?.() },
    });
    started.on('message', (message: FromWorker) => onMessage(message));
    started.on('error', (error) => onExit(started, error instanceof Error ? error.message : String(error)));
    started.on('exit', (code) => onExit(started, `the worker thread ended with code ${code}`));
    return started;
  };

  return {
    run(job, input, { signal, onProgress, transfer = [] } = {}) {
      return new Promise((resolve, reject) => {
        if (stopped) {
          reject(workerEnded(stoppedDetail));
          return;
        }
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const id = ++lastId;
        const post = (message: ToWorker): void => thread?.postMessage(message, message.kind === 'run' ? transfer : []);
        const cancel = (): void => {
          post({ kind: 'cancel', id });
          if (!resolvesOnCancel(job)) settle(id)?.reject(signal?.reason);
        };
        signal?.addEventListener('abort', cancel, { once: true });
        waiting.set(id, {
          job,
          resolve: resolve as (output: unknown) => void,
          reject,
          onProgress: onProgress as ((progress: unknown) => void) | undefined,
          release: () => signal?.removeEventListener('abort', cancel),
        });
        try {
          thread ??= start();
          thread.ref();
          post({ kind: 'run', id, job, input } as ToWorker);
        } catch (error) {
          settle(id)?.reject(toError(failureOf(error)));
        }
      });
    },
    async stop() {
      stopped = true;
      const ending = thread;
      thread = undefined;
      for (const id of [...waiting.keys()]) settle(id)?.reject(workerEnded(stoppedDetail));
      if (ending === undefined) return;
      const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.postMessage({ kind: 'stop' } satisfies ToWorker);
      const cut = setTimeout(() => void ending.terminate(), stopMillis);
      await exited;
      clearTimeout(cut);
    },
  };
}
