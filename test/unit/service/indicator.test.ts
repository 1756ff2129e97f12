import assert from 'node:assert/strict';
import { createService, type Service } from '../../../src/service';
import { send } from './send';
import { rich, servedRecords, someRecord, noon } from './servedRecords';

const other = someRecord({ iid: 2, risk: 'low', timestamps: { seen: noon } });
const address = someRecord({ iid: 3, value: '192.0.2.7', type: 'ip' });
const page = someRecord({ iid: 4, value: 'http://login-update.example/a?b=c', type: 'url' });

function service(): Service {
  return createService({ store: servedRecords(rich, other, address, page), tier: 'business', embedded: true });
}

async function get(params: Readonly<Record<string, string>>) {
  return send(service(), `/api/indicator.php?${new URLSearchParams(params).toString()}`);
}

describe('Indicator by ID', () => {
  it('has the fields of the specification, their types, and their order', async () => {
    const { status, body } = await get({ iid: '1' });
    assert.equal(status, 200);
    const expected = {
      qid: null,
      iid: 1,
      indicator: 'login-update.example',
      type: 'domain',
      risk: 'high',
      risk_recommended: 'medium',
      manualrisk: 1,
      retired: 1,
      stamp_added: '2024-03-01 12:00:00',
      stamp_updated: '2024-03-01 12:00:01',
      stamp_seen: '2024-03-01 12:00:02',
      stamp_probed: null,
      stamp_retired: '2024-03-01 12:01:01',
      recent: 0,
      submissions: 3,
      toplist_rank: 512,
      toplist_domain: 'login-update.example',
      riskfactors: [{ rfid: 4, description: 'In a phishing feed', risk: 'high' }],
      redirects: {
        from: [{ id: '2', indicator: 'host-2.example' }],
        to: [{ iid: null, indicator: 'elsewhere.example' }],
      },
      threats: [
        { tid: 5, name: 'Example Kit', category: 'phishing', risk: 'high', stamp_linked: '2024-03-01 12:00:00' },
      ],
      feeds: [
        { fid: 6, name: 'Example Feed', category: null, organization: 'Example', pricing: null, stamp_linked: null },
      ],
      comments: [
        {
          cid: 7,
          username: 'ana',
          title: 'Seen',
          comment: '<b>twice</b>',
          stamp_added: '2024-03-01 12:00:00',
          stamp_updated: null,
          uid: 8,
        },
      ],
      attributes: { port: [['443', 'HTTPS']], protocol: [], technology: [], hosttype: [['web']] },
      properties: {
        dns: { a: '192.0.2.7', ns: ['ns1.example'] },
        geo: { country: 'Exampleland' },
        whois: { '++privacy': '0', '++email': ['a@x.example'] },
        ssl: { domain: [['x.example'], ['y.example']], org: ['X', 'Y'] },
      },
    };
    assert.deepEqual(body, expected);
    assert.deepEqual(Object.keys(body as object), Object.keys(expected));
  });

  it('has null and empty lists for unknown values', async () => {
    const { body } = await get({ iid: '2' });
    assert.deepEqual(body, {
      qid: null,
      iid: 2,
      indicator: 'host-2.example',
      type: 'domain',
      risk: 'low',
      risk_recommended: 'low',
      manualrisk: 0,
      retired: 0,
      stamp_added: null,
      stamp_updated: null,
      stamp_seen: '2024-03-01 12:00:00',
      stamp_probed: null,
      stamp_retired: null,
      recent: 0,
      submissions: 0,
      toplist_rank: null,
      toplist_domain: null,
      riskfactors: [],
      redirects: { from: [], to: [] },
      threats: [],
      feeds: [],
      comments: [],
      attributes: { port: [], protocol: [], technology: [] },
      properties: {},
    });
  });

  it('is 404 if unknown, and 400 if invalid', async () => {
    const missing = await get({ iid: '99' });
    assert.equal(missing.status, 404);
    assert.deepEqual(missing.body, { error: 'Indicator not found.' });
    for (const iid of ['0', '-1', '1.5', '1e3', 'x', '9'.repeat(30)])
      assert.equal((await get({ iid })).status, 400, iid);
  });

  it('has the display names of attributes with schema=1', async () => {
    const { body } = await get({ iid: '1', schema: '1' });
    assert.deepEqual((body as { schema: unknown }).schema, {
      hosttype: { web: 'web' },
      port: { 443: 'HTTPS' },
      protocol: {},
      technology: {},
    });
    assert.equal((await get({ iid: '1', schema: '2' })).status, 400);
  });

  it('has a row for each property value with historical=1', async () => {
    const [recent, historical] = [await get({ iid: '1' }), await get({ iid: '1', historical: '1' })];
    const rows = (await get({ iid: '1', get: 'properties' })).body;
    assert.deepEqual(historical.body, { ...(recent.body as object), properties: rows });
    assert.equal((await get({ iid: '1', historical: 'yes' })).status, 400);
  });
});

describe('Indicator by value', () => {
  it('is found in every spelling', async () => {
    for (const indicator of ['login-update.example', 'LOGIN-UPDATE[.]example', ' login-update.example '])
      assert.equal(((await get({ indicator })).body as { iid: number }).iid, 1, indicator);
    for (const indicator of ['http://login-update.example/a?b=c', 'hxxp://login-update[.]example/a?b=c'])
      assert.equal(((await get({ indicator })).body as { iid: number }).iid, 4, indicator);
    assert.equal(((await get({ indicator: '192.0.2[.]7' })).body as { iid: number }).iid, 3);
  });

  it('is 404 if unknown, and 400 if invalid', async () => {
    assert.deepEqual((await get({ indicator: 'unknown.example' })).body, { error: 'Indicator not found.' });
    const { status, body } = await get({ indicator: 'no indicator' });
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'Parameter indicator must be a domain, an IP address or a URL.' });
  });

  it('requires either id or value', async () => {
    assert.equal((await get({})).status, 400);
    assert.equal((await get({ iid: '1', indicator: 'host-2.example' })).status, 400);
  });
});

describe('get=', () => {
  it('links lists related indicators in the store', async () => {
    const { body } = await get({ iid: '1', get: 'links' });
    const links = body as Readonly<Record<string, readonly { iid: number; stamp_linked: string | null }[]>>;
    assert.deepEqual(Object.keys(links), ['Active DNS', 'Redirects']);
    assert.deepEqual(
      links['Active DNS']?.map(({ iid }) => iid),
      [3],
    );
    assert.deepEqual(links.Redirects, [
      {
        iid: 2,
        indicator: 'host-2.example',
        type: 'domain',
        risk: 'low',
        retired: 0,
        stamp_linked: '2024-03-01 12:00:00',
        summary: { properties: {} },
      },
    ]);
  });

  it('properties lists every value with its name', async () => {
    const { body } = await get({ iid: '1', get: 'properties' });
    assert.deepEqual((body as { dns: unknown }).dns, [
      { pid: 1, stamp_seen: '2024-03-01 12:00:01', name: 'a', value: '192.0.2.7', latest: 1 },
      { pid: 2, stamp_seen: '2024-03-01 12:00:01', name: 'ns', value: 'ns1.example', latest: 1 },
    ]);
  });

  it('rejects anything else with 400', async () => {
    assert.equal((await get({ iid: '1', get: 'all' })).status, 400);
  });
});
