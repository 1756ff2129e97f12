import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parsePattern } from '../../../../src/core/stix/pattern';
import { patternIndicators } from '../../../../src/core/stix/patternIndicators';

function values(pattern: string): readonly string[] {
  return patternIndicators(pattern).indicators.map(({ value }) => value);
}

function compared(pattern: string) {
  const { comparisons, errors } = parsePattern(pattern);
  assert.deepEqual(errors, [], pattern);
  return comparisons.map(({ objectType, path, operator, negated, values: held }) => [
    `${objectType}:${path}`,
    negated ? `NOT ${operator}` : operator,
    ...held,
  ]);
}

describe('STIX pattern parser', () => {
  it('reads comparisons, with and without spaces', () => {
    assert.deepEqual(compared("[domain-name:value='a.example']"), [['domain-name:value', '=', 'a.example']]);
    assert.deepEqual(compared("  [ ipv4-addr:value == '192.0.2.1' ]  "), [['ipv4-addr:value', '=', '192.0.2.1']]);
    assert.deepEqual(compared("[url:value = 'http://a.example/it\\'s\\\\']"), [
      ['url:value', '=', "http://a.example/it's\\"],
    ]);
  });

  it('reads lists, operators, parentheses, and qualifiers', () => {
    assert.deepEqual(
      compared("[domain-name:value IN ('a.example','b.example') OR (url:value='http://c.example/' AND file:size>7)]"),
      [
        ['domain-name:value', 'IN', 'a.example', 'b.example'],
        ['url:value', '=', 'http://c.example/'],
        ['file:size', '>'],
      ],
    );
    assert.deepEqual(
      compared(
        "([ipv4-addr:value='192.0.2.1'] FOLLOWEDBY [ipv6-addr:value='2001:db8::1']) REPEATS 5 TIMES WITHIN 1800 SECONDS" +
          " START t'2030-01-01T00:00:00Z' STOP t'2030-02-01T00:00:00Z'",
      ).map(([path]) => path),
      ['ipv4-addr:value', 'ipv6-addr:value'],
    );
  });

  it('reads paths with keys, quotes, and indexes', () => {
    assert.deepEqual(
      compared(
        "[file:hashes.'SHA-256' = 'aa' AND file:extensions.'windows-pebinary-ext'.sections[*].entropy > 7.0" +
          " AND email-message:body_multipart[0].body_raw_ref.name MATCHES '^Q' AND artifact:payload_bin = b'dGVzdA==']",
      ).map(([path]) => path),
      [
        'file:hashes.SHA-256',
        'file:extensions.windows-pebinary-ext.sections[*].entropy',
        'email-message:body_multipart[0].body_raw_ref.name',
        'artifact:payload_bin',
      ],
    );
  });

  it('resolves negation', () => {
    assert.deepEqual(compared("[domain-name:value NOT = 'a.example']"), [['domain-name:value', 'NOT =', 'a.example']]);
    assert.deepEqual(compared("[domain-name:value NOT IN ('a.example')]"), [
      ['domain-name:value', 'NOT IN', 'a.example'],
    ]);
    assert.deepEqual(compared("[NOT (domain-name:value='a.example' OR NOT url:value='b')]"), [
      ['domain-name:value', 'NOT =', 'a.example'],
      ['url:value', '=', 'b'],
    ]);
    assert.deepEqual(compared('[NOT EXISTS domain-name:value OR EXISTS url:value]'), [
      ['domain-name:value', 'NOT EXISTS'],
      ['url:value', 'EXISTS'],
    ]);
  });

  it('reports errors with their position, and continues', () => {
    const at = (pattern: string) => parsePattern(pattern).errors.map(({ kind, offset }) => [kind, offset]);
    assert.deepEqual(at("[domain-name:value='a.example'"), [['bracket', 0]]);
    assert.deepEqual(at("domain-name:value='a.example']"), [['bracket', 29]]);
    assert.deepEqual(at('[domain-name:value]'), [['syntax', 18]]);
    assert.deepEqual(at("[domain-name:value='a.example' domain-name:value='b.example']"), [['syntax', 31]]);
    assert.deepEqual(at(''), [['syntax', 0]]);
    assert.deepEqual(
      at('[]').map(([kind]) => kind),
      ['syntax'],
    );
    assert.equal(parsePattern("[x:y='1' AND AND x:z='2']").comparisons.length, 2);
  });
});

describe('Indicators of a STIX pattern', () => {
  it('include domains, IP addresses, and URLs, even at the end of a reference', () => {
    assert.deepEqual(
      values(
        "[domain-name:value='A.example' OR ipv4-addr:value='192.0.2.1' OR ipv6-addr:value='2001:DB8::1' OR url:value='http://b.example/X']",
      ),
      ['a.example', '192.0.2.1', '2001:db8::1', 'http://b.example/X'],
    );
    assert.deepEqual(
      values(
        "[network-traffic:dst_ref.type = 'ipv4-addr' AND network-traffic:dst_ref.value = '192.0.2.9' AND domain-name:resolves_to_refs[*].value = '192.0.2.8']",
      ),
      ['192.0.2.9', '192.0.2.8'],
    );
  });

  it('omit excluded, ambiguous, and unsupported values', () => {
    const reasons = (pattern: string) => patternIndicators(pattern).skipped;
    for (const pattern of [
      "[domain-name:value != 'a.example']",
      "[domain-name:value NOT IN ('a.example','b.example')]",
      "[domain-name:value LIKE '%.example']",
      "[ipv4-addr:value ISSUPERSET '192.0.2.0/24']",
      "[ipv4-addr:value NOT ISSUBSET '192.0.2.0/24']",
      "[ipv4-addr:value ISSUBSET '0.0.0.0/0']",
      "[url:value MATCHES '^http://a\\\\.example']",
      "[ipv4-addr:value > '192.0.2.1']",
      "[file:hashes.MD5 = '0123456789abcdef0123456789abcdef']",
      "[email-addr:value = 'someone@a.example']",
      "[app:id='com.a.example']",
    ]) {
      assert.deepEqual(values(pattern), [], pattern);
      assert.equal(reasons(pattern).length, 1, pattern);
    }
    assert.deepEqual(reasons("[app:id='x']"), [{ kind: 'patternObject', detail: 'app' }]);
  });

  it('include networks, with any operator, in canonical form', () => {
    for (const pattern of [
      "[ipv4-addr:value ISSUBSET '203.0.113.7/24']",
      "[ipv4-addr:value = '203.0.113.0/24']",
      "[ipv4-addr:value IN ('203.0.113.0/24')]",
      "[network-traffic:src_ref.value ISSUBSET '203.0.113.0/24']",
    ]) {
      assert.deepEqual(patternIndicators(pattern), {
        indicators: [{ type: 'ip', value: '203.0.113.0/24' }],
        skipped: [],
      });
    }
    assert.deepEqual(values("[ipv6-addr:value ISSUBSET '2001:DB8::/32']"), ['2001:db8::/32']);
    assert.deepEqual(values("[ipv4-addr:value ISSUBSET '192.0.2.5/32']"), ['192.0.2.5']);
  });

  it('include values in the headers of requests and messages, and download locations of artifacts', () => {
    assert.deepEqual(
      values(
        "[network-traffic:extensions.'http-request-ext'.request_header.Host = 'a.example' AND network-traffic:dst_port = 80]",
      ),
      ['a.example'],
    );
    assert.deepEqual(
      values(
        "[email-message:from_ref.value = 'x@b.example' AND email-message:additional_header_fields.'X-Originating-IP' = '192.0.2.3']",
      ),
      ['192.0.2.3'],
    );
    assert.deepEqual(values("[artifact:url = 'http://c.example/x.bin' AND file:url = 'http://d.example/']"), [
      'http://c.example/x.bin',
    ]);
  });

  it('include all values of patterns in the standard', () => {
    const shown: readonly (readonly [string, readonly string[]])[] = [
      ["[file:hashes.'SHA-256' = 'ef53'] AND [domain-name:value = 'a.example']", ['a.example']],
      [
        "[ipv4-addr:value = '198.51.100.1' OR ipv4-addr:value = '203.0.113.33/32' OR ipv6-addr:value = '2001:db8::9/128']",
        ['198.51.100.1', '203.0.113.33', '2001:db8::9'],
      ],
      [
        "[url:value = 'http://a.example/p'] FOLLOWEDBY ([ipv4-addr:value = '192.0.2.4'] OR [domain-name:value = 'b.example']) WITHIN 300 SECONDS",
        ['http://a.example/p', '192.0.2.4', 'b.example'],
      ],
      [
        "([network-traffic:dst_ref.type = 'domain-name' AND network-traffic:dst_ref.value = 'c.example'] REPEATS 5 TIMES) START t'2026-01-01T00:00:00Z' STOP t'2026-02-01T00:00:00.5Z'",
        ['c.example'],
      ],
      [
        "[domain-name:value = 'd.example' AND domain-name:resolves_to_refs[*].value = '192.0.2.6']",
        ['d.example', '192.0.2.6'],
      ],
      [
        "[network-traffic:src_ref.value = '192.0.2.7' AND NOT network-traffic:dst_ref.value = '192.0.2.8']",
        ['192.0.2.7'],
      ],
      ["[url:value = 'http://e.example/it\\'s?q=1']", ["http://e.example/it's?q=1"]],
      [
        "[email-message:from_ref.value MATCHES '.+\\\\@f\\\\.example$' AND email-message:body_multipart[*].body_raw_ref.name MATCHES '^Report']",
        [],
      ],
      ["[artifact:mime_type = 'application/vnd.tcpdump.pcap' AND artifact:payload_bin MATCHES '\\\\xd4\\\\xc3']", []],
      ["[windows-registry-key:key = 'HKLM\\\\Run'] WITHIN 5.5 MINUTES", []],
      [
        "[x_app:entries['first key'].hosts[0] = 'g.example' OR domain-name:value IN ('h.example', 'i.example')]",
        ['h.example', 'i.example'],
      ],
    ];
    for (const [pattern, meant] of shown) assert.deepEqual(values(pattern), meant, pattern);
  });

  it('are read from a pattern with only a bracket missing, but not with other errors', () => {
    assert.deepEqual(values("[domain-name:value='a.example'"), ['a.example']);
    assert.deepEqual(values("[domain-name:value='a.example' AND]"), []);
  });
});

describe('STIX pattern parser with any input', () => {
  const fragment = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    ',',
    "'",
    "'a.example'",
    'AND',
    'OR',
    'NOT',
    'IN',
    '=',
    '!=',
    'domain-name:value',
    'x:y',
    ...["t'2030'", 'WITHIN', '5', ' ', '\\', '/*', '*/', '//', '\n', 'EXISTS', ':', '.', "['k']", '[*]', 'é', '\ud800'],
  );

  it('never throws, and keeps offsets inside the pattern', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fragment, { maxLength: 60 }).map((p) => p.join(' ')),
        ),
        (text) => {
          const { errors, comparisons } = parsePattern(text);
          for (const { offset } of [...errors, ...comparisons]) assert.ok(offset >= 0 && offset <= text.length);
          patternIndicators(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('restores any text that was quoted by the rules', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const pattern = `[x:y = '${value.replace(/[\\']/g, '\\$&')}']`;
        assert.deepEqual(parsePattern(pattern), {
          comparisons: [{ objectType: 'x', path: 'y', operator: '=', negated: false, values: [value], offset: 1 }],
          errors: [],
        });
      }),
    );
  });

  it("doesn't overflow on depth, nor stall on length", () => {
    for (const repeated of [
      '(',
      '[',
      ')',
      "'",
      "\\'",
      '/*',
      'NOT ',
      'a',
      'a:',
      "x:y='1' OR ",
      "x:y.'",
      '[*]',
      ' ',
      "t'",
    ]) {
      const text = repeated.repeat(100_000);
      parsePattern(text);
    }
    const deep = `${'('.repeat(50_000)}[domain-name:value='a.example']${')'.repeat(50_000)}`;
    assert.deepEqual(values(deep), ['a.example']);
  });
});
