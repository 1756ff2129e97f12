import { isReserved } from '../../src/core/indicators';
import { isForDocumentation } from '../../src/core/indicators/registry/documentation';
import { recognizeText, listHead } from '../../src/core/lists/recognize';
import { jsonShapes } from '../../src/core/lists/shapes';
import { StatementSink } from '../../src/core/lists/statements';
import { csvReader } from '../../src/core/results';
import type { FuzzLimits, FuzzRun } from './detect.fuzz';
import { below, mutate, pick, seededRandom } from './mutate';
import { shrink } from './shrink';

const texts: readonly string[] = [
  '# id,dateadded,url,url_status,last_online,threat,tags\n"7","2026-02-26 12:05:20","http://a-site.com/i","online","","x","Mozi"\n',
  '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","confidence_level"\n"", "1", "203.0.113.9:55", "ip:port", "botnet_cc", "75"\n',
  '127.0.0.1 localhost\n0.0.0.0 a-site.com b-site.net # why\n::1 ip6-localhost\n',
  '[Adblock Plus]\n||a-site.com^$third-party\n@@||b-site.net^\nc-site.org##.x\n|https://d-site.com/x|\n/re[0-9]+/\n',
  'address=/a-site.com/0.0.0.0\nserver=/b-site.net/192.0.2.1\nlocal-zone: "c-site.org." always_null\n',
  '$ORIGIN rpz.lists.com.\n@ IN SOA a. b. ( 1\n 2 )\na-site.com 300 IN CNAME . ; x (2020-10-21), see https://b-site.net\n24.0.113.0.203.rpz-ip CNAME .\n',
  '#fields\tindicator\tindicator_type\tmeta.desc\na-site.com/x\tIntel::URL\ty\n203.0.113.9\tIntel::ADDR\t-\n',
  '64500  |  A | B, US  |  203.0.113.9  |  2016-12-05 01:49:19  |  sshpwauth\n',
  'Start\tEnd\tNetmask\tAttacks\tName\n203.0.113.0\t203.0.113.255\t24\t788\tX\n',
  '203.0.113.2\t203.0.113.7\t64500\tDE\tEXAMPLE\n',
  '2001:db8::,2001:db8:ffff::,JP\n16777216,16777471,AU\n',
  'afrinic|ZA|ipv4|203.0.113.0|768|19910301|allocated|A\nafrinic|EG|ipv6|2001:db8::|32|20070920|assigned|B\n',
  'ExitNode F\nExitAddress 203.0.113.9 2024-03-12 08:10:51\n',
  '203.0.113.0/24 ; SBL256894\n',
  '{"1":[{"ioc_value":"2001:db8::5:40669","ioc_type":"ip:port","threat_type":"botnet_cc","confidence_level":100}]}',
  '{"Event":{"info":"x","threat_level_id":"1","Attribute":[{"type":"ip-dst|port","value":"203.0.113.9|1","to_ids":true}]}}',
  '{"prefixes":[{"ip_prefix":"203.0.113.0/24","region":"eu","service":"EC2"}]}',
  '{"name":"x","type":"cidr","list":["203.0.113.0/24",".a-site.com"]}',
];

function textOf(seed: number, number: number): string {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) + number);
  return mutate(pick(random, texts, ''), texts[below(random, texts.length)] ?? '', random);
}

/** Reads the statements of a list with this text. */
function read(text: string): StatementSink {
  const sink = new StatementSink();
  const head = listHead(text, 'tranco iprep', true);
  const shape = recognizeText(head);
  if (shape?.cut === 'lines') {
    const line = shape.reader(head, sink);
    for (const each of text.split('\n')) line(each);
  } else if (shape !== undefined) {
    const reader = csvReader({ delimiter: shape.delimiter });
    for (const item of [...reader.push(text), ...reader.end().items]) {
      if (item.kind === 'row') shape.read((name) => item.cells[head.header.indexOf(name)] ?? '', sink, item.cells);
    }
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return sink;
  }
  jsonShapes.find((each) => each.recognizes(value))?.read(value, sink, head.name);
  return sink;
}

/** Checks the invariants of reading a list; undefined if they hold. */
function findFailure(text: string): string | undefined {
  try {
    const sink = read(text);
    for (const statement of sink.statements) {
      if (statement.kind !== 'indicator') return 'a list says something else';
      const { type, value } = statement.record;
      const first = { type, value: type === 'ip' ? value.replace(/\/\d+$/, '') : value };
      if (isReserved(first) && !isForDocumentation(first)) return `private: ${value}`;
    }
    return undefined;
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

export const fuzz = {
  title: 'Reading mutated lists',
  line: (seed: number, number: number): string => JSON.stringify(textOf(seed, number)),
  run({ seed, lines, millis, progress }: FuzzLimits): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 64 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const text = textOf(seed, number);
      const failure = findFailure(text);
      if (failure === undefined) continue;
      const kind = failure.slice(0, 12);
      const smallest = shrink(text, 10_000, (candidate) => findFailure(candidate)?.slice(0, 12) === kind);
      return {
        lines: number + 1,
        failure: `text ${number} of seed ${seed}: ${findFailure(smallest) ?? failure}\n  shrunk: ${JSON.stringify(smallest.slice(0, 2000))}`,
      };
    }
    return { lines };
  },
};
