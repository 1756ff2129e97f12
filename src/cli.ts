import { once } from 'node:events';
import { runCli } from './service/cli';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', () => ending.abort());

/** Waits while the reader is behind, so that nothing piles up in memory. */
async function out(line: string): Promise<void> {
  if (ending.signal.aborted || process.stdout.write(`${line}\n`)) return;
  await once(process.stdout, 'drain', { signal: ending.signal }).catch(() => undefined);
}

void runCli(process.argv.slice(2), {
  stdin: process.stdin,
  out,
  err: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  signal: ending.signal,
}).then((code) => {
  process.exitCode = code;
});
