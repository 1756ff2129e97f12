import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type GeoLocationParts, GeoLocationRanges } from '../../../../src/core/context/geoLocation';
import { addressOfNumber } from '../../../../src/core/indicators/identity/range';
import {
  addGeoLocationRanges,
  beginGeoLocations,
  dropGeoLocations,
  hideGeoLocations,
  rangesAtOnce,
  useGeoLocations,
} from '../../../../src/core/store/geoLocations';
import { StoreReader } from '../../../../src/core/store/reader';
import type { Store } from '../../../../src/core/store/store';
import { addGeoLocations, storeFolder } from './builders';

const asOf = Date.UTC(2026, 5, 1);
type Rows = readonly (readonly [value: string, geoLocation: GeoLocationParts])[];

describe('Location data', () => {
  const folder = storeFolder();
  let store: Store;
  let reader: StoreReader;
  beforeEach(() => {
    store = folder.open();
    reader = new StoreReader(folder.file());
  });
  afterEach(() => reader.close());

  const put = (id: string, rows: Rows, more: { readonly asOf?: number; readonly credit?: string } = {}): void =>
    addGeoLocations(store, `List ${id}`, rows, { asOf, ...more });
  const rowsOf = (table: string): unknown => store.use((c) => c.get(`SELECT count(*) AS n FROM ${table}`)?.['n']);

  it('finds the country, network, and organization of addresses in ranges that are no networks', () => {
    put('a', [
      ['1.1.1.2-1.1.1.255', { country: 'AU', asn: 'AS64500', organization: 'Gömböc Networks' }],
      ['1.1.2.0-1.1.2.0', { country: 'NZ' }],
      ['8.0.0.0/8', { asn: 'AS4294967295', organization: ' Big ' }],
      ['255.0.0.0-255.255.255.255', { country: 'ZZ' }],
    ]);
    const found = { source: 'List a', asOf };
    assert.equal(reader.geoLocationOf('1.1.1.1'), undefined);
    assert.deepEqual(reader.geoLocationOf('1.1.1.2'), {
      country: 'AU',
      asn: 'AS64500',
      organization: 'Gömböc Networks',
      ...found,
    });
    assert.deepEqual(reader.geoLocationOf('1.1.1.255'), reader.geoLocationOf('1.1.1.2'));
    assert.deepEqual(reader.geoLocationOf('1.1.2.0'), { country: 'NZ', ...found });
    assert.equal(reader.geoLocationOf('1.1.2.1'), undefined);
    assert.deepEqual(reader.geoLocationOf('8.8.8.8'), { asn: 'AS4294967295', organization: 'Big', ...found });
    for (const other of ['9.0.0.0', '255.1.1.1', 'evil.example', '', '8.8.8.8/24', '::1', '10.0.0.1'])
      assert.equal(reader.geoLocationOf(other), undefined, other);
  });

  it('finds IPv6 addresses in networks of any size, and in the ranges up to the last address', () => {
    put('a', [
      ['2a00::/16', { country: 'DE' }],
      ['2a00:1::/64', { country: 'FR' }],
      ['2a00:1::5:0-2a00:1::5:ffff', { country: 'IT' }],
      ['2a00:1:0:1::-2a00:1:0:1::9', { country: 'ES', city: 'Ávila' }],
      ['3000::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { country: 'US' }],
    ]);
    const countries = (...addresses: readonly string[]): readonly unknown[] =>
      addresses.map((address) => reader.geoLocationOf(address)?.country);
    assert.deepEqual(countries('29ff:ffff::', '2a00::', '2a00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2a01::'), [
      undefined,
      'DE',
      'DE',
      undefined,
    ]);
    assert.deepEqual(countries('2a00:1::', '2a00:1::4:ffff', '2a00:1::5:0', '2a00:1::5:ffff', '2a00:1::6:0'), [
      'FR',
      'FR',
      'IT',
      'IT',
      'FR',
    ]);
    assert.deepEqual(countries('2a00:1:0:1::', '2a00:1:0:1::9', '2a00:1:0:1::a', '3ffe::1'), ['ES', 'ES', 'DE', 'US']);
    assert.equal(reader.geoLocationOf('2a00:1:0:1::9')?.city, 'Ávila');
  });

  it('takes the smallest of overlapping ranges, and the last of equal ones', () => {
    put('a', [
      ['5.5.5.5', { country: 'AT' }],
      ['5.0.0.0-5.255.255.255', { country: 'US' }],
      ['5.5.0.0/16', { country: 'FR' }],
      ['5.5.0.0/16', { country: 'DE' }],
      ['5.5.5.0-5.6.1.0', { country: 'CH' }],
    ]);
    const found = ['5.4.255.255', '5.5.0.0', '5.5.5.4', '5.5.5.5', '5.5.5.6', '5.6.1.0', '5.6.1.1'].map(
      (address) => reader.geoLocationOf(address)?.country,
    );
    assert.deepEqual(found, ['US', 'DE', 'CH', 'AT', 'CH', 'CH', 'US']);
  });

  it('equals a search through all ranges', () => {
    const bits = 8n;
    const range = fc
      .tuple(fc.bigInt(0n, (1n << bits) - 1n), fc.bigInt(0n, (1n << bits) - 1n))
      .map(([a, b]) => (a <= b ? ([a, b] as const) : ([b, a] as const)));
    const ipv4 = (number: bigint): string => addressOfNumber((5n << 24n) | number, 32) ?? '';
    const ipv6 = (shift: bigint) => (number: bigint) =>
      addressOfNumber((0x2a00n << 112n) | (number << shift), 128) ?? '';
    const property = fc.property(
      fc.array(range, { maxLength: 12 }),
      fc.constantFrom(ipv4, ipv6(0n), ipv6(60n), ipv6(64n), ipv6(100n)),
      (ranges, address) => {
        put(
          'a',
          ranges.map(([first, last], at) => [`${address(first)}-${address(last)}`, { asn: `AS${at + 1}` }]),
        );
        for (let at = 0n; at < 1n << bits; at++) {
          const around = ranges
            .map((each, index) => ({ each, index }))
            .filter(({ each: [a, b] }) => a <= at && at <= b);
          const [best] = around.sort(
            (a, b) => Number(a.each[1] - a.each[0] - (b.each[1] - b.each[0])) || b.index - a.index,
          );
          assert.equal(reader.geoLocationOf(address(at))?.asn, best && `AS${best.index + 1}`, address(at));
        }
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  it('combines lists: an earlier one takes precedence, a later one adds what is missing', () => {
    const day = 24 * 60 * 60_000;
    put('countries', [['5.5.0.0/16', { country: 'DE' }]], { asOf: asOf + day, credit: 'Countries by A.' });
    put('networks', [
      ['5.5.5.0/24', { country: 'FR', asn: 'AS64500', organization: 'One' }],
      ['6.0.0.0/8', { asn: 'AS64501' }],
    ]);
    put('others', [['5.5.0.0/16', { asn: 'AS64999', organization: 'Other' }]]);
    const both = { country: 'DE', asn: 'AS64500', organization: 'One', source: 'List countries, List networks', asOf };
    assert.deepEqual(reader.geoLocationOf('5.5.5.5'), { ...both, credits: ['Countries by A.'] });
    assert.deepEqual(reader.geoLocationOf('6.1.1.1'), { asn: 'AS64501', source: 'List networks', asOf });
    const counts = store.summary().rows.map(({ source, count }) => [source, count]);
    assert.deepEqual(counts, [
      ['List countries', 1],
      ['List networks', 2],
      ['List others', 1],
    ]);
  });

  it('is replaced at once, list by list, when the new list is complete', () => {
    put('a', [['5.5.5.0/24', { country: 'DE' }]]);
    put('b', [['6.6.6.0/24', { country: 'FR' }]]);
    const found = () => [reader.geoLocationOf('5.5.5.5')?.country, reader.geoLocationOf('6.6.6.6')?.country];
    assert.deepEqual(found(), ['DE', 'FR']);
    const ranges = new GeoLocationRanges();
    ranges.add('5.5.5.0/24', { country: 'IT' });
    const list = store.use((c) => beginGeoLocations(c, { sourceId: 1, asOf, credit: undefined }, ranges));
    store.use((c) => addGeoLocationRanges(c, list, Array.from(ranges.flat())));
    assert.deepEqual(found(), ['DE', 'FR']);
    store.use((c) => useGeoLocations(c, list));
    assert.deepEqual(found(), ['IT', 'FR']);
    assert.equal(rowsOf('place_range'), 3);
    assert.equal(
      store.use((c) => dropGeoLocations(c, 1)),
      false,
    );
    assert.deepEqual([found(), rowsOf('place_range'), rowsOf('place')], [['IT', 'FR'], 2, 2]);
  });

  it('is removed in steps, and not used meanwhile', () => {
    put(
      'a',
      Array.from({ length: 2 * rangesAtOnce }, (_, at) => [
        addressOfNumber((5n << 24n) + BigInt(2 * at), 32) ?? '',
        { country: 'DE' },
      ]),
    );
    put('b', [['6.6.6.0/24', { country: 'FR' }]]);
    store.use((c) => hideGeoLocations(c, 1));
    assert.equal(reader.geoLocationOf('5.0.0.0'), undefined);
    const left: unknown[] = [];
    while (store.use((c) => dropGeoLocations(c, 1))) left.push(rowsOf('place_range'));
    assert.deepEqual([left, rowsOf('place_range'), rowsOf('place_list')], [[rangesAtOnce + 1, 1], 1, 1]);
    assert.equal(reader.geoLocationOf('6.6.6.6')?.country, 'FR');
  });

  it('ignores what isn’t a range or a location, and bounds texts', () => {
    const ranges = new GeoLocationRanges();
    const taken = (
      [
        ['5.5.5.9-5.5.5.1', { country: 'DE' }],
        ['5.5.5.5-2a00::1', { country: 'DE' }],
        ['5.5.5.5/33', { country: 'DE' }],
        ['evil.example', { country: 'DE' }],
        ['5.5.5.5', {}],
        ['5.5.5.5', { country: 'de', asn: '64500', organization: ' ' }],
        ['5.5.5.5', { asn: 'AS4294967296' }],
        ['::ffff:5.5.5.5', { country: 'DE', organization: 'x'.repeat(10_000) }],
      ] satisfies Rows
    ).map(([value, geoLocation]) => ranges.add(value, geoLocation));
    assert.deepEqual(taken, [...Array.from({ length: 7 }, () => false), true]);
    assert.equal(ranges.geoLocations[0]?.organization?.length, 200);
  });

  it('is empty without a store', () => {
    const none = new StoreReader(`${folder.file()}.none`);
    assert.equal(none.geoLocationOf('5.5.5.5'), undefined);
    none.close();
  });
});
