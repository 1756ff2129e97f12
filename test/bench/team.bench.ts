import { statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseQuery } from '../../src/core/explore';
import { lookupKey, parseIndicator } from '../../src/core/indicators';
import { openStore } from '../../src/core/store/store';
import { importInto } from '../../src/service/import';
import { embeddedImports, type ImportStore } from '../../src/service/import/importStore';
import { type ServedRecords, servedFrom } from '../../src/service/servedRecords';
import { openTeamStore } from '../../src/service/team';
import { startServer, stopServer, urlOf } from '../harness/postgres';
import { type Draw, exploreCsv, indexed, seededRandom, wildcards, writeLines } from './exploreData';
import { type Bench, formatCount, formatMillis, formatRatio, percentile, type Row, withTempFolder } from './measure';

/** The sizes that the stores grow to. */
const sizes = (process.env['TEAM_INDICATORS'] ?? '100000,1000000').split(',').map(Number);
/** Larger embedded stores than this aren't written beside. */
const mostEmbedded = 1_500_000;
/** How many plain names are added to these. */
const names = Number(process.env['TEAM_NAMES'] ?? '100000');
const readers = 50;
const lookupsEach = 40;
/** Between two lookups of a reader, on average. */
const pauseMillis = 100;
const many = 10_000;
/** In a log, one of this many is known. */
const knownOf = 100;
const limit = 250;

/** One of the stores. */
interface Peer {
  readonly imports: ImportStore;
  readonly read: ServedRecords;
  bytes(): Promise<number>;
}

/** Seconds for importing a file. */
async function imported({ imports }: Peer, path: string, name: string): Promise<number> {
  const startedAt = performance.now();
  const { indicators } = await importInto(imports, { path, name });
  if (indicators.added + indicators.updated + indicators.unchanged === 0)
    throw new Error(`Nothing was imported: ${JSON.stringify(indicators)}`);
  return (performance.now() - startedAt) / 1_000;
}

const nameOf = (n: number): string => `h${n}.list-${n % 977}.lookups-bench-5.com`;

function* nameList(): Generator<string> {
  for (let n = 0; n < names; n++) yield `${nameOf(n)}\n`;
}

/** The lookup keys of the results that were imported first. */
function resultKeys(): readonly string[] {
  const keys: string[] = [];
  for (const line of exploreCsv(sizes[0] ?? 1)) {
    const [, value] = /^([^#,]+),(?:domain|ip|url),/.exec(line) ?? [];
    const indicator = value === undefined ? undefined : parseIndicator(value);
    if (indicator !== undefined) keys.push(lookupKey(indicator));
  }
  return keys;
}

/** A lookup key of a store of some size, or one that none has. */
function keyFrom(known: readonly string[], roll: (below: number) => number, isKnown: boolean): string {
  const n = roll(known.length);
  return isKnown ? (known[n] ?? '') : `unknown-${n}-${roll(1_000_000)}.lookups-bench-9.com`;
}

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Milliseconds of single lookups by all readers, half of which are of known indicators. */
async function lookups({ read }: Peer, known: readonly string[], pause: number): Promise<readonly number[]> {
  const millis: number[] = [];
  const reader = async (number: number): Promise<void> => {
    const roll = seededRandom(number + 11);
    for (let n = -5; n < lookupsEach; n++) {
      if (pause > 0) await wait(roll(2 * pause));
      const key = keyFrom(known, roll, n % 2 === 0);
      const startedAt = performance.now();
      await read.byKeys([key]);
      if (n >= 0) millis.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, number) => reader(number)));
  return millis;
}

/** Milliseconds of lookups of as many keys as a large log has. */
async function logs({ read }: Peer, known: readonly string[]): Promise<readonly number[]> {
  const millis: number[] = [];
  for (let round = -2; round < 9; round++) {
    const roll = seededRandom(round + 100);
    const keys = Array.from({ length: many }, (_, n) => keyFrom(known, roll, n % knownOf === 0));
    const startedAt = performance.now();
    await read.byKeys(keys);
    if (round >= 0) millis.push(performance.now() - startedAt);
  }
  return millis;
}

async function queries({ read }: Peer, draws: readonly Draw[], rounds: number): Promise<readonly number[]> {
  const roll = seededRandom(3);
  const millis: number[] = [];
  for (let round = -1; round < rounds; round++)
    for (const draw of draws) {
      const text = draw(roll);
      const { node } = parseQuery(text);
      if (node === undefined) throw new Error("A query of the benchmark can't be read.");
      const startedAt = performance.now();
      await read.search(node, { limit });
      if (round >= 0) millis.push(performance.now() - startedAt);
      if (process.env['TEAM_VERBOSE'] !== undefined)
        console.error(`${(performance.now() - startedAt).toFixed(1).padStart(9)} ${text}`);
    }
  return millis;
}

const both = (millis: readonly number[]): string =>
  `${formatMillis(percentile(millis, 50))} · ${formatMillis(percentile(millis, 95))}`;

interface Measured {
  readonly what: string;
  readonly goal: string;
  readonly measure: (peer: Peer) => Promise<readonly number[]>;
}

/** Data for the requests to the stores. */
interface Asked {
  readonly size: number;
  /** Lookup keys that they know. */
  readonly known: readonly string[];
}

async function readRows({ size, known }: Asked, team: Peer, embedded: Peer | undefined): Promise<readonly Row[]> {
  const all: readonly Measured[] = [
    {
      what: `a lookup, ${readers} readers who pause for ${pauseMillis} ms`,
      goal: '10 ms',
      measure: (peer) => lookups(peer, known, pauseMillis),
    },
    { what: `a lookup, ${readers} readers without a pause`, goal: '', measure: (peer) => lookups(peer, known, 0) },
    {
      what: `${formatCount(many)} keys, 1 % of them known`,
      goal: '200 ms',
      measure: (peer) => logs(peer, known),
    },
    { what: 'indexed terms', goal: '100 ms', measure: (peer) => queries(peer, indexed, 8) },
    { what: 'wildcards', goal: '300 ms', measure: (peer) => queries(peer, wildcards, 8) },
  ];
  const rows: Row[] = [];
  for (const { what, goal, measure } of all) {
    const own = await measure(team);
    const peer = embedded && (await measure(embedded));
    const aim = goal === '' ? [] : [`goal: p95 under ${goal}`];
    rows.push({
      what: `${formatCount(size)} indicators: ${what}, p50 · p95`,
      figure: both(own),
      peer: [...(peer === undefined ? [] : [`embedded: ${both(peer)}`]), ...aim].join('; '),
      ratio: peer === undefined ? '' : formatRatio(percentile(own, 50), percentile(peer, 50)),
    });
  }
  return rows;
}

/** A row about imports, or about what they take up. */
function figureRow(what: string, unit: string, own: number, embedded: number | undefined): Row {
  return {
    what,
    figure: `${formatCount(own)} ${unit}`,
    peer: embedded === undefined ? '' : `embedded: ${formatCount(embedded)}`,
    ratio: embedded === undefined ? '' : formatRatio(own, embedded),
  };
}

/** Lets both stores grow to a size. */
async function grow(
  { from, to }: { readonly from: number; readonly to: number },
  folder: string,
  team: Peer,
  embedded: Peer | undefined,
): Promise<readonly Row[]> {
  const csv = join(folder, `explore-${to}.csv`);
  await writeLines(csv, exploreCsv(to, from + 1));
  const rate = async (peer: Peer): Promise<number> => (to - from) / (await imported(peer, csv, `bench ${to}`));
  const own = await rate(team);
  const peer = embedded && (await rate(embedded));
  const bytes = async (of: Peer): Promise<number> => (await of.bytes()) / to;
  return [
    figureRow(`${formatCount(to)} indicators: import of Explore results`, 'rows/s', own, peer),
    figureRow(
      `${formatCount(to)} indicators: database with all indexes`,
      'bytes/row',
      await bytes(team),
      embedded && (await bytes(embedded)),
    ),
  ];
}

async function measureAll(folder: string, team: Peer, embedded: Peer): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const add = (...more: readonly Row[]): void => {
    rows.push(...more);
    if (process.env['TEAM_VERBOSE'] !== undefined)
      for (const row of more) console.error(Object.values(row).join(' | '));
  };
  const known = resultKeys();
  let size = 0;
  for (const to of sizes) {
    const beside = to <= mostEmbedded ? embedded : undefined;
    add(...(await grow({ from: size, to }, folder, team, beside)));
    add(...(await readRows({ size: to, known }, team, beside)));
    size = to;
  }
  size += names;
  const beside = size <= mostEmbedded ? embedded : undefined;
  const list = join(folder, 'names.txt');
  await writeLines(list, nameList());
  for (const what of ['list of names, all new', 'the same list again']) {
    const own = names / (await imported(team, list, 'names'));
    const peer = beside && names / (await imported(beside, list, 'names'));
    add(figureRow(`${what}: import of ${formatCount(names)}`, 'rows/s', own, peer));
    if (beside === undefined) break;
  }
  if (beside !== undefined) return rows;
  const bytes = (await team.bytes()) / size;
  add(figureRow(`${formatCount(size)} indicators: database with all indexes`, 'bytes/row', bytes, undefined));
  const listed = Array.from({ length: known.length }, (_, n) => nameOf(Math.floor((n / known.length) * names)));
  add(...(await readRows({ size, known: [...known, ...listed] }, team, undefined)));
  return rows;
}

/** As in the example of a container. */
const serverSettings = { shared_buffers: '2GB', work_mem: '32MB', max_wal_size: '8GB', random_page_cost: '1.1' };

async function run(): Promise<readonly Row[]> {
  const server = await startServer({ ...serverSettings, fsync: 'on', full_page_writes: 'on' });
  const url = urlOf(server, 'postgres');
  const team = await openTeamStore(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await withTempFolder(async (folder) => {
      const file = join(folder, 'store.sqlite');
      const store = openStore(file);
      try {
        return await measureAll(
          folder,
          {
            imports: team.imports(),
            read: team.records,
            bytes: async () => {
              // As the server does automatically now and then.
              await client.query('VACUUM ANALYZE');
              const { rows } = await client.query<{ bytes: string }>(
                'SELECT pg_database_size(current_database()) AS bytes',
              );
              return Number(rows[0]?.bytes);
            },
          },
          {
            imports: embeddedImports(store, undefined),
            read: servedFrom(store),
            bytes: () => Promise.resolve(statSync(file).size),
          },
        );
      } finally {
        store.close();
      }
    });
  } finally {
    await client.end();
    await team.close();
    await stopServer(server);
  }
}

export const bench: Bench = {
  title: 'Store of a team',
  how: `One PostgreSQL server and one process of the service on this machine, Unix socket, the settings of the container's example and asynchronous commits; fictional indicators with risks, dates, locations, and names. \`TEAM_INDICATORS=100000,1000000\` sets the sizes that the store grows to, \`TEAM_NAMES=9000000\` how many plain names are added at the end. Both stores do the same, one after the other; a lookup is a merged record by key, queries have one or two terms and limit ${limit}, including the records. Beyond ${formatCount(mostEmbedded)} indicators, the embedded store isn't measured.`,
  run,
};
