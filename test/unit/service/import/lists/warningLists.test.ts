import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreReader } from '../../../../../src/core/store/reader';
import { openStore, type Store } from '../../../../../src/core/store/store';
import { importInto } from '../../../../../src/service/import';

describe('Warning lists in the store', () => {
  let folder = '';
  let store: Store;
  let reader: StoreReader;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'warning-lists-'));
    store = openStore(join(folder, 'store.db'));
    reader = new StoreReader(join(folder, 'store.db'));
  });
  afterEach(() => {
    reader.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const add = (type: string, ...list: readonly string[]) => {
    const text = JSON.stringify({ name: 'Dynamic DNS of ours', description: '', version: 1, type, list });
    return importInto(store, { name: `${type}.json`, text });
  };
  const labelsOf = (key: string): readonly string[] =>
    reader
      .find(key)
      .flatMap((each) => (each.kind === 'known' ? (each.record.contexts ?? []).map(({ label }) => label) : []));

  it('of host names are about the names below as well', async () => {
    await add('hostname', 'lookups-test-1.com', '.names.lookups-test-2.com');
    for (const key of [
      'lookups-test-1.com',
      'a.lookups-test-1.com',
      'x.a.lookups-test-1.com',
      'a.names.lookups-test-2.com',
    ])
      assert.deepEqual(labelsOf(key), ['Dynamic DNS of ours'], key);
    for (const key of [
      'lookups-test-2.com',
      'xlookups-test-1.com',
      'lookups-test-1.com.test',
      'https://a.lookups-test-1.com/',
    ])
      assert.deepEqual(labelsOf(key), [], key);
    const [below] = reader.find('a.lookups-test-1.com');
    assert.equal(below?.kind === 'known' ? below.record.risk : '', 'unknown');
    assert.equal(below?.kind === 'known' ? below.record.value : '', 'a.lookups-test-1.com');
  });

  it('of texts are about their names alone, unless these begin with a dot', async () => {
    await add('string', 'lookups-test-1.com', '.lookups-test-2.com');
    assert.deepEqual(labelsOf('lookups-test-1.com'), ['Dynamic DNS of ours']);
    assert.deepEqual(labelsOf('a.lookups-test-1.com'), []);
    assert.deepEqual(labelsOf('a.lookups-test-2.com'), ['Dynamic DNS of ours']);
  });
});
