// Runs in a process of its own: reads a file as a triage does, or searches it without counting.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { findIndicators } from '../../src/core/indicators';
import { readText } from '../../src/service/triage';
import { ThreadFinders } from '../../src/service/triage/threadFinders';

/** What is measured, in milliseconds and bytes. */
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

const pieceBytes = 2 ** 20;

/** Searches every so many pieces of a file, without context, lines, or counts. */
function searchShare({ file, from, step }: Share): void {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(pieceBytes);
  for (let piece = from; ; piece += step) {
    const length = readSync(descriptor, bytes, 0, pieceBytes, piece * pieceBytes);
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

async function run(): Promise<void> {
  const [mode, file = '', threads = '1', finderFile = '', cancelAt = 'Infinity'] = process.argv.slice(2);
  const result =
    mode === 'search'
      ? { millis: await search(file, Number(threads)) }
      : await triage(file, Number(threads), finderFile, Number(cancelAt));
  process.stdout.write(JSON.stringify(result));
}

if (parentPort === null) void run();
else searchShare(workerData as Share);
