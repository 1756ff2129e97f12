import { Worker } from 'node:worker_threads';
import { getFailure, toError, JobError } from './storeError';
import type { FromWorker, ScanSettings, ToWorker } from './protocol';
import type { RunByName } from '../../remoteJobs';
import type { StoreProblem } from '../../records/problems/storeProblem';

interface StoreWorkerOptions {
  /** The bundle of the worker. */
  readonly workerFile: string;
  readonly storeFile: string;
  /** The scan settings when the thread starts or restarts; later changes are a job. */
  readonly scanSettings?: () => ScanSettings;
  /** Called once for each problem while opening the store. */
  readonly onProblem: (problem: StoreProblem) => void;
  /** Called for an error, other than the store's, in work that no job waits for. */
  readonly onError?: (detail: string) => void;
  /** Called when the thread died, with the cause and the names of the lost jobs. The next job starts a new thread. */
  readonly onDeath?: (detail: string, lost: readonly string[]) => void;
}

/** A thread that hasn't ended by then is terminated; SQLite rolls back what it was doing. */
const stopMillis = 3_000;

const stoppedDetail = 'the worker thread was stopped';

function workerEnded(message: string): JobError {
  return new JobError({ name: 'WorkerEnded', message });
}

interface Waiting {
  readonly job: string;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
  readonly release: () => void;
}

/** Jobs that resolve with partial results when canceled. */
function resolvesOnCancel(job: string): boolean {
  return ['import', 'listRefresh', 'loadSample', 'sourceChange', 'triageText', 'triageAllowed'].includes(job);
}

/** A worker thread that starts with its first job. */
export class StoreWorkerThread {
  private readonly waiting = new Map<number, Waiting>();
  private thread: Worker | undefined;
  private isStopped = false;
  private lastId = 0;

  constructor(private readonly options: StoreWorkerOptions) {}

  /**
   * Runs a job; starts the thread if needed, also after it died. Rejects with a StoreError if the store has failed,
   * with a {@link JobError} if the job failed otherwise, and with the signal's reason if it was canceled.
   */
  readonly run: RunByName = (job, input, { signal, onProgress, transfer = [] } = {}) =>
    new Promise((resolve, reject) => {
      if (this.isStopped) {
        reject(workerEnded(stoppedDetail));
        return;
      }
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const id = ++this.lastId;
      const post = (message: ToWorker): void =>
        this.thread?.postMessage(message, message.kind === 'run' ? transfer : []);
      const cancel = (): void => {
        post({ kind: 'cancel', id });
        if (!resolvesOnCancel(job)) this.settle(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.waiting.set(id, {
        job,
        resolve,
        reject,
        onProgress: onProgress as ((progress: unknown) => void) | undefined,
        release: () => signal?.removeEventListener('abort', cancel),
      });
      try {
        this.thread ??= this.start();
        this.thread.ref();
        post({ kind: 'run', id, job, input });
      } catch (error) {
        this.settle(id)?.reject(toError(getFailure(error)));
      }
    });

  /** Stops the thread; running and later jobs are rejected. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const ending = this.thread;
    this.thread = undefined;
    for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(workerEnded(stoppedDetail));
    if (ending === undefined) return;
    const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.postMessage({ kind: 'stop' } satisfies ToWorker);
    const timer = setTimeout(() => void ending.terminate(), stopMillis);
    await exited;
    clearTimeout(timer);
  }

  private start(): Worker {
    const { workerFile, storeFile, scanSettings } = this.options;
    // Otherwise the young generation of a long sync or import grows to 128 MB, which makes neither faster.
    const resourceLimits = { maxYoungGenerationSizeMb: 48 };
    const started = new Worker(workerFile, {
      workerData: { storeFile, scanSettings: scanSettings?.() },
      resourceLimits,
    });
    started.on('message', (message: FromWorker) => this.onMessage(message));
    started.on('error', (error) => this.onExit(started, error instanceof Error ? error.message : String(error)));
    started.on('exit', (code) => this.onExit(started, `the worker thread ended with code ${code}`));
    return started;
  }

  private onMessage(message: FromWorker): void {
    switch (message.kind) {
      case 'notice':
        this.options.onProblem(message.problem);
        return;
      case 'fault':
        this.options.onError?.(`${message.error.name}: ${message.error.message}`);
        return;
      case 'done':
        this.settle(message.id)?.resolve(message.output);
        return;
      case 'failed':
        this.settle(message.id)?.reject(toError(message.failure));
        return;
      case 'progress':
        this.waiting.get(message.id)?.onProgress?.(message.progress);
    }
  }

  private onExit(from: Worker, detail: string): void {
    if (this.thread !== from) return;
    this.thread = undefined;
    const lost: string[] = [];
    for (const [id, { job }] of [...this.waiting]) {
      lost.push(job);
      this.settle(id)?.reject(workerEnded(detail));
    }
    if (!this.isStopped) this.options.onDeath?.(detail, lost);
  }

  private settle(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    found?.release();
    // An idle thread doesn't keep the process alive.
    if (this.waiting.size === 0) this.thread?.unref();
    return found;
  }
}
