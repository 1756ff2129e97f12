import assert from 'node:assert/strict';
import { StoreReader } from '../../../src/core/store/reader';
import { StoreError } from '../../../src/core/store/protocol/storeError';
import type { Store } from '../../../src/core/store/store';
import { importInto } from '../../../src/service/import';
import { changeSource, clearData, removeSource } from '../../../src/service/sources';
import { aRecord, addRecords, storeFolder } from '../core/store/builders';
import { takeLease } from '../../../src/core/store/sqlite/leases';

/** More than are processed at once. */
const count = 1_234;
const values = Array.from({ length: count }, (_, at) => `listed-${at}.example`);

describe('Changing and removing sources', () => {
  const folder = storeFolder();

  function open(): { readonly store: Store; readonly id: number } {
    const store = folder.open();
    addRecords(store, 'other.txt', [aRecord('listed-7.example', { risk: 'low' }), aRecord('own.example')]);
    addRecords(store, 'list.txt', [...values.map((value) => aRecord(value))]);
    const id = store.sources.list().find(({ name }) => name === 'list.txt')?.id;
    assert.ok(id !== undefined);
    return { store, id };
  }

  const rated = (store: Store): number => values.filter((value) => store.byKey(value)?.risk === 'high').length;

  it('rates all entries in slices, with progress', async () => {
    const { store, id } = open();
    const steps: number[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }): void => {
      assert.equal(total, count);
      steps.push(done);
    };
    const details = { asked: true };
    assert.deepEqual(await changeSource(store, id, { risk: 'high', details }, { onProgress }), { changed: true });
    assert.equal(rated(store), count);
    assert.ok(steps.length > 1, 'one long transaction would block the thread');
    assert.equal(steps.at(-1), count);
    assert.equal(store.sources.list().find((each) => each.id === id)?.details.asked, true);
    assert.equal(store.byKey('own.example')?.risk, 'unknown');
  });

  it('takes the risk back when the change is canceled', async () => {
    const { store, id } = open();
    const ending = new AbortController();
    const { signal } = ending;
    const change = { risk: 'high', details: { asked: true } } as const;
    assert.deepEqual(await changeSource(store, id, change, { signal, onProgress: () => ending.abort() }), {
      changed: false,
    });
    assert.equal(rated(store), 0);
    const source = store.sources.list().find((each) => each.id === id);
    assert.deepEqual([source?.risk, source?.details.asked], [undefined, undefined]);
    const reader = new StoreReader(folder.file());
    assert.deepEqual(
      reader.find('listed-1.example').map((known) => known.kind === 'known' && known.record.risk),
      ['unknown'],
    );
    reader.close();
  });

  it('removes exactly the statements of a source, in slices', async () => {
    const { store, id } = open();
    const steps: number[] = [];
    assert.equal(await removeSource(store, id, ({ done }) => steps.push(done)), count);
    assert.ok(steps.length > 1, 'one long transaction would block the thread');
    assert.deepEqual(
      store.sources.list().map(({ name, indicators }) => [name, indicators]),
      [['other.txt', 2]],
    );
    assert.equal(store.byKey('listed-7.example')?.risk, 'low');
    assert.equal(store.byKey('listed-8.example'), undefined);
    assert.equal(await removeSource(store, id), 0);
  });

  it("doesn't touch a source that another window is importing", async () => {
    const { store, id } = open();
    const other = folder.open();
    assert.ok(other.use((c) => takeLease(c, 'import:list.txt', 60_000)));
    const isLocked = (error: unknown): boolean => error instanceof StoreError && error.problem.kind === 'locked';
    await assert.rejects(changeSource(store, id, { risk: 'high' }), isLocked);
    await assert.rejects(removeSource(store, id), isLocked);
    assert.equal(rated(store), 0);
  });

  it('clears kinds of data with all their sources', async () => {
    const { store } = open();
    assert.equal(await clearData(store, ['imports', 'recent']), count + 2);
    assert.deepEqual(store.sources.list(), []);
    assert.equal(store.byKey('own.example'), undefined);
  });

  it('remembers what an import left out, until the next one', async () => {
    const store = folder.open();
    const imported = (text: string) => importInto(store, { name: 'team.txt', text });
    await imported('evil.example\n10.0.0.1 and some words\n');
    const [first] = store.sources.list();
    assert.equal(first?.details.complete, true);
    assert.equal(first.details.unrated, 1);
    await importInto(store, { name: 'team.txt', text: 'evil.example\n' });
    assert.deepEqual(store.sources.list()[0]?.details.skipped, []);
  });
});
