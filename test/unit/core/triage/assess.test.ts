import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Found } from '../../../../src/core/triage/found';
import {
  getCounts,
  assess,
  hasKnowledge,
  isOpen,
  lookupStatuses,
  type Triaged,
  worstTriaged,
} from '../../../../src/core/triage/assess';
import { triageCsv, triageMarkdown, triageObject, formatReasons } from '../../../../src/core/triage/triageExport';
import { defang, findIndicators } from '../../../../src/core/indicators';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { isKnown, type Known, type Source } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { exploringWorld } from '../lookups/exploring';
import { known, mirror, world } from '../lookups/fakes';
import { plain } from '../../../harness/plain';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const found = (indicator: Indicator, lines = 1): Found => ({
  indicator,
  reserved: false,
  lines,
  files: 1,
  locations: [{ file: 0, line: 3, column: 5 }],
});
const words = {
  defang,
  defangText: (text: string) => defangText(text, { findIndicators, defang }),
  fileOf: () => 'a|b.log',
};

describe('Assessment of indicators', () => {
  const url: Indicator = { type: 'url', value: 'http://n0.lookups-test-3.com/a' };
  const host = domain('n0.lookups-test-3.com');
  const bad = domain('n1.lookups-test-3.com');
  const retired = domain('n2.lookups-test-3.com');
  const here = exploringWorld({
    settings: { mode: 'onDemand', ignore: [{ pattern: 'n7.lookups-test-3.com', origin: 'user' }] },
    stored: [
      [host, known(host, mirror, { risk: 'high' })],
      [bad, known(bad, mirror)],
      [retired, known(retired, mirror, { retired: true })],
    ],
    knows: () => false,
  });
  const lifecycleOf = (indicator: Indicator): string => assess(indicator, here.lookups, true).status;

  it('distinguishes known, not looked up, well-known, ignored, and reserved indicators', () => {
    const all = [bad, domain('n8.lookups-test-3.com'), domain('w3.org'), domain('n7.lookups-test-3.com')];
    assert.deepEqual(all.map(lifecycleOf), ['found', 'notLookedUp', 'wellKnown', 'ignored']);
    assert.equal(lifecycleOf({ type: 'ip', value: '10.0.0.7' }), 'reserved');
    assert.equal(assess(domain('w3.org'), here.lookups, false).status, 'notLookedUp');
  });

  it('is “not found” after that answer of a service', async () => {
    const requested = domain('n9.lookups-test-3.com');
    await here.lookups.lookUpVisible([requested], { reason: 'triage' });
    assert.equal(lifecycleOf(requested), 'notFound');
  });

  it('uses the risk of the host for a URL with a worse host, and names it', () => {
    const assessment = assess(url, here.lookups, true);
    assert.equal(assessment.status, 'hostFound');
    assert.ok(hasKnowledge(assessment) && !isOpen(assessment));
    assert.deepEqual(assessment.host, host);
    const row: Triaged = { ...found(url), ...assessment };
    assert.equal(triageObject(row, words).risk, 'high');
    assert.equal(triageObject(row, words).riskOf, 'n0.lookups-test-3.com');
    assert.deepEqual(
      triageObject(row, words).sources.map(({ name }) => name),
      ['Team feed'],
    );
  });

  it('shows what lists say about the host of a URL, without its risk', () => {
    const page: Indicator = { type: 'url', value: 'http://n4.lookups-test-3.com/a' };
    const listed = domain('n4.lookups-test-3.com');
    const list: Source = { kind: 'import', name: 'names.txt' };
    const other = exploringWorld({
      settings: { mode: 'onDemand' },
      stored: [[listed, known(listed, list, { risk: 'unknown', timestamps: { seen: Date.UTC(2026, 0, 2) } })]],
      knows: () => false,
    });
    const row: Triaged = { ...found(page), ...assess(page, other.lookups, true) };
    assert.equal(row.status, 'hostFound');
    assert.ok(hasKnowledge(row) && isOpen(row));
    assert.ok(worstTriaged(row, { ...row, status: 'notLookedUp' }) < 0);
    assert.deepEqual(formatReasons(row), ['host n4.lookups-test-3.com: Listed in names.txt']);
    const { risk, host: about } = triageObject(row, words);
    assert.equal(risk, 'unknown');
    assert.equal(about?.value, listed.value);
    assert.deepEqual(
      about.sources.map(({ name, seen, reasons }) => [name, seen, reasons]),
      [['names.txt', '2026-01-02 00:00:00', ['Listed in names.txt']]],
    );
    assert.match(triageCsv([row], words), /,n4\.lookups-test-3\.com,"?names\.txt: unknown, seen 2026-01-02"?,/);
  });

  it('is known by the name above, and can be looked up itself', () => {
    const name = domain('mail.lookups-test-5.com');
    const page: Indicator = { type: 'url', value: 'http://mail.lookups-test-5.com/a' };
    const list: Source = { kind: 'import', name: 'team.csv', parent: { name: 'lookups-test-5.com', risk: 'high' } };
    const riskFactors = [
      { description: 'Subdomain of lookups-test-5.com, listed as high risk by team.csv', risk: 'medium' },
    ] as const;
    const of = known(name, list, { risk: 'medium', riskFactors });
    const other = exploringWorld({ settings: { mode: 'onDemand' }, stored: [[name, of]], knows: () => false });
    const row: Triaged = { ...found(name), ...assess(name, other.lookups, true) };
    assert.deepEqual([row.status, hasKnowledge(row), isOpen(row)], ['parentFound', true, true]);
    const { status, risk, parent, reasons, sources } = triageObject(row, words);
    assert.deepEqual(
      [status, risk, parent, sources[0]?.parent],
      ['parentFound', 'medium', 'lookups-test-5.com', 'lookups-test-5.com'],
    );
    assert.deepEqual(reasons, riskFactors);
    assert.deepEqual(formatReasons(row), ['Subdomain of lookups-test-5.com, listed as high risk by team.csv']);
    assert.match(triageCsv([row], words), /,medium,no,parentFound,.*,lookups-test-5\.com,,,,,,,,\n$/);
    assert.match(triageMarkdown('x', [row], words, 0), /1 indicator: 1 by parent/);
    const ofHost: Triaged = { ...found(page), ...assess(page, other.lookups, true) };
    assert.deepEqual([ofHost.status, ofHost.lead?.record.risk], ['hostFound', 'medium']);
    assert.equal(triageObject(ofHost, words).parent, 'lookups-test-5.com');
  });

  it('contains all sources with their risks and dates in exports', () => {
    const list: Source = { kind: 'import', name: 'list.csv' };
    const seen = { seen: Date.UTC(2026, 0, 2) };
    const other = exploringWorld({
      stored: [[bad, known(bad, mirror), known(bad, list, { risk: 'low', timestamps: seen })]],
      knows: () => false,
    });
    const row: Triaged = { ...found(bad), ...assess(bad, other.lookups, true) };
    assert.deepEqual(
      triageObject(row, words).sources.map(({ name, kind, risk, asOf, seen: at }) => [name, kind, risk, asOf, at]),
      [
        ['Team feed', 'mirror', 'high', '2023-11-14 22:13:20', null],
        ['list.csv', 'import', 'low', '2023-11-14 22:13:20', '2026-01-02 00:00:00'],
      ],
    );
    assert.match(triageCsv([row], words), /"?Team feed: high, as of 2023-11-14; list\.csv: low, seen 2026-01-02"?/);
  });

  it('leaves sample data out as soon as there is anything else, and labels it before', () => {
    const sample: Source = { kind: 'sample', name: 'Sample data' };
    const stored = [[bad, known(bad, sample)]] as const;
    const settings = { mode: 'offline' } as const;
    const alone = world({ stored, settings });
    const row: Triaged = { ...found(bad), ...assess(bad, alone.lookups, true) };
    assert.equal(row.status, 'found');
    assert.equal(formatReasons(row)[0], 'sample');
    assert.equal(triageObject(row, words).sample, true);
    const real = world({ stored, settings, hasRealData: true });
    assert.deepEqual(plain(assess(bad, real.lookups, true)), {
      status: 'notLookedUp',
      known: [],
      isSampleSkipped: true,
    });
    assert.equal(real.lookups.local(bad, 'hover').known.length, 1);
    const page: Indicator = { type: 'url', value: `http://${bad.value}/x` };
    assert.equal(assess(page, real.lookups, true).host, undefined);
  });

  it('contains the reasons of all sources of its risk and its lists without duplicates, in every format', () => {
    const list: Source = { kind: 'import', name: 'list.csv' };
    const unusual = { description: 'Calls n5.lookups-test-3.com', risk: 'medium' } as const;
    const word = (source: Source, more: Partial<IndicatorRecord>): Known => ({
      kind: 'known',
      source,
      asOf: 0,
      detail: 'full',
      record: { ...emptyRecord(bad.value, 'domain'), risk: 'high', ...more },
    });
    const [listed, mirrored, feed, low] = [
      word(list, { other: { note: 'redirector' } }),
      word(mirror, { riskFactors: [{ description: 'Marked as evil', risk: 'high' }, unusual] }),
      word({ kind: 'mirror', name: 'Other' }, { feeds: [{ name: 'Bad ones' }], riskFactors: [] }),
      word({ kind: 'mirror', name: 'Third' }, { risk: 'low', riskFactors: [{ description: 'no', risk: 'low' }] }),
    ];
    const row = (...all: Known[]): Triaged => ({
      ...found(bad),
      status: 'found',
      known: all,
      ...(all[0] === undefined ? {} : { lead: all[0] }),
    });
    const rows = row(listed, mirrored, mirrored, feed, low);
    assert.deepEqual(triageObject(rows, words).reasons, [
      { description: 'Listed in list.csv', risk: 'high' },
      { description: 'Marked as evil', risk: 'high' },
      { description: 'Listed in Bad ones', risk: 'high' },
      unusual,
    ]);
    assert.equal(triageObject(rows, words).description, 'redirector');
    assert.match(
      triageMarkdown('x', [row(listed, mirrored)], words, 0),
      /\| `Listed in list\.csv`, `Marked as evil`, `Calls n5\[\.\]lookups-test-3\[\.\]com`, `redirector` \|/,
    );
    assert.match(triageCsv([row(listed)], words), /,"Listed in list\.csv \(high\); description: redirector",/);
    assert.deepEqual(formatReasons(row(listed)), ['Listed in list.csv', 'redirector']);
    assert.deepEqual(formatReasons(row()), []);
  });

  it('sorts by risk, active before retired, then by lines', () => {
    const rows = [
      found(domain('n8.lookups-test-3.com')),
      found(retired),
      found(domain('n6.lookups-test-3.com'), 9),
      found(bad),
    ]
      .map((each): Triaged => ({ ...each, ...assess(each.indicator, here.lookups, true) }))
      .sort(worstTriaged);
    assert.deepEqual(
      rows.map(({ indicator }) => indicator.value.slice(0, 2)),
      ['n1', 'n2', 'n6', 'n8'],
    );
    assert.deepEqual(getCounts(rows), {
      found: 2,
      hostFound: 0,
      parentFound: 0,
      notLookedUp: 2,
      unreadable: 0,
      notFound: 0,
      wellKnown: 0,
      ignored: 0,
      reserved: 0,
    });
  });

  it('contains what lists say that an indicator is, in every format', () => {
    const scanner: Indicator = { type: 'ip', value: '71.6.135.131' };
    const row: Triaged = { ...found(scanner), ...assess(scanner, here.lookups, true) };
    assert.equal(row.status, 'notLookedUp');
    assert.deepEqual(triageObject(row, words).context, [
      { category: 'scanner', label: 'Shodan', source: 'MISP warning lists' },
    ]);
    assert.match(triageCsv([row], words), /,scanner: Shodan,,,,,,,\n$/);
    assert.match(triageMarkdown('x', [row], words, 0), /\| `Internet scanner · Shodan` \|/);
    const other: Triaged = { ...found(bad), ...assess(bad, here.lookups, true) };
    assert.doesNotMatch(triageMarkdown('x', [other], words, 0), /Context/);
  });

  it('contains the country and network of an address, in every format', () => {
    const place = { country: 'DE', asn: 'AS64500', organization: '=Net', isAdded: true };
    const sources = [{ name: 'IPtoASN', asOf: Date.UTC(2026, 5, 1) }];
    const row: Triaged = {
      ...found({ type: 'ip', value: '5.5.5.5' }),
      status: 'notLookedUp',
      known: [],
      place: { ...place, sources },
    };
    assert.deepEqual(plain(triageObject(row, words).place), {
      country: 'DE',
      asn: 'AS64500',
      organization: '=Net',
      sources: [{ name: 'IPtoASN', asOf: '2026-06-01 00:00:00' }],
    });
    assert.match(
      triageCsv([row], words),
      /,country,asn,organization,source_credit,note,tags,team\n(?:.*),DE,AS64500,'=Net,,,,\n$/,
    );
    assert.match(triageMarkdown('x', [row], words, 0), /\| Country and network \|[^]*\| `Germany · AS64500 · =Net` \|/);
    const other: Triaged = { ...found(bad), ...assess(bad, here.lookups, true) };
    assert.doesNotMatch(triageMarkdown('x', [other], words, 0), /Country/);
  });

  it('shows rated rows first, and what lists describe or list by mistake after listed ordinary addresses', () => {
    const ip = (value: string): Indicator => ({ type: 'ip', value });
    const block: Source = { kind: 'mirror', name: 'Block list' };
    const services: Source = { kind: 'import', name: 'Our services' };
    const reason = { description: 'Listed in Block list', risk: 'high' } as const;
    const [resolver, rated, listed, ours, other] = ['8.8.8.8', '5.5.5.1', '5.5.5.2', '5.5.5.3', '5.5.5.4'].map(ip);
    assert.ok(resolver && rated && listed && ours && other);
    const contexts = [{ kind: 'knownServices', category: 'other', label: '' }] as const;
    const { lookups } = world({
      settings: { mode: 'offline' },
      stored: [
        [resolver, known(resolver, block, { risk: 'high', riskFactors: [reason] })],
        [rated, known(rated, block, { risk: 'medium' })],
        [listed, known(listed, block, { risk: 'unknown' })],
        [ours, known(ours, services, { risk: 'unknown', contexts })],
      ],
    });
    const sorted = (skips: boolean) =>
      [other, ours, resolver, listed, rated]
        .map((each): Triaged => ({ ...found(each), ...assess(each, lookups, skips) }))
        .sort(worstTriaged)
        .map(({ indicator }) => indicator.value.slice(-1));
    assert.deepEqual(sorted(true), ['1', '2', '3', '8', '4']);
    assert.deepEqual(sorted(false), ['8', '1', '2', '3', '4']);
    const row: Triaged = { ...found(ours), ...assess(ours, lookups, true) };
    assert.deepEqual([formatReasons(row), triageObject(row, words).reasons], [[], []]);
    assert.match(triageCsv([row], words), /,other,/);
  });

  it('contains the names of statuses and words for contexts in CSV', () => {
    const contexts = [
      { kind: 'knownServices', category: 'anyContent', label: '', source: 'x' },
      { kind: 'blocklist', category: 'blockList', label: 'Ads', source: 'x' },
    ] as const;
    const base = { ...found(bad), known: [], contexts } as const;
    const csv = triageCsv(
      lookupStatuses.map((status) => ({ ...base, status })),
      words,
    );
    assert.doesNotMatch(csv, /anyContent|blockList/);
    assert.match(csv, /,notLookedUp,/);
    assert.match(csv, /,user-generated content; blocklist: Ads,|,"user-generated content; blocklist: Ads",/);
    assert.match(csv, /^indicator,defanged,type,risk,retired,status,/);
  });

  it('contains what is known about the host of a URL, with its threats, in CSV and JSON', () => {
    const threat = { name: 'Example Kit', risk: 'high' } as const;
    const other = exploringWorld({
      settings: { mode: 'onDemand' },
      stored: [[host, known(host, mirror, { risk: 'high', threats: [threat] })]],
      knows: () => false,
    });
    const row: Triaged = { ...found(url), ...assess(url, other.lookups, true) };
    const { threats, host: about } = triageObject(row, words);
    assert.deepEqual([threats, about?.value, about?.sources.length], [['Example Kit'], host.value, 1]);
    assert.match(triageCsv([row], words), /,n0\.lookups-test-3\.com,"?Team feed: high, as of /);
    assert.deepEqual(
      formatReasons(row).filter((reason) => reason.startsWith('host')),
      ['host n0.lookups-test-3.com'],
    );
  });

  it('names invisible characters in CSV, and still guards formulas', () => {
    const source: Source = { kind: 'import', name: '\u202E=cmd' };
    const row: Triaged = { ...found(bad), status: 'found', known: [known(bad, source)].filter(isKnown) };
    const csv = triageCsv([row], { ...words, fileOf: () => '=a\u0000.log' });
    assert.ok(!csv.includes('\u0000') && !csv.includes('\u202E'));
    assert.match(csv, /\[U\+202E\]=cmd/);
    assert.match(csv, /,'=a\[U\+0000\]\.log:3:5,/);
  });

  it('exports text without links and formulas', () => {
    const rows = [found(bad)].map((each): Triaged => ({ ...each, ...assess(each.indicator, here.lookups, true) }));
    const markdown = triageMarkdown('=cmd|evil', rows, words, 0);
    assert.doesNotMatch(markdown, /n1\.lookups/);
    assert.match(markdown, /`a\\\|b\.log:3`/);
    const formula = triageCsv(rows, { ...words, fileOf: () => '=1+1' });
    assert.match(formula, /,'=1\+1:3:5,/);
  });
});
