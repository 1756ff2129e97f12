import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lookupKey, parseIndicator } from '../../../../../src/core/indicators';
import { isObject } from '../../../../../src/core/stix/fields';
import { indexTermsOf, isStorable } from '../../../../../src/core/stix/indexTerms';
import { readBundle } from '../../../../../src/core/stix/objects';
import { hashOf, HashSet, hasHash, packHashes, unpackHashes } from '../../../../../src/core/store/mirror/hashes';
import { problemOf } from '../../../../../src/core/store/protocol/storeError';
import { storeFolder } from '../builders';
import {
  bring,
  give,
  openIndexingStore,
  type IndexingStore,
  removeStore,
  statementsOf,
  takeAll,
  target,
} from './indexing';

const values = [
  'a.lookups-test-1.com',
  '198.51.100.7',
  '2001:db8::7',
  'http://b.lookups-test-2.com/x',
  'c.lookups-test-1.com',
];
const keys = [...values.map((value) => lookupKey(value)), lookupKey('198.51.100.9')];
const id = (type: string, n: number): string => `${type}--00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();

const typeOf = (value: string): string =>
  value.startsWith('http')
    ? 'url'
    : value.includes(':')
      ? 'ipv6-addr'
      : /^[\d.]+$/.test(value)
        ? 'ipv4-addr'
        : 'domain-name';

/** Patterns of one value, of two, of a network, and such as mean nothing. */
const pattern = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...values).map((value) => `[${typeOf(value)}:value = '${value}']`) },
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom(...values))
    .map(([a, b]) => `[${typeOf(a)}:value = '${a}' OR ${typeOf(b)}:value IN ('${b}')]`),
  fc.constantFrom(
    "[ipv4-addr:value ISSUBSET '198.51.100.0/24']",
    "[ipv6-addr:value ISSUBSET '2001:db8::/32']",
    "[file:name = 'x.exe']",
    "[domain-name:value = 'no ending']",
    "[url:value = 'tcp://a.lookups-test-1.com:8443']",
    "[url:value = 'HTTP://B.lookups-test-2.com/x#part']",
    'nonsense [',
  ),
);

const definition = {
  type: 'extension-definition',
  id: id('extension-definition', 1),
  created: day(0),
  modified: day(0),
  name: 'own',
  schema: 'x',
  version: '1',
  extension_types: ['toplevel-property-extension'],
  extension_properties: ['own_risk', 'own_retired'],
};

const versions = fc.record({
  type: fc.constant('indicator'),
  spec_version: fc.constant('2.1'),
  n: fc.integer({ min: 1, max: 8 }),
  pattern,
  pattern_type: fc.constantFrom('stix', 'stix', 'stix', 'yara'),
  indicator_types: fc.constantFrom([], ['malicious-activity'], ['benign']),
  revoked: fc.constantFrom(false, false, true),
  valid_until: fc.constantFrom(undefined, day(20), '2030-01-01T00:00:00Z'),
  object_marking_refs: fc.constantFrom(undefined, [id('marking-definition', 1)]),
  extensions: fc.constantFrom(undefined, undefined, { [definition.id]: {} }, { [id('extension-definition', 9)]: {} }),
  own_risk: fc.constantFrom('low', 'critical'),
  labels: fc.constantFrom([], ['seen']),
});

/** All versions of an object have one maker and one `created` (STIX 2.1, 3.6.2); the maker of some never comes. */
const indicatorsWith = (patterns: readonly string[] | undefined) =>
  versions.map(({ n, ...version }) => ({
    ...version,
    ...(patterns === undefined ? {} : { pattern: patterns[n - 1], pattern_type: n === 8 ? 'yara' : 'stix' }),
    id: id('indicator', n),
    created: day(n * 9),
    created_by_ref: id('identity', n % 3 === 0 ? 9 : n % 3),
  }));

const relationship = fc
  .tuple(
    fc.integer({ min: 1, max: 8 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([from, to, n, turned, revoked]) => {
    const [a, b] = [id('indicator', from), id(to < 3 ? 'malware' : 'tool', to)];
    // A number stands for the same relationship ends in each version.
    const ends = turned ? { source_ref: b, target_ref: a } : { source_ref: a, target_ref: b };
    return {
      type: 'relationship',
      id: id('relationship', n * 1_000 + from * 10 + to),
      created: day(n),
      relationship_type: 'indicates',
      ...ends,
      revoked,
    };
  });

/** A version of the seventh indicator that means nothing. */
const withoutPattern = { type: 'indicator', id: id('indicator', 7), created: day(1), modified: day(1) };

const others = fc.constantFrom<unknown>(
  definition,
  { type: 'malware', id: id('malware', 1), created: day(1), modified: day(1), name: 'Kit one', is_family: true },
  { type: 'malware', id: id('malware', 2), created: day(1), modified: day(1), name: 'Kit two', is_family: true },
  { type: 'tool', id: id('tool', 3), created: day(1), modified: day(1), name: 'Tool three' },
  {
    type: 'report',
    id: id('report', 5),
    created: day(2),
    modified: day(2),
    published: day(2),
    name: 'Report five',
    object_refs: [id('indicator', 1), id('indicator', 2), id('domain-name', 1)],
  },
  { type: 'identity', id: id('identity', 1), created: day(1), modified: day(1), name: 'Maker one' },
  { type: 'identity', id: id('identity', 2), created: day(1), modified: day(1), name: 'Maker two' },
  {
    type: 'marking-definition',
    id: id('marking-definition', 1),
    created: day(1),
    definition_type: 'statement',
    definition: { statement: 'Copyright 2026 Example' },
  },
  { type: 'domain-name', spec_version: '2.1', id: id('domain-name', 1), value: values[0] },
  { type: 'attack-pattern', id: id('attack-pattern', 1), created: day(1), modified: day(1), name: 'Phishing' },
  {
    type: 'note',
    id: id('note', 1),
    created: day(1),
    modified: day(1),
    content: 'x',
    object_refs: [id('indicator', 1)],
  },
  { type: 'sighting', id: id('sighting', 1), created: day(1), modified: day(1), sighting_of_ref: id('indicator', 1) },
  withoutPattern,
  { type: 'indicator', name: 'without an id' },
  7,
  null,
);

/** Pages in which each version of an object has a time of its own; with `patterns` all versions mean the same. */
const pagesWith = (patterns: readonly string[] | undefined) =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: indicatorsWith(patterns) },
        { weight: 4, arbitrary: relationship },
        { weight: 4, arbitrary: others.filter((object) => patterns === undefined || object !== withoutPattern) },
      ),
      { maxLength: 40 },
    )
    .chain((objects) => fc.shuffledSubarray(objects, { minLength: objects.length }))
    .map((objects) => {
      const withTimestamp = objects.map((object, n) =>
        isObject(object) && ['indicator', 'relationship'].includes(String(object['type'])) && object['id'] !== undefined
          ? { ...object, modified: `2026-04-01T00:00:${n.toString().padStart(2, '0')}.000Z` }
          : object,
      );
      return Array.from({ length: Math.ceil(withTimestamp.length / 6) }, (_, n) =>
        withTimestamp.slice(n * 6, n * 6 + 6),
      );
    });
const samePattern = fc.array(pattern, { minLength: 8, maxLength: 8 }).chain(pagesWith);
const looks = fc.tuple(fc.shuffledSubarray(keys, { minLength: keys.length }), fc.nat({ max: 6 }));
const runs = (max: number) => ({
  numRuns: Number(process.env['INDEXER_RUNS'] ?? max),
  includeErrorInReport: true,
  ...(process.env['INDEXER_SEED'] === undefined
    ? {}
    : { seed: Number(process.env['INDEXER_SEED']), path: process.env['INDEXER_PATH'] ?? '' }),
});

describe('Indexing of a first sync', function () {
  this.timeout(300_000);
  const folder = storeFolder();
  const open: IndexingStore[] = [];
  const start = (maxIndexedInline = 0, ending = ''): IndexingStore => {
    const store = openIndexingStore(folder.file() + ending, maxIndexedInline);
    open.push(store);
    return store;
  };
  afterEach(() => {
    for (const store of open.splice(0)) store.close();
  });
  const drop = (...endings: readonly string[]): void => {
    for (const store of open.splice(0)) store.close();
    for (const ending of endings) removeStore(folder.file() + ending);
  };

  /** Looks at every key while it is taken in, and afterwards. */
  function looksLike(expected: IndexingStore, kept: IndexingStore, order: readonly string[], slices: number): void {
    for (const [n, key] of order.entries()) {
      if (n === 2) for (let left = slices; left > 0; left--) kept.mirrors.indexer.indexNext();
      kept.mirrors.indexer.indexKeys([key]);
      assert.deepEqual(statementsOf(kept, key), statementsOf(expected, key), `while indexing: ${key}`);
    }
    takeAll(kept);
    for (const key of keys)
      assert.deepEqual(statementsOf(kept, key), statementsOf(expected, key), `afterwards: ${key}`);
    assert.equal(kept.connection.get('SELECT count(*) AS n FROM mirror_page')?.['n'], 0);
  }

  it('has the same statements at once as a store that indexes objects on arrival', async () => {
    await fc.assert(
      fc.asyncProperty(samePattern, looks, async (given, [order, slices]) => {
        try {
          // One that held something before.
          const before = start(0, '.before');
          await bring(before, [[{ type: 'note', id: id('note', 99) }]]);
          takeAll(before);
          const plain = await bring(before, given);
          const kept = start(0, '.kept');
          const account = await bring(kept, given);
          assert.deepEqual(
            [account.counts.added, account.counts.skipped, account.state.objects],
            [plain.counts.added, plain.counts.skipped, plain.state.objects - 1],
          );
          looksLike(before, kept, order, slices);
          const [state] = kept.mirrors.list();
          assert.deepEqual([state?.waiting, state?.objects], [undefined, plain.state.objects - 1]);
        } finally {
          drop('.before', '.kept');
        }
      }),
      runs(60),
    );
  });

  it('has the same statements at once as after indexing, even where versions change the subject', async () => {
    await fc.assert(
      fc.asyncProperty(pagesWith(undefined), looks, async (given, [order, slices]) => {
        try {
          const whole = start(0, '.before');
          await bring(whole, given);
          takeAll(whole);
          const kept = start(0, '.kept');
          await bring(kept, given);
          looksLike(whole, kept, order, slices);
        } finally {
          drop('.before', '.kept');
        }
      }),
      runs(40),
    );
  });

  const many = (from: number, count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, n) => ({
      type: 'indicator',
      id: id('indicator', from + n),
      created: day(1),
      modified: day(1),
      pattern_type: 'stix',
      pattern: `[domain-name:value = 'h${from + n}.lookups-test-1.com']`,
    }));
  const risks = (store: IndexingStore, n: number): number => store.find(`h${n}.lookups-test-1.com`).length;

  for (const { network, address } of [
    { network: '198.51.100.0/24', address: '198.51.100.9' },
    { network: '2001:db8::/32', address: '2001:db8::9' },
  ]) {
    it(`indexes the relationships of ${network} when ${address} is looked up`, async () => {
      const store = start();
      await bring(store, [
        [
          {
            type: 'malware',
            id: id('malware', 1),
            created: day(1),
            modified: day(1),
            name: 'Kit one',
            is_family: true,
          },
          {
            type: 'relationship',
            id: id('relationship', 1),
            created: day(1),
            modified: day(1),
            relationship_type: 'indicates',
            source_ref: id('indicator', 1),
            target_ref: id('malware', 1),
          },
          {
            type: 'indicator',
            id: id('indicator', 1),
            created: day(1),
            modified: day(1),
            pattern_type: 'stix',
            pattern: `[${typeOf(address)}:value ISSUBSET '${network}']`,
          },
        ],
      ]);
      assert.equal(store.mirrors.indexer.indexKeys([address]), true);
      const before = statementsOf(store, address);
      assert.partialDeepStrictEqual(before, [{ record: { risk: 'high', threats: [{ name: 'Kit one' }] } }]);
      takeAll(store);
      assert.deepEqual(statementsOf(store, address), before);
    });
  }

  it('continues in another process after a kill between pages or in the middle of one', async () => {
    const first = start();
    await first.writer.begin(target);
    await first.writer.chain({ full: true });
    await give(first.writer, many(0, 600));
    await give(first.writer, many(600, 600));
    // The end of the run wasn't reported: the process was killed.
    first.close();
    open.splice(0);
    const second = start();
    assert.equal(second.mirrors.list()[0]?.objects, 1_200);
    assert.equal(risks(second, 700), 0);
    assert.equal(second.mirrors.indexer.indexKeys(['h700.lookups-test-1.com']), true);
    assert.equal(risks(second, 700), 1);
    assert.ok(second.mirrors.indexer.indexNext() !== undefined && second.mirrors.indexer.indexNext() !== undefined);
    second.close();
    open.splice(0);
    const third = start();
    const account = await bring(third, [many(0, 1_300)]);
    assert.deepEqual(
      [account.state.objects, account.state.indicators, account.state.waiting],
      [1_300, 1_300, undefined],
    );
    assert.deepEqual([account.counts.added, account.counts.unchanged], [100, 1_200]);
  });

  it('is visible in another window, and gives the same result with two at work', async () => {
    const [one, two] = [start(), start()];
    await bring(one, [many(0, 500), many(500, 500)]);
    assert.equal(two.mirrors.indexer.indexKeys(['h900.lookups-test-1.com']), true);
    assert.deepEqual([risks(one, 900), risks(two, 900)], [1, 1]);
    for (let any = true; any;) {
      any = one.mirrors.indexer.indexNext() !== undefined;
      any = two.mirrors.indexer.indexNext() !== undefined || any;
    }
    const [state] = two.mirrors.list();
    assert.deepEqual([state?.objects, state?.indicators, state?.waiting], [1_000, 1_000, undefined]);
  });

  it('leaves nothing behind of a mirror that is removed meanwhile', async () => {
    const store = start();
    const { state } = await bring(store, [many(0, 500), many(500, 500)]);
    store.mirrors.indexer.indexNext();
    store.mirrors.remove(state.id);
    assert.equal(store.mirrors.indexer.indexKeys(['h900.lookups-test-1.com']), false);
    assert.equal(store.mirrors.indexer.indexNext(), undefined);
    for (const table of ['mirror_page', 'indicator', 'stix_object'])
      assert.equal(store.connection.get(`SELECT count(*) AS n FROM ${table}`)?.['n'], 0, table);
  });

  it('keeps the pages on a full disk, and continues when there is space', async () => {
    const store = start();
    await bring(store, [many(0, 1_000), many(1_000, 1_000)]);
    const used = Number(store.connection.get('PRAGMA page_count')?.['page_count']);
    store.connection.get(`PRAGMA max_page_count = ${used + 8}`);
    assert.throws(
      () => takeAll(store),
      (error: unknown) => problemOf(error).kind === 'diskFull',
    );
    assert.ok((store.mirrors.list()[0]?.waiting ?? 0) > 0);
    store.connection.get('PRAGMA max_page_count = 1000000');
    assert.equal(store.mirrors.indexer.indexKeys(['h1999.lookups-test-1.com']), true);
    takeAll(store);
    const [state] = store.mirrors.list();
    assert.deepEqual([state?.objects, state?.indicators], [2_000, 2_000]);
  });

  it('indexes a small collection, or one with repeated IDs, before its sync ends', async () => {
    const small = start(2_000);
    assert.equal((await bring(small, [many(0, 300)])).state.waiting, undefined);
    assert.equal(risks(small, 7), 1);
    const twice = start(0, '.twice');
    const { state, counts } = await bring(twice, [many(0, 300), many(299, 300)]);
    assert.deepEqual([state.waiting, counts.added, counts.unchanged], [undefined, 599, 1]);
  });

  it('splits a page that contains everything', async () => {
    const store = start();
    await bring(store, [many(0, 4_500)]);
    assert.equal(store.connection.get('SELECT count(*) AS n FROM mirror_page')?.['n'], 5);
    store.mirrors.indexer.indexKeys(['h4499.lookups-test-1.com']);
    assert.equal(risks(store, 4_499), 1);
  });
});

describe('Keys of an object', () => {
  const host = fc
    .array(fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/), { minLength: 1, maxLength: 3 })
    .chain((labels) =>
      fc.constantFrom('com', 'zip', 'uk', 'md', 'invalid', 'py', 'io').map((end) => [...labels, end].join('.')),
    );
  const url = fc
    .tuple(fc.constantFrom('http', 'https'), host, fc.stringMatching(/^[\w~/?=&.%#A-Z-]{0,12}$/))
    .map(([scheme, name, rest]) => `${scheme}://${name}/${rest}`);
  const value = fc.oneof(host, url, fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 12 }));

  it('include every key that parsing it yields', () => {
    fc.assert(
      fc.property(value, fc.constantFrom('domain-name', 'url', 'ipv6-addr'), fc.boolean(), (text, type, isPattern) => {
        const object = isPattern
          ? {
              type: 'indicator',
              id: id('indicator', 1),
              pattern: `[${type}:value = '${text.replace(/[\\']/g, '\\$&')}']`,
            }
          : { type, id: id(type, 1), value: text };
        assert.ok(isStorable(object));
        const texts = indexTermsOf(object, object.id, object.type);
        const { statements } = readBundle(0).readNow(object);
        for (const each of statements) {
          if (each.kind === 'indicator') assert.ok(texts === undefined || texts.includes(lookupKey(each.record)), text);
        }
      }),
      { numRuns: 3_000, examples: ['http://0.com/&LT', 'http://0.com/?a=3Db&c=3Dd'].map((url) => [url, 'url', true]) },
    );
    assert.notEqual(parseIndicator('a.lookups-test-1.com'), undefined);
  });

  it('have hashes that are the same everywhere', () => {
    assert.equal(hashOf('a.lookups-test-1.com'), hashOf(['a', 'lookups-test-1', 'com'].join('.')));
    const seen = new HashSet();
    for (let n = 0; n < 20_000; n++) assert.ok(seen.add(hashOf(id('indicator', n))));
    assert.equal(seen.add(hashOf(id('indicator', 77))), false);
    assert.equal(seen.size, 20_000);
    const packed = unpackHashes(packHashes([1, 2, 3].map((n) => hashOf(id('indicator', n)))));
    assert.deepEqual(
      [1, 2, 3, 4].map((n) => hasHash(packed, hashOf(id('indicator', n)))),
      [true, true, true, false],
    );
  });
});
