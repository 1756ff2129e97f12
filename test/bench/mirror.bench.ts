import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { Gateway } from '../../src/core/api';
import { createTaxiiClient, taxiiMediaType } from '../../src/core/api/taxii';
import { syncCollection } from '../../src/core/sync/sync';
import { openStore } from '../../src/core/store/store';
import { workerJobs } from '../../src/features/shared/commands/workerJobs';
import { StoreWorkerThread } from '../../src/core/store/protocol/workerClient';
import { importInto } from '../../src/service/import';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { listen } from '../../src/service/listen';
import { requireBanner } from '../harness/loopbackEnrichment';
import { type Bench, formatCount, type Row, withTempFolder } from './measure';
import { stixObjects } from './stixObjects';
import { workerMirrorWriter } from '../../src/features/sources/sync/collectionSync';

const objects = 100_000;
const limit = 1_000;
const megabyte = 1024 * 1024;
const collection = 'all';
const signIn = { kind: 'basic', user: 'taxii2' } as const;
const key = 'bench';

function* bundleOf(count: number): Generator<string> {
  yield `{"type":"bundle","id":"bundle--${crypto.randomUUID()}","objects":[`;
  let comma = '';
  for (const object of stixObjects(count)) {
    yield `${comma}${JSON.stringify(object)}`;
    comma = ',';
  }
  yield ']}';
}

/** The modes of a process of this file, and its reports. */
interface Roles {
  readonly serve: { readonly url: string };
  readonly read: Reading;
  readonly sync: Syncing;
}
interface Reading {
  readonly millis: number;
  readonly cpuMillis: number;
  readonly objects: number;
  readonly blocked: Blocked;
}
/** The longest time the main thread was blocked. */
interface Blocked {
  readonly clockMillis: number;
  /** By its own work; on a busy machine other load blocks it as well. */
  readonly ownMillis: number;
}
interface Syncing extends Reading {
  /** Memory of the whole process including its worker, minus the initial amount. */
  readonly moreBytes: number;
  readonly mainMillis: number;
  readonly requests: number;
  /** From the start of the sync until a search has its result. */
  readonly searchableMillis: number;
}

function cpuMillis(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function threadMillis(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Monitors this thread until the returned function is called. */
function watchLoop(): () => Blocked {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  let last = process.threadCpuUsage();
  let ownMillis = 0;
  const timer = setInterval(() => {
    ownMillis = Math.max(ownMillis, threadMillis(last));
    last = process.threadCpuUsage();
  }, 1);
  loop.enable();
  return () => {
    loop.disable();
    clearInterval(timer);
    return { clockMillis: loop.max / 1_000_000, ownMillis };
  };
}

/** A process that serves the store and reports its processor time on request. */
async function serve(file: string): Promise<void> {
  const store = openStore(file);
  const service = createService({ store: servedFrom(store), tier: 'pro', key, embedded: false });
  const listening = await listen(service, { port: 0 });
  if ('portTaken' in listening) throw new Error('No port is free.');
  process.on('message', () => process.send?.({ cpuMillis: cpuMillis() }));
  process.send?.({ url: listening.url });
}

/** Pages and parses, but stores nothing. */
async function read(url: string): Promise<Reading> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const headers = { Accept: taxiiMediaType, Authorization: `Basic ${btoa(`${signIn.user}:${key}`)}` };
  let count = 0;
  const blocked = watchLoop();
  for (let next = ''; ;) {
    const query = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
    const answer = await fetch(`${url}/taxii2/api/collections/${collection}/objects/?limit=${limit}${query}`, {
      headers,
    });
    const page = (await answer.json()) as { objects: unknown[]; more: boolean; next?: string };
    count += page.objects.length;
    if (!page.more) break;
    next = page.next ?? '';
  }
  return { millis: performance.now() - startedAt, cpuMillis: cpuMillis(before), objects: count, blocked: blocked() };
}

/** As in VS Code: the network in this thread, the store in its worker. */
async function sync(url: string, file: string, workerFile: string): Promise<Syncing> {
  const thread = new StoreWorkerThread({
    workerFile,
    storeFile: file,
    onProblem: (problem) => console.error(problem),
  });
  const worker = workerJobs(thread.run);
  await worker.mirrorList();
  const gateway = new Gateway({
    fetch: (address, init) => fetch(address, init),
    baseUrl: url,
    key: () => Promise.resolve(key),
    now: Date.now,
    userAgent: 'bench',
    signIn,
  });
  const client = createTaxiiClient(gateway, signIn);
  // Loading during the first request belongs to the start, not to the sync.
  await client.resource(`${url}/taxii2/`);
  const rss = process.memoryUsage().rss;
  let most = rss;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
  const blocked = watchLoop();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const main = process.threadCpuUsage();
  const target = { server: url, root: `${url}/taxii2/api/`, collection, title: 'Bench' };
  const synced = await syncCollection({ client, writer: workerMirrorWriter(worker) }, target, { limit });
  const millis = performance.now() - startedAt;
  const figures = {
    millis,
    cpuMillis: cpuMillis(before),
    mainMillis: threadMillis(main),
    moreBytes: most - rss,
    blocked: blocked(),
  };
  clearInterval(watch);
  const search = `http://localhost/api/explore.php?q=${encodeURIComponent('risk=critical')}&limit=1`;
  await worker.fetch({ url: search, method: 'GET', headers: [] });
  const searchableMillis = performance.now() - startedAt;
  await thread.stop();
  if (synced.busy === true || !synced.complete) throw new Error(JSON.stringify(synced));
  return { ...figures, objects: synced.state.objects, requests: synced.requests, searchableMillis };
}

const running = new Set<ChildProcess>();

async function start<R extends keyof Roles>(role: R, ...args: readonly string[]): Promise<[ChildProcess, Roles[R]]> {
  const child = fork(process.env['BENCH_FILE'] ?? '', [], {
    env: { ...process.env, MIRROR_BENCH: JSON.stringify([role, ...args]) },
    execArgv: process.env['MIRROR_BENCH_PROFILE'] === role ? ['--cpu-prof', '--cpu-prof-dir=out/prof'] : [],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`“${role}” ended without an answer`)));
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Roles[R]];
  ended.catch(() => undefined);
  return [child, answer];
}

async function cpuOf(server: ChildProcess): Promise<number> {
  const answer = once(server, 'message') as Promise<[{ readonly cpuMillis: number }]>;
  server.send('cpu');
  const [{ cpuMillis: spent }] = await answer;
  return spent;
}

/** The result of a process, and the service's processor time during it. */
async function beside<R extends 'read' | 'sync'>(
  server: ChildProcess,
  role: R,
  ...args: readonly string[]
): Promise<Roles[R] & { readonly serviceMillis: number }> {
  const before = await cpuOf(server);
  const [child, answer] = await start(role, ...args);
  if (child.exitCode === null) await once(child, 'exit');
  running.delete(child);
  return { ...answer, serviceMillis: (await cpuOf(server)) - before };
}

const blockedText = ({ blocked: { clockMillis, ownMillis } }: Reading): string =>
  `${clockMillis.toFixed(0)} ms elapsed, ${ownMillis.toFixed(0)} ms of own work`;
const perSecond = ({ millis }: Reading): number => objects / (millis / 1_000);
const seconds = (millis: number): string => `${(millis / 1_000).toFixed(2)} s`;

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const bundle = join(folder, 'bundle.json');
    const out = createWriteStream(bundle);
    for (const chunk of bundleOf(objects)) if (!out.write(chunk)) await once(out, 'drain');
    await new Promise<void>((resolve) => out.end(() => resolve()));
    const served = join(folder, 'served.db');
    const store = openStore(served);
    await importInto(store, { path: bundle, name: 'bench' });
    while (store.indexSome());
    store.close();
    const workerFile = join(folder, 'worker.mjs');
    await build({
      entryPoints: ['src/worker.ts'],
      bundle: true,
      platform: 'node',
      target: 'node22',
      format: 'esm',
      banner: { js: requireBanner },
      sourcemap: 'inline',
      outfile: workerFile,
    });
    const [server, { url }] = await start('serve', served);
    try {
      // A run to warm up the service.
      await beside(server, 'read', url);
      const rounds = [];
      const file = join(folder, 'mirror.db');
      for (let round = 0; round < 3; round++) {
        for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
        const bare = await beside(server, 'read', url);
        const whole = await beside(server, 'sync', url, file, workerFile);
        if (bare.objects !== objects || whole.objects !== objects)
          throw new Error(`${bare.objects} read, ${whole.objects} kept`);
        rounds.push({ bare, whole, ratio: bare.millis / whole.millis });
        await delay(200);
      }
      const again = await beside(server, 'sync', url, file, workerFile);
      const [middle] = rounds.toSorted((a, b) => a.ratio - b.ratio).slice(1);
      if (middle === undefined) throw new Error('nothing was measured');
      return rowsOf(middle, again);
    } finally {
      for (const child of running) child.kill();
    }
  });
}

type Beside<T> = T & { readonly serviceMillis: number };

function rowsOf(
  { bare, whole, ratio }: { readonly bare: Beside<Reading>; readonly whole: Beside<Syncing>; readonly ratio: number },
  again: Syncing,
): readonly Row[] {
  const own = whole.cpuMillis - whole.mainMillis;
  return [
    {
      what: `first sync of ${formatCount(objects)} objects, ${formatCount(limit)} per page`,
      figure: `${formatCount(perSecond(whole))} per second (${seconds(whole.millis)})`,
      peer: `a reader that pages and parses, but stores nothing: ${formatCount(perSecond(bare))} per second (${seconds(bare.millis)})`,
      ratio: `${ratio.toFixed(2)}×`,
    },
    {
      what: 'its processor time: main thread · worker',
      figure: `${seconds(whole.mainMillis)} · ${seconds(own)}`,
      peer: `the plain reader: ${seconds(bare.cpuMillis)}`,
      ratio: '',
    },
    {
      what: 'processor time of the service during the sync',
      figure: seconds(whole.serviceMillis),
      peer: `for the plain reader: ${seconds(bare.serviceMillis)}`,
      ratio: '',
    },
    {
      what: 'until a search finds everything, from the start of the sync',
      figure: `${formatCount(objects / (whole.searchableMillis / 1_000))} per second (${seconds(whole.searchableMillis)})`,
      peer: 'goal: 30,000 per second',
      ratio: '',
    },
    {
      what: 'peak memory',
      figure: `${(whole.moreBytes / megabyte).toFixed(0)} MB more`,
      peer: 'goal: under 150 MB',
      ratio: '',
    },
    {
      what: "the longest time the editor's thread is blocked",
      figure: blockedText(whole),
      peer: `the plain reader, which parses there: ${blockedText(bare)}; goal: under 50 ms`,
      ratio: '',
    },
    {
      what: 'requests of a sync without changes',
      figure: `${again.requests} (${again.millis.toFixed(0)} ms)`,
      peer: 'goal: one',
      ratio: '',
    },
  ];
}

export const bench: Bench = {
  title: 'Mirror of a TAXII collection',
  how: 'A collection of 100,000 objects (indicators of three types, relationships to malware), served by the local service from imported STIX in a separate process. Each reader runs in a separate process, one after another, three times; the ratio is the median. The sync is the same as in VS Code: network in one thread, the store in its worker. Pages are written and indexed as they come.',
  run,
};

const role = process.env['MIRROR_BENCH'];
if (role !== undefined) {
  const [name, ...args] = JSON.parse(role) as [keyof Roles, ...string[]];
  const [first = '', second = '', third = ''] = args;
  if (name === 'serve') await serve(first);
  else {
    const answer = name === 'read' ? await read(first) : await sync(first, second, third);
    process.send?.(answer);
    process.disconnect();
  }
}
