// Runs in a process of its own: reads a file as a triage does, or searches it without counting.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { findIndicators } from '../../src/core/indicators';
import { readText } from '../../src/service/triage';
import { type Finders, InlineFinders } from '../../src/service/triage/finders';
import { ThreadFinders } from '../../src/service/triage/threadFinders';

/** Measurements in milliseconds and bytes. */
export interface TriageRun {
  readonly millis: number;
  readonly firstMillis: number;
  readonly cancelMillis: number;
  readonly peakBytes: number;
}

interface Share {
  readonly file: string;
  readonly from: number;
  readonly step: number;
}

const chunkBytes = 2 ** 20;

/** Searches every nth chunk of a file, without context, lines, or counts. */
function searchShare({ file, from, step }: Share): void {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(chunkBytes);
  for (let chunk = from; ; chunk += step) {
    const length = readSync(descriptor, bytes, 0, chunkBytes, chunk * chunkBytes);
    if (length === 0) break;
    findIndicators(bytes.toString('latin1', 0, length));
  }
  closeSync(descriptor);
}

async function search(file: string, threads: number): Promise<number> {
  const startedAt = performance.now();
  const ended = Array.from({ length: threads }, (_, from) => {
    const share: Share = { file, from, step: threads };
    const worker = new Worker(process.argv[1] ?? '', { workerData: share });
    return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
  });
  await Promise.all(ended);
  return performance.now() - startedAt;
}

async function triage(file: string, threads: number, finderFile: string, cancelAt: number): Promise<TriageRun> {
  const finders = new ThreadFinders({ file: finderFile, threads });
  const canceling = new AbortController();
  const startedAt = performance.now();
  let [firstMillis, canceledAt] = [Number.NaN, Number.NaN];
  await readText(
    { path: file, name: file },
    {
      finders,
      signal: canceling.signal,
      onProgress: ({ bytes }) => {
        if (Number.isNaN(firstMillis)) firstMillis = performance.now() - startedAt;
        if (bytes < cancelAt || canceling.signal.aborted) return;
        canceledAt = performance.now();
        canceling.abort();
      },
    },
  );
  const now = performance.now();
  await finders.close();
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { millis: now - startedAt, firstMillis, cancelMillis: now - canceledAt, peakBytes };
}

/** Processor time of reading a text with and without its clients, in milliseconds. */
export interface ClientsRun {
  readonly counted: number;
  readonly uncounted: number;
}

/** Looks for clients under a key that no line has. */
function withoutClients(): Finders {
  const all = new InlineFinders();
  const none = { clients: [{ kind: 'key', path: ['no such key'], name: 'none' }] } as const;
  const finders: Finders = {
    width: all.width,
    begin: () => ({ ...all.begin(), finders }),
    end: (text) => all.end(text),
    close: () => all.close(),
    async seat() {
      const seat = await all.seat();
      return { ...seat, run: (task) => seat.run({ ...task, form: { ...none, start: task.form?.start } }) };
    },
  };
  return finders;
}

/** The least of several runs in turn, which other load affects least. */
async function compareClients(file: string): Promise<ClientsRun> {
  const best = { counted: Infinity, uncounted: Infinity };
  for (let round = 0; round < 8; round++)
    for (const which of ['counted', 'uncounted'] as const) {
      const finders = which === 'counted' ? new InlineFinders() : withoutClients();
      const before = process.cpuUsage();
      await readText({ path: file, name: file }, { finders });
      const { user, system } = process.cpuUsage(before);
      best[which] = Math.min(best[which], (user + system) / 1000);
    }
  return best;
}

async function run(): Promise<void> {
  const [mode, file = '', threads = '1', finderFile = '', cancelAt = 'Infinity'] = process.argv.slice(2);
  const result =
    mode === 'search'
      ? { millis: await search(file, Number(threads)) }
      : mode === 'clients'
        ? await compareClients(file)
        : await triage(file, Number(threads), finderFile, Number(cancelAt));
  process.stdout.write(JSON.stringify(result));
}

if (parentPort === null) void run();
else searchShare(workerData as Share);
