import assert from 'node:assert/strict';
import type { Store } from '../../../../src/core/store/store';
import { importInto } from '../../../../src/service/import';
import { refreshList } from '../../../../src/service/import/refreshList';
import { storeFolder } from '../../core/store/builders';

const header = 'ioc,risk,malware';

describe('Threats that a list no longer names', () => {
  const folder = storeFolder();
  let time = Date.UTC(2026, 5, 1);
  const now = (): number => (time += 60_000);
  const list = { address: 'https://lists.example/table.csv', title: 'Table', risk: 'high' } as const;
  const ways = {
    'a list that is followed': async (store: Store, rows: readonly string[]) => {
      const files = [new TextEncoder().encode(`${[header, ...rows].join('\n')}\n`)];
      const { busy } = await refreshList(store, { ...list, files, state: { addresses: {} } }, now);
      assert.equal(busy, undefined);
    },
    'an imported file': async (store: Store, rows: readonly string[]) => {
      const { complete } = await importInto(
        store,
        { text: `${[header, ...rows].join('\n')}\n`, name: 'list.csv' },
        { now },
      );
      assert.equal(complete, true);
    },
  };
  const threatsOf = (store: Store, key: string) => store.byKey(key)?.threats.map(({ name }) => name);
  const state = (store: Store, name: string) => {
    const threat = store.groups.threat({ name });
    return threat === undefined ? undefined : [threat.retired, threat.retiredReason];
  };
  const gone = [true, 'No longer on the list'];

  for (const [what, read] of Object.entries(ways)) {
    it(`are retired, and gone from what stays: ${what}`, async () => {
      const store = folder.open(now);
      await read(store, [
        'lookups-test-1.com,high,Kettle',
        'lookups-test-2.com,high,Pan',
        'lookups-test-3.com,high,Pan',
      ]);
      assert.deepEqual(state(store, 'Kettle'), [false, undefined]);
      await read(store, ['lookups-test-1.com,high,Ladle', 'lookups-test-2.com,high,', 'lookups-test-3.com,high,Pan']);
      assert.deepEqual(threatsOf(store, 'lookups-test-1.com'), ['Ladle']);
      assert.deepEqual(threatsOf(store, 'lookups-test-2.com'), []);
      assert.deepEqual(threatsOf(store, 'lookups-test-3.com'), ['Pan']);
      assert.deepEqual(state(store, 'Kettle'), gone);
      assert.deepEqual(state(store, 'Pan'), [false, undefined]);
      await read(store, ['lookups-test-1.com,high,Kettle', 'lookups-test-3.com,high,Pan']);
      assert.deepEqual(state(store, 'Kettle'), [false, undefined]);
      assert.deepEqual(state(store, 'Ladle'), gone);
    });
  }

  it('are retired with their indicators, unless another source names them', async () => {
    const store = folder.open(now);
    const read = ways['a list that is followed'];
    await read(store, ['lookups-test-1.com,high,Kettle', 'lookups-test-2.com,high,Pan']);
    await read(store, ['lookups-test-2.com,high,Pan']);
    assert.equal(store.byKey('lookups-test-1.com')?.retired, true);
    assert.deepEqual(state(store, 'Kettle'), gone);
    assert.deepEqual(state(store, 'Pan'), [false, undefined]);
    const found = await store.searchThreats(
      {
        kind: 'term',
        field: 'threat',
        operator: '=',
        value: '*',
        quoted: false,
        range: at,
        fieldRange: at,
        valueRange: at,
      },
      { limit: 10 },
    );
    assert.deepEqual(
      found.map(({ name, risk }) => [name, risk]),
      [
        ['Pan', 'high'],
        ['Kettle', 'retired'],
      ],
    );
    await importInto(store, { text: `${header}\nlookups-test-4.com,high,Kettle\n`, name: 'other.csv' }, { now });
    assert.deepEqual(state(store, 'Kettle'), [false, undefined]);
  });

  it('stay in a bundle whose relations come apart', async () => {
    const store = folder.open(now);
    const id = (type: string, n: number) => `${type}--00000000-0000-4000-8000-00000000000${n}`;
    const dates = { created: '2026-01-01T00:00:00Z', modified: '2026-01-01T00:00:00Z' };
    const bundle = JSON.stringify({
      type: 'bundle',
      objects: [
        { ...dates, type: 'indicator', id: id('indicator', 1), pattern: "[domain-name:value = 'lookups-test-1.com']" },
        { ...dates, type: 'malware', id: id('malware', 2), name: 'Kettle', is_family: true },
        {
          ...dates,
          type: 'relationship',
          id: id('relationship', 3),
          relationship_type: 'indicates',
          source_ref: id('indicator', 1),
          target_ref: id('malware', 2),
        },
      ],
    });
    await importInto(store, { text: bundle, name: 'bundle.json' }, { now });
    await importInto(store, { text: bundle, name: 'bundle.json' }, { now });
    assert.deepEqual(threatsOf(store, 'lookups-test-1.com'), ['Kettle']);
    assert.deepEqual(state(store, 'Kettle'), [false, undefined]);
  });
});

const at = { start: 0, end: 0 };
