import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryLimits, QueryRun } from '../../../../src/core/runs';
import { openStore, type Store } from '../../../../src/core/store/store';
import { readRuns, writeRun, readRun, pinRun, removeRuns } from '../../../../src/core/store/activity/queryHistory';

const day = 86_400_000;
const roomy: HistoryLimits = { maxAgeMillis: 90 * day, maxBytes: 1_000_000 };
const now = 1_000 * day;

function runAt(id: string, at: number): QueryRun {
  return {
    id,
    at,
    query: `ioc=lookups-test-${id}.com`,
    settings: { limit: 10 },
    origin: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true },
  };
}

describe('Query history in the store', () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tl-history-'));
    store = openStore(join(folder, 'store.sqlite'), { now: () => now });
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ids = (): readonly string[] => store.use(readRuns).map(({ id }) => id);

  it('keeps runs with their results, newest first', () => {
    store.use((c) => writeRun(c, { run: runAt('1', now - 2), finding: '{"a":1}' }, roomy));
    store.use((c) => writeRun(c, { run: runAt('2', now - 1) }, roomy));
    assert.deepEqual(ids(), ['2', '1']);
    assert.deepEqual(
      store.use(readRuns).map(({ hasFinding }) => hasFinding),
      [false, true],
    );
    assert.equal(store.use((c) => readRun(c, '1'))?.finding, '{"a":1}');
    assert.equal(
      store.use((c) => readRun(c, '9')),
      undefined,
    );
  });

  it('updates a run with the same ID and keeps its results', () => {
    store.use((c) => writeRun(c, { run: runAt('1', now), finding: 'x' }, roomy));
    store.use((c) => writeRun(c, { run: { ...runAt('1', now), title: 'hunt' } }, roomy));
    assert.deepEqual(
      [store.use((c) => readRun(c, '1'))?.run.title, store.use((c) => readRun(c, '1'))?.finding],
      ['hunt', 'x'],
    );
  });

  describe('repeated runs of a query at the same source', () => {
    const answered = (id: string, at: number, more: Partial<QueryRun> = {}): QueryRun => ({
      ...runAt('1', at),
      id,
      end: { kind: 'answered', millis: 1, count: 3, unreadable: 0 },
      ...more,
    });
    const listed = () => store.use(readRuns).map(({ id, times }) => [id, times]);

    it('are merged into the last one, which counts them', () => {
      for (const id of ['a', 'b', 'c'])
        store.use((c) => writeRun(c, { run: answered(id, now + id.charCodeAt(0)), finding: `of ${id}` }, roomy));
      assert.deepEqual(listed(), [['c', 3]]);
      assert.equal(store.use((c) => readRun(c, 'c'))?.finding, 'of c');
      // A panel that still shows the first one is led to the last.
      assert.deepEqual(
        [store.use((c) => readRun(c, 'a'))?.run.id, store.use((c) => readRun(c, 'a'))?.finding],
        ['c', 'of c'],
      );
    });

    it('stay pinned', () => {
      store.use((c) => writeRun(c, { run: answered('a', now) }, roomy));
      store.use((c) => pinRun(c, 'a', true));
      store.use((c) => writeRun(c, { run: answered('b', now + 1) }, roomy));
      assert.deepEqual(
        store.use(readRuns).map(({ id, pinned }) => [id, pinned]),
        [['b', true]],
      );
    });

    it('keep earlier results when a later run has no answer', () => {
      const end = { kind: 'canceled', millis: 1 } as const;
      store.use((c) => writeRun(c, { run: answered('a', now), finding: 'of a' }, roomy));
      store.use((c) => writeRun(c, { run: answered('b', now + 1, { end }) }, roomy));
      store.use((c) => writeRun(c, { run: answered('c', now + 2, { end }) }, roomy));
      assert.deepEqual(listed(), [
        ['c', 2],
        ['a', undefined],
      ]);
      store.use((c) => writeRun(c, { run: answered('d', now + 3), finding: 'of d' }, roomy));
      assert.deepEqual(listed(), [['d', 4]]);
    });

    it('are separate if limit, format, title, or source differ', () => {
      const origin = { address: 'local:', host: 'local service', remote: false };
      const others: readonly Partial<QueryRun>[] = [
        { settings: { limit: 11 } },
        { settings: { limit: 10, format: 'csv' } },
        { title: 'Hunt' },
        { origin },
        { query: 'ioc=lookups-test-2.com' },
      ];
      store.use((c) => writeRun(c, { run: answered('a', now) }, roomy));
      others.forEach((more, index) =>
        store.use((c) => writeRun(c, { run: answered(`b${index}`, now + 1, more) }, roomy)),
      );
      assert.equal(store.use(readRuns).length, 1 + others.length);
    });
  });

  it('deletes old runs but no pinned ones, which come first', () => {
    store.use((c) => writeRun(c, { run: runAt('old', now - 80 * day) }, roomy));
    store.use((c) => writeRun(c, { run: runAt('pinned', now - 80 * day) }, roomy));
    assert.equal(
      store.use((c) => pinRun(c, 'pinned', true)),
      true,
    );
    store.use((c) => writeRun(c, { run: runAt('new', now) }, { ...roomy, maxAgeMillis: 30 * day }));
    assert.deepEqual(ids(), ['pinned', 'new']);
  });

  it('deletes the oldest results if space is short, and keeps their queries', () => {
    for (const [id, at] of [
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ] as const) {
      store.use((c) =>
        writeRun(c, { run: runAt(id, now + at), finding: 'x'.repeat(400) }, { ...roomy, maxBytes: 1_000 }),
      );
    }
    assert.deepEqual(
      store.use(readRuns).map(({ id, hasFinding }) => [id, hasFinding]),
      [
        ['3', true],
        ['2', true],
        ['1', false],
      ],
    );
  });

  it('deletes one run, or all that are not pinned; clearing the kind deletes all', () => {
    for (const id of ['1', '2', '3']) store.use((c) => writeRun(c, { run: runAt(id, now) }, roomy));
    store.use((c) => pinRun(c, '3', true));
    assert.equal(
      store.use((c) => removeRuns(c, ['1'])),
      1,
    );
    assert.equal(store.use(removeRuns), 1);
    assert.deepEqual(ids(), ['3']);
    assert.equal(store.clear(['queries']), 1);
    assert.deepEqual(ids(), []);
  });

  it('is part of the summary', () => {
    store.use((c) => writeRun(c, { run: runAt('1', now) }, roomy));
    const row = store.summary().rows.find(({ kind }) => kind === 'queries');
    assert.equal(row?.count, 1);
  });
});
