import assert from 'node:assert/strict';
import { parseQuery } from '../../../../../src/core/explore';
import type { ImportResult } from '../../../../../src/core/store/protocol/protocol';
import { importInto } from '../../../../../src/service/import';
import { storeFolder } from '../../../core/store/builders';

describe('The result of an import', () => {
  const folder = storeFolder();

  async function meaningOf(text: string, name = 'list.txt'): Promise<Partial<ImportResult>> {
    const { shape, kind, kinds, unrated } = await importInto(folder.open(), { text, name });
    return { ...(shape === undefined ? {} : { shape }), ...(kind === undefined ? {} : { kind }), kinds, unrated };
  }

  it('names a known list, and counts its entries by what they mean', async () => {
    assert.deepEqual(await meaningOf('0.0.0.0 bad.example\n0.0.0.0 worse.example\n'), {
      shape: 'hosts',
      kind: 'blocklist',
      kinds: { blocklist: 2 },
      unrated: 0,
    });
    const event = { type: 'domain', to_ids: true, value: 'bad.example' };
    const attributes = [event, { ...event, value: 'worse.example', to_ids: false }, { ...event, type: 'md5' }];
    assert.deepEqual(await meaningOf(JSON.stringify({ Event: { info: 'x', Attribute: attributes } })), {
      shape: 'misp',
      kind: 'threats',
      kinds: { threats: 1, informational: 1 },
      unrated: 1,
    });
  });

  it('lowers the risk of old entries of known malicious lists, and of no other', async () => {
    const store = folder.open(() => Date.UTC(2026, 8, 1));
    const domain = { type: 'domain', to_ids: true, value: 'old.example', timestamp: '1722272240' };
    const event = { info: 'x', date: '2024-07-29', threat_level_id: '1', Attribute: [domain] };
    await importInto(store, { text: JSON.stringify({ Event: event }), name: 'event.json' });
    await importInto(store, { text: 'domain,risk,seen\nown.example,high,2024-07-29\n', name: 'own.csv' });
    assert.deepEqual(
      store.sources.list().map(({ name, ages }) => [name, ages]),
      [
        ['event.json', true],
        ['own.csv', false],
      ],
    );
    const old = store.byKey('old.example');
    assert.deepEqual([old?.risk, old?.riskWhenSeen], ['low', 'high']);
    assert.equal(store.byKey('own.example')?.risk, 'high');
    const { node } = parseQuery('risk=low');
    assert.ok(node !== undefined);
    assert.deepEqual(
      (await store.search(node, { limit: 10 })).map(({ value }) => value),
      ['old.example'],
    );
  });

  it('counts entries of other lists whose risk nothing states', async () => {
    assert.deepEqual(await meaningOf('bad.example\nworse.example\n# none\n'), { kinds: {}, unrated: 2 });
    assert.deepEqual(await meaningOf('domain,risk\nbad.example,high\nworse.example,\n'), { kinds: {}, unrated: 1 });
  });
});
