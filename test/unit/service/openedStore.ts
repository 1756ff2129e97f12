import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndicatorRecord } from '../../../src/core/records/record';
import { openStore, type Store } from '../../../src/core/store/store';
import type { StoreOptions } from '../../../src/core/store/sqlite/storeConnection';
import { noon, someRecord } from './servedRecords';

/**
 * A store in a folder of its own, opened before the tests of a suite and deleted after them.
 * @returns the store, inside tests and hooks only
 */
export function useStore(options: StoreOptions = { now: () => noon }): () => Store {
  let folder = '';
  let store: Store | undefined;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-'));
    store = openStore(join(folder, 'store.db'), options);
  });
  after(() => {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (store === undefined) throw new Error('The store is open inside tests and hooks only.');
    return store;
  };
}

/** Imports records as `list.csv`. */
export function importRecords(store: Store, records: readonly IndicatorRecord[]): void {
  const run = store.beginImport({ kind: 'import', name: 'list.csv' });
  run.take(records.map((record) => ({ kind: 'indicator', record })));
  run.finish();
}

/** Caches a remote service's answer about `remote.example`. */
export function cacheRemoteAnswer(store: Store): void {
  store.cacheAnswer('remote.example', 'https://lookups-test-1.com', {
    kind: 'known',
    source: { kind: 'service', name: 'lookups-test-1.com' },
    asOf: noon,
    record: someRecord({ iid: 5, value: 'remote.example', risk: 'critical' }),
    detail: 'full',
  });
}
