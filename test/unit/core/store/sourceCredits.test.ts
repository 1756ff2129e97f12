import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/explore';
import { isKnown } from '../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../src/core/store/reader';
import type { Store } from '../../../../src/core/store/store';
import { aRecord, addGeoLocations, addRecords, storeFolder } from './builders';

describe('Credits of sources in the store', () => {
  const folder = storeFolder();
  const credit = 'List by A, CC BY 4.0 (https://a.example/)';

  function filled(): Store {
    const store = folder.open();
    addRecords(store, 'a', [
      aRecord('evil.example', { risk: 'high' }),
      aRecord('http://host.example/x', { type: 'url' }),
    ]);
    addRecords(store, 'b', [aRecord('evil.example'), aRecord('other.example')]);
    const id = store.sources.list().find(({ name }) => name === 'a')?.id ?? 0;
    store.sources.change(id, {
      details: { credit: 'List by A', license: 'CC BY 4.0; credit A', terms: 'https://a.example/' },
    });
    return store;
  }

  it('are with what each source says, and with what it says about the hosts of its URLs', () => {
    filled();
    const reader = new StoreReader(folder.file());
    const creditsOf = (key: string) =>
      reader
        .find(key)
        .filter(isKnown)
        .map(({ source, record }) => [source.name, record.credits]);
    assert.deepEqual(creditsOf('evil.example'), [
      ['a', [credit]],
      ['b', undefined],
    ]);
    assert.deepEqual(creditsOf('host.example'), [['a', [credit]]]);
    reader.close();
  });

  it('are with merged records and results of queries, together with those of the location', async () => {
    const store = filled();
    addRecords(store, 'b', [aRecord('5.5.5.5', { type: 'ip' })]);
    addGeoLocations(store, 'b', [['5.0.0.0/8', { country: 'DE' }]], { credit: 'Places by B' });
    const { node } = parseQuery('type=ip or type=domain');
    assert.ok(node !== undefined);
    const found = await store.search(node, { limit: 10 });
    const creditsOf = (key: string) => [store.byKey(key)?.credits, found.find(({ value }) => value === key)?.credits];
    assert.deepEqual(creditsOf('evil.example'), [[credit], [credit]]);
    assert.deepEqual(creditsOf('other.example'), [undefined, undefined]);
    assert.deepEqual(creditsOf('5.5.5.5'), [['Places by B'], ['Places by B']]);
  });
});
