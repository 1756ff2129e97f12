import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/explore';
import { StoreReader } from '../../../../src/core/store/reader';
import { runMaintenance } from '../../../../src/service/scans/maintenance';
import type { Store } from '../../../../src/core/store/store';
import { aRecord, storeFolder } from './builders';

const year = 365 * 24 * 60 * 60 * 1_000;
const now = Date.UTC(2026, 5, 1);

describe('What a source means', () => {
  const folder = storeFolder();

  function addList(store: Store): number {
    const run = store.beginImport({ kind: 'import', name: 'blocklist.txt' });
    run.take([
      { kind: 'indicator', record: aRecord('plain.example') },
      { kind: 'indicator', record: aRecord('rated.example', { risk: 'low' }) },
      {
        kind: 'indicator',
        record: aRecord('tor.example', { contexts: [{ kind: 'informational', category: 'tor', label: 'Tor exit' }] }),
      },
      {
        kind: 'indicator',
        record: aRecord('ads.example', { contexts: [{ kind: 'blocklist', category: 'blockList', label: 'Blocked' }] }),
      },
    ]);
    run.finish();
    return store.sources.list()[0]?.id ?? 0;
  }

  function remergeAll(store: Store, id: number): number {
    let count = 0;
    for (let from: number | undefined = 0; from !== undefined;) {
      const { merged, next } = store.sources.remergeSome(id, from);
      count += merged;
      from = next;
    }
    return count;
  }

  async function search(store: Store, query: string): Promise<readonly string[]> {
    const { node } = parseQuery(query);
    assert.ok(node !== undefined);
    return (await store.search(node, { limit: 10 })).map(({ value }) => value).toSorted();
  }

  const riskOf = (store: Store, key: string): string | undefined => store.byKey(key)?.risk;

  it('rates entries without a risk, also after the import', async () => {
    const store = folder.open(() => now);
    const id = addList(store);
    assert.equal(riskOf(store, 'plain.example'), 'unknown');
    assert.equal(store.sources.change(id, { risk: 'high' }), true);
    assert.equal(remergeAll(store, id), 4);
    assert.deepEqual(
      ['plain', 'rated', 'tor', 'ads'].map((name) => riskOf(store, `${name}.example`)),
      ['high', 'low', 'unknown', 'high'],
    );
    assert.deepEqual(
      store.byKey('plain.example')?.riskFactors.map(({ description, id: own }) => [description, typeof own]),
      [['Listed in blocklist.txt', 'number']],
    );
    assert.deepEqual(await search(store, 'risk=high'), ['ads.example', 'plain.example']);
    const reader = new StoreReader(folder.file(), { now: () => now });
    assert.deepEqual(
      reader.find('plain.example').map((known) => known.kind === 'known' && known.record.risk),
      ['high'],
    );
    reader.close();
  });

  it('takes its risk back without importing again', async () => {
    const store = folder.open(() => now);
    const id = addList(store);
    store.sources.change(id, { risk: 'high' });
    remergeAll(store, id);
    assert.equal(store.sources.change(id, { risk: 'high' }), false);
    assert.equal(store.sources.change(id, { risk: 'unknown' }), true);
    remergeAll(store, id);
    assert.equal(riskOf(store, 'plain.example'), 'unknown');
    assert.deepEqual(await search(store, 'risk=high'), []);
  });

  it('is that its entries are described, not rated, until it is something else', () => {
    const store = folder.open(() => now);
    const id = addList(store);
    store.sources.change(id, { risk: 'high' });
    remergeAll(store, id);
    assert.equal(store.sources.change(id, { risk: 'unknown', details: { describes: 'knownServices' } }), true);
    remergeAll(store, id);
    const contextsOf = (name: string) =>
      store.byKey(`${name}.example`)?.contexts?.map(({ kind, category }) => `${kind} ${category}`) ?? [];
    assert.deepEqual(
      ['plain', 'rated', 'tor', 'ads'].map((name) => [riskOf(store, `${name}.example`), ...contextsOf(name)]),
      [
        ['unknown', 'knownServices other'],
        ['low'],
        ['unknown', 'informational tor'],
        ['unknown', 'knownServices other'],
      ],
    );
    assert.equal(store.sources.change(id, { risk: 'medium', details: { describes: null } }), true);
    remergeAll(store, id);
    assert.deepEqual([riskOf(store, 'plain.example'), ...contextsOf('plain')], ['medium']);
  });

  it('rates what the same source adds later', async () => {
    const store = folder.open(() => now);
    store.sources.change(addList(store), { risk: 'medium' });
    const run = store.beginImport({ kind: 'import', name: 'blocklist.txt' });
    run.take([{ kind: 'indicator', record: aRecord('later.example') }]);
    run.finish();
    assert.equal(riskOf(store, 'later.example'), 'medium');
    assert.deepEqual(await search(store, 'risk=medium'), ['later.example']);
  });

  it('weakens by a level for each year since an entry was seen, but not to nothing', () => {
    const store = folder.open(() => now);
    const run = store.beginImport({ kind: 'import', name: 'old.csv', risk: 'high', ages: true });
    const seen = (years: number) => ({ timestamps: { seen: now - years * year - 1_000 } });
    run.take([
      { kind: 'indicator', record: aRecord('fresh.example', seen(0)) },
      { kind: 'indicator', record: aRecord('one.example', seen(1)) },
      { kind: 'indicator', record: aRecord('nine.example', { risk: 'critical', ...seen(9) }) },
      { kind: 'indicator', record: aRecord('harmless.example', { risk: 'none', ...seen(9) }) },
      { kind: 'indicator', record: aRecord('undated.example') },
      { kind: 'indicator', record: aRecord('first.example', { timestamps: { added: now - 9 * year } }) },
    ]);
    run.finish();
    assert.deepEqual(
      ['fresh', 'one', 'nine', 'harmless', 'undated', 'first'].map((name) => riskOf(store, `${name}.example`)),
      ['high', 'medium', 'very low', 'none', 'high', 'high'],
    );
  });

  it('keeps the risk of earlier years apart from scores and overrides', () => {
    const store = folder.open(() => now);
    const run = store.beginImport({ kind: 'import', name: 'old.csv', ages: true });
    run.take([
      { kind: 'indicator', record: aRecord('old.example', { risk: 'high', timestamps: { seen: now - 2 * year } }) },
    ]);
    run.finish();
    const old = store.byKey('old.example');
    assert.deepEqual([old?.risk, old?.riskWhenSeen, old?.riskRecommended], ['low', 'high', undefined]);
    const subject = { type: 'domain', value: 'old.example' } as const;
    store.overrides.setRisk(subject, 'critical');
    const set = store.byKey('old.example');
    assert.deepEqual([set?.risk, set?.riskWhenSeen, set?.riskRecommended], ['critical', undefined, 'low']);
    const reader = new StoreReader(folder.file(), { now: () => now });
    const found = reader.find('old.example').find(({ source }) => source.kind === 'user');
    reader.close();
    assert.ok(found?.kind === 'known');
    assert.deepEqual([found.record.riskWhenSeen, found.record.riskRecommended], [undefined, 'low']);
  });

  it('weakens for searches once a day, and only where a year is over', async () => {
    const day = 24 * 60 * 60 * 1_000;
    let at = now;
    const store = folder.open(() => at);
    const list = store.beginImport({ kind: 'import', name: 'old.csv', ages: true });
    const seen = (millis: number) => ({ risk: 'high', timestamps: { seen: millis } }) as const;
    list.take([
      { kind: 'indicator', record: aRecord('soon.example', seen(now - year + 10 * day)) },
      { kind: 'indicator', record: aRecord('later.example', seen(now)) },
      { kind: 'indicator', record: aRecord('two.example', seen(now - year + 10 * day)) },
    ]);
    list.finish();
    const other = store.beginImport({ kind: 'import', name: 'other.txt' });
    other.take([{ kind: 'indicator', record: aRecord('two.example', { risk: 'low', timestamps: { seen: now } }) }]);
    other.finish();
    const highRisk = ['later.example', 'soon.example', 'two.example'];
    assert.deepEqual(await search(store, 'risk=high'), highRisk);
    await runMaintenance(store);
    assert.deepEqual(store.sources.toAge(), []);
    at += 11 * day;
    assert.deepEqual(await search(store, 'risk=high'), highRisk);
    assert.equal(store.sources.toAge().length, 1);
    await runMaintenance(store);
    assert.deepEqual(await search(store, 'risk=high'), ['later.example']);
    assert.deepEqual(await search(store, 'risk=medium'), ['soon.example', 'two.example']);
  });

  it('keeps details key by key, and is removed with exactly its statements', () => {
    const store = folder.open(() => now);
    const id = addList(store);
    const other = store.beginImport({ kind: 'import', name: 'other.txt' });
    other.take([{ kind: 'indicator', record: aRecord('plain.example', { risk: 'low' }) }]);
    other.finish();
    store.sources.change(id, { details: { asked: true, unrated: 2 } });
    store.sources.change(id, { details: { unrated: 3 } });
    assert.deepEqual(store.sources.list()[0]?.details, { asked: true, unrated: 3 });
    assert.equal(store.sources.remove(id), 4);
    assert.deepEqual(
      store.sources.list().map(({ name, indicators }) => [name, indicators]),
      [['other.txt', 1]],
    );
    assert.equal(riskOf(store, 'plain.example'), 'low');
    assert.equal(riskOf(store, 'rated.example'), undefined);
  });
});
