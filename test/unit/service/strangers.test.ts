import assert from 'node:assert/strict';
import { createService } from '../../../src/service';
import { withOperations } from '../../../src/service/team/operations';
import { tiers } from '../../../src/service/http/tiers';
import { servedRecords, someRecord } from './servedRecords';

const perSecond = tiers.visitor.rates.second;

describe('Strangers at a service where people have keys', () => {
  let asked: string[];
  let valid: Set<string>;
  let service: ReturnType<typeof withOperations>;
  const now = Date.UTC(2026, 10, 22);

  beforeEach(() => {
    asked = [];
    valid = new Set(['right', 'other']);
    const accounts = {
      holderOf: (key: string) => {
        asked.push(key);
        return Promise.resolve(valid.has(key) ? ({ name: key, tier: 'team', role: 'read' } as const) : undefined);
      },
    };
    const store = servedRecords(someRecord({ iid: 1 }));
    service = withOperations(createService({ store, tier: 'pro', accounts, embedded: false, now: () => now }), {
      accounts,
      isReady: () => Promise.resolve(true),
      connections: () => ({ open: 0, idle: 0, waiting: 0 }),
    });
  });

  const ask = async (key: string | undefined, client: string): Promise<number> => {
    const query = key === undefined ? '' : `&key=${key}`;
    return (await service(new Request(`http://127.0.0.1/api/indicator.php?iid=1${query}`), client)).status;
  };
  const askMany = (times: number, client: string): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: times }, (_, number) => ask(`wrong${number}`, client)));
  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((each) => each === status).length;

  it('are refused past their limit without a look at their keys, also of many at once', async () => {
    const statuses = await askMany(3 * perSecond, '192.0.2.1');
    assert.equal(count(statuses, 401), perSecond);
    assert.equal(count(statuses, 429), 2 * perSecond);
    assert.equal(asked.length, perSecond);
  });

  it('are counted by address, and all of a network of IPv6 as one', async () => {
    await askMany(perSecond, '192.0.2.1');
    assert.equal(await ask('wrong', '::ffff:192.0.2.1'), 429);
    assert.equal(await ask('wrong', '192.0.2.2'), 401);
    await askMany(perSecond, '2001:db8:1:2::1');
    assert.equal(await ask('wrong', '2001:db8:1:2:ffff::9'), 429);
    assert.equal(await ask('wrong', '2001:db8:1:3::1'), 401);
  });

  it('keep nobody at their address away whose key was valid before, until it no longer is', async () => {
    assert.equal(await ask('right', '192.0.2.1'), 200);
    await askMany(perSecond, '192.0.2.1');
    assert.equal(await ask('right', '192.0.2.1'), 200);
    assert.equal(await ask('other', '192.0.2.9'), 200);
    valid.clear();
    assert.equal(await ask('right', '192.0.2.1'), 429);
    const before = asked.length;
    assert.equal(await ask('right', '192.0.2.1'), 429);
    assert.equal(asked.length, before);
  });

  it('are not counted with those who have keys', async () => {
    for (let times = 0; times < 2 * perSecond; times++) assert.equal(await ask('right', '192.0.2.1'), 200);
    valid.add('new');
    assert.equal(await ask('new', '192.0.2.1'), 200);
  });

  it('cost nothing without a key, over TAXII, and at the metrics either', async () => {
    for (let times = 0; times <= perSecond; times++) await ask(undefined, '192.0.2.1');
    assert.equal(await ask(undefined, '192.0.2.1'), 429);
    assert.deepEqual(asked, []);
    const send = async (path: string, authorization: string): Promise<number> => {
      const headers = { Authorization: authorization };
      return (await service(new Request(`http://127.0.0.1${path}`, { headers }), '192.0.2.3')).status;
    };
    const wrong = `Basic ${btoa('taxii2:wrong')}`;
    for (const [path, authorization] of [
      ['/taxii2/', wrong],
      ['/metrics', 'Bearer wrong'],
    ] as const) {
      asked.length = 0;
      const statuses = await Promise.all(Array.from({ length: 2 * perSecond }, () => send(path, authorization)));
      assert.deepEqual([count(statuses, 401), count(statuses, 429)], [perSecond, perSecond], path);
      assert.equal(asked.length, perSecond, path);
    }
  });
});
