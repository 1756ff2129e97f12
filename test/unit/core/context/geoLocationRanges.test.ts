import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addressNumber, GeoLocationRanges } from '../../../../src/core/context/geoLocation';

/** Both kinds of addresses, by a number from 0 to 31. */
const families = {
  'IPv4 addresses': (at: number) => `10.0.0.${at}`,
  'IPv6 addresses': (at: number) => `2001:db8::${at.toString(16)}`,
} as const;

const ranges = fc.array(fc.tuple(fc.nat(31), fc.nat(31), fc.constantFrom('DE', 'FR', 'US')), { maxLength: 12 });

describe('Ranges of a list of locations', () => {
  for (const [title, address] of Object.entries(families))
    it(`say for each address what the smallest range says, of equal ones the last: ${title}`, () => {
      fc.assert(
        fc.property(ranges, (given) => {
          const list = new GeoLocationRanges();
          for (const [first, last, country] of given)
            assert.equal(list.add(`${address(first)}-${address(last)}`, { country }), first <= last);
          const flat = [...list.flat()];
          for (let at = 0; at < 32; at++) {
            let best: { readonly size: number; readonly country: string } | undefined;
            for (const [first, last, country] of given)
              if (first <= at && at <= last && last - first <= (best?.size ?? Infinity))
                best = { size: last - first, country };
            const number = addressNumber(address(at)) ?? -1;
            const found = flat.filter(({ first, last }) => first <= number && number <= last);
            assert.ok(found.length < 2);
            assert.equal(list.geoLocations[found[0]?.geoLocation ?? -1]?.country, best?.country, address(at));
          }
        }),
      );
    });

  it('are networks and single addresses as well, and nothing else', () => {
    const list = new GeoLocationRanges();
    const geoLocation = { country: 'DE' };
    assert.ok(list.add('2001:db8::/126', geoLocation) && list.add('192.0.2.7', { country: 'FR' }));
    for (const value of ['192.0.2.0/33', '192.0.2.7-2001:db8::7', 'x', '', '192.0.2.9-192.0.2.7'])
      assert.ok(!list.add(value, geoLocation), value);
    assert.ok(!list.add('192.0.2.8', {}), 'nothing is stated');
    const sizes = [...list.flat()].map(({ first, last }) => BigInt(last) - BigInt(first) + 1n);
    assert.deepEqual(sizes, [1n, 4n]);
  });
});
