import assert from 'node:assert/strict';
import { createService, type Service } from '../../../src/service';
import { explore } from './ask';
import { noon, shelf, someRecord } from './shelf';

const first = someRecord({
  iid: 1,
  risk: 'high',
  stamps: { added: noon, updated: noon, seen: noon + 1000 },
  threats: [
    { tid: 1, name: 'Example Kit', category: 'phishing', risk: 'high' },
    { tid: 2, name: 'Sample Worm', risk: 'critical' },
  ],
  properties: { geo: { countrycode: ['XX'] }, dns: { a: ['192.0.2.7'] } },
});
const second = someRecord({
  iid: 2,
  risk: 'high',
  retired: true,
  threats: [{ tid: 1, name: 'Example Kit', category: 'phishing', risk: 'high' }],
});
const third = someRecord({ iid: 3, risk: 'low' });

function service(): Service {
  return createService({ store: shelf(first, second, third), tier: 'business', embedded: true });
}

async function rowsOf(params: Readonly<Record<string, string>>): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { status, body } = await explore(service(), params);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { results: readonly Readonly<Record<string, unknown>>[] }).results;
}

describe('Explore', () => {
  it('answers with a row an indicator, in the order of the store', async () => {
    const rows = await rowsOf({ q: 'ioc=host-1.example or ioc=host-2.example or ioc=unknown.example' });
    assert.deepEqual(rows, [
      {
        iid: 1,
        indicator: 'host-1.example',
        type: 'domain',
        risk: 'high',
        retired: 0,
        stamp_added: '2024-03-01 12:00:00',
        stamp_updated: '2024-03-01 12:00:00',
        stamp_seen: '2024-03-01 12:00:01',
        summary: { properties: { geo: { countrycode: 'XX' } } },
      },
      {
        iid: 2,
        indicator: 'host-2.example',
        type: 'domain',
        risk: 'high',
        retired: 1,
        stamp_added: null,
        stamp_updated: null,
        stamp_seen: null,
        summary: { properties: {} },
      },
    ]);
  });

  it('answers 200 with no results where nothing is found', async () => {
    assert.deepEqual(await rowsOf({ q: 'ioc=unknown.example' }), []);
  });

  it('gives no more than the limit', async () => {
    assert.equal((await rowsOf({ q: 'risk=high', limit: '1' })).length, 1);
  });

  it('finds the threats of the indicators that match, the worst first', async () => {
    assert.deepEqual(await rowsOf({ q: 'risk=high', type: 'threats' }), [
      { tid: 2, threat: 'Sample Worm', category: null, risk: 'critical' },
      { tid: 1, threat: 'Example Kit', category: 'phishing', risk: 'high' },
    ]);
    const named = await rowsOf({ q: 'risk=high and threat="Example Kit"', type: 'threats' });
    assert.deepEqual(
      named.map(({ threat }) => threat),
      ['Example Kit'],
    );
    assert.equal((await rowsOf({ q: 'risk=high', type: 'threats', limit: '1' })).length, 1);
  });

  const refusals: readonly (readonly [params: Readonly<Record<string, string>>, error: RegExp])[] = [
    [{ q: '# nothing' }, /^Parameter q holds no query\.$/],
    [{ q: 'risk=high and' }, /^Parameter q can't be read at character 11: A term is missing after “and”\.$/],
    [{ q: 'example.com' }, /^Parameter q can't be read at character 1: Write name=value/],
    [{ q: `${'('.repeat(1000)}risk=high${')'.repeat(1000)}` }, /Nested deeper than 200 levels/],
    [{ q: 'colour=red' }, /^Parameter q can't be answered: Unknown field: colour$/],
    [{ q: 'risk=high', type: 'feeds' }, /^Parameter type must be one of: indicators, threats\.$/],
    [{ q: 'risk=high', limit: '0' }, /^Parameter limit must be a whole number of at least 1\.$/],
    [{ q: 'risk=high', limit: 'all' }, /^Parameter limit must be a whole number of at least 1\.$/],
    [{ q: 'risk=high', format: 'csv' }, /^Parameter format must be one of: json\.$/],
  ];
  for (const [params, error] of refusals) {
    it(`refuses ${new URLSearchParams(params).toString().slice(0, 60)}`, async () => {
      const { status, body } = await explore(service(), params);
      assert.equal(status, 400);
      assert.match((body as { error: string }).error, error);
    });
  }
});
