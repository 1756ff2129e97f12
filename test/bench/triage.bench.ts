import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { fetchVsCode } from '../../scripts/lib/vscode.mjs';
import { type Bench, formatMillis, formatRatio, type Row, withTempFolder } from './measure';
import { formatNames, writeFormat, writeLog, writeMix } from './triageLog';
import type { ClientsRun, TriageRun } from './triageRun';

const run = promisify(execFile);
const mebibyte = 2 ** 20;
/** Size of the log and of the mix in MiB. */
const size = Number(process.env.TRIAGE_MEBIBYTES ?? 1024);
/** Size of the logs whose clients are counted. */
const formatSize = Math.min(16, size);
const threads = Math.min(8, availableParallelism());

/** A pattern for a plain search that classifies nothing. */
const pattern = '[a-z]+://[^\\s"\'<>]+|([a-zA-Z0-9-]+\\.)+[a-zA-Z]{2,}|[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+';

async function bundle(entry: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    logLevel: 'silent',
  });
  return outfile;
}

function rate(file: string, millis: number): string {
  return `${(statSync(file).size / mebibyte / (millis / 1000)).toFixed(1)} MiB/s`;
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The ripgrep of VS Code; undefined if it isn't where it was. */
async function ripgrep(): Promise<string | undefined> {
  const { server } = await fetchVsCode('newest');
  const binaries = join(server, 'node_modules', '@vscode', 'ripgrep-universal', 'bin');
  const file = join(binaries, `${platform()}-${arch()}`, 'rg');
  return existsSync(file) ? file : undefined;
}

async function measureAll(folder: string): Promise<readonly Row[]> {
  const runner = await bundle('test/bench/triageRun.ts', join(folder, 'run.cjs'));
  const finder = await bundle('src/finder.ts', join(folder, 'finder.cjs'));
  const log = join(folder, 'proxy.log');
  const mix = join(folder, 'mix.log');
  writeLog(log, size);
  writeMix(mix, size);
  const measured = async <T>(...args: readonly string[]): Promise<T> =>
    JSON.parse((await run(process.execPath, [runner, ...args])).stdout) as T;
  const triage = (file: string, cancelAt = Infinity): Promise<TriageRun> =>
    measured('triage', file, String(threads), finder, String(cancelAt));
  const search = async (file: string): Promise<number> =>
    (await measured<Pick<TriageRun, 'millis'>>('search', file, String(threads))).millis;
  const rg = await ripgrep();
  const rows: Row[] = [];
  const what = `threads: ${threads}`;
  for (const [name, file] of [
    [`proxy log of ${size} MiB`, log],
    [`mixed texts of ${size} MiB`, mix],
  ] as const) {
    const bare = await search(file);
    const { millis, firstMillis, peakBytes } = await triage(file);
    const figure = rate(file, millis);
    rows.push({
      what: `${name}, ${what}`,
      figure,
      ratio: formatRatio(bare, millis),
      peer: `finding alone, as many threads: ${rate(file, bare)}; goals: 0.90×, 60 MiB/s on two cores`,
    });
    if (rg !== undefined) {
      const found = await elapsed(() => run(rg, ['-oc', '--no-config', pattern, file]));
      rows.push({
        what: `${name}, ${what}`,
        figure,
        ratio: formatRatio(found, millis),
        peer: `ripgrep counting matches of a pattern: ${rate(file, found)}; goal: 0.50×`,
      });
    }
    if (file !== log) continue;
    const canceled = await triage(file, (statSync(file).size * 2) / 3);
    rows.push(
      { what: 'its peak memory', figure: `${Math.round(peakBytes / 1e6)} MB`, peer: 'goal: under 300 MB', ratio: '' },
      { what: 'until the first indicators', figure: formatMillis(firstMillis), peer: 'goal: 1 s', ratio: '' },
      {
        what: 'from Cancel until its result',
        figure: formatMillis(canceled.cancelMillis),
        peer: 'goal: 100 ms',
        ratio: '',
      },
    );
  }
  for (const format of formatNames) {
    const file = join(folder, 'format.log');
    writeFormat(file, format, formatSize);
    const { counted, uncounted } = await measured<ClientsRun>('clients', file);
    rows.push({
      what: `${formatSize} MiB of ${format} with its clients`,
      figure: `${formatMillis(counted)} of processor time`,
      ratio: formatRatio(counted, uncounted),
      peer: `without clients: ${formatMillis(uncounted)}; goal: 1.18×`,
    });
  }
  return rows;
}

export const bench: Bench = {
  title: 'Triage of large files',
  how: 'A generated proxy log (2,000 clients, 20,000 hosts, 40 pages each; `TRIAGE_MEBIBYTES` sets its size), and a mix as large of proxy and application logs, hex, code, and prose, each read in a process of its own with one thread per core, at most eight. Finding alone reads chunks of 1 MiB and neither counts nor locates what it finds. Ratios are of the speed: more is better. The cost of counting clients is the processor time of reading a log in one thread with and without them, the least of eight runs in turn.',
  run: () => withTempFolder(measureAll),
};
