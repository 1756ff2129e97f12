import assert from 'node:assert/strict';
import { RecentServices } from '../../../../src/features/connection/recentServices';

function services(stored?: unknown) {
  const values = new Map<string, unknown>();
  if (stored !== undefined) values.set('connection.services', stored);
  let clock = 1_000;
  const memory = {
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? (values.get(key) as T) : otherwise),
    update: (key: string, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
  return new RecentServices(memory, () => clock++);
}

const addresses = (recent: RecentServices): readonly string[] => recent.list().map(({ address }) => address);

describe('Recent services', () => {
  it('lists each service once, most recently used first', async () => {
    const recent = services();
    for (const name of ['a', 'b', 'a']) await recent.use(`https://${name}.example`);
    assert.deepEqual(addresses(recent), ['https://a.example', 'https://b.example']);
  });

  it('remembers whether there was a key', async () => {
    const recent = services();
    await recent.use('https://a.example', true);
    await recent.use('https://a.example');
    assert.equal(recent.find('https://a.example')?.hadKey, true);
    await recent.use('https://a.example', false);
    assert.equal(recent.find('https://a.example')?.hadKey, false);
  });

  it('keeps at most ten', async () => {
    const recent = services();
    for (let index = 0; index < 15; index++) await recent.use(`https://s${index}.example`);
    assert.equal(recent.list().length, 10);
    assert.equal(recent.list()[0]?.address, 'https://s14.example');
  });

  it('forgets one on request', async () => {
    const recent = services();
    await recent.use('https://a.example');
    await recent.use('https://b.example');
    await recent.forget('https://a.example');
    assert.deepEqual(addresses(recent), ['https://b.example']);
  });

  it('ignores invalid data of other versions', () => {
    assert.deepEqual(services('nonsense').list(), []);
    const kept = { address: 'https://a.example', usedAt: 1, hadKey: true };
    assert.deepEqual(services([kept, { address: 5 }, null, 'x']).list(), [kept]);
  });
});
