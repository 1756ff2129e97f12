import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseQuery } from '../../src/core/explore';
import { openStore, type Store } from '../../src/core/store/store';
import { importInto } from '../../src/service/import';
import { type Draw, exploreCsv, indexed, seededRandom, valueOf, wildcards, words, writeLines } from './exploreData';
import { formatRatio, type Bench, formatMillis, formatCount, percentile, type Row, withTempFolder } from './measure';

const indicators = 1_000_000;
const stixObjects = 200_000;
const limit = 250;
const megabyte = 1_000_000;
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function* stixBundle(): Generator<string> {
  const roll = seededRandom(9);
  const at = '2026-01-02T03:04:05.000Z';
  yield `{"type":"bundle","id":"bundle--${uuid(0)}","objects":[`;
  yield JSON.stringify({
    type: 'malware',
    id: `malware--${uuid(1)}`,
    name: 'Bench Kit',
    is_family: true,
    created: at,
    modified: at,
  });
  for (let n = 1; n <= stixObjects; n++) {
    const { value } = { value: `${words[roll(words.length)]}-${n}.lookups-bench-4.com` };
    const object = {
      type: 'indicator',
      spec_version: '2.1',
      id: `indicator--${uuid(n)}`,
      created: at,
      modified: at,
      valid_from: at,
      pattern: `[domain-name:value = '${value}']`,
      pattern_type: 'stix',
      indicator_types: ['malicious-activity'],
    };
    yield `,${JSON.stringify(object)}`;
  }
  yield ']}';
}

interface ImportTiming {
  readonly seconds: number;
  readonly cpu: number;
}

async function timeImport(store: Store, path: string, expected: number): Promise<ImportTiming> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const account = await importInto(store, { path, name: 'bench' });
  const { user, system } = process.cpuUsage(before);
  if (account.indicators.added !== expected) throw new Error(`Not all were taken: ${JSON.stringify(account)}`);
  return { seconds: (performance.now() - startedAt) / 1_000, cpu: (user + system) / 1_000_000 };
}

/** Seconds for inserting the same number of rows into a plain table with one index, in one transaction. */
function bareInsert(file: string): number {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, value TEXT UNIQUE, risk INTEGER); BEGIN');
  const insert = db.prepare('INSERT OR IGNORE INTO t (value, risk) VALUES (?, ?)');
  const roll = seededRandom(7);
  const startedAt = performance.now();
  for (let n = 1; n <= indicators; n++) insert.run(valueOf(n, roll).value, n % 7);
  db.exec('COMMIT');
  const seconds = (performance.now() - startedAt) / 1_000;
  db.close();
  return seconds;
}

interface Times {
  readonly wall: readonly number[];
  readonly cpu: readonly number[];
}

async function timed(store: Store, draws: readonly Draw[], rounds: number): Promise<Times> {
  const roll = seededRandom(3);
  const times = { wall: [] as number[], cpu: [] as number[] };
  for (let round = -2; round < rounds; round++)
    for (const draw of draws) {
      const { node } = parseQuery(draw(roll));
      if (node === undefined) throw new Error("A query of the benchmark can't be read.");
      const startedAt = performance.now();
      const before = process.cpuUsage();
      await store.search(node, { limit });
      const { user, system } = process.cpuUsage(before);
      if (round < 0) continue;
      times.wall.push(performance.now() - startedAt);
      times.cpu.push((user + system) / 1_000);
    }
  return times;
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const csv = join(folder, 'explore.csv');
    const bundle = join(folder, 'bundle.json');
    await writeLines(csv, exploreCsv(indicators));
    await writeLines(bundle, stixBundle());
    const file = join(folder, 'store.sqlite');
    const store = openStore(file);
    const first = await timeImport(store, csv, indicators);
    const bare = bareInsert(join(folder, 'bare.sqlite'));
    const fast = await timed(store, indexed, 12);
    const slow = await timed(store, wildcards, 10);
    store.close();
    const size = statSync(file).size;
    const other = openStore(join(folder, 'stix.sqlite'));
    const stix = await timeImport(other, bundle, stixObjects);
    other.close();
    const both = (millis: readonly number[]): string =>
      `${formatMillis(percentile(millis, 50))} · ${formatMillis(percentile(millis, 95))}`;
    const figure = ({ wall, cpu }: Times): string => `${both(wall)} (${both(cpu)} of processor)`;
    const seconds = ({ seconds: wall, cpu }: ImportTiming): string =>
      `${wall.toFixed(1)} s (${cpu.toFixed(1)} s of processor)`;
    return [
      {
        what: `import of an Explore CSV of ${formatCount(indicators)} rows (${Math.round(statSync(csv).size / megabyte)} MB), with all indexes`,
        figure: seconds(first),
        peer: `plain node:sqlite table with one index, one transaction: ${bare.toFixed(1)} s; goal: under 60 s`,
        ratio: formatRatio(first.seconds, bare),
      },
      {
        what: 'size of the database',
        figure: `${Math.round(size / megabyte)} MB`,
        peer: 'goal: under 800 MB',
        ratio: '',
      },
      { what: 'indexed terms, p50 · p95', figure: figure(fast), peer: 'goal: p95 under 20 ms', ratio: '' },
      {
        what: 'wildcards with three or more fixed characters, p50 · p95',
        figure: figure(slow),
        peer: 'goal: p95 under 300 ms',
        ratio: '',
      },
      {
        what: `import of a STIX bundle of ${formatCount(stixObjects)} indicators`,
        figure: seconds(stix),
        peer: '',
        ratio: '',
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Explore on the local store',
  how: `${formatCount(indicators)} fictional indicators with risks, timestamps, locations, and names; one or two terms, limit ${limit}, newest first, including reading the records.`,
  run,
};
