import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inOwnThread } from '../../src/core/largeFiles/jobThread';
import { largeFileJobs } from '../../src/features/shared/commands/workerJobs';
import { LargeFile } from '../../src/core/largeFiles/largeFile';
import { type Bench, formatCount, formatMillis, formatRatio, percentile, type Row, withTempFolder } from './measure';

/** `LARGE_LOG_MEGABYTES` sets the size of the log. */
const megabytes = Number(process.env.LARGE_LOG_MEGABYTES ?? 1_000);
const chunkBytes = 4 * 2 ** 20;
const needle = 'rare-needle.lookups-test-1.com';

/** Writes a proxy log; its last line contains the needle. Returns the number of its lines. */
function writeLog(path: string): number {
  const file = openSync(path, 'w');
  const last = `1790000000.000    87 192.0.2.28 TCP_MISS/200 5120 GET http://${needle}/\n`;
  let lines = 0;
  for (let written = 0; written < megabytes * 1e6;) {
    const text: string[] = [];
    for (let n = 0; n < 10_000; n++, lines++) {
      text.push(
        `${1_700_000_000 + lines / 1_000}    ${lines % 97} 10.0.3.${lines % 255} TCP_MISS/200 5120 GET http://host-${(lines * 7919) % 50_021}.lookups-test-1.com/a/b.js?x=1 - DIRECT/-\n`,
      );
    }
    written += writeSync(file, text.join(''));
  }
  writeSync(file, last);
  closeSync(file);
  return lines + 1;
}

/** Reads a file in chunks. Returns the milliseconds. */
function readLoop(path: string, use: (chunk: Buffer) => void): number {
  const startedAt = performance.now();
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) use(buffer.subarray(0, read));
  closeSync(file);
  return performance.now() - startedAt;
}

const perSecond = (bytes: number, millis: number): string => `${formatCount(bytes / 1e3 / millis)} MB/s`;

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const path = join(folder, 'proxy.log');
    const lines = writeLog(path);
    const before = process.memoryUsage().rss;
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
      const startedAt = performance.now();
      const result = await work();
      return [result, performance.now() - startedAt];
    };
    const [file, firstScreen] = await timed(async () => {
      const opened = await LargeFile.open(path);
      await opened.sectionBytes(await opened.section(0));
      return opened;
    });
    const jobs = largeFileJobs(inOwnThread(resolve('dist/largeFiles.mjs')));
    const plainRead = readLoop(path, () => undefined);
    const [, indexing] = await timed(() =>
      jobs.index(
        { path },
        {
          onProgress: ({ first, counts, bytes, lineFeeds }) => file.index.add(first, counts, bytes, lineFeeds),
        },
      ),
    );
    const jumps: number[] = [];
    for (let n = 0; n < 200; n++) jumps.push((await timed(() => file.locate((n * 7_919_993) % lines)))[1]);
    const [times] = await timed(() => file.times());
    const searches: number[] = [];
    for (let n = 0; n < 20 && times !== undefined; n++) {
      searches.push(
        (await timed(() => file.locateTime(times, times.first + ((times.last - times.first) * n) / 20)))[1],
      );
    }
    let found = 0;
    const plainSearch = readLoop(path, (chunk) => {
      for (let at = chunk.indexOf(needle); at !== -1; at = chunk.indexOf(needle, at + 1)) found++;
    });
    const search = (isRegex: boolean, matchCase: boolean): Promise<readonly [unknown, number]> =>
      timed(async () => {
        const query = { values: [needle], isRegex, matchCase, isText: true };
        const result = await jobs.findLines({ input: { path, name: path }, query, limit: 10_000 });
        if (result.total !== found) throw new Error(`${result.total} lines instead of ${found}`);
      });
    const [, literal] = await search(false, true);
    const [, ignoringCase] = await search(false, false);
    const [, expression] = await search(true, true);
    clearInterval(watching);
    const { size } = file;
    const peer = (name: string, millis: number): Pick<Row, 'peer'> => ({ peer: `${perSecond(size, millis)}: ${name}` });
    const read = peer('reading the file', plainRead);
    const indexOf = peer('`Buffer.indexOf` in a loop', plainSearch);
    const none = { peer: '', ratio: '' };
    return [
      {
        what: `first section of ${formatCount(size / 1e6)} MB, without an index`,
        figure: formatMillis(firstScreen),
        ...none,
      },
      {
        what: `index of ${formatCount(lines)} lines`,
        figure: perSecond(size, indexing),
        ...read,
        ratio: formatRatio(indexing, plainRead),
      },
      { what: 'any line, slowest of 200', figure: formatMillis(percentile(jumps, 100)), ...none },
      { what: 'any time, slowest of 20', figure: formatMillis(percentile(searches, 100)), ...none },
      {
        what: 'search, matching case',
        figure: perSecond(size, literal),
        ...indexOf,
        ratio: formatRatio(literal, plainSearch),
      },
      {
        what: 'search, ignoring case',
        figure: perSecond(size, ignoringCase),
        ...indexOf,
        ratio: formatRatio(ignoringCase, plainSearch),
      },
      {
        what: 'search, regular expression',
        figure: perSecond(size, expression),
        ...indexOf,
        ratio: formatRatio(expression, plainSearch),
      },
      { what: 'peak memory', figure: `${formatCount((peak - before) / 1e6)} MB more`, ...none },
    ];
  });
}

export const bench: Bench = {
  title: 'Large logs',
  how: `A generated proxy log of ${formatCount(megabytes)} MB in the cache of the system (\`LARGE_LOG_MEGABYTES\` sets the size): its first section, the line index in its thread, lines and times after that, and searches for a text in its last line. A ratio of 2× takes twice as long as the peer. Memory is that of the process with all threads.`,
  run,
};
