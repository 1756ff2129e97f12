import './core/together';
// The worker thread: the store's only writer, imports, and the local service. Wiring only.
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { failureOf, toError } from './core/store/protocol/storeError';
import type { FromWorker, JobFailure, ScanSettings, ToWorker } from './core/store/protocol/protocol';
import { problemOf, StoreError } from './core/store/protocol/storeError';
import { type WipeEnd, wipe } from './core/store/wipe';
import { Jobs } from './service/jobs';

const { storeFile, scanSettings, erases } = workerData as {
  readonly storeFile: string;
  readonly scanSettings?: ScanSettings;
  /** The thread erases what was deleted, posts an {@link Erased}, and ends. */
  readonly erases?: true;
};

type Erased = { readonly end: WipeEnd; readonly failure?: never } | { readonly failure: JobFailure };

if (parentPort === null) throw new Error('This file runs as a worker thread.');
if (erases === true) parentPort.postMessage(erased());
else serve(parentPort);

function erased(): Erased {
  try {
    return { end: wipe(storeFile) };
  } catch (error) {
    return { failure: failureOf(new StoreError(problemOf(error))) };
  }
}

/** Erasing blocks a thread for as long as it takes. */
async function eraseInThread(): Promise<WipeEnd> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { storeFile, erases: true } });
  const [result] = (await once(thread, 'message')) as [Erased];
  if (result.failure !== undefined) throw toError(result.failure);
  return result.end;
}

function serve(port: MessagePort): void {
  const post = (message: FromWorker, buffers: readonly ArrayBuffer[] = []): void => port.postMessage(message, buffers);
  const jobs = new Jobs({
    storeFile,
    finderFile: new URL('finder.mjs', import.meta.url),
    scanSettings,
    wipe: eraseInThread,
    onNotice: (problem) => post({ kind: 'notice', problem }),
    onError: (error) => {
      const { problem, error: own } = failureOf(error);
      post(problem === undefined ? { kind: 'fault', error: own } : { kind: 'notice', problem });
    },
    loadEnricher: async (resolver) => {
      const { createEnricher } = await import('./service/enrichment');
      return createEnricher(resolver === undefined ? {} : { resolver });
    },
  });
  const running = new Map<number, AbortController>();

  async function run(message: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
    const { id, job, input } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const output = await jobs.run(job, input, {
        signal: controller.signal,
        onProgress: (progress) => post({ kind: 'progress', id, progress }),
      });
      const message: FromWorker = { kind: 'done', id, output };
      post(message, job === 'triage' ? buffersOf(output) : []);
    } catch (error) {
      post({ kind: 'failed', id, failure: failureOf(error) });
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

/** The memory of arrays of numbers in a result, which is passed on instead of copied. */
function buffersOf(output: object): ArrayBuffer[] {
  return Object.values(output).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
