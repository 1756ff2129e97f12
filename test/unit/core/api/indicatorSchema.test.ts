import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readExploreRows } from '../../../../src/core/api/schemas/explore';
import { readIndicator } from '../../../../src/core/api/schemas/indicator';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { plain } from '../../../harness/plain';

const requested: Indicator = { type: 'domain', value: 'lookups-test-1.com' };

/** An answer with only what a test needs. */
function wire(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { iid: 7, indicator: 'lookups-test-1.com', type: 'domain', risk: 'high', ...fields };
}

function read(raw: unknown): { record: IndicatorRecord; dropped: string[] } {
  const dropped: string[] = [];
  const record = readIndicator(raw, requested, (path) => dropped.push(path));
  assert.ok(record !== undefined, 'no record');
  return { record, dropped };
}

/** Reads one field and asserts that nothing was dropped. */
function field<K extends keyof IndicatorRecord>(name: K, fields: Record<string, unknown>): IndicatorRecord[K] {
  const { record, dropped } = read(wire(fields));
  assert.deepEqual(dropped, []);
  return record[name];
}

describe('Indicator object', () => {
  it("is read in full from the specification's sample", () => {
    const { record, dropped } = read({
      qid: 3,
      iid: 7,
      indicator: 'lookups-test-1.com',
      type: 'domain',
      risk: 'very low',
      risk_recommended: 'medium',
      manualrisk: 1,
      retired: 0,
      stamp_added: '2024-01-02 03:04:05',
      stamp_updated: '2024-02-02 03:04:05',
      stamp_seen: '2024-03-02 03:04:05',
      stamp_probed: null,
      stamp_retired: null,
      recent: 0,
      submissions: 4,
      umbrella_rank: 123,
      umbrella_domain: 'lookups-test-1.com',
      riskfactors: [{ rfid: 1, description: 'In a feed', risk: 'high' }],
      redirects: { from: [{ id: '5', indicator: 'a.test' }], to: [{ iid: 6, indicator: 'b.test' }] },
      threats: [{ tid: 2, name: 'Kit', category: 'phishing', risk: 'high', stamp_linked: '2024-01-02 03:04:05' }],
      feeds: [{ fid: 9, name: 'List', category: 'general', organization: 'Org', pricing: 'free', stamp_linked: null }],
      comments: [
        {
          cid: 1,
          username: 'u',
          title: 't',
          comment: '<b>c</b>',
          stamp_added: '2024-01-02 03:04:05',
          stamp_updated: null,
          uid: 8,
        },
      ],
      attributes: { port: [['443', 'HTTPS']], protocol: [['HTTP']], technology: [] },
      properties: {
        geo: { country: 'Nowhere' },
        whois: { '++privacy': '0', 'name server': ['ns1.test', 'ns2.test'] },
        ssl: { domain: [['a.test', 'b.test'], ['c.test']] },
        banners: { '22': 'SSH' },
      },
    });
    assert.deepEqual(dropped, []);
    assert.deepEqual(plain(record), {
      qid: 3,
      iid: 7,
      value: 'lookups-test-1.com',
      type: 'domain',
      risk: 'very low',
      riskRecommended: 'medium',
      manualRisk: true,
      retired: false,
      timestamps: {
        added: Date.UTC(2024, 0, 2, 3, 4, 5),
        updated: Date.UTC(2024, 1, 2, 3, 4, 5),
        seen: Date.UTC(2024, 2, 2, 3, 4, 5),
      },
      submissions: 4,
      toplist: { rank: 123, domain: 'lookups-test-1.com' },
      riskFactors: [{ id: 1, description: 'In a feed', risk: 'high' }],
      redirects: { from: [{ iid: 5, value: 'a.test' }], to: [{ iid: 6, value: 'b.test' }] },
      threats: [{ tid: 2, name: 'Kit', category: 'phishing', risk: 'high', linked: Date.UTC(2024, 0, 2, 3, 4, 5) }],
      feeds: [{ fid: 9, name: 'List', category: 'general', organization: 'Org', pricing: 'free' }],
      comments: [{ cid: 1, uid: 8, username: 'u', title: 't', text: '<b>c</b>', added: Date.UTC(2024, 0, 2, 3, 4, 5) }],
      attributes: { port: [['443', 'HTTPS']], protocol: [['HTTP']] },
      properties: {
        geo: { country: ['Nowhere'] },
        whois: { '++privacy': ['0'], 'name server': ['ns1.test', 'ns2.test'] },
        ssl: { domain: ['a.test', 'b.test', 'c.test'] },
        banners: { '22': ['SSH'] },
      },
      other: {},
    });
  });

  it('is still a record with one invalid field, which is reported', () => {
    const { record, dropped } = read(
      wire({ submissions: 'many', stamp_seen: 'tomorrow', threats: [{ tid: 1 }, { name: 'Kit', tid: {} }], qid: [1] }),
    );
    assert.equal(record.risk, 'high');
    assert.deepEqual(record.threats, [{ name: 'Kit', risk: 'unknown' }]);
    assert.deepEqual(dropped.sort(), ['qid', 'stamp_seen', 'submissions', 'threats[0]', 'threats[1].tid']);
  });

  it('accepts numbers as strings', () => {
    const { record } = read(wire({ iid: '7', manualrisk: '1', submissions: ' 4 ', umbrella_rank: '12' }));
    assert.deepEqual([record.iid, record.manualRisk, record.submissions, record.toplist], [7, true, 4, { rank: 12 }]);
  });

  it('accepts keys in another letter case', () => {
    const { record } = read({ IID: 7, Indicator: 'x.test', Risk: 'Critical', Stamp_Seen: '2024-01-01' });
    assert.deepEqual([record.iid, record.value, record.risk], [7, 'x.test', 'critical']);
    assert.equal(record.timestamps.seen, Date.UTC(2024, 0, 1));
  });

  it('accepts `[]` where an object is meant, and null, "" and zeros for missing values', () => {
    const { record, dropped } = read(
      wire({
        summary: [],
        properties: { geo: [], whois: null, http: '' },
        attributes: [],
        redirects: [],
        riskfactors: null,
        threats: '',
        stamp_seen: '0000-00-00 00:00:00',
        stamp_added: '',
        qid: '',
      }),
    );
    assert.deepEqual(dropped, []);
    assert.deepEqual([record.properties, record.attributes, record.timestamps], [{}, {}, {}]);
    assert.deepEqual(record.redirects, { from: [], to: [] });
  });

  for (const [stated, retired, reason] of [
    [0, false, undefined],
    [1, true, undefined],
    ['0', false, undefined],
    ['1', true, undefined],
    [true, true, undefined],
    [null, false, undefined],
    ['', false, undefined],
    ['No recent activity', true, 'No recent activity'],
  ] as const) {
    it(`is ${retired ? 'retired' : 'active'} with retired ${JSON.stringify(stated)}`, () => {
      const { record } = read(wire({ retired: stated }));
      assert.deepEqual([record.retired, record.retiredReason, record.risk], [retired, reason, 'high']);
    });
  }

  it('keeps the scored risk and the flag where the risk is “retired”', () => {
    const { record } = read(wire({ risk: 'retired', risk_recommended: 'medium' }));
    assert.deepEqual([record.risk, record.retired], ['medium', true]);
    assert.equal(read(wire({ risk: 'retired' })).record.risk, 'unknown');
  });

  it('is retired with only a timestamp of its retirement, but not where it states 0', () => {
    assert.equal(field('retired', { stamp_retired: '2024-01-01 00:00:00' }), true);
    for (const retired of [null, '', [], 'null', 'none']) {
      assert.equal(field('retired', { stamp_retired: '2024-01-01 00:00:00', retired }), true, JSON.stringify(retired));
      assert.equal(field('retired', { stamp_retired: '0000-00-00 00:00:00', retired }), false, JSON.stringify(retired));
    }
    for (const retired of [0, '0', false, 'no', 'active']) {
      assert.equal(field('retired', { stamp_retired: '2024-01-01 00:00:00', retired }), false, JSON.stringify(retired));
    }
  });

  it('keeps “retired” as the risk of a threat, a factor or a recommendation', () => {
    for (const risk of ['retired', 'Retired ']) {
      assert.equal(field('riskRecommended', { risk_recommended: risk }), 'retired');
      assert.deepEqual(field('threats', { threats: [{ name: 'Kit', risk }] }), [{ name: 'Kit', risk: 'retired' }]);
      assert.deepEqual(field('riskFactors', { riskfactors: [{ description: 'Old', risk }] }), [
        { description: 'Old', risk: 'retired' },
      ]);
    }
    const { record } = read(wire({ risk: 'retired', risk_recommended: 'retired' }));
    assert.deepEqual([record.risk, record.riskRecommended, record.retired], ['unknown', 'retired', true]);
  });

  it('has unknown risk with an unknown risk word', () =>
    assert.equal(field('risk', { risk: 'apocalyptic' }), 'unknown'));

  it('keeps an unknown risk word to be shown beside the risk', () => {
    const stated = (risk: unknown): unknown => (field('other', { risk }) as { stated_risk?: unknown }).stated_risk;
    for (const risk of ['apocalyptic', ' suspicious ', 85, 'very_bad'])
      assert.equal(stated(risk), String(risk).trim(), String(risk));
    for (const risk of ['high', 'Very-Low', 'retired', 'Unknown', '', null, undefined, true, {}, ['high']])
      assert.equal(stated(risk), undefined, JSON.stringify(risk));
  });

  it('keeps the requested value where the service only spells it otherwise', () => {
    assert.equal(field('value', { indicator: 'LOOKUPS-Test-1.com.' }), 'lookups-test-1.com');
    assert.equal(field('value', { indicator: 'lookups-test-2.com' }), 'lookups-test-2.com');
  });

  it('is an IP address with type ipv6; an unknown type is inferred from the request', () => {
    assert.equal(field('type', { type: 'ipv6', indicator: '2001:db8::1' }), 'ip');
    assert.equal(field('type', { type: 'hostname' }), 'domain');
  });

  it('accepts attributes flat or nested', () => {
    assert.deepEqual(field('attributes', { attributes: { port: ['443', 80] } }), { port: [['443'], ['80']] });
    assert.deepEqual(field('attributes', { attributes: { port: [['443', 'HTTPS'], ['80']] } }), {
      port: [['443', 'HTTPS'], ['80']],
    });
    assert.deepEqual(field('attributes', { attributes: { port: '443' } }), { port: [['443']] });
  });

  it('accepts a property as text, number, list, or rows of which the latest count', () => {
    const http = {
      a: 'text',
      b: 5,
      c: ['x', 'y'],
      d: [
        { name: 'd', value: 'old', latest: 0 },
        { name: 'd', value: 'new', latest: 1 },
      ],
      e: [{ value: 'only', latest: '0' }],
    };
    const values = { a: ['text'], b: ['5'], c: ['x', 'y'], d: ['new'], e: ['only'] };
    assert.deepEqual(field('properties', { properties: { http } }), { http: values });
    const rows = [
      { pid: 1, name: 'a', value: 'old', latest: 0 },
      { pid: 2, name: 'a', value: 'new', latest: 1 },
      { pid: 3, name: 'b', value: 'x', latest: 1 },
    ];
    assert.deepEqual(field('properties', { properties: { dns: rows } }), { dns: { a: ['new'], b: ['x'] } });
  });

  it('accepts lists as single items and as objects with numbered keys', () => {
    const kit = { name: 'Kit', risk: 'low' };
    assert.deepEqual(field('threats', { threats: kit }), [kit]);
    assert.deepEqual(field('threats', { threats: { '0': kit, '1': 'Other' } }), [
      kit,
      { name: 'Other', risk: 'unknown' },
    ]);
    assert.deepEqual(field('feeds', { feeds: [{ feed: 'List' }] }), [{ name: 'List' }]);
  });

  it('keeps unknown keys unmodified, and drops the deprecated one', () => {
    assert.deepEqual(field('other', { recent: 1, schema: { port: 'Port' }, New: [1, '<i>'] }), {
      schema: { port: 'Port' },
      New: [1, '<i>'],
    });
  });

  it('is rejected without an ID, a name and a risk', () => {
    for (const raw of [{}, [], null, 'text', 5, { type: 'domain' }, { success: 'ok' }]) {
      assert.equal(
        readIndicator(raw, requested, () => undefined),
        undefined,
      );
    }
  });
});

describe('Hostile responses', () => {
  it('are limited in length, number and depth', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 50_000; level++) deep = { down: deep };
    const { record, dropped } = read(
      wire({
        deep,
        threats: Array.from({ length: 20_000 }, () => 'Kit'),
        riskfactors: [{ description: 'x'.repeat(1_000_000) }],
        properties: { dns: { a: Array.from({ length: 50_000 }, () => '192.0.2.1') }, odd: deep },
        wide: Array.from({ length: 100_000 }, () => 1),
      }),
    );
    assert.equal(record.threats.length, 5_000);
    assert.equal(record.properties['dns']?.['a']?.length, 2_000);
    assert.ok((record.riskFactors[0]?.description.length ?? 0) < 70_000);
    assert.ok(JSON.stringify(record).length < 300_000);
    assert.ok(dropped.length > 0 && dropped.length <= 50);
    const left = new Map(record.skipped?.map(({ at, count }) => [at, count]));
    assert.equal(left.get('threats'), 15_000);
    assert.equal(left.get('properties.dns.a'), 48_000);
    assert.equal(left.get('other'), 0, 'not counted, but said');
  });

  it('with 50,000 properties are kept in full, as an object or as rows, even of one name', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `key${index}`);
    const properties = {
      meta: Object.fromEntries(many.map((name) => [name, 'v'])),
      http: many.slice(0, 20_000).map((name) => ({ name, value: 'v' })),
      cookies: many.slice(0, 20_000).map((value) => ({ name: 'sid', value })),
    };
    const { record } = read(wire({ properties }));
    assert.equal(Object.keys(record.properties['meta'] ?? {}).length, 50_000);
    assert.equal(Object.keys(record.properties['http'] ?? {}).length, 20_000);
    assert.deepEqual(record.skipped, [{ at: 'properties.cookies.sid', count: 18_000 }]);
  });

  it("don't reach the prototype of anything", () => {
    const { record } = read(
      JSON.parse(
        '{"iid":1,"risk":"low","__proto__":{"x":1},"properties":{"__proto__":{"x":"1"},"geo":{"__proto__":"1"},"dns":[{"name":"__proto__","value":"1"}]},"o":{"__proto__":{"x":1}}}',
      ),
    );
    assert.equal((record.other as { x?: unknown }).x, undefined);
    assert.equal(({} as { x?: unknown }).x, undefined);
    assert.deepEqual(record.properties, {});
  });

  it('of any JSON are a storable record or nothing, never an exception', () => {
    const names = ['iid', 'indicator', 'type', 'risk', 'retired', 'stamp_seen', 'riskfactors', 'threats', 'feeds'];
    const more = ['comments', 'redirects', 'attributes', 'properties', 'summary', 'umbrella_rank', 'other'];
    const object = fc.dictionary(fc.constantFrom(...names, ...more), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 16 });
    fc.assert(
      fc.property(fc.oneof(object, fc.jsonValue()), (raw) => {
        const record = readIndicator(raw, requested, () => undefined);
        if (record !== undefined) assert.deepEqual(structuredClone(record), record);
        readExploreRows({ results: raw }, () => undefined);
        readExploreRows(raw, () => undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Explore response', () => {
  const rows = (body: unknown) => readExploreRows(body, () => undefined);

  it('has rows with the properties of their summary', () => {
    const summary = { properties: { geo: { country: 'Nowhere' } } };
    const [row] = rows({ results: [wire({ summary })] }) ?? [];
    assert.equal(row?.iid, 7);
    assert.deepEqual(row.properties, { geo: { country: ['Nowhere'] } });
  });

  it('may be empty', () => {
    assert.deepEqual(rows({ results: [] }), []);
    assert.deepEqual(rows({ results: null }), []);
  });

  it('keeps the valid rows', () => {
    assert.equal(rows({ results: [wire(), 5, null, {}, wire({ iid: 8, threats: 5 })] })?.length, 2);
  });

  it('is rejected without results', () => {
    for (const body of ['x', 5, null, { results: 'none' }, { error: 'x' }]) assert.equal(rows(body), undefined);
  });
});
