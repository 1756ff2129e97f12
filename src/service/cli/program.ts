import { once } from 'node:events';
import type { ExitReason, CliContext } from './command';
import { safeText } from './output';

/** Runs a command line in this process, until it ends or a signal arrives. Sets the exit code. */
export function runProgram(
  run: (args: readonly string[], world: CliContext) => Promise<number>,
  finderFile?: string,
): void {
  const ending = new AbortController();
  const end = (reason: ExitReason): void => ending.abort(reason);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end({ kind: 'signal' }));
  // A reader that has seen enough (`| head`) is not an error; a full disk is.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'EPIPE' ? { kind: 'readerGone' } : { kind: 'outputFailed', detail: error.message }),
  );
  process.stderr.on('error', () => undefined);
  // Node 22 reports on each run that its SQLite is experimental.
  process.removeAllListeners('warning').on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') process.stderr.write(`${safeText(message)}\n`);
  });
  // Node's own report would print text from files and servers unescaped.
  process.on('uncaughtException', (error: unknown) => {
    process.stderr.write(`${safeText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    process.exit(1);
  });

  /** Waits for a slow reader, so that nothing accumulates in memory. */
  async function out(text: string): Promise<void> {
    if (ending.signal.aborted || process.stdout.write(text)) return;
    await once(process.stdout, 'drain', { signal: ending.signal }).catch(() => undefined);
  }

  void run(process.argv.slice(2), {
    stdin: process.stdin,
    finderFile,
    env: process.env,
    signal: ending.signal,
    streams: {
      out,
      err: (text) => void process.stderr.write(text),
      isTerminal: process.stdout.isTTY,
      columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    },
    flushed: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
  }).then((code) => {
    process.exitCode = code;
    // Input that nobody ends would keep the program running after a signal.
    process.stdin.destroy();
    // So would a file that is still being opened.
    if (ending.signal.aborted) process.stderr.write('', () => process.exit());
  });
}
