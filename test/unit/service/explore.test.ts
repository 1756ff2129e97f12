import assert from 'node:assert/strict';
import { createService, type Service } from '../../../src/service';
import { explore } from './send';
import { noon, servedRecords, someRecord } from './servedRecords';

const first = someRecord({
  iid: 1,
  risk: 'high',
  timestamps: { added: noon, updated: noon, seen: noon + 1000 },
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
  return createService({ store: servedRecords(first, second, third), tier: 'business', embedded: true });
}

async function rowsOf(params: Readonly<Record<string, string>>): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { status, body } = await explore(service(), params);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { results: readonly Readonly<Record<string, unknown>>[] }).results;
}

describe('Explore', () => {
  it('answers with a row per indicator, in the order of the store', async () => {
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

  it('answers 200 without results if nothing is found', async () => {
    assert.deepEqual(await rowsOf({ q: 'ioc=unknown.example' }), []);
  });

  it('returns no more than the limit', async () => {
    assert.equal((await rowsOf({ q: 'risk=high', limit: '1' })).length, 1);
  });

  it('answers with a row per threat', async () => {
    assert.deepEqual(await rowsOf({ q: 'risk=high', type: 'threats' }), [
      { tid: 1, threat: 'Example Kit', category: 'phishing', risk: 'high' },
      { tid: 2, threat: 'Sample Worm', category: null, risk: 'critical' },
    ]);
    assert.equal((await rowsOf({ q: 'risk=high', type: 'threats', limit: '1' })).length, 1);
  });

  const refusals: readonly (readonly [params: Readonly<Record<string, string>>, error: RegExp])[] = [
    [{ q: '# nothing' }, /^The query is empty\.$/],
    [{ q: 'risk=high and' }, /^Query, character 11: Term expected after “and”\.$/],
    [{ q: 'example.com' }, /^Query, character 1: Expected name=value/],
    [{ q: `${'('.repeat(1000)}risk=high${')'.repeat(1000)}` }, /Nesting exceeds 200 levels/],
    [{ q: 'colour=red' }, /^Query: Unknown field: colour$/],
    [{ q: 'risk=high', type: 'feeds' }, /^Parameter type must be one of: indicators, threats\.$/],
    [{ q: 'risk=high', limit: '0' }, /^Parameter limit must be a whole number of at least 1\.$/],
    [{ q: 'risk=high', limit: '-1' }, /^Parameter limit must be a whole number of at least 1\.$/],
    [{ q: 'risk=high', pretty: 'yes' }, /^Parameter pretty must be 0 or 1\.$/],
    [{ q: 'risk=high', limit: 'all' }, /^Parameter limit must be a whole number of at least 1\.$/],
    [{ q: 'risk=high', format: 'xml' }, /^Parameter format must be one of: json, csv, stix\.$/],
    [{ q: 'risk=high', format: 'stix', type: 'threats' }, /^format=stix requires type=indicators\.$/],
  ];
  for (const [params, error] of refusals) {
    it(`rejects ${new URLSearchParams(params).toString().slice(0, 60)}`, async () => {
      const { status, body } = await explore(service(), params);
      assert.equal(status, 400);
      assert.match((body as { error: string }).error, error);
    });
  }

  const at = async (params: Readonly<Record<string, string>>, key = ''): Promise<Response> => {
    const keyed = createService({
      store: servedRecords(first, second),
      tier: 'pro',
      embedded: false,
      key: 'secret',
      now: () => noon,
    });
    const requested = new URLSearchParams({ ...params, ...(key === '' ? {} : { key }) });
    return keyed(new Request(`http://127.0.0.1:8089/api/explore.php?${requested.toString()}`));
  };

  it('writes CSV with the query, and never the key', async () => {
    const response = await at({ q: 'risk=high', format: 'csv', limit: '5' }, 'secret');
    assert.equal(response.headers.get('content-type'), 'text/csv');
    const text = await response.text();
    assert.doesNotMatch(text, /secret/);
    assert.deepEqual(text.split('\n').slice(0, 6), [
      '# Explore results, 2024-03-01 12:00:00 UTC',
      '# Query: risk=high',
      '# Limit: 5',
      '# Address: http://127.0.0.1:8089/api/explore.php?q=risk%3Dhigh&type=indicators&limit=5&format=csv',
      'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr,retired,threats,threat_categories,threat_risks',
      'host-1.example,domain,high,"2024-03-01 12:00:00","2024-03-01 12:00:00","2024-03-01 12:00:01",,http://127.0.0.1:8089/api/indicator.php?iid=1,,,XX,,,0,"Example Kit; Sample Worm","phishing; ","high; critical"',
    ]);
    const threats = await (await at({ q: 'risk=high', format: 'csv', type: 'threats' }, 'secret')).text();
    assert.deepEqual(threats.split('\n').slice(4, 6), ['threat,category,risk,tid', 'Example Kit,phishing,high,1']);
  });

  it('writes STIX for callers with a key, and explains that to others', async () => {
    const response = await at({ q: 'risk=high', format: 'stix' }, 'secret');
    assert.equal(response.headers.get('content-type'), 'application/stix+json');
    const { objects } = (await response.json()) as { objects: readonly { type: string }[] };
    assert.deepEqual(
      objects.map(({ type }) => type),
      [
        'identity',
        'extension-definition',
        'infrastructure',
        'infrastructure',
        'indicator',
        'relationship',
        'relationship',
        'indicator',
        'relationship',
      ],
    );
    const refused = await at({ q: 'risk=high', format: 'stix' });
    assert.equal(refused.status, 401);
    assert.match(((await refused.json()) as { error: string }).error, /registered user account/);
  });

  it('returns the results of the plan without a limit, and rejects more', async () => {
    assert.match(await (await at({ q: 'risk=high', format: 'csv' })).text(), /^# Limit: 10$/m);
    assert.match(await (await at({ q: 'risk=high', format: 'csv' }, 'secret')).text(), /^# Limit: 250$/m);
    assert.equal((await at({ q: 'risk=high', limit: '251' }, 'secret')).status, 429);
  });
});
