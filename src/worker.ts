// The worker thread: the store's only writer, imports, the rows of triages, and the local service. Wiring only.
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { FromWorker, JobFailure, ScanSettings, ToWorker } from './core/store/protocol/protocol';
import { getFailure, getProblem, StoreError, toError } from './core/store/protocol/storeError';
import { checkToday, wipe } from './core/store/wipe';
import { type JobName, Jobs } from './service/jobs';

const tasks = { wipe, checkToday };
type Task = keyof typeof tasks;

const { storeFile, scanSettings, task } = workerData as {
  readonly storeFile: string;
  readonly scanSettings?: ScanSettings;
  /** Something that blocks a thread, and for which one was started: it posts a {@link TaskEnd}, and ends. */
  readonly task?: Task;
};

type TaskEnd = { readonly result: unknown; readonly failure?: never } | { readonly failure: JobFailure };

if (parentPort === null) throw new Error('This file runs as a worker thread.');
if (task === undefined) serve(parentPort);
else parentPort.postMessage(endOf(task));

function endOf(task: Task): TaskEnd {
  try {
    return { result: tasks[task](storeFile) };
  } catch (error) {
    return { failure: getFailure(new StoreError(getProblem(error))) };
  }
}

async function inThread<T extends Task>(task: T): Promise<ReturnType<(typeof tasks)[T]>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { storeFile, task } });
  const [end] = (await once(thread, 'message')) as [TaskEnd];
  if (end.failure !== undefined) throw toError(end.failure);
  return end.result as ReturnType<(typeof tasks)[T]>;
}

function serve(port: MessagePort): void {
  const post = (message: FromWorker): void => port.postMessage(message);
  const jobs = new Jobs({
    storeFile,
    finderFile: new URL('finder.mjs', import.meta.url),
    scanSettings,
    upkeep: { wipe: () => inThread('wipe'), checkToday: () => inThread('checkToday') },
    onNotice: (problem) => post({ kind: 'notice', problem }),
    onError: (error) => {
      const { problem, error: own } = getFailure(error);
      post(problem === undefined ? { kind: 'fault', error: own } : { kind: 'notice', problem });
    },
    loadEnricher: async (resolver) => {
      const { createEnricher } = await import('./service/enrichment');
      return createEnricher({ resolver });
    },
  });
  const running = new Map<number, AbortController>();

  async function run(message: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
    const { id, job, input } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const output = await jobs.run(job as JobName, input, {
        signal: controller.signal,
        onProgress: (progress) => post({ kind: 'progress', id, progress }),
      });
      post({ kind: 'done', id, output });
    } catch (error) {
      post({ kind: 'failed', id, failure: getFailure(error) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run':
        void run(message);
        return;
      case 'cancel':
        running.get(message.id)?.abort();
        return;
      case 'stop':
        for (const controller of running.values()) controller.abort();
        void jobs.close().finally(() => port.close());
    }
  });
}
