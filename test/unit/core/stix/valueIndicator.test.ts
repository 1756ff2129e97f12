import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readBundle } from '../../../../src/core/stix/objects';
import { patternIndicators } from '../../../../src/core/stix/patternIndicators';
import { valueIndicator } from '../../../../src/core/stix/valueIndicator';

describe('Value of a STIX observable or pattern', () => {
  const taken: readonly (readonly [string, string])[] = [
    ['198.51.100.1/32', '198.51.100.1'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['tcp://a.lookups-test-1.com:8443', 'a.lookups-test-1.com'],
    ['tcp://198.51.100.7:4444/x', '198.51.100.7'],
    ['ws://a.lookups-test-1.com/chat', 'a.lookups-test-1.com'],
    ['file://a.lookups-test-1.com/share/x.exe', 'a.lookups-test-1.com'],
    ['file:\\\\a.lookups-test-1.com\\share', 'a.lookups-test-1.com'],
    ['udp://[2001:db8::7]:53', '2001:db8::7'],
    ['http:\\\\a.lookups-test-1.com\\x\\y?z=1', 'http://a.lookups-test-1.com/x/y?z=1'],
    ['https://a.lookups-test-1.com\\@b.lookups-test-2.com/', 'https://a.lookups-test-1.com/@b.lookups-test-2.com/'],
  ];
  const left: readonly (readonly [string, string])[] = [
    ['https://+:443/', 'noHost'],
    ['file:///etc/passwd', 'noHost'],
    ['/gate.php', 'path'],
    ['c:\\windows\\x.exe', 'path'],
    ['tcp://amazing.lab:1', 'noPublicSuffix'],
  ];

  it('is read as an IP address, network, URL, or host', () => {
    for (const [value, expected] of taken) {
      const read = valueIndicator(value);
      assert.equal(typeof read === 'string' ? `left: ${read}` : read.value, expected, value);
    }
  });

  it('is skipped with the right reason otherwise', () => {
    for (const [value, reason] of left) assert.equal(valueIndicator(value), reason, value);
  });

  it('means the same in an observable and in a pattern', () => {
    for (const [value, expected] of taken) {
      const type = value.includes(':') && !value.startsWith('2001') ? 'url' : 'ipv4-addr';
      const quoted = value.replace(/[\\']/g, '\\$&');
      const byPattern = patternIndicators(`[${type}:value = '${quoted}']`).indicators.map((each) => each.value);
      const { statements } = readBundle(0).read({ type, id: `${type}--1`, value });
      const byObject = statements.flatMap((each) => (each.kind === 'indicator' ? [each.record.value] : []));
      assert.deepEqual([byPattern, byObject], [[expected], [expected]], value);
    }
  });

  it('is the URL that a browser opens, or nothing, but never the host of a URL', () => {
    const written = [
      "/e.txt')?p=C:\\x",
      '/x<y>',
      '/a b',
      '/x]',
      '/a)b',
      '/{x}',
      '/`id`',
      '/"q"',
      '/a|b',
      '/?q=*',
      '/ü',
      '?x=1',
      '/a"b\'c',
      '/*',
      '/${x}',
      '/x.',
      '/x,',
      '/x;',
      '/(a',
      "/it's",
      '/%',
      '/a%zz',
    ];
    for (const rest of written) {
      const read = valueIndicator(`http://a.lookups-test-1.com${rest}`);
      assert.ok(typeof read === 'object' && read.type === 'url', rest);
      assert.equal(new URL(read.value).href, new URL(`http://a.lookups-test-1.com${rest}`).href, rest);
    }
    for (const value of [
      'http://a.lookups-test-1.com:99999/',
      'http://a.lookups-test-1.com:x/',
      'http://a b.lookups-test-1.com/',
    ])
      assert.equal(typeof valueIndicator(value), 'string', value);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (rest) => {
        const value = `http://a.lookups-test-1.com/${rest}`;
        const read = valueIndicator(value);
        if (typeof read === 'string') return;
        assert.equal(read.type, 'url');
        assert.equal(new URL(read.value).host, 'a.lookups-test-1.com');
      }),
    );
  });

  it("isn't reported as skipped because of other comparisons in its pattern", () => {
    const { indicators, skipped } = patternIndicators(
      "[domain-name:value = 'a.lookups-test-1.com' AND network-traffic:dst_port = 443 AND url:value != 'http://x.example/']",
    );
    assert.deepEqual([indicators.length, skipped], [1, []]);
    assert.equal(patternIndicators("[file:name = 'x']").skipped.length, 1);
    assert.equal(patternIndicators("[domain-name:value IN ('a.lookups-test-1.com', 'amazing.lab')]").skipped.length, 1);
  });
});
