import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readBreakdowns, readCounts, readPropertyBreakdowns } from '../../../../src/core/api/schemas/counts';
import { readDisplayNames, readHistory } from '../../../../src/core/api/schemas/history';
import { readLinkPage, readLinkSummary } from '../../../../src/core/api/schemas/linked';
import { readFeedRecord, readThreatRecord } from '../../../../src/core/api/schemas/threat';
import { mergeWithCurrent, changesIn, matchesLatest } from '../../../../src/core/records/history';
import { plain } from '../../../harness/plain';

const noon = Date.UTC(2024, 2, 1, 12);

function reading() {
  const dropped: string[] = [];
  return { dropped, drop: (path: string, why: string): void => void dropped.push(`${path}: ${why}`) };
}
const silent = (): void => undefined;

describe('Counts by risk', () => {
  it('are read with their total, numbers as strings, levels in any spelling', () => {
    assert.deepEqual(readCounts({ total: '9', 'very low': 1, very_low: 2, High: '3', retired: 4 }, 'risk', silent), {
      total: 9,
      levels: { 'very low': 2, high: 3 },
      retired: 4,
    });
  });

  it('are summed where there is no total, and a single number is a total', () => {
    assert.deepEqual(readCounts({ low: 2, critical: 1, retired: 5 }, 'risk', silent)?.total, 8);
    assert.deepEqual(plain(readCounts('12', 'risk', silent)), { total: 12, levels: {} });
  });

  it('lose only an invalid one, which is reported', () => {
    const { dropped, drop } = reading();
    assert.deepEqual(plain(readCounts({ total: 3, low: 'many' }, 'risk', drop)), { total: 3, levels: {} });
    assert.deepEqual(dropped, ['risk.low: not a count']);
  });

  it('break down by value, the most frequent first, in any form', () => {
    const read = readBreakdowns(
      {
        port: { 443: { total: 5, name: 'HTTPS' }, 80: 9 },
        protocol: [['HTTP', '2'], { value: 'TLS', name: 'Transport', indicators: { total: 3 } }],
        technology: [],
        hosttype: { web: { high: 1, low: 1 } },
      },
      'attributes',
      silent,
    );
    assert.deepEqual(
      Object.entries(read).map(([name, rows]) => [name, rows.map((r) => [r.value, r.name, r.counts.total])]),
      [
        [
          'port',
          [
            ['80', undefined, 9],
            ['443', 'HTTPS', 5],
          ],
        ],
        [
          'protocol',
          [
            ['TLS', 'Transport', 3],
            ['HTTP', undefined, 2],
          ],
        ],
        ['hosttype', [['web', undefined, 2]]],
      ],
    );
  });

  it('break down properties by group and key, or by key only', () => {
    const read = readPropertyBreakdowns(
      { geo: { countrycode: { US: 2, DE: { total: 1 } } }, registrar: { X: 4 } },
      'p',
      silent,
    );
    assert.deepEqual(Object.keys(read), ['geo', '']);
    assert.deepEqual(
      read['geo']?.['countrycode']?.map((row) => row.value),
      ['US', 'DE'],
    );
    assert.deepEqual(read['']?.['registrar']?.[0]?.counts.total, 4);
  });
});

describe('Threat', () => {
  const full = {
    tid: '7',
    threat: 'Example Kit',
    category: 'phishing',
    risk: 'High',
    description: '<b>text</b>',
    wikisummary: 'A kit.',
    wikireference: 'https://encyclopedia.example/kit',
    othernames: ['Kit A', 'Kit A', 'Kit B'],
    news: [{ title: 'Seen', channel: 'News', link: 'https://news.example/1', stamp: '2024-03-01 12:00:00' }, 'Short'],
    ttps: [{ id: 'T1566', name: 'Phishing' }, 'T1059'],
    retired: null,
    stamp_added: '2024-03-01 12:00:00',
    external_references: [{ source_name: 'catalogue', external_id: 'C-1', url: 'https://catalogue.example/1' }],
    strange: { kept: true },
  };

  it('is read in full', () => {
    assert.deepEqual(readThreatRecord(full, silent), {
      tid: 7,
      name: 'Example Kit',
      category: 'phishing',
      risk: 'high',
      retired: false,
      description: '<b>text</b>',
      wikiSummary: 'A kit.',
      wikiReference: 'https://encyclopedia.example/kit',
      otherNames: ['Kit A', 'Kit B'],
      references: [{ name: 'catalogue', id: 'C-1', url: 'https://catalogue.example/1' }],
      news: [{ title: 'Seen', channel: 'News', link: 'https://news.example/1', at: noon }, { title: 'Short' }],
      ttps: ['T1566 Phishing', 'T1059'],
      timestamps: { added: noon },
      other: { strange: { kept: true } },
    });
  });

  it('needs only its name, accepts single strings for lists, and survives every invalid field', () => {
    const { dropped, drop } = reading();
    const read = readThreatRecord(
      { name: 'X', othernames: 'Y', news: [{}], ttps: 4, tid: 'seven', stamp_added: 'soon' },
      drop,
    );
    assert.deepEqual([read?.name, read?.otherNames, read?.ttps, read?.tid], ['X', ['Y'], ['4'], undefined]);
    assert.equal(dropped.length, 3, dropped.join());
    assert.equal(readThreatRecord({ error: 'no' }, silent), undefined);
    assert.equal(readThreatRecord([], silent), undefined);
  });
});

describe('Feed', () => {
  it('is read in full, its counts with or without a level between', () => {
    const full = {
      fid: 3,
      feed: 'Example Feed',
      organization: 'Example',
      category: 'malware',
      pricing: 'free',
      website: 'https://feed.example',
      schedule: 'hourly',
      stamp_seen: '2024-03-01 12:00:00',
      indicators: { counts: { total: 10, high: 2 } },
    };
    const expected = {
      fid: 3,
      name: 'Example Feed',
      organization: 'Example',
      category: 'malware',
      pricing: 'free',
      website: 'https://feed.example',
      schedule: 'hourly',
      references: [],
      timestamps: { seen: noon },
      counts: { total: 10, levels: { high: 2 } },
      other: {},
    };
    assert.deepEqual(plain(readFeedRecord(full, silent)), expected);
    assert.deepEqual(plain(readFeedRecord({ ...full, indicators: full.indicators.counts }, silent)), expected);
  });
});

describe('Page of links', () => {
  const row = (iid: number) => ({ iid, indicator: `host-${iid}.example`, type: 'domain', risk: 'high' });
  const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
  const first = { page: 0, namesNextPage: false };
  const walk = (body: unknown, requested = first) => {
    const page = readLinkPage(body, requested, silent);
    return page && { page: page.page, more: page.more, next: page.next };
  };

  it('has a next page where the service names it', () => {
    assert.deepEqual(walk({ page_current: '0', page_next: '1', results: rows(2) }), { page: 0, more: 'yes', next: 1 });
  });

  it('is the last one without either key, or where there is no next page', () => {
    assert.deepEqual(walk({ results: rows(500) }), { page: 0, more: 'no', next: undefined });
    assert.deepEqual(walk({ page_current: 0, page_next: null, results: rows(500) }), {
      page: 0,
      more: 'no',
      next: undefined,
    });
  });

  it('may have a next page where only the current page is named', () => {
    assert.deepEqual(walk({ page_current: 2, results: rows(500) }, { page: 2, namesNextPage: false }), {
      page: 2,
      more: 'perhaps',
      next: 3,
    });
    assert.equal(walk({ page_current: 0, results: rows(5) })?.more, 'no', 'nobody pages by five');
    assert.equal(walk({ page_current: 0, results: rows(500) }, { page: 0, namesNextPage: true })?.more, 'no');
  });

  it('ends where the service goes back, or returns another page than requested', () => {
    assert.equal(
      walk({ page_current: 4, page_next: 4, results: rows(500) }, { page: 4, namesNextPage: false })?.more,
      'no',
    );
    assert.equal(walk({ page_current: 0, results: rows(500) }, { page: 3, namesNextPage: false })?.more, 'no');
  });

  it('keeps the readable rows and counts the others', () => {
    const { dropped, drop } = reading();
    const body = {
      results: [
        {
          ...row(1),
          risk: 'retired',
          stamp_linked: '2024-03-01 12:00:00',
          summary: { properties: { geo: { city: 'X' }, whois: [] } },
        },
        { iid: 2 },
        'no row',
        { ...row(3), summary: [], retired: '1', extra: 'kept' },
      ],
    };
    const page = readLinkPage(body, first, drop);
    assert.deepEqual([page?.unreadable, dropped.length], [2, 2]);
    assert.deepEqual(
      page?.relations[0]?.links.map(({ iid, retired, linked, properties, other }) => ({
        iid,
        retired,
        linked,
        properties,
        other,
      })),
      [
        { iid: 1, retired: true, linked: noon, properties: { geo: { city: ['X'] } }, other: {} },
        { iid: 3, retired: true, linked: undefined, properties: {}, other: { extra: 'kept' } },
      ],
    );
  });

  it('has the relations of an indicator by name', () => {
    const page = readLinkPage({ 'Active DNS': rows(2), Redirects: { 0: row(9) } }, first, silent);
    assert.deepEqual(
      page?.relations.map(({ name, links }) => [name, links.length]),
      [
        ['Active DNS', 2],
        ['Redirects', 1],
      ],
    );
    assert.deepEqual(
      readLinkPage([], first, silent)?.relations.flatMap(({ links }) => links),
      [],
    );
    assert.equal(readLinkPage({ message: 'hello' }, first, silent), undefined);
    assert.equal(readLinkPage('text', first, silent), undefined);
  });
});

describe('Summary of links', () => {
  it('is read in full', () => {
    const read = readLinkSummary(
      {
        updated_last_domain: '2024-03-01 12:00:00',
        attributes: { port: { 443: { total: 1, high: 1 } }, technology: [], hosttype: null },
        properties: [],
        feeds: [
          {
            fid: '2',
            name: 'F',
            organization: 'O',
            pricing: 'free',
            category: 'c',
            indicators: { total: '3', low: 3 },
          },
        ],
        risk: { unknown: 0, low: '3', total: 4, retired: 1 },
        strange: 1,
      },
      silent,
    );
    assert.deepEqual(plain(read), {
      updatedLastDomain: noon,
      risk: { total: 4, levels: { unknown: 0, low: 3 }, retired: 1 },
      breakdowns: { port: [{ value: '443', counts: { total: 1, levels: { high: 1 } } }] },
      properties: {},
      feeds: [
        {
          fid: 2,
          name: 'F',
          organization: 'O',
          pricing: 'free',
          category: 'c',
          counts: { total: 3, levels: { low: 3 } },
        },
      ],
      threats: [],
      other: { strange: 1 },
    });
    assert.equal(readLinkSummary({ error: 'no' }, silent), undefined);
  });
});

describe('Earlier scans', () => {
  const raw = {
    dns: [
      { pid: 1, stamp_seen: '2024-03-01 12:00:00', name: 'a', value: '192.0.2.1', latest: '1' },
      { pid: '2', stamp_seen: '2024-02-01 12:00:00', name: 'a', value: '192.0.2.2', latest: 0 },
      { value: 'nameless' },
    ],
    http: { '++code': '200', 'Set-Cookie': [{ value: 'old', latest: 0 }] },
  };

  it('are marked as such, and unmarked values are one of them', () => {
    const { dropped, drop } = reading();
    const history = readHistory(raw, drop);
    assert.deepEqual(history['dns']?.['a'], [
      { pid: 1, seen: noon, value: '192.0.2.1', latest: true },
      { pid: 2, seen: Date.UTC(2024, 1, 1, 12), value: '192.0.2.2', latest: false },
    ]);
    assert.deepEqual(dropped, ['properties.dns: a row without a name']);
    assert.deepEqual(history['http']?.['++code'], [{ value: '200', latest: false }]);
    assert.deepEqual(
      changesIn(history).map(({ group, name, before, now }) => [group, name, before.length, now.length]),
      [
        ['dns', 'a', 1, 1],
        ['http', '++code', 1, 0],
        ['http', 'Set-Cookie', 1, 0],
      ],
    );
  });

  it('never change the current properties, whatever they mark as the latest', () => {
    const values = fc.array(fc.constantFrom<string>('a', 'b', 'c'), { maxLength: 3 });
    const row = fc.record(
      {
        name: fc.constantFrom('x', 'X', 'y'),
        value: fc.constantFrom<string>('a', 'b', 'c'),
        latest: fc.constantFrom(0, 1, '1', null),
      },
      { requiredKeys: ['name', 'value'] },
    );
    const raw = fc.oneof(
      fc.dictionary(fc.constantFrom('g', 'h'), fc.array(row)),
      fc.dictionary(fc.constantFrom('g', 'h'), fc.dictionary(fc.constantFrom('x', 'y'), values)),
    );
    const properties = fc.dictionary(fc.constantFrom('g', 'h'), fc.dictionary(fc.constantFrom('x', 'y'), values));
    fc.assert(
      fc.property(raw, properties, (reported, today) => {
        const history = readHistory(reported, silent);
        for (const { group, name, before, now } of changesIn(mergeWithCurrent(history, today))) {
          const stored = today[group]?.[name.toLowerCase()] ?? [];
          assert.ok(stored.every((value) => now.some((each) => each.value === value)));
          assert.ok(before.every(({ value }) => !stored.includes(value)));
          if (matchesLatest(history, today)) assert.ok(now.every(({ value }) => stored.includes(value)));
        }
      }),
    );
  });

  it('have display names as an object or as rows', () => {
    assert.deepEqual(
      readDisplayNames({ port: { 443: 'HTTPS' }, protocol: [['http', 'HTTP'], ['x']], technology: [] }, silent),
      {
        port: { 443: 'HTTPS' },
        protocol: { http: 'HTTP', x: 'x' },
      },
    );
  });
});

describe('Any response', () => {
  it('is read or rejected, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        for (const body of [
          value,
          { results: value },
          { results: [value] },
          { attributes: value, properties: value, feeds: value, risk: value },
        ]) {
          readLinkPage(body, { page: 0, namesNextPage: false }, silent);
          readLinkSummary(body, silent);
        }
        readHistory(value, silent);
        readDisplayNames(value, silent);
        readThreatRecord(
          { threat: value, name: 'X', news: value, othernames: value, ttps: value, references: value },
          silent,
        );
        readFeedRecord({ feed: 'X', indicators: value, references: value }, silent);
      }),
      { numRuns: 300 },
    );
  });
});
