import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators/index';
import { assertFound, assertNothingFound, findRaws } from './detect/findHelpers';

describe('Finding IP addresses', () => {
  it('finds addresses with ports, brackets, zones, and in ranges', () => {
    assert.deepEqual(
      findRaws(
        '192.0.2.1:80 [2001:db8::1]:443 fe80::1%eth0 192.0.2.4-192.0.2.9 (192.0.2.5) /192.0.2.6:1 a=192.0.2.7; 192.0.2.8.',
      ),
      [
        '192.0.2.1',
        '2001:db8::1',
        'fe80::1',
        '192.0.2.4',
        '192.0.2.9',
        '192.0.2.5',
        '192.0.2.6',
        '192.0.2.7',
        '192.0.2.8',
      ],
    );
  });

  it('formats IPv6 addresses according to RFC 5952', () => {
    assertFound([
      ['2001:DB8:0:0:0:0:2:1', ['ip 2001:db8::2:1']],
      ['2001:db8:0:1:1:1:1:1', ['ip 2001:db8:0:1:1:1:1:1']],
      ['2001:0db8::0001:0:0', ['ip 2001:db8::1:0:0']],
      ['::FFFF:192.0.2.1', ['ip ::ffff:192.0.2.1']],
      ['::ffff:c000:201', ['ip ::ffff:192.0.2.1']],
      ['src:2001:db8::7', ['ip 2001:db8::7']],
    ]);
  });

  it('ignores versions, identifiers, numbers with leading zeros, and networks', () => {
    assertNothingFound([
      'Chrome/124.0.0.0 Safari/5.3.2.1',
      'version 1.2.3.4, Version: "5.6.7.8", v9.8.7.6, rv:1.9.1.3',
      'libfoo (1.2.3.4-1) libfoo (1.2.3.4-10) libfoo:all 1.2.3.4-5 libbar-1.2.3.4.tar.gz pkg==1.2.3.4',
      'OID 1.3.6.1.4.1 and section 4.3.2.1',
      '256.1.2.3 1.2.3.300 010.1.2.3 1.2.3 1.2.3.4.5',
      '10.0.0.0/8 192.0.2.7/32 2001:db8::/32',
    ]);
  });

  it('ignores times, hardware addresses, fingerprints, and scopes', () => {
    assertNothingFound([
      '10:20:30 12:00:00.123 1:2',
      '00:1a:2b:3c:4d:5e 00:1a:2b:3c:4d:5e:6f:70',
      'SHA1 aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd',
      'std::add, abc::def, Foo::Bar, a::b',
      'someone:x:1022:1022::/home/someone',
    ]);
  });

  it('finds addresses after a slash unless a product precedes it', () => {
    assertFound([
      [
        'DIRECT/192.0.2.7 udp/192.0.2.8/53 gw.a-site.com/192.0.2.9',
        ['ip 192.0.2.7', 'ip 192.0.2.8', 'domain gw.a-site.com', 'ip 192.0.2.9'],
      ],
      ['outside:192.0.2.7/22', ['ip 192.0.2.7']],
    ]);
  });

  it('reads a port after an interface name, and a prefix after other words', () => {
    assertFound([
      ['from inside:192.0.2.9/25 to tcp/192.0.2.8/22', ['ip 192.0.2.9', 'ip 192.0.2.8']],
      ['v=spf1 ip4:203.0.113.0/24 ip4:203.0.113.9/28 ip4:203.0.113.4 -all', ['ip 203.0.113.4']],
    ]);
  });

  it('marks special-purpose addresses as reserved', () => {
    const special = [
      '0.1.2.3',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.1.1',
      '172.31.0.1',
      '192.0.0.5',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '2001:db8::1',
      '100::1',
      '::ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
      '3fff::1',
    ];
    const common = [
      '1.1.1.1',
      '100.63.255.255',
      '172.32.0.1',
      '192.0.1.1',
      '2001:4860:4860::8888',
      '2606:4700::1',
      '::ffff:1.1.1.1',
    ];
    const reserved = (address: string) => findIndicators(`at ${address} now`).map((occurrence) => occurrence.reserved);
    for (const address of special) assert.deepEqual(reserved(address), [true], address);
    for (const address of common) assert.deepEqual(reserved(address), [false], address);
  });
});
