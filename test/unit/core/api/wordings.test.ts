import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readIndicator } from '../../../../src/core/api/schemas/indicator';
import type { Indicator } from '../../../../src/core/indicators/identity/types';

const requested: Indicator = { type: 'domain', value: 'lookups-test-1.com' };

/** One value, worded in any of these ways. */
const oneOf = (...ways: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...ways);
/** Stands for a missing key in an object built here. */
const absent = Symbol('absent');

const number = (n: number): fc.Arbitrary<unknown> => oneOf(n, String(n), ` ${n} `);
const flag = (on: boolean): fc.Arbitrary<unknown> => (on ? oneOf(1, '1', true, 'true') : oneOf(0, '0', false, 'false'));
const nothing = oneOf(absent, null, '', [], {});
const noTimestamp = oneOf(absent, null, '', '0000-00-00 00:00:00', '0000-00-00', 0, 'null');

function timestamp(at: string): fc.Arbitrary<unknown> {
  const millis = Date.parse(at);
  const plain = at.slice(0, 19).replace('T', ' ');
  return oneOf(
    plain,
    plain.replace(' 0', ' '),
    at,
    `${at.slice(0, 19)}Z`,
    at.slice(0, 19),
    `${plain}+00:00`,
    `${plain} UTC`,
    millis,
    millis / 1_000,
  );
}

/** An object whose keys come in any letter case and order. */
function object(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const spell = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.charAt(0).toUpperCase() + name.slice(1),
  );
  const entries = Object.entries(fields).map(([name, value]) =>
    fc.tuple(spell, value).map(([spelled, stated]) => [spelled(name), stated] as const),
  );
  return fc
    .tuple(fc.tuple(...entries), fc.boolean())
    .map(([all, turned]) =>
      Object.fromEntries((turned ? all.toReversed() : all).filter(([, stated]) => stated !== absent)),
    );
}

/** A list as an array, as an object with numbered keys, or as its only item. */
function list(...items: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return fc.tuple(fc.tuple(...items), fc.nat(2)).map(([all, way]) => {
    const stated: readonly unknown[] = all;
    if (way === 0) return stated;
    if (way === 1 && stated.length === 1) return stated[0];
    return Object.fromEntries(stated.map((item, at) => [String(at), item]));
  });
}

/** Adds a value under either of two names. */
const named =
  (first: string, second: string, value: string) => (rest: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
    fc.constantFrom(first, second).chain((name) => object({ ...rest, [name]: fc.constant(value) }));

/** A property group: an object of texts, numbers, lists and rows, or the rows of all its values. */
function group(values: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<unknown> {
  const row = (value: string, more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<unknown> =>
    object({ value: fc.constant(value), latest: flag(true), pid: number(3), ...more });
  const old = (more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<unknown> =>
    object({ value: fc.constant('of 2019'), latest: flag(false), ...more });
  const each = Object.fromEntries(
    Object.entries(values).map(([key, all]) => {
      const ways: fc.Arbitrary<unknown>[] = [
        fc.constant(all),
        fc.constant(all.map((value) => [value])),
        fc.tuple(...all.map((value) => row(value))),
        fc.tuple(...all.map((value) => row(value)), old()),
      ];
      const [only] = all;
      if (all.length === 1) ways.push(oneOf(only, /^\d+$/.test(only ?? '') ? Number(only) : only));
      return [key, fc.oneof(...ways)] as const;
    }),
  );
  const asRows = Object.entries(values).flatMap(([key, all]) =>
    all.map((value) => row(value, { name: fc.constant(key) })),
  );
  return fc.oneof(fc.record(each), fc.tuple(...asRows), fc.tuple(...asRows, old({ name: fc.constant('gone') })));
}

const whois = {
  '++registrar': ['Registrar of Today'],
  'name server': ['ns1.lookups-test-2.com', 'ns2.lookups-test-2.com'],
};
const http = { '++code': ['200'], 'Set-Cookie': ['a=1', 'b=2'] };

/** One record in every wording that the specification leaves open, all at once. */
const worded = object({
  iid: number(7),
  qid: number(3),
  indicator: oneOf('lookups-test-1.com', 'LOOKUPS-test-1.com', 'lookups-test-1.com.'),
  type: oneOf('domain', 'Domain'),
  risk: oneOf('very low', 'Very Low', 'very_low', 'VERY-LOW'),
  risk_recommended: oneOf('retired', 'Retired'),
  manualrisk: flag(true),
  retired: fc.oneof(flag(false), nothing, oneOf('no', 'active', 'none', 'null')),
  stamp_added: timestamp('2024-01-02T03:04:05.000Z'),
  stamp_seen: timestamp('2024-03-02T13:04:05.000Z'),
  stamp_probed: noTimestamp,
  stamp_retired: noTimestamp,
  submissions: number(4),
  riskfactors: list(object({ rfid: number(1), description: fc.constant('In a feed'), risk: oneOf('high', 'HIGH') })),
  threats: list(
    named('name', 'threat', 'Kit')({ tid: number(2), risk: oneOf('retired', 'RETIRED') }),
    named('name', 'threat', 'Other')({ tid: number(3), risk: oneOf('high'), stamp_linked: noTimestamp }),
  ),
  feeds: list(named('name', 'feed', 'List')({ fid: number(9), category: nothing })),
  comments: nothing,
  redirects: fc.oneof(
    object({ from: list(object({ id: number(5), indicator: fc.constant('a.lookups-test-2.com') })), to: nothing }),
  ),
  attributes: object({
    port: fc.oneof(oneOf(['443', '80'], [443, 80], [['443'], ['80']], { 0: '443', 1: ['80'] })),
    protocol: nothing,
  }),
  properties: object({ whois: group(whois), http: group(http), cookies: nothing }),
  summary: nothing,
});

const plain = {
  iid: 7,
  qid: 3,
  indicator: 'lookups-test-1.com',
  type: 'domain',
  risk: 'very low',
  risk_recommended: 'retired',
  manualrisk: 1,
  retired: 0,
  stamp_added: '2024-01-02 03:04:05',
  stamp_seen: '2024-03-02 13:04:05',
  submissions: 4,
  riskfactors: [{ rfid: 1, description: 'In a feed', risk: 'high' }],
  threats: [
    { tid: 2, name: 'Kit', risk: 'retired' },
    { tid: 3, name: 'Other', risk: 'high' },
  ],
  feeds: [{ fid: 9, name: 'List' }],
  redirects: { from: [{ id: 5, indicator: 'a.lookups-test-2.com' }], to: [] },
  attributes: { port: [['443'], ['80']] },
  properties: { whois, http },
};

describe('Record', () => {
  it('is the same in every wording that the specification leaves open', () => {
    const expected = readIndicator(plain, requested, () => undefined);
    assert.ok(expected !== undefined);
    assert.deepEqual(
      [expected.risk, expected.threats[0]?.risk, expected.timestamps.seen],
      ['very low', 'retired', Date.UTC(2024, 2, 2, 13, 4, 5)],
    );
    fc.assert(
      fc.property(worded, (raw) => {
        assert.deepEqual(
          readIndicator(raw, requested, () => undefined),
          expected,
        );
      }),
      { numRuns: 500 },
    );
  });
});
