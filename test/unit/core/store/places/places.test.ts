import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { LayerBuilder, type PlaceParts, type PlaceProblem } from '../../../../../src/core/context/places';
import { PlaceFileReader, putLayer, removeLayers } from '../../../../../src/core/store/places';
import { addressOfNumber } from '../../../../../src/core/indicators/identity/range';

const asOf = Date.UTC(2026, 5, 1);
type Rows = readonly (readonly [value: string, place: PlaceParts])[];

describe('Location data', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'places-'));
    file = join(folder, 'store.db.places');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = (id: string, rows: Rows, more: { readonly asOf?: number; readonly credit?: string } = {}): void => {
    const builder = new LayerBuilder();
    for (const [value, place] of rows) builder.add(value, place);
    putLayer(file, builder.build({ id, name: `List ${id}`, asOf, ...more }));
  };
  const reader = (onProblem?: (problem: PlaceProblem) => void): PlaceFileReader =>
    new PlaceFileReader(file, { recheckMillis: 0, ...(onProblem === undefined ? {} : { onProblem }) });

  it('finds the country, network, and organization of addresses in ranges that are no networks', () => {
    put('a', [
      ['1.1.1.2-1.1.1.255', { country: 'AU', asn: 'AS64500', organization: 'Gömböc Networks' }],
      ['1.1.2.0-1.1.2.0', { country: 'NZ' }],
      ['8.0.0.0/8', { asn: 'AS4294967295', organization: ' Big ' }],
      ['255.0.0.0-255.255.255.255', { country: 'ZZ' }],
    ]);
    const places = reader();
    const found = { source: 'List a', asOf };
    assert.equal(places.placeOf('1.1.1.1'), undefined);
    assert.deepEqual(places.placeOf('1.1.1.2'), {
      country: 'AU',
      asn: 'AS64500',
      organization: 'Gömböc Networks',
      ...found,
    });
    assert.deepEqual(places.placeOf('1.1.1.255'), places.placeOf('1.1.1.2'));
    assert.deepEqual(places.placeOf('1.1.2.0'), { country: 'NZ', ...found });
    assert.equal(places.placeOf('1.1.2.1'), undefined);
    assert.deepEqual(places.placeOf('8.8.8.8'), { asn: 'AS4294967295', organization: 'Big', ...found });
    for (const other of ['9.0.0.0', '255.1.1.1', 'evil.example', '', '8.8.8.8/24', '::1', '10.0.0.1'])
      assert.equal(places.placeOf(other), undefined, other);
  });

  it('finds IPv6 addresses in networks of any size, and in the ranges up to the last address', () => {
    put('a', [
      ['2a00::/16', { country: 'DE' }],
      ['2a00:1::/64', { country: 'FR' }],
      ['2a00:1::5:0-2a00:1::5:ffff', { country: 'IT' }],
      ['2a00:1:0:1::-2a00:1:0:1::9', { country: 'ES', city: 'Ávila' }],
      ['3000::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { country: 'US' }],
    ]);
    const places = reader();
    const countries = (...addresses: readonly string[]): readonly unknown[] =>
      addresses.map((address) => places.placeOf(address)?.country);
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
    assert.equal(places.placeOf('2a00:1:0:1::9')?.city, 'Ávila');
  });

  it('takes the smallest of overlapping ranges, and the last of equal ones', () => {
    put('a', [
      ['5.5.5.5', { country: 'AT' }],
      ['5.0.0.0-5.255.255.255', { country: 'US' }],
      ['5.5.0.0/16', { country: 'FR' }],
      ['5.5.0.0/16', { country: 'DE' }],
      ['5.5.5.0-5.6.1.0', { country: 'CH' }],
    ]);
    const places = reader();
    const found = ['5.4.255.255', '5.5.0.0', '5.5.5.4', '5.5.5.5', '5.5.5.6', '5.6.1.0', '5.6.1.1'].map(
      (address) => places.placeOf(address)?.country,
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
        const places = reader();
        for (let at = 0n; at < 1n << bits; at++) {
          const around = ranges
            .map((each, index) => ({ each, index }))
            .filter(({ each: [a, b] }) => a <= at && at <= b);
          const [best] = around.sort(
            (a, b) => Number(a.each[1] - a.each[0] - (b.each[1] - b.each[0])) || b.index - a.index,
          );
          assert.equal(places.placeOf(address(at))?.asn, best && `AS${best.index + 1}`, address(at));
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
    const places = reader();
    const both = { country: 'DE', asn: 'AS64500', organization: 'One', source: 'List countries, List networks', asOf };
    assert.deepEqual(places.placeOf('5.5.5.5'), { ...both, credits: ['Countries by A.'] });
    assert.deepEqual(places.placeOf('6.1.1.1'), { asn: 'AS64501', source: 'List networks', asOf });
    const info = places.info();
    assert.deepEqual(
      info?.sources.map(({ id, ranges, asOf: at }) => [id, ranges, at]),
      [
        ['countries', 1, asOf + day],
        ['networks', 2, asOf],
        ['others', 1, asOf],
      ],
    );
    assert.deepEqual(
      [info.ranges, info.asOf, info.credit, info.bytes],
      [4, asOf, 'Countries by A.', statSync(file).size],
    );
  });

  it('is replaced at once, list by list, and read again by readers that are open', async () => {
    put('a', [['5.5.5.0/24', { country: 'DE' }]]);
    put('b', [['6.6.6.0/24', { country: 'FR' }]]);
    const places = reader();
    assert.equal(places.placeOf('5.5.5.5')?.country, 'DE');
    const before = places.version();
    put('a', [['5.5.5.0/24', { country: 'IT' }]]);
    assert.deepEqual([places.placeOf('5.5.5.5')?.country, places.placeOf('6.6.6.6')?.country], ['IT', 'FR']);
    assert.notEqual(places.version(), before);
    assert.equal(
      removeLayers(file, (id) => id === 'a'),
      1,
    );
    assert.deepEqual([places.placeOf('5.5.5.5'), places.placeOf('6.6.6.6')?.country], [undefined, 'FR']);
    assert.deepEqual(await readdir(folder), ['store.db.places']);
    assert.equal(
      removeLayers(file, () => true),
      1,
    );
    assert.deepEqual([places.info(), existsSync(file)], [undefined, false]);
    if (process.platform !== 'win32') {
      put('a', [['5.5.5.0/24', { country: 'DE' }]]);
      assert.equal(statSync(file).mode & 0o077, 0);
    }
  });

  it('ignores a damaged file wherever it is damaged, reports it once, and replaces it', async () => {
    put('a', [
      ['5.5.5.0/24', { country: 'DE', organization: 'One' }],
      ['2a00::/16', { country: 'FR' }],
    ]);
    const whole = readFileSync(file);
    const damages = [
      ...Array.from(whole.keys(), (at) => Buffer.from(whole).fill((whole[at] ?? 0) ^ 1, at, at + 1)),
      ...[0, 3, 23, 24, 60, whole.length - 1].map((length) => whole.subarray(0, length)),
      Buffer.concat([whole, Buffer.from('more')]),
    ];
    for (const [at, damaged] of damages.entries()) {
      writeFileSync(file, damaged);
      const reported: PlaceProblem[] = [];
      const places = reader((problem) => reported.push(problem));
      assert.deepEqual(
        [places.placeOf('5.5.5.5'), places.placeOf('5.5.5.5'), places.info()],
        [undefined, undefined, undefined],
        `${at}`,
      );
      await Promise.resolve();
      assert.equal(reported.length, 1, `${at}`);
    }
    put('b', [['6.6.6.6', { country: 'US' }]]);
    assert.equal(reader().placeOf('6.6.6.6')?.country, 'US');
  });

  it('neither reads nor replaces the file of a newer version', async () => {
    put('a', [['5.5.5.0/24', { country: 'DE' }]]);
    const newer = readFileSync(file);
    newer.writeUInt32LE(2, 8);
    writeFileSync(file, newer);
    const reported: PlaceProblem[] = [];
    assert.equal(reader((problem) => reported.push(problem)).info(), undefined);
    await Promise.resolve();
    assert.deepEqual(reported, ['newer']);
    assert.throws(() => put('b', [['6.6.6.6', { country: 'US' }]]), /newer version/);
    assert.deepEqual(readFileSync(file), newer);
  });

  it('ignores what isn’t a range or a place, and bounds texts', () => {
    const builder = new LayerBuilder();
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
    ).map(([value, place]) => builder.add(value, place));
    assert.deepEqual(taken, [...Array.from({ length: 7 }, () => false), true]);
    putLayer(file, builder.build({ id: 'a', name: 'A', asOf }));
    assert.equal(reader().placeOf('5.5.5.5')?.organization?.length, 200);
  });

  it('is empty without a file', () => {
    const places = new PlaceFileReader(join(folder, 'none', 'x.places'));
    assert.deepEqual([places.placeOf('5.5.5.5'), places.info(), places.version()], [undefined, undefined, 0]);
    assert.equal(
      removeLayers(file, () => true),
      0,
    );
  });
});
