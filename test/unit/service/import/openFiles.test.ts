import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import type { Store } from '../../../../src/core/store/store';
import { OpenFiles } from '../../../../src/service/import/openFiles';
import { storeFolder } from '../../core/store/builders';

describe('A file that is open while the user is asked about it', () => {
  const folder = storeFolder();
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const rated = { risk: 'high', details: { asked: true, describes: null } } as const;

  function opened(text: string): { readonly store: Store; readonly files: OpenFiles; readonly path: string } {
    const store = folder.open();
    const path = `${folder.file()}.csv`;
    writeFileSync(path, text);
    return { store, files: new OpenFiles(() => store, Date.now), path };
  }

  it('is opened once: what was recognized is imported, even if the file is gone by then', async () => {
    const { store, files, path } = opened(
      Array.from({ length: 30_000 }, (_, at) => `n${at}.lookups-test-1.com\n`).join(''),
    );
    const { opened: id } = await files.open({ path, name: 'team.txt' });
    rmSync(path);
    assert.equal((await files.begin(id)).unrated >= 4_000, true);
    assert.equal(store.byKey('n0.lookups-test-1.com'), undefined, 'nothing is written before the answer');
    const { indicators, complete } = await files.import(id, options);
    assert.deepEqual([indicators.added, complete], [30_000, true]);
  });

  it('is written once, as the user answered', async () => {
    const { store, files, path } = opened('a.lookups-test-1.com\n');
    let merged = 0;
    const { sources } = store;
    const remergeSome = sources.remergeSome.bind(sources);
    Object.assign(sources, {
      remergeSome: (...given: Parameters<typeof remergeSome>) => {
        merged++;
        return remergeSome(...given);
      },
    });
    const { opened: id, isRated } = await files.open({ path, name: 'team.txt' });
    assert.equal(isRated, false);
    await files.import(id, { ...options, meaning: rated });
    assert.deepEqual([store.byKey('a.lookups-test-1.com')?.risk, merged], ['high', 0]);
    assert.equal((await files.open({ path, name: 'team.txt' })).isRated, true, 'so that it is not asked about again');
  });

  it('has the answer also for what its source stated before', async () => {
    const { store, files, path } = opened('a.lookups-test-1.com\nb.lookups-test-1.com\n');
    const first = await files.open({ path, name: 'team.txt' });
    await files.import(first.opened, options);
    writeFileSync(path, 'b.lookups-test-1.com\n');
    const second = await files.open({ path, name: 'team.txt' });
    await files.import(second.opened, { ...options, meaning: rated });
    const risks = ['a', 'b'].map((name) => store.byKey(`${name}.lookups-test-1.com`)?.risk);
    assert.deepEqual(risks, ['high', 'high']);
  });

  it('is read by the columns that were chosen, and by the same ones later', async () => {
    const { store, files, path } = opened('first.lookups-test-1.com;bad.lookups-test-1.com;x\n');
    const first = await files.open({ path, name: 'table.csv' });
    assert.equal(first.table?.delimiter, ';');
    const columns = { 0: 'none', 1: 'value' } as const;
    assert.equal((await files.begin(first.opened, columns)).unrated, 1);
    await files.import(first.opened, { ...options, columns });
    assert.equal(store.byKey('first.lookups-test-1.com'), undefined);
    const again = await files.open({ path, name: 'table.csv' });
    assert.deepEqual(again.chosen, columns);
    await files.begin(again.opened);
    const { indicators } = await files.import(again.opened, options);
    assert.equal(indicators.unchanged, 1);
  });

  it('has no columns to choose if nothing in it is an indicator', async () => {
    const { files, path } = opened('Meeting, Monday, ten\nLunch, Tuesday, noon\n');
    const { opened: id, table } = await files.open({ path, name: 'notes.txt' });
    assert.equal(table, undefined);
    assert.deepEqual((await files.import(id, options)).failure, { kind: 'noIndicatorColumn' });
    writeFileSync(path, 'Meeting, Monday, ten\nSee, bad.lookups-test-1.com and others, noon\n');
    assert.ok((await files.open({ path, name: 'notes.txt' })).table !== undefined);
  });

  it('shares its name with another only until it is written', async () => {
    const { store, files, path } = opened('a.lookups-test-1.com\n');
    const other = `${folder.file()}-other.csv`;
    writeFileSync(other, 'b.lookups-test-1.com\n');
    const ids: number[] = [];
    for (const each of [path, other]) ids.push((await files.open({ path: each, name: 'list.txt' })).opened);
    for (const id of ids) await files.import(id, options);
    assert.equal(store.sources.list().length, 2);
  });

  it('says why it cannot be read when it is imported', async () => {
    const { files, path } = opened('');
    rmSync(path);
    const { opened: id, table } = await files.open({ path, name: 'gone.txt' });
    assert.equal(table, undefined);
    assert.deepEqual(await files.begin(id), { kind: undefined, unrated: 0, blocked: 0 });
    assert.deepEqual((await files.import(id, options)).failure, { kind: 'missing' });
  });

  it('writes nothing once it is canceled or closed', async () => {
    const { store, files, path } = opened('a.lookups-test-1.com\n');
    const ending = new AbortController();
    ending.abort();
    const { opened: id } = await files.open({ path, name: 'list.txt' });
    const { complete, failure } = await files.import(id, { ...options, signal: ending.signal, meaning: rated });
    assert.deepEqual([complete, failure, store.sources.list()], [false, undefined, []]);
    const { opened: closed } = await files.open({ path, name: 'list.txt' });
    await files.close([closed]);
    await assert.rejects(files.begin(closed), /No file is open/);
  });
});
