import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { containingNetworks, parseListEntry, parseNetwork as parse } from '../../../../src/core/indicators';

/** The canonical form; null if the network is too large. */
function parseNetwork(text: string): string | null | undefined {
  const network = parse(text);
  return network === undefined ? undefined : (network.value ?? null);
}

const all = {
  4: Array.from({ length: 24 }, (_, i) => i + 8),
  6: Array.from({ length: 112 }, (_, i) => i + 16),
};
const ipv4 = fc.ipV4();
const ipv6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));

describe('Networks in CIDR notation', () => {
  it('have one canonical form for every spelling', () => {
    assert.equal(parseNetwork('203.0.113.77/24'), '203.0.113.0/24');
    assert.equal(parseNetwork(' 203[.]0[.]113[.]0/25 '), '203.0.113.0/25');
    assert.equal(parseNetwork('2001:DB8:0:0::1/33'), '2001:db8::/33');
    assert.equal(parseNetwork('[2001:db8::]/32'), '2001:db8::/32');
    assert.equal(parseNetwork('::ffff:203.0.113.9/120'), '203.0.113.0/24');
    assert.equal(parseNetwork('203.0.113.9/32'), '203.0.113.9');
    assert.equal(parseNetwork('2001:db8::1/128'), '2001:db8::1');
  });

  it('are rejected if malformed or too large', () => {
    for (const text of [
      '203.0.113.0',
      '203.0.113.0/33',
      '203.0.113/24',
      'a.example/24',
      '2001:db8::/129',
      '1/2',
      '/24',
      '',
    ]) {
      assert.equal(parseNetwork(text), undefined, text);
    }
    for (const text of ['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/3']) assert.equal(parseNetwork(text), null, text);
  });

  it('are accepted in lists next to indicators', () => {
    assert.deepEqual(parseListEntry('203.0.113.0/24'), { type: 'ip', value: '203.0.113.0/24' });
    assert.deepEqual(parseListEntry('a.example/24'), { type: 'url', value: 'http://a.example/24' });
    assert.equal(parseListEntry('0.0.0.0/0'), undefined);
  });

  for (const [name, address, family, bits] of [
    ['IPv4', ipv4, 4, 32],
    ['IPv6', ipv6, 6, 128],
  ] as const) {
    it(`contain the address ${name} as a library computes, longest prefix first`, () => {
      fc.assert(
        fc.property(address, fc.integer({ min: family === 4 ? 8 : 16, max: bits - 1 }), (text, prefix) => {
          const network = parseNetwork(`${text}/${prefix}`);
          assert.ok(typeof network === 'string');
          const [first, length] = ipaddr.parseCIDR(network);
          assert.equal(length, prefix);
          assert.ok(ipaddr.process(text).kind() !== first.kind() || ipaddr.parse(text).match([first, length]));
          const canonical = parseListEntry(text)?.value ?? '';
          const around = containingNetworks(canonical, all);
          assert.ok(around.includes(network) || canonical.includes('ffff:'), `${canonical} ${network}`);
          const lengths = around.map((each) => Number(each.split('/')[1]));
          assert.deepEqual(
            lengths,
            lengths.toSorted((a, b) => b - a),
          );
        }),
      );
    });
  }

  it("are empty around a value that isn't an address", () => {
    for (const key of ['a.example', 'http://203.0.113.1/', '203.0.113.0/24', '']) {
      assert.deepEqual(containingNetworks(key, all), [], key);
    }
  });
});
