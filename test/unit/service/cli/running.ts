import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

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
  readonly spawn?: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** The command line as a program of its own, in a folder that lasts for the tests of a `describe`. */
export function useCli(): {
  /** A path in the folder. */
  readonly path: (name: string) => string;
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
} {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threat-lookups-cli-'));
    // Some tests run it as another account.
    await chmod(folder, 0o755);
    await build({
      entryPoints: ['src/cli.ts'],
      bundle: true,
      platform: 'node',
      target: 'node22',
      format: 'cjs',
      outfile: join(folder, 'cli.js'),
      logLevel: 'silent',
    });
  });
  const started: ChildProcessWithoutNullStreams[] = [];
  after(async () => {
    // What a failed test left running would keep the tests from ending.
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const start = (args: readonly string[], { env = {}, spawn: more = {} }: RunOptions = {}) => {
    const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], {
      ...more,
      // Every process would compile the whole bundle.
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...isolated(folder), ...env },
      cwd: folder,
      stdio: 'pipe',
    });
    started.push(child);
    return child;
  };

  const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = start(args, options);
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...texts, lines: texts.stdout.split('\n').filter((line) => line !== '') };
  };

  return { path: (name) => join(folder, name), start, run };
}

/** No store of the account that runs the tests. */
function isolated(folder: string): NodeJS.ProcessEnv {
  return { HOME: folder, APPDATA: folder, XDG_CONFIG_HOME: folder, THREAT_LOOKUPS_DB: '' };
}

export function objects(lines: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
