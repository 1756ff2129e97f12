import assert from 'node:assert/strict';
import type { Scan, ScanProgress } from '../../../../src/core/scans/index';
import { StoreReader } from '../../../../src/core/store/reader';
import { storeFolder } from './builders';
import { readScans, writeScans, removeScans } from '../../../../src/core/store/activity/clientScans';
import { takeLease, releaseLease } from '../../../../src/core/store/sqlite/leases';

const scan = (id: string, at: number, progress: ScanProgress): Scan => ({
  id,
  at,
  changed: at,
  address: 'https://lookups-test-1.com',
  host: 'lookups-test-1.com',
  remote: true,
  indicator: { type: 'domain', value: `${id}.lookups-test-2.com` },
  sent: { type: 'domain', value: `${id}.lookups-test-2.com` },
  kind: 'passive',
  store: false,
  progress,
});
const done: ProgressDone = { kind: 'done', risk: 'high', retired: false };
type ProgressDone = Extract<ScanProgress, { kind: 'done' }>;

describe('The list of scans in the store', () => {
  const folder = storeFolder();
  const states = (store: ReturnType<typeof folder.open>): readonly string[] =>
    store.use(readScans).map(({ id, progress }) => `${id} ${progress.kind}`);

  it('persists, newest first', () => {
    const store = folder.open();
    store.use((c) => writeScans(c, [scan('a', 1, { kind: 'queued' }), scan('b', 2, { kind: 'waiting' })]));
    store.use((c) => writeScans(c, [scan('a', 1, { kind: 'processing', stage: 'dns' })]));
    assert.deepEqual(states(folder.open()), ['b waiting', 'a processing']);
  });

  it("doesn't let outdated windows reopen a finished scan, but allows news about an unclear one", () => {
    const store = folder.open();
    store.use((c) =>
      writeScans(c, [scan('a', 1, { kind: 'canceled', sent: true }), scan('b', 2, { kind: 'unclear' })]),
    );
    store.use((c) => writeScans(c, [scan('a', 1, { kind: 'processing' }), scan('b', 2, { kind: 'queued' })]));
    assert.deepEqual(states(store), ['b queued', 'a canceled']);
  });

  it('shows other windows by one key whether one of them scans', () => {
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    assert.equal(reader.isLeased('scans'), false, 'there is no store yet');
    const store = folder.open();
    assert.equal(reader.isLeased('scans'), false);
    store.use((c) => takeLease(c, 'scans', 10_000));
    assert.equal(reader.isLeased('scans'), true);
    const later = new StoreReader(folder.file(), { now: () => Date.now() + 11_000 });
    assert.equal(later.isLeased('scans'), false, 'it ran out');
    later.close();
    store.use((c) => releaseLease(c, 'scans'));
    assert.equal(reader.isLeased('scans'), false);
    reader.close();
  });

  it('deletes what is removed or cleared, except running scans', () => {
    const store = folder.open();
    store.use((c) => writeScans(c, [scan('a', 1, done), scan('b', 2, { kind: 'queued' }), scan('c', 3, done)]));
    assert.equal(
      store.use((c) => removeScans(c, ['a', 'b'])),
      1,
    );
    assert.deepEqual(states(store), ['c done', 'b queued']);
    store.clear(['scans']);
    assert.deepEqual(states(store), ['b queued']);
    assert.equal(store.summary().rows.find(({ kind }) => kind === 'scans')?.count, 1);
  });
});
