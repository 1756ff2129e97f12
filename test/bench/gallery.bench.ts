import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { defang, displayForm, findIndicatorAt, lookupKey } from '../../src/core/indicators';
import { LookupEngine } from '../../src/core/lookups';
import { StoreReader } from '../../src/core/store/reader';
import { openStore } from '../../src/core/store/store';
import { refreshList } from '../../src/service/import/refreshList';
import { toMarkdown } from '../../src/features/shared/text/safeMarkdown';
import { hoverLines } from '../../src/features/hover/hoverLines';
import {
  type Bench,
  formatCount,
  formatMillis,
  formatRatio,
  percentile,
  type Row,
  timeRuns,
  withTempFolder,
} from './measure';
import { longLists, madeLists, type MadeList } from './publicLists';

const hovers = 5_000;

/** Serves the lists with ETags, as their publishers do. */
async function serve<T>(texts: ReadonlyMap<string, string>, use: (base: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const text = texts.get(decodeURIComponent((request.url ?? '').slice(1))) ?? '';
    const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag, 'content-type': 'text/plain' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

/** Fetches and imports every list; returns the seconds it took and the statements stored. */
async function subscribeAll(file: string, base: string) {
  const store = openStore(file);
  let statements = 0;
  const startedAt = performance.now();
  for (const { name } of madeLists) {
    const address = base + name;
    const files = [new Uint8Array(await (await fetch(address)).arrayBuffer())];
    const refreshed = await refreshList(store, { address, title: name, risk: 'high', files });
    if (refreshed.busy === true) throw new Error(`${name} is busy`);
    const { added, changed } = refreshed.account.counts;
    if (added === 0) throw new Error(`Nothing was imported from ${name}`);
    statements += added + changed;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  store.close();
  return { seconds, statements };
}

/** The time of the hovers over hosts of the lists, in milliseconds. */
function timeHovers(file: string): { readonly own: readonly number[]; readonly peer: readonly number[] } {
  const reader = new StoreReader(file);
  const lookups = new LookupEngine({
    store: { find: (key) => reader.find(key), keep: () => Promise.resolve() },
    service: () => undefined,
    settings: () => ({ mode: 'offline', urls: 'withoutQuery', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
    now: Date.now,
  });
  const values = madeLists
    .flatMap(({ name, text }) => (/phishing|cert|badguys|urlhaus/.test(name) ? text().split('\n').slice(1, 5_000) : []))
    .flatMap((line) => /https?:\/\/[^"]+|^[\w.-]+$/.exec(line)?.[0] ?? []);
  const found = (i: number): string => values[(i * 7_919) % values.length] ?? '';
  const own = timeRuns(hovers, 500, (i) => {
    const indicator = findIndicatorAt(`request for ${found(i)} denied`, 14, { languageId: 'log' });
    if (indicator === undefined) throw new Error(`No indicator: ${found(i)}`);
    const result = lookups.local(indicator, 'hover');
    if (result.known.length === 0) throw new Error(`Not in the store: ${indicator.value}`);
    const context = { defang, defangText: defang, displayForm, canAsk: false, offerSample: true, offerService: true };
    return toMarkdown(hoverLines(result, { now: Date.now(), ...context })).value;
  });
  reader.close();
  const bare = new DatabaseSync(file, { readOnly: true });
  const select = bare.prepare('SELECT * FROM indicator WHERE key = ?');
  const peer = timeRuns(hovers, 500, (i) => select.get(lookupKey(found(i))));
  bare.close();
  return { own, peer };
}

/** Imports one list into a store of its own. */
async function importAlone({
  name,
  rows,
  text,
}: MadeList): Promise<{ readonly seconds: number; readonly bytes: number }> {
  return withTempFolder(async (folder) => {
    const file = join(folder, 'store.sqlite');
    const files = [new TextEncoder().encode(text())];
    const store = openStore(file);
    const startedAt = performance.now();
    const refreshed = await refreshList(store, {
      address: `https://lists.example/${name}`,
      title: name,
      risk: 'high',
      files,
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    store.close();
    if (refreshed.busy === true || refreshed.account.counts.added < rows * 0.9)
      throw new Error(`Rows of ${name} are missing.`);
    return { seconds, bytes: statSync(file).size / refreshed.account.counts.added };
  });
}

async function timeLongLists(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const list of longLists) {
    const { seconds, bytes } = await importAlone(list);
    rows.push({
      what: `${list.name}, ${formatCount(list.rows)} rows, imported · bytes per statement`,
      figure: `${seconds.toFixed(1)} s · ${formatCount(bytes)} bytes`,
      peer: 'goal: under 60 s, 400 bytes',
      ratio: '',
    });
  }
  return rows;
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const file = join(folder, 'store.sqlite');
    const texts = new Map(madeLists.map(({ name, text }) => [name, text()]));
    const { seconds, statements } = await serve(texts, (base) => subscribeAll(file, base));
    const { own, peer } = timeHovers(file);
    const bytes = statSync(file).size;
    const p95 = percentile(own, 95);
    return [
      {
        what: `${madeLists.length} lists, ${formatCount(statements)} statements, fetched and imported`,
        figure: `${seconds.toFixed(1)} s`,
        peer: 'goal: under 40 s',
        ratio: '',
      },
      {
        what: 'size of the store per statement, most with risk, malware, and dates',
        figure: `${formatCount(bytes / statements)} bytes`,
        peer: '',
        ratio: '',
      },
      {
        what: 'hover with all of it, p95',
        figure: formatMillis(p95),
        peer: `SELECT by key: ${formatMillis(percentile(peer, 95))}; goal: under 2 ms`,
        ratio: formatRatio(p95, percentile(peer, 95)),
      },
      ...(await timeLongLists()),
    ];
  });
}

export const bench: Bench = {
  title: 'Public lists',
  how: `Twenty lists in the forms of public ones with fictional rows, served with ETags on this machine, fetched and imported one after the other; then ${formatCount(hovers)} hovers over listed names, addresses, and URLs; then long lists, each in a store of its own.`,
  run,
};
