import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { emptyRecord } from '../../../../src/core/records/record';
import {
  addTriaged,
  beginTriaged,
  changeNewlyRisky,
  clearTriaged,
  dropTriaged,
  forgetTriaged,
  hasTriaged,
  readTriaged,
  readTriagedFiles,
  readSeenBefore,
  readNewlyRisky,
  seenBeforeSql,
  useTriaged,
} from '../../../../src/core/store/activity/triagedFiles';
import type { Store } from '../../../../src/core/store/store';
import { noNewlyRisky } from '../../../../src/core/triage/history/newlyRisky';
import type { TriagedEntry } from '../../../../src/core/triage/history/triagedFile';
import { checkTriaged, keepTriaged } from '../../../../src/service/triage/triageHistory';
import { offlineContext } from '../../../../src/service/triage/assessor';
import { addRecords, storeFolder } from '../../core/store/builders';
import { takeLease, releaseLease } from '../../../../src/core/store/sqlite/leases';

const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}.lookups-test-3.com`) as [string, string, string];
const uriOf = (name: string): string => `file:///logs/${name}`;
const never = new AbortController().signal;

const found = (value: string, fields: Partial<Indicator & { reserved: boolean }> = {}) =>
  ({ type: 'domain', value, reserved: false, locations: [3, 7, 9, 1], ...fields }) as const;
type Found = ReturnType<typeof found>;

/** Remembers a file with these indicators. */
function keep(
  store: Store,
  name: string,
  entries: readonly Found[],
  { at = 1, risky = [], signal = never }: { at?: number; risky?: readonly string[]; signal?: AbortSignal } = {},
): Promise<boolean> {
  const file = { uri: uriOf(name), size: 10, modified: 5, at };
  const text = {
    size: entries.length,
    entry: (number: number) => entries[number] ?? found(''),
    isRisky: ({ value }: Indicator) => risky.includes(value),
  };
  return keepTriaged(store, file, text, signal);
}

const names = (store: Store): string[] => store.use(readTriagedFiles).map(({ uri }) => uri.slice(uriOf('').length));

function entriesOf(store: Store, name: string): TriagedEntry[] {
  const id = store.use(readTriagedFiles).find(({ uri }) => uri === uriOf(name))?.id ?? 0;
  const all: TriagedEntry[] = [];
  for (let part = store.use((c) => readTriaged(c, id, -1)); part.length > 0;) {
    all.push(...part.map(({ type, value, line, column, isRisky }) => ({ type, value, line, column, isRisky })));
    const last = part.at(-1)?.number ?? 0;
    part = store.use((c) => readTriaged(c, id, last));
  }
  return all;
}

const byValue = (entries: readonly TriagedEntry[]) =>
  [...entries].sort((one, other) => (one.value < other.value ? -1 : 1));

const riskyOf = (store: Store, name: string): string[] =>
  entriesOf(store, name).flatMap(({ value, isRisky }) => (isRisky ? [value] : []));

const countIndicators = (store: Store): unknown =>
  store.use((c) => c.get('SELECT count(*) AS n FROM triaged_indicator'))?.['n'];

describe('Remembered files of triages', () => {
  const stores = storeFolder();

  it('have the indicators that were found, with the first location and without internal ones', async () => {
    const store = stores.open();
    const domains = Array.from({ length: 5_000 }, (_, at) => found(`n${at}.lookups-test-3.com`));
    const urls = ['http://lookups-test-3.com/a?b#c', 'http://lookups-test-3.com/a?b#d'].map((value) =>
      found(value, { type: 'url' }),
    );
    const all = [...urls, ...domains, found('2001:db8::1', { type: 'ip' })];
    assert.ok(
      await keep(store, 'a.log', [...all, found('10.0.0.7', { reserved: true })], { risky: ['n7.lookups-test-3.com'] }),
    );
    const [file] = store.use(readTriagedFiles);
    assert.deepEqual(file, { id: file?.id, uri: uriOf('a.log'), size: 10, modified: 5, at: 1, count: all.length });
    const isRisky = (value: string): boolean => value === 'n7.lookups-test-3.com';
    assert.deepEqual(
      byValue(entriesOf(store, 'a.log')),
      byValue(all.map(({ type, value }) => ({ type, value, line: 3, column: 7, isRisky: isRisky(value) }))),
    );
  });

  it('are replaced by the next triage of the same file, also by one that found nothing', async () => {
    const store = stores.open();
    await keep(store, 'a.log', [found(a)]);
    await keep(store, 'b.log', [found(b)]);
    await keep(store, 'a.log', [found(c)], { at: 2 });
    assert.deepEqual([names(store), entriesOf(store, 'a.log')[0]?.value], [['a.log', 'b.log'], c]);
    assert.equal(await keep(store, 'a.log', [found('10.0.0.7', { reserved: true })]), false);
    assert.deepEqual([names(store), countIndicators(store)], [['b.log'], 1]);
  });

  it('are found by an indicator with the index of keys', async () => {
    const store = stores.open();
    await keep(store, 'a.log', [found(a), found(b)]);
    await keep(store, 'b.log', [found(b)], { at: 2 });
    const sql = `SELECT f.uri FROM triaged_indicator i JOIN triaged_file f ON f.id = i.file
      WHERE i.key = ? AND f.complete = 1 ORDER BY f.at`;
    assert.deepEqual(
      store.use((c) => c.all(sql, b)).map(({ uri }) => uri),
      [uriOf('a.log'), uriOf('b.log')],
    );
    const plan = store.use((c) => c.all(`EXPLAIN QUERY PLAN ${sql}`, b)).map(({ detail }) => String(detail));
    assert.match(plan.join('\n'), /SEARCH i USING (COVERING )?INDEX triaged_indicator_key/);
    assert.doesNotMatch(plan.join('\n'), /SCAN/);
  });

  it('say in which other files an indicator was, the last triaged one first', async () => {
    const store = stores.open();
    const old = Date.UTC(2026, 0, 2);
    await keep(store, 'first', [found(a), found(b)], { at: old });
    await keep(store, 'second', [found(b), found(a)], { at: old + 5 });
    await keep(store, 'third', [found(c)], { at: old + 9 });
    await keep(store, 'third', [found(a)], { at: old + 7 });
    const seen = (value: string, ...except: readonly string[]) => {
      const before = store.use((connection) =>
        readSeenBefore(connection, [value, 'x.lookups-test-3.com'], except.map(uriOf)),
      );
      assert.ok(before.size <= 1);
      const { files, last } = before.get(value) ?? { files: [], last: 0 };
      return [
        last - old,
        ...files.map(({ uri, at, line, column }) => [uri.slice(uriOf('').length), at - old, line, column]),
      ];
    };
    assert.deepEqual(seen(a), [7, ['third', 7, 3, 7], ['second', 5, 3, 7], ['first', 0, 3, 7]]);
    assert.deepEqual(seen(a, 'third', 'second'), [0, ['first', 0, 3, 7]]);
    assert.deepEqual(seen(b, 'first', 'second'), [-old]);
    assert.deepEqual(seen(c), [-old]);
    const plan = store.use((connection) =>
      connection.all('EXPLAIN QUERY PLAN ' + seenBeforeSql, '[]', '[]').map((row) => String(row['detail'])),
    );
    assert.ok(
      plan.some((detail) => detail.includes('triaged_indicator_key')),
      plan.join('\n'),
    );
  });

  it('are the newest ones, up to a number and a total size', () => {
    const store = stores.open();
    const put = (name: string, at: number, values: readonly string[]): void =>
      store.use((connection) => {
        const id = beginTriaged(connection, { uri: uriOf(name), size: 1, modified: 1, at, count: 1 });
        const place = { type: 'domain', line: 1, column: 1, isRisky: false } as const;
        addTriaged(
          connection,
          id,
          0,
          values.map((value) => ({ ...place, value })),
        );
        useTriaged(connection, id, { files: 3, bytes: 2_000 });
        while (dropTriaged(connection));
      });
    for (const at of [4, 1, 3, 2]) put(`${at}.log`, at, [a]);
    assert.deepEqual([names(store), countIndicators(store)], [['4.log', '3.log', '2.log'], 3]);
    const many = Array.from({ length: 30 }, (_, at) => `n${at}.lookups-test-3.com`);
    put('0.log', 0, many);
    assert.deepEqual(names(store), ['4.log', '3.log', '2.log'], 'the oldest is dropped');
    put('3.log', 3, many);
    assert.deepEqual([names(store), countIndicators(store)], [['4.log'], 1]);
  });

  it('are forgotten one by one with what became risky in them, and all together', async () => {
    const store = stores.open();
    await keep(store, 'a.log', [found(a)]);
    await keep(store, 'b.log', [found(b)]);
    const row = { type: 'domain', value: a, line: 1, column: 1 } as const;
    const rows = [
      { ...row, uri: uriOf('a.log') },
      { ...row, uri: uriOf('b.log') },
    ];
    store.use((c) => changeNewlyRisky(c, (news) => ({ ...news, isSeen: false, rows })));
    assert.equal(
      store.use((c) => forgetTriaged(c, [uriOf('a.log')])),
      1,
    );
    assert.deepEqual([names(store), countIndicators(store)], [['b.log'], 1]);
    assert.deepEqual(
      store.use(readNewlyRisky).rows.map(({ uri }) => uri),
      [uriOf('b.log')],
    );
    assert.equal(store.summary().rows.find(({ kind }) => kind === 'triagedFiles')?.count, 1);
    assert.deepEqual([store.use(hasTriaged), store.use(clearTriaged), store.use(hasTriaged)], [true, 1, false]);
    assert.deepEqual([countIndicators(store), store.use(readNewlyRisky)], [0, noNewlyRisky]);
  });

  it('are the earlier ones until they are written, and nothing stays of what a window started and didn’t finish', async () => {
    let now = Date.now();
    const store = stores.open(() => now);
    await keep(store, 'a.log', [found(a)], { at: now });
    const many = Array.from({ length: 5_000 }, (_, at) => found(`n${at}.lookups-test-3.com`));
    const canceling = new AbortController();
    const keeping = keep(store, 'a.log', many, { at: now, signal: canceling.signal });
    canceling.abort();
    assert.equal(await keeping, false);
    assert.deepEqual(
      entriesOf(store, 'a.log').map(({ value }) => value),
      [a],
    );
    const dropped = async (): Promise<unknown> => {
      await keep(store, 'b.log', [found(b)], { at: now });
      return countIndicators(store);
    };
    assert.notEqual(await dropped(), 2, 'another window may still be writing it');
    now += 11 * 60_000;
    assert.equal(await dropped(), 2);
  });

  it('keep what checks found, and nothing if that is damaged', () => {
    const store = stores.open();
    assert.deepEqual(store.use(readNewlyRisky), noNewlyRisky);
    const row = { type: 'ip', value: '203.0.113.5', uri: uriOf('a.log'), line: 1, column: 2 } as const;
    const news = { sources: '7', isSeen: false, rows: [row], dropped: 3 };
    store.use((c) => changeNewlyRisky(c, () => news));
    assert.deepEqual(store.use(readNewlyRisky), news);
    const rows = [row, { ...row, type: 'file' }, { ...row, uri: 'no address' }, { ...row, line: -1 }, null, 'row'];
    const write = (entry: string) => store.use((c) => c.run('UPDATE triaged_news SET entry = ?', entry));
    write(JSON.stringify({ ...news, rows }));
    assert.deepEqual(store.use(readNewlyRisky), news);
    write('{"rows": [');
    assert.deepEqual(store.use(readNewlyRisky), noNewlyRisky);
  });
});

describe('A check of triaged files', () => {
  const stores = storeFolder();
  const rate = (store: Store, ...values: readonly string[]): void => {
    addRecords(
      store,
      'list',
      values.map((value) => ({ ...emptyRecord(value, 'domain'), risk: 'high' })),
    );
  };
  const check = async (store: Store, { sources = '1', signal = never, context = offlineContext() } = {}) =>
    checkTriaged(store, { assessing: context, sources }, signal);
  const news = (store: Store) => store.use(readNewlyRisky);
  const rowsOf = (store: Store): string[] =>
    news(store).rows.map(({ uri, value }) => `${uri.slice(uriOf('').length)} ${value}`);

  it('finds what is risky now and wasn’t at the last look, once', async () => {
    const store = stores.open();
    await keep(store, 'a', [found(a), found(b), found(c)], { at: 2, risky: [b] });
    await keep(store, 'b', [found(a), found(c)]);
    rate(store, a, b);
    assert.deepEqual((await check(store)).found, { indicators: 1, files: 2 });
    assert.deepEqual(rowsOf(store), [`a ${a}`, `b ${a}`]);
    assert.deepEqual([riskyOf(store, 'a'), riskyOf(store, 'b')], [[a, b], [a]]);
    assert.equal(news(store).sources, '1');
    assert.deepEqual((await check(store, { sources: '2' })).found, { indicators: 0, files: 0 });
    assert.deepEqual([news(store).sources, rowsOf(store).length], ['2', 2]);
  });

  it('finds what became risky again, and drops what isn’t any longer', async () => {
    const store = stores.open();
    await keep(store, 'a', [found(a)]);
    rate(store, a);
    await check(store);
    store.removeSources('import');
    assert.deepEqual((await check(store)).found.indicators, 0);
    assert.deepEqual([rowsOf(store), riskyOf(store, 'a')], [[], []]);
    rate(store, a);
    assert.deepEqual((await check(store)).found.indicators, 1);
    assert.deepEqual(rowsOf(store), [`a ${a}`]);
  });

  it('keeps what the user has seen, also if it isn’t risky any longer', async () => {
    const store = stores.open();
    await keep(store, 'a', [found(a)]);
    rate(store, a);
    await check(store);
    store.use((c) => changeNewlyRisky(c, (before) => ({ ...before, isSeen: true })));
    store.removeSources('import');
    await check(store, { sources: '2' });
    assert.deepEqual([rowsOf(store), news(store).isSeen], [[`a ${a}`], true]);
  });

  it('leaves the rest to the next check where the store can’t be read, or it is canceled', async () => {
    const store = stores.open();
    await keep(store, 'a', [found(a)], { at: 2 });
    await keep(store, 'b', [found(a)]);
    rate(store, a);
    const canceled = await check(store, { signal: AbortSignal.abort() });
    assert.deepEqual([canceled.found.indicators, news(store)], [0, noNewlyRisky]);
    const unread = await check(store, { context: { ...offlineContext(), unread: 'damaged' } });
    assert.deepEqual([unread.found.indicators, news(store)], [0, noNewlyRisky]);
    assert.deepEqual((await check(store)).found, { indicators: 1, files: 2 });
  });

  it('is made by one window at a time', async () => {
    const [one, other] = [stores.open(), stores.open()];
    await keep(one, 'a', [found(a)]);
    rate(one, a);
    assert.ok(other.use((c) => takeLease(c, 'triaged', 60_000)));
    assert.deepEqual(await check(one), { found: { indicators: 0, files: 0 }, isBusy: true });
    other.use((c) => releaseLease(c, 'triaged'));
    assert.equal((await check(one)).found.indicators, 1);
    assert.ok(
      other.use((c) => takeLease(c, 'triaged', 60_000)),
      'it is released',
    );
  });
});
