import { cellText, csvReader, rewriteCsv, readAnswer } from '../../src/core/results';
import { isTooDeep } from '../../src/core/text/nesting';
import { readBundle } from '../../src/core/stix/objects';
import type { FuzzLimits, FuzzRun } from './detect.fuzz';
import { below, mutate, pick, seededRandom } from './mutate';
import { shrink } from './shrink';

const good =
  '{"type":"indicator","id":"indicator--00000000-0000-4000-8000-000000000001","pattern_type":"stix",' +
  '"created":"2026-01-01T00:00:00Z","pattern":"[domain-name:value = \'good.lookups-test.com\']"}';
const goodRow = 'good.lookups-test.com,domain,high';

const objects: readonly string[] = [
  good,
  '{"type":"url","id":"url--1","value":"tcp://a-site.com:443/x"}',
  '{"type":"ipv4-addr","id":"ipv4-addr--1","value":"203.0.113.0/24","x_own":[[[[{"a":[]}]]]]}',
  '{"type":"relationship","id":"relationship--1","source_ref":"indicator--1","target_ref":"malware--1","revoked":true}',
  '{"type":"malware","id":"malware--1","name":"Kit","is_family":true,"aliases":["a",1,null],"external_references":[{}]}',
  '{"type":"observed-data","id":"observed-data--1","objects":{"0":{"type":"domain-name","value":"b-site.net"}}}',
  '{"type":"extension-definition","id":"extension-definition--1","extension_properties":["own_risk"]}',
  `{"type":"indicator","id":"indicator--2","pattern":"[url:value IN ('http://a-site.com/', 'x')] AND (NOT [file:name = 'y'])"}`,
];
const rows: readonly string[] = [
  '# Query: risk=high,=1+1\nindicator,type,risk\nb-site.net,domain,low\n',
  `indicator,note\na-site.com,"=cmd|'/c calc'!A0"\n"c-site.org","\n＝1""2"\n`,
  'threat,category,risk,tid\n"Kit, ""One""",malware,high,7\n@two,,,\n',
  "\uFEFFindicator;note\r\n'=x;\t-1\r\n",
];
const now = Date.UTC(2026, 0, 1);
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

function textOf(seed: number, number: number): { readonly text: string; readonly isCsv: boolean } {
  const random = seededRandom(Math.imul(seed, 0xc2b2ae35) + number);
  const isCsv = random() < 0.5;
  const seeds = isCsv ? rows : objects;
  const text = mutate(pick(random, seeds, good), seeds[below(random, seeds.length)] ?? '', random);
  const levels = below(random, 9_000);
  return {
    isCsv,
    text: random() < 0.05 ? text.replace(/:/, `:${'['.repeat(levels)}${']'.repeat(levels)},"x":`) : text,
  };
}

/** Checks the invariants of reading a text; undefined if they hold. */
function findFailure(text: string, isCsv: boolean): string | undefined {
  try {
    return isCsv ? findCsvFailure(text) : findObjectFailure(text);
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function findObjectFailure(text: string): string | undefined {
  const answer = readAnswer({ format: 'stix', text: `{"objects":[${text},${good}]}` }, 'indicators', now);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const reader = readBundle(now);
  const readings = [value, JSON.parse(good), value].map((each) => reader.read(each));
  const all = [...readings, reader.end()];
  const statements = all.flatMap((each) => each.statements);
  if (!statements.some((each) => each.kind === 'indicator' && each.record.value === 'good.lookups-test.com'))
    return 'the good one is not read';
  if (statements.some((each) => isTooDeep(each))) return 'something too deep is said';
  if (all.some(({ skipped }) => skipped.some(({ reason }) => reason.kind === 'unreadable'))) return 'reading broke';
  if (answer === undefined) return 'the answer is not read';
  JSON.parse(answer.text);
  return undefined;
}

const cellsOf = (text: string): readonly (readonly string[])[] => {
  const reader = csvReader();
  const items = [...reader.push(text), ...reader.end().items];
  return items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
};

function findCsvFailure(text: string): string | undefined {
  const once = rewriteCsv(text);
  if (rewriteCsv(once) !== once) return 'writing is not settled after one run';
  const plain = (cells: readonly (readonly string[])[]): string =>
    JSON.stringify(cells.map((row) => row.map(cellText)));
  if (plain(cellsOf(once)) !== plain(cellsOf(text))) return 'writing changes what cells say';
  if (cellsOf(once).some((row) => row.some((cell) => formula.test(cell)))) return 'a cell is a formula';
  const answer = readAnswer({ format: 'csv', text: `indicator,type,risk\n${goodRow}\n${text}` }, 'indicators', now);
  const isRead = answer?.found.type === 'indicators' && answer.found.rows[0]?.value === 'good.lookups-test.com';
  return isRead ? undefined : 'the good row is not read';
}

export const fuzz = {
  title: 'Reading mutated STIX objects and CSV rows',
  line: (seed: number, number: number): string => JSON.stringify(textOf(seed, number)),
  run({ seed, lines, millis, progress }: FuzzLimits): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 64 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const { text, isCsv } = textOf(seed, number);
      const failure = findFailure(text, isCsv);
      if (failure === undefined) continue;
      const kind = failure.slice(0, 12);
      const smallest = shrink(text, 10_000, (candidate) => findFailure(candidate, isCsv)?.slice(0, 12) === kind);
      return {
        lines: number + 1,
        failure: `text ${number} of seed ${seed}: ${findFailure(smallest, isCsv) ?? failure}\n  shrunk: ${JSON.stringify(smallest.slice(0, 2000))}`,
      };
    }
    return { lines };
  },
};
