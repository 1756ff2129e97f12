import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../../src/service/cli';
import { compileCache, programs } from '../../../harness/programs';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of standard output, without empty ones. */
  readonly lines: readonly string[];
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether standard output is a terminal, of commands in this process. */
  readonly isTerminal?: boolean;
  readonly spawn?: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** Commands that run in this process, and its folder before. */
let running = 0;
let ownFolder = '';

/** The command line, as a process that of `program`, in a folder that lasts for the tests of a `describe`. */
export function useCli(program = programs.cli): {
  /** A path in the folder, in which `cli.mjs` is the program. */
  readonly path: (name: string) => string;
  /** Starts a process. */
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
  /** Runs a process to its end. */
  readonly runProgram: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Runs a command in this process, which takes a fraction of the time. */
  readonly run: (args: readonly string[], options?: Omit<RunOptions, 'spawn'>) => Promise<Ran>;
} {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threat-lookups-cli-'));
    // Some tests run it as another account.
    await chmod(folder, 0o755);
    await copyFile(program, join(folder, 'cli.mjs'));
  });
  const started: ChildProcessWithoutNullStreams[] = [];
  after(async () => {
    // Programs left running by a failed test would keep the tests from ending.
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    // No store of the account that runs the tests.
    HOME: folder,
    APPDATA: folder,
    XDG_CONFIG_HOME: folder,
    THREAT_LOOKUPS_DB: '',
    ...env,
  });

  const start = (args: readonly string[], { env, spawn: more = {} }: RunOptions = {}) => {
    const child = spawn(process.execPath, [join(folder, 'cli.mjs'), ...args], {
      ...more,
      env: { NODE_COMPILE_CACHE: compileCache, ...environment(env) },
      cwd: folder,
      stdio: 'pipe',
    });
    started.push(child);
    return child;
  };

  const runProgram = async (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = start(args, options);
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    return ran(code, texts.stdout, texts.stderr);
  };

  const run = async (
    args: readonly string[],
    { input = '', env, isTerminal = false }: RunOptions = {},
  ): Promise<Ran> => {
    const texts = { stdout: '', stderr: '' };
    if (running++ === 0) {
      ownFolder = process.cwd();
      process.chdir(folder);
    }
    try {
      const code = await runCli(args, {
        stdin: (async function* () {
          await Promise.resolve();
          if (input.length > 0) yield Buffer.from(input);
        })(),
        env: environment(env),
        signal: new AbortController().signal,
        streams: {
          out: async (text) => {
            texts.stdout += text;
            await Promise.resolve();
          },
          err: (text) => (texts.stderr += text),
          isTerminal,
        },
        flushed: () => Promise.resolve(),
      });
      return ran(code, texts.stdout, texts.stderr);
    } finally {
      if (--running === 0) process.chdir(ownFolder);
    }
  };

  return { path: (name) => join(folder, name), start, runProgram, run };
}

function ran(code: number | null, stdout: string, stderr: string): Ran {
  return { code, stdout, stderr, lines: stdout.split('\n').filter((line) => line !== '') };
}

export function objects(lines: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
