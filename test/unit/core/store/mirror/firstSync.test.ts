import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lookupKey } from '../../../../../src/core/indicators';
import { isObject } from '../../../../../src/core/stix/fields';
import { getProblem } from '../../../../../src/core/store/protocol/storeError';
import { storeFolder } from '../builders';
import { bring, give, type MirrorStore, openMirrorStore, removeStore, statementsOf, target } from './mirrorStore';

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
    // A number identifies the same relationship ends in each version.
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
const runs = (max: number) => ({
  numRuns: Number(process.env['FIRST_SYNC_RUNS'] ?? max),
  includeErrorInReport: true,
  ...(process.env['FIRST_SYNC_SEED'] === undefined
    ? {}
    : { seed: Number(process.env['FIRST_SYNC_SEED']), path: process.env['FIRST_SYNC_PATH'] ?? '' }),
});

describe('A first sync', function () {
  this.timeout(300_000);
  const folder = storeFolder();
  const open: MirrorStore[] = [];
  const start = (ending = ''): MirrorStore => {
    const store = openMirrorStore(folder.file() + ending);
    open.push(store);
    return store;
  };
  afterEach(() => {
    for (const store of open.splice(0)) store.close();
  });

  it('leads to the same statements as one that brings each object in a page of its own', async () => {
    await fc.assert(
      fc.asyncProperty(samePattern, async (given) => {
        const [single, first] = [start('.single'), start('.first')];
        try {
          const later = await bring(
            single,
            given.flat().map((object) => [object]),
          );
          const account = await bring(first, [given.flat()]);
          assert.deepEqual(account.counts, later.counts);
          assert.equal(account.state.objects, later.state.objects);
          for (const key of keys) assert.deepEqual(statementsOf(first, key), statementsOf(single, key), key);
        } finally {
          for (const store of open.splice(0)) store.close();
          for (const ending of ['.single', '.first']) removeStore(folder.file() + ending);
        }
      }),
      runs(60),
    );
  });

  it('names the makers of all objects about a value, in one page or in several', async () => {
    const made = (n: number): object => ({
      type: 'indicator',
      id: id('indicator', n),
      created: day(n),
      modified: day(n),
      created_by_ref: id('identity', n),
      pattern_type: 'stix',
      pattern: `[domain-name:value = '${values[0]}']`,
    });
    const maker = (n: number): object => ({
      type: 'identity',
      id: id('identity', n),
      created: day(n),
      modified: day(n),
      name: `Maker ${n}`,
    });
    const objects = [maker(1), maker(2), made(1), made(2)];
    for (const [ending, pages] of [
      ['.one', [objects]],
      ['.four', objects.map((object) => [object])],
    ] as const) {
      const store = start(ending);
      await bring(store, pages);
      assert.partialDeepStrictEqual(statementsOf(store, values[0] ?? ''), [
        { record: { feeds: [{ name: 'Maker 1' }, { name: 'Maker 2' }] } },
      ]);
    }
  });

  for (const { network, address } of [
    { network: '198.51.100.0/24', address: '198.51.100.9' },
    { network: '2001:db8::/32', address: '2001:db8::9' },
  ]) {
    it(`links ${network} to its threat, which came before, for lookups of ${address}`, async () => {
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
      assert.partialDeepStrictEqual(statementsOf(store, address), [
        { record: { risk: 'high', threats: [{ name: 'Kit one' }] } },
      ]);
    });
  }

  it('has what came of it after a kill, and goes on in another process', async () => {
    const store = start();
    await store.writer.begin(target);
    await store.writer.chain({ full: true });
    await give(store.writer, many(0, 10));
    const other = start();
    assert.equal(other.find('h3.lookups-test-1.com').length, 1);
    await bring(other, [many(0, 10), many(10, 10)]);
    assert.deepEqual([other.mirrors.list()[0]?.objects, other.mirrors.list()[0]?.indicators], [20, 20]);
  });

  it('keeps what came on a full disk, and continues when there is space', async () => {
    const store = start();
    await store.writer.begin(target);
    await store.writer.chain({ full: true });
    await give(store.writer, many(0, 1_000));
    const used = Number(store.connection.get('PRAGMA page_count')?.['page_count']);
    store.connection.get(`PRAGMA max_page_count = ${used + 8}`);
    await assert.rejects(
      give(store.writer, many(1_000, 5_000)),
      (error: unknown) => getProblem(error).kind === 'diskFull',
    );
    assert.equal(store.find('h3.lookups-test-1.com').length, 1);
    store.connection.get('PRAGMA max_page_count = 1000000');
    await bring(start(), [many(0, 6_000)]);
    assert.equal(store.find('h5999.lookups-test-1.com').length, 1);
  });
});

function many(from: number, count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, n) => ({
    type: 'indicator',
    id: id('indicator', from + n),
    created: day(1),
    modified: day(1),
    pattern_type: 'stix',
    pattern: `[domain-name:value = 'h${from + n}.lookups-test-1.com']`,
  }));
}
