import assert from 'node:assert/strict';
import type { Indicator } from '../../../../../src/core/indicators/identity/types';
import { checkTriaged, type EntryParts } from '../../../../../src/core/triage/remembered/checkTriaged';
import { hasKnownRisk } from '../../../../../src/core/triage/remembered/knownRisk';
import {
  countNews,
  filterNews,
  formatNews,
  maxNews,
  type NewIndicator,
  noNews,
  readNews,
  withNews,
} from '../../../../../src/core/triage/remembered/news';
import {
  DamagedFileError,
  type TriagedEntry,
  type TriagedFile,
} from '../../../../../src/core/triage/remembered/triagedFile';
import { known, mirror, world } from '../../lookups/fakes';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}.lookups-test-3.com`) as [string, string, string];

/** Files in memory: their indicators, and which of them are risky. */
class MemoryFiles {
  readonly damaged = new Set<string>();
  readonly saved: string[] = [];

  constructor(readonly files: Map<string, Record<string, boolean>>) {}

  list(): Promise<readonly TriagedFile[]> {
    return Promise.resolve([...this.files.keys()].map((uri) => ({ uri, size: 1, modified: 1, at: 1, count: 1 })));
  }

  async *entries({ uri }: TriagedFile): EntryParts {
    await Promise.resolve();
    for (const [value, isRisky] of Object.entries(this.files.get(uri) ?? {}))
      yield [{ type: 'domain', value, line: 1, column: 2, isRisky }];
    if (this.damaged.has(uri)) throw new DamagedFileError('damaged');
  }

  async save({ uri }: TriagedFile, parts: EntryParts): Promise<void> {
    const all: TriagedEntry[] = [];
    for await (const part of parts) all.push(...part);
    this.files.set(uri, Object.fromEntries(all.map(({ value, isRisky }) => [value, isRisky])));
    this.saved.push(uri);
  }

  forget(uri: string): Promise<void> {
    this.files.delete(uri);
    return Promise.resolve();
  }
}

const filesOf = (files: Record<string, Record<string, boolean>>) => new MemoryFiles(new Map(Object.entries(files)));

/** Checks with these risky indicators. Returns what is new, as “file indicator”. */
async function check(
  files: MemoryFiles,
  risky: readonly string[],
  { unreadFrom = Infinity, signal = new AbortController().signal } = {},
) {
  const found: string[] = [];
  const errors: string[] = [];
  let count = 0;
  const isWhole = await checkTriaged(files, {
    hasRisk: ({ value }) => (++count > unreadFrom ? undefined : risky.includes(value)),
    signal,
    pause: () => undefined,
    onFound: (rows) => {
      found.push(...rows.map(({ uri, value }) => `${uri} ${value}`));
      return Promise.resolve();
    },
    onError: (uri) => errors.push(uri),
  });
  return { found, errors, isWhole };
}

describe('A check of triaged files', () => {
  it('finds what is risky now and wasn’t at the last look, once', async () => {
    const files = filesOf({ 'file:a': { [a]: false, [b]: true, [c]: false }, 'file:b': { [a]: false, [c]: false } });
    assert.deepEqual((await check(files, [a, b])).found, [`file:a ${a}`, `file:b ${a}`]);
    assert.deepEqual(files.files.get('file:a'), { [a]: true, [b]: true, [c]: false });
    assert.deepEqual((await check(files, [a, b])).found, []);
    assert.deepEqual(files.saved, ['file:a', 'file:b'], 'unchanged files are not written');
  });

  it('finds what became risky again', async () => {
    const files = filesOf({ 'file:a': { [a]: true } });
    assert.deepEqual((await check(files, [])).found, []);
    assert.deepEqual((await check(files, [a])).found, [`file:a ${a}`]);
  });

  it('removes damaged files, and checks the others', async () => {
    const files = filesOf({ 'file:a': { [a]: false }, 'file:b': { [a]: false } });
    files.damaged.add('file:a');
    const { found, errors, isWhole } = await check(files, [a]);
    assert.deepEqual([found, errors, isWhole], [[`file:b ${a}`], ['file:a'], true]);
    assert.deepEqual([...files.files.keys()], ['file:b']);
  });

  it('keeps files that can’t be written, and is then repeated', async () => {
    const files = filesOf({ 'file:a': { [a]: false } });
    files.save = () => Promise.reject(new Error('ENOSPC'));
    const { errors, isWhole } = await check(files, [a]);
    assert.deepEqual([errors, isWhole], [['file:a'], false]);
    assert.deepEqual([...files.files.keys()], ['file:a']);
  });

  it('leaves the rest to the next check where the store can’t be read, or it is canceled', async () => {
    const files = filesOf({ 'file:a': { [a]: false }, 'file:b': { [a]: false, [b]: false } });
    const { found, isWhole } = await check(files, [a, b], { unreadFrom: 2 });
    assert.deepEqual([found, isWhole], [[`file:a ${a}`], false]);
    assert.deepEqual((await check(files, [a, b])).found, [`file:b ${a}`, `file:b ${b}`]);
    const canceled = await check(filesOf({ 'file:a': { [a]: false } }), [a], { signal: AbortSignal.abort() });
    assert.deepEqual([canceled.found, canceled.isWhole], [[], false]);
  });
});

describe('A known risk', () => {
  const values = {
    high: domain('n1.lookups-test-3.com'),
    low: domain('n2.lookups-test-3.com'),
    retired: domain('n3.lookups-test-3.com'),
    ignored: domain('n4.lookups-test-3.com'),
    own: domain('n5.lookups-test-3.com'),
    sample: domain('n6.lookups-test-3.com'),
    internal: { type: 'ip', value: '10.0.0.7' },
    resolver: { type: 'ip', value: '8.8.8.8' },
    url: { type: 'url', value: 'http://n1.lookups-test-3.com/a' },
  } as const;
  const stored = world({
    settings: { mode: 'offline', ignore: [{ pattern: values.ignored.value, origin: 'user' }] },
    stored: [
      [values.high, known(values.high, mirror)],
      [values.low, known(values.low, mirror, { risk: 'low' })],
      [values.retired, known(values.retired, mirror, { retired: true })],
      [values.ignored, known(values.ignored, mirror)],
      [values.own, known(values.own, { kind: 'user', name: '' })],
      [values.sample, known(values.sample, { kind: 'sample', name: 'Sample' })],
      [values.internal, known(values.internal, mirror)],
      [values.resolver, known(values.resolver, mirror, { risk: 'medium' })],
    ],
  });

  it('is at least medium, of the indicator or of its host', () => {
    const risky = Object.entries(values).flatMap(([name, each]) =>
      hasKnownRisk(each, stored.lookups, true) ? name : [],
    );
    // Not what is retired, ignored, internal, rated by the user, sample data, or a known service that only lists rate.
    assert.deepEqual(risky, ['high', 'url']);
    assert.equal(hasKnownRisk(values.resolver, stored.lookups, false), false);
    assert.deepEqual(stored.requested(), []);
  });

  it('isn’t known if the store can’t be read', () => {
    const lookups = { ...stored.lookups, blocked: () => undefined, local: () => unread };
    const unread = { ...stored.lookups.local(values.low, 'triage'), known: [], unread: 'damaged' as const };
    assert.equal(hasKnownRisk(values.low, lookups, true), undefined);
  });
});

describe('News of triaged files', () => {
  const row = (value: string, uri = 'file:a'): NewIndicator => ({
    type: 'domain',
    value,
    uri,
    line: 1,
    column: 1,
  });

  it('add up until they are seen', () => {
    const first = withNews(noNews, [row(a)], '1');
    const second = withNews(first, [row(a), row(b, 'file:b')], '2');
    assert.deepEqual([second.isSeen, second.rows], [false, [row(a), row(b, 'file:b')]]);
    const third = withNews({ ...second, isSeen: true }, [row(c)], '3');
    assert.deepEqual([third.isSeen, third.rows, third.sources], [false, [row(c)], '3']);
    assert.deepEqual(withNews({ ...second, isSeen: true }, [], '4'), { ...second, isSeen: true, sources: '4' });
  });

  it('keep the last rows, and count the others until all are seen or gone', () => {
    const many = Array.from({ length: maxNews + 5 }, (_, at) => row(`n${at}.lookups-test-1.com`));
    const news = withNews(withNews(noNews, many, '1'), [row(b)], '2');
    assert.deepEqual([news.rows.length, news.dropped, news.rows.at(-1)], [maxNews, 6, row(b)]);
    assert.deepEqual(readNews(formatNews(news)), news);
    assert.equal(readNews('{"isSeen":false,"rows":[],"dropped":-1}').dropped, 0);
    assert.equal(filterNews(news, ({ value }) => value === b).dropped, 6);
    assert.equal(filterNews(news, () => false).dropped, 0);
    assert.equal(withNews({ ...news, isSeen: true }, [row(a)], '3').dropped, 0);
  });

  it('count indicators of several files once', () => {
    assert.deepEqual(countNews([row(a), row(a, 'file:b'), row(b)]), { indicators: 2, files: 2 });
  });

  it('are seen once their last row is gone', () => {
    const news = withNews(noNews, [row(a), row(b, 'file:b')], '1');
    assert.equal(filterNews(news, ({ uri }) => uri === 'file:b').isSeen, false);
    assert.equal(filterNews(news, () => false).isSeen, true);
  });
});
