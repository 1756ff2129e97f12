import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findIndicators } from '../../../../../src/core/indicators/index';
import { type Label, type LabeledLine, labeledLines } from './findHelpers';

type Placed = Label & { readonly start: number; readonly optional: boolean };

const lines = labeledLines();

const words =
  'pay secure login picture lab net policies amber raven hill lamp post kite fern lake cloud update mail bank docs drive account verify shop gift card photo crypto wallet track parcel user order data service kestrel bay'.split(
    ' ',
  );
const word = fc.constantFrom(...words);
const first = fc.constantFrom(
  ...',,,www.,login.,mail.,api.,cdn.,ns1.,android.,java.,gov.,app.,com.,a1.,x-7.,dev.,img.'.split(','),
);
const tld = fc.constantFrom(
  ...'com net org info online site top xyz shop work live club io co me ru cn de uk.com co.uk tk ml cc pw biz app dev page cloud icu sh pl md rs in us eu link click space store tech website today name email support services zip mov so is to la id am ac as st ps py mk bz vi gs tab bid date open zone network group media run vip pages.dev workers.dev vercel.app github.io'.split(
    ' ',
  ),
);
const label = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(word, fc.constantFrom('', '-', '7'), word).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.nat(9_999_999).map(String) },
);
/** Names that look like a file, a package, or a member as well. */
const host = fc.tuple(first, label, tld).map(([below, middle, last]) => `${below}${middle}.${last}`);

const inCases: Readonly<Record<string, (name: string, capitals: readonly boolean[]) => string>> = {
  'lower case': (name) => name,
  'upper case': (name) => name.toUpperCase(),
  'title case': (name) => name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
  'random case': (name, capitals) =>
    name.replace(/./g, (letter, index: number) => (capitals[index % 64] === true ? letter.toUpperCase() : letter)),
  'camel case': (name, capitals) =>
    name.replace(/[a-z]+/g, (run) => {
      const start = words.find((each) => run.startsWith(each) && run.length > each.length) ?? '';
      const rest = run.slice(start.length);
      const camel = start === '' ? run : start + rest.charAt(0).toUpperCase() + rest.slice(1);
      return capitals[0] === true ? camel.charAt(0).toUpperCase() + camel.slice(1) : camel;
    }),
};

function placed({ text, expect, optional = [] }: LabeledLine): Placed[] {
  const place = (labels: readonly Label[], isOptional: boolean): Placed[] => {
    let from = 0;
    return labels.map((each) => {
      const start = each.start ?? text.indexOf(each.raw, from);
      from = start + each.raw.length;
      return { ...each, start, optional: isOptional };
    });
  };
  return [...place(expect, false), ...place(optional, true)].toSorted((a, b) => a.start - b.start);
}

/** Whether a label is a fictional name, which another one can replace. */
function isReplaceable({ type, raw, value }: Label): boolean {
  return (
    type === 'domain' &&
    raw === value &&
    /kettle-lamp|tin-otter/.test(value) &&
    !/\.(?:internal|local|lan|corp)$/.test(value)
  );
}

interface Score {
  labels: number;
  readonly lost: string[];
  readonly extra: string[];
}

/** Fills the places of names in a line with others, and compares what is found. */
function fill(line: LabeledLine, names: Iterator<string>, written: (name: string) => string, score: Score): void {
  let text = '';
  let at = 0;
  const expected = new Set<string>();
  const tolerated = new Set<string>();
  for (const each of placed(line)) {
    text += line.text.slice(at, each.start);
    const name = isReplaceable(each) ? String(names.next().value) : undefined;
    (each.optional ? tolerated : expected).add(`${text.length} ${each.type} ${name ?? each.value}`);
    text += name === undefined ? each.raw : written(name);
    at = each.start + each.raw.length;
  }
  text += line.text.slice(at);
  const found = new Set(
    findIndicators(text, { languageId: line.language }).map(({ start, type, value }) => `${start} ${type} ${value}`),
  );
  score.labels += expected.size;
  for (const each of expected) if (!found.delete(each)) score.lost.push(`${line.id}: ${each}: ${text}`);
  for (const each of found) if (!tolerated.has(each)) score.extra.push(`${line.id}: ${each}: ${text}`);
}

function scoreOf(all: readonly LabeledLine[], write: (name: string, capitals: readonly boolean[]) => string): Score {
  const score: Score = { labels: 0, lost: [], extra: [] };
  const capitals = fc.sample(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), { numRuns: 50, seed: 3 });
  const names = fc.sample(host, { numRuns: 9_000, seed: 2 })[Symbol.iterator]();
  for (let round = 0; round < 8; round++)
    for (const line of all) fill(line, names, (name) => write(name, capitals[round] ?? []), score);
  return score;
}

const some = (texts: readonly string[]): string => `${texts.length}:\n${texts.slice(0, 10).join('\n')}`;

describe('Finding other names in the log formats of products', () => {
  const withNames = lines.filter((line) => line.expect.some(isReplaceable));
  const groups: readonly (readonly [string, readonly LabeledLine[]])[] = [
    ['as they are', withNames],
    ['as JSON', withNames.filter(({ text }) => text.startsWith('{')).map((line) => ({ ...line, language: 'json' }))],
  ];
  for (const [group, all] of groups)
    for (const [name, write] of Object.entries(inCases))
      it(`loses at most 2 in 1,000, and finds as few others, in ${name}, in lines ${group}`, () => {
        const { labels, lost, extra } = scoreOf(all, write);
        assert.ok(labels > 1_000, String(labels));
        assert.ok(lost.length <= 0.002 * labels, some(lost));
        assert.ok(extra.length <= 0.002 * labels, some(extra));
      });
});

/** Texts that show that a name is a host. */
const sayingHost: readonly (readonly [languageId: string, text: (name: string) => string])[] = [
  ['plaintext', (name) => `The user visited ${name} at noon.`],
  ['plaintext', (name) => `We saw beacons to ${name}, among others.`],
  ['plaintext', (name) => `Victims were redirected to ${name}.`],
  ['plaintext', (name) => `hosted on ${name}; the payload`],
  ['plaintext', (name) => `"${name}" resolves to 192.0.2.7`],
  ['markdown', (name) => `- evil-site.com\n- ${name}\n`],
  ['csv', (name) => `domain,date\n${name},2026-01-02`],
  ['yaml', (name) => `iocs:\n  - ${name}\n  - other-site.com\n`],
  ['yaml', (name) => `domains:\n  - ${name}\n`],
  ['yaml', (name) => `c2:\n  - "${name}"\n`],
  ['yaml', (name) => `blocklist:\n- setup.x\n- ${name}\n`],
  ['yaml', (name) => `servers: [${name}, other-site.com]`],
  ['json', (name) => `{"iocs":["${name}","x"]}`],
  ['json', (name) => `["${name}","evil-site.com"]`],
  ['json', (name) => `["evil-site.com",\n  "${name}"\n]`],
  ['json', (name) => `{"domains": ["${name}"]}`],
  ['json', (name) => `{"host":"${name}"}`],
  ['json', (name) => `{"hostnames":"other-site.net ${name}"}`],
  ['json', (name) => `{"dns":{"rrname":"${name}"}}`],
  ['json', (name) => `{"url":"${name}/a/b"}`],
  ['json', (name) => `{"server":{"name":"${name}","port":1}}`],
  ['json', (name) => `{"IOCType":"domain","IOCValue":"${name}"}`],
  ['json', (name) => `{"cluster_name":"${name}"}`],
  ['xml', (name) => `<Data Name='QueryResults'>type:  5 ${name};::ffff:192.0.2.7;</Data>`],
  ['xml', (name) => `<Computer>${name}</Computer>`],
  ['log', (name) => `query: ${name} IN A`],
  ['log', (name) => `sni=${name} ja3=1`],
  ['log', (name) => `helo=<${name}>`],
  ['log', (name) => `from=<a.b@${name}>`],
  ['log', (name) => `connected to ${name} on port 443`],
  ['log', (name) => `CONNECT ${name}:443`],
  ['log', (name) => `GET / HTTP/1.1\\r\\nHost: ${name}\\r\\nAccept: x`],
  ['log', (name) => `certificate for ${name} expired`],
  ['log', (name) => `${name} has address 192.0.2.7`],
  ['log', (name) => `Nmap scan report for ${name} (192.0.2.7)`],
  ['log', (name) => `X509v3: DNS:other-site.com, DNS:*.${name}`],
  ['log', (name) => `dkim=pass header.d=${name} header.s=s1`],
  ['log', (name) => `Unable to resolve host "${name}": No address associated with hostname`],
  ['log', (name) => `URIBL_BLOCKED(0.00){${name}:url}`],
  ['log', (name) => `Remote Host Name: ${name},Remote Host IP: 192.0.2.7`],
];

describe('Finding names where the text says that they are hosts', () => {
  for (const [languageId, text] of sayingHost)
    it(`loses none, whatever they look like: ${JSON.stringify(text('…'))}`, () => {
      for (const [case_, write] of Object.entries(inCases))
        for (const name of fc.sample(host, { numRuns: 300, seed: 4 })) {
          const written = text(write(name, [true, false, true, true]));
          const found = findIndicators(written, { languageId }).map(({ value }) => value);
          assert.ok(found.includes(name), `${case_}: ${written}`);
        }
    });
});
