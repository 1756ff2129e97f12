import assert from 'node:assert/strict';
import { createService, type Service } from '../../../src/service';
import { servedFrom } from '../../../src/service/servedRecords';
import { send, explore } from './send';
import { cacheRemoteAnswer, importRecords, useStore } from './openedStore';
import { noon, someRecord } from './servedRecords';

describe('Service over a store', () => {
  const store = useStore();
  let service: Service;

  before(() => {
    importRecords(store(), [
      someRecord({
        iid: 900,
        value: 'login-update.example',
        risk: 'high',
        timestamps: { seen: noon },
        threats: [{ tid: 77, name: 'Example Kit', risk: 'high' }],
        feeds: [{ fid: 78, name: 'Example Feed' }],
        redirects: { from: [{ iid: 901, value: '192.0.2.7' }], to: [] },
      }),
      someRecord({ iid: 901, value: '192.0.2.7', type: 'ip', risk: 'low' }),
      someRecord({ iid: 902, value: 'http://login-update.example/a?b=c', type: 'url', retired: true }),
    ]);
    cacheRemoteAnswer(store());
    service = createService({ store: servedFrom(store()), tier: 'business', embedded: true });
  });

  it('finds the same record by value and by ID, with local IDs', async () => {
    const byValue = await send(service, '/api/indicator.php?indicator=login-update[.]example');
    const { iid, risk, threats } = byValue.body as { iid: number; risk: string; threats: readonly { name: string }[] };
    assert.notEqual(iid, 900);
    assert.equal(risk, 'high');
    assert.equal(threats[0]?.name, 'Example Kit');
    assert.deepEqual((await send(service, `/api/indicator.php?iid=${iid}`)).body, byValue.body);
  });

  it('searches', async () => {
    const { body } = await explore(service, { q: 'ioc=192.0.2.7 or (risk=high and not type=ip)' });
    assert.deepEqual(
      (body as { results: readonly { indicator: string }[] }).results.map(({ indicator }) => indicator).sort(),
      ['192.0.2.7', 'login-update.example'],
    );
    const refused = await explore(service, { q: 'risk=frightful' });
    assert.equal(refused.status, 400);
  });

  it('searches by the names of threats and feeds', async () => {
    for (const q of ['threat="example  KIT"', 'threat=exam*kit', 'feed="Example Feed" and not type=ip', 'feed!=*']) {
      const { body } = await explore(service, { q });
      const [first] = (body as { results: readonly { indicator: string }[] }).results;
      assert.equal(first?.indicator, q === 'feed!=*' ? '192.0.2.7' : 'login-update.example', q);
    }
    const { body } = await explore(service, { q: 'threat=*kit', type: 'threats' });
    const { results } = body as { results: readonly { threat: string; risk: string }[] };
    assert.deepEqual(
      results.map(({ threat, risk }) => [threat, risk]),
      [['Example Kit', 'high']],
    );
  });

  it('never serves answers of a remote service', async () => {
    assert.equal((await send(service, '/api/indicator.php?indicator=remote.example')).status, 404);
    assert.deepEqual((await explore(service, { q: 'ioc=remote.example or risk=critical' })).body, { results: [] });
  });
});
