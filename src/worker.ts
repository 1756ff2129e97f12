import './core/together';
// The worker thread: the store's only writer, imports, and the local service. Wiring only.
import { parentPort, workerData } from 'node:worker_threads';
import { failureOf } from './core/store/protocol/storeError';
import type { FromWorker, ScanSettings, ToWorker } from './core/store/protocol/protocol';
import { Jobs } from './service/jobs';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');

const post = (message: FromWorker, buffers: readonly ArrayBuffer[] = []): void => port.postMessage(message, buffers);
const { storeFile, scanSettings } = workerData as {
  readonly storeFile: string;
  readonly scanSettings?: ScanSettings;
};
const jobs = new Jobs({
  storeFile,
  finderFile: new URL('finder.mjs', import.meta.url),
  scanSettings,
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
    post(message, job === 'triage' || job === 'triageAllowed' ? buffersOf(output) : []);
  } catch (error) {
    post({ kind: 'failed', id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

/** The memory of arrays of numbers in a result, which is passed on instead of copied. */
function buffersOf(output: object): ArrayBuffer[] {
  return Object.values(output).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
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
