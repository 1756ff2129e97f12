// `npm run fuzz [-- --seconds 120 --lines 1000000 --seed N]`: runs the fuzzers in test/fuzz until the first failure or
// limit. Prints the seed, with which a run can be repeated.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { root } from './lib/paths.mjs';
import { fail, print, seconds, ExpectedError } from './lib/terminal.mjs';
import { buildTests } from './lib/steps.mjs';

/** A line that takes longer than this is considered endless. */
const maxLineMillis = 30_000;

function parseLimits() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      lines: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const number = (name) => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value < 0)
      throw new ExpectedError(`--${name} requires a number, but got “${values[name]}”.`);
    return value;
  };
  return { millis: number('seconds') * 1000, lines: number('lines'), seed: number('seed') };
}

/** Runs a file in a worker thread to detect a line that never ends. */
function run(file, limits) {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { file, limits: { ...limits, progress } } });
  return new Promise((resolve, reject) => {
    let [last, since] = [-1, performance.now()];
    const watch = setInterval(() => {
      const now = Atomics.load(progress, 0);
      if (now !== last) [last, since] = [now, performance.now()];
      else if (performance.now() - since > maxLineMillis) resolve({ lines: now, stuck: true });
    }, 500);
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => clearInterval(watch));
  }).finally(() => worker.terminate());
}

async function main() {
  const limits = parseLimits();
  await buildTests('fuzz');
  const folder = join(root, 'out', 'test', 'fuzz');
  const files = readdirSync(folder).filter((name) => name.endsWith('.fuzz.mjs'));
  if (files.length === 0) throw new ExpectedError('No *.fuzz.ts file found in test/fuzz.');
  for (const name of files) {
    const file = pathToFileURL(join(folder, name)).href;
    const { fuzz } = await import(file);
    print(`${fuzz.title}: seed ${limits.seed}`);
    const startedAt = performance.now();
    const { lines, failure, stuck } = await run(file, limits);
    const took = seconds(performance.now() - startedAt);
    if (stuck) throw new ExpectedError(`line ${lines} doesn't end: ${fuzz.line(limits.seed, lines)}`);
    if (failure !== undefined) throw new ExpectedError(`failed after ${lines} lines, ${took}: ${failure}`);
    print(`${lines.toLocaleString('en')} lines in ${took}, no failures`);
  }
}

if (isMainThread) main().catch(fail);
else {
  const { fuzz } = await import(workerData.file);
  parentPort.postMessage(fuzz.run(workerData.limits));
}
