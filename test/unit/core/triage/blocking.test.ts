import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Known, Source } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import type { Triaged } from '../../../../src/core/triage/assess';
import { getBlockFile, blockSelection, formatSkippedEntries } from '../../../../src/core/triage/blocking';
import { triageMarkdown } from '../../../../src/core/triage/triageExport';
import { triageTicket, withoutUrlsOfHosts } from '../../../../src/core/triage/triageTicket';

const now = Date.UTC(2026, 4, 1, 12);
const mirror: Source = { kind: 'mirror', name: 'Block | list' };

function knownRow(
  type: Indicator['type'],
  value: string,
  record: Partial<IndicatorRecord>,
  more: Partial<Triaged> = {},
  source = mirror,
): Triaged {
  const lead: Known = {
    kind: 'known',
    source,
    asOf: now,
    detail: 'full',
    record: { ...emptyRecord(value, type), ...record },
  };
  const found = { indicator: { type, value }, reserved: false, lines: 3, files: 1, locations: [] };
  return { ...found, status: 'found', known: [lead], lead, ...more };
}

const bad = knownRow('domain', 'lookups-test-1.com', { risk: 'high' });
const cloud = { kind: 'knownServices', category: 'cloud', label: 'AWS', source: 'AWS' } as const;

describe('Rows of a triage to block', () => {
  it('have at least the selected risk, and leave out the others with their number', () => {
    const { entries, skipped } = blockSelection(
      [
        bad,
        knownRow('domain', 'lookups-test-2.com', { risk: 'critical' }),
        knownRow('domain', 'lookups-test-3.com', { risk: 'medium' }),
        knownRow('domain', 'lookups-test-4.com', { risk: 'high', retired: true }),
        knownRow('ip', '5.6.7.8', { risk: 'high' }, { contexts: [cloud] }),
        knownRow('domain', 'github.com', { risk: 'critical' }),
        knownRow('ip', '8.8.8.8', { risk: 'high' }, { isFalsePositive: true }),
        knownRow('ip', '10.0.0.7', { risk: 'high' }, { status: 'reserved' }),
        knownRow('ip', '10.0.0.8', { risk: 'high' }, { reserved: true }),
        knownRow('domain', 'lookups-test-5.com', { risk: 'high' }, { status: 'ignored' }),
      ],
      'high',
    );
    assert.deepEqual(
      entries.map(({ indicator, risk }) => [indicator.value, risk]),
      [
        ['lookups-test-1.com', 'high'],
        ['lookups-test-2.com', 'critical'],
      ],
    );
    assert.deepEqual(skipped, { belowRisk: 1, onlyUrls: 0, retired: 1, harmless: 3, reserved: 2, ignored: 1 });
    assert.equal(formatSkippedEntries(skipped, 2).length, 6);
  });

  it('contain a URL that is rated itself wherever it is, and the host where the host is rated', () => {
    const { entries } = blockSelection(
      [
        knownRow('url', 'https://github.com/a/b', { risk: 'high' }),
        knownRow('url', 'http://lookups-test-1.com/a', { risk: 'high' }, { host: bad.indicator }),
        knownRow('url', 'http://lookups-test-1.com/b', { risk: 'critical' }, { host: bad.indicator }),
      ],
      'low',
    );
    assert.deepEqual(
      entries.map(({ indicator, risk }) => [indicator.value, risk]),
      [
        ['https://github.com/a/b', 'high'],
        ['lookups-test-1.com', 'critical'],
      ],
    );
  });

  it('leave out a host that is risky only because URLs on it are listed, unless it is wanted', () => {
    const ofUrls: Source = { kind: 'mirror', name: 'URLs', urls: { count: 1, hasMore: false } };
    const site = knownRow('domain', 'lookups-test-6.com', { risk: 'high' }, {}, ofUrls);
    const ofHost = { host: site.indicator, hostKnown: site.known, ...(site.lead && { lead: site.lead }) };
    const page = knownRow('url', 'http://lookups-test-6.com/a', { risk: 'critical' });
    const otherPage = knownRow('url', 'http://lookups-test-6.com/b', {}, ofHost);
    const rated = knownRow('url', 'http://lookups-test-6.com/c', { risk: 'medium' }, ofHost);
    const alsoListed = knownRow('domain', 'lookups-test-7.com', { risk: 'high' }, {}, ofUrls);
    const own = knownRow('domain', 'lookups-test-7.com', { risk: 'medium' }).known;
    const rows = [site, page, otherPage, rated, { ...alsoListed, known: [...alsoListed.known, ...own] }];
    const { entries, skipped } = blockSelection(rows, 'medium');
    assert.deepEqual(
      entries.map(({ indicator, risk }) => [indicator.value, risk]),
      [
        ['http://lookups-test-6.com/a', 'critical'],
        ['http://lookups-test-6.com/c', 'medium'],
        ['lookups-test-7.com', 'medium'],
      ],
    );
    assert.equal(skipped.onlyUrls, 2);
    const wanted = blockSelection(rows, 'medium', { hostsOfUrls: true });
    assert.deepEqual(
      wanted.entries.map(({ indicator, risk }) => [indicator.value, risk]),
      [
        ['lookups-test-6.com', 'high'],
        ['http://lookups-test-6.com/a', 'critical'],
        ['lookups-test-7.com', 'high'],
      ],
    );
    assert.equal(wanted.skipped.onlyUrls, 0);
  });

  it('say in the first line that there is sample data among them', () => {
    const fileOf = (rows: readonly Triaged[]): string =>
      getBlockFile('rpz', blockSelection(rows, 'high'), { lowest: 'high', created: now }).text;
    const sample = knownRow('domain', 'lookups-test-2.com', { risk: 'high' }, {}, { kind: 'sample', name: 'Sample' });
    assert.match(fileOf([bad, sample]), /^; Contains fictional sample data/);
    assert.match(fileOf([bad]), /^; Created: /);
    assert.match(fileOf([bad, knownRow('domain', 'a.com', {})]), /\n; Skipped: 1 below/);
  });
});

describe('A triage copied for a ticket', () => {
  const formatters = {
    defang: (value: string) => value.replaceAll('.', '[.]'),
    defangText: (text: string) => text.replaceAll('.com', '[.]com'),
    fileOf: () => 'proxy.log',
  };

  it('has the risk, the source, and the date of each row, defanged', () => {
    const seen = knownRow('domain', 'lookups-test-2.com', {
      risk: 'critical',
      retired: true,
      timestamps: { seen: Date.UTC(2026, 3, 2) },
    });
    const text = triageTicket('proxy.log', [bad, seen], formatters, now);
    assert.match(
      text,
      /^\| High risk \| `lookups-test-1\[\.\]com` \|.*`Block \\\| list, as of 2026-05-01` \| 3 \|.*\|$/m,
    );
    assert.match(text, /^\| Critical risk, retired \| `lookups-test-2\[\.\]com` \|.*, seen 2026-04-02`.*\|$/m);
    assert.doesNotMatch(text, /sample data|test-1\.com/);
  });

  it('has a URL of which only the host is known with its host', () => {
    const [host, listed] = [
      knownRow('domain', 'lookups-test-3.com', {}),
      knownRow('url', 'http://lookups-test-3.com/a', {}),
    ];
    const known: Triaged = { ...knownRow('url', 'http://lookups-test-3.com/b', {}), status: 'hostFound', known: [] };
    const alone: Triaged = { ...known, indicator: { type: 'url', value: 'http://lookups-test-4.com/b' } };
    const rows = withoutUrlsOfHosts([host, listed, known, alone]);
    assert.deepEqual(rows, [host, listed, alone]);
    const text = triageTicket('proxy.log', rows, formatters, now, 1);
    assert.match(text, /^- 1 URL on these hosts is counted under its host\.$/m);
  });

  it('says why it is incomplete, as the Markdown export does', () => {
    const canceled = { ...formatters, incomplete: ['Canceled at 5%. The results cover what was read until then.'] };
    const rows = [knownRow('domain', 'lookups-test-3.com', {})];
    for (const text of [triageTicket('a.log', rows, canceled, now), triageMarkdown('a.log', rows, canceled, now)])
      assert.match(text, /^- Incomplete: `?Canceled at 5%\. The results cover what was read until then\.`?$/m);
  });

  it('says that rows are missing or made up', () => {
    const sample = knownRow('domain', 'lookups-test-2.com', { risk: 'high' }, {}, { kind: 'sample', name: 'Sample' });
    const text = triageTicket(
      'proxy.log',
      Array.from({ length: 201 }, () => sample),
      formatters,
      now,
    );
    assert.match(text, /Contains fictional sample data/);
    assert.match(text, /1 more indicator isn't listed/);
  });
});
