import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type BlockEntry, blockFile, type BlockForm } from '../../../../src/core/export/blocking';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { anyEntry } from './blockEntries';

const created = Date.UTC(2026, 4, 1, 12);

const entry = (type: Indicator['type'], value: string): BlockEntry => ({ indicator: { type, value }, risk: 'high' });

function write(form: BlockForm, entries: readonly BlockEntry[], comments: readonly string[] = []) {
  return blockFile(form, entries, { created, lowest: 'high', comments: () => comments });
}

const linesOf = (form: BlockForm, ...entries: readonly BlockEntry[]): readonly string[] =>
  write(form, entries).text.trimEnd().split('\n');

const domain = entry('domain', 'evil.lookups-test-1.com');
const v4 = entry('ip', '5.6.7.8');
const v6 = entry('ip', '2001:db8:0:0:1:0:0:1');
const url = entry('url', 'http://lookups-test-1.com:8080/a\'*?c;"|\\');

describe('Block lists and rules', () => {
  it('are a plain list of all kinds of indicators', () => {
    assert.deepEqual(linesOf('plain', domain, v4, url), [
      'evil.lookups-test-1.com',
      '5.6.7.8',
      'http://lookups-test-1.com:8080/a\'*?c;"|\\',
    ]);
  });

  it('are a hosts file of names only, and count the others', () => {
    const { text, written, notExpressible } = write('hosts', [domain, v4, url]);
    assert.equal(text, '0.0.0.0 evil.lookups-test-1.com\n');
    assert.deepEqual([written, notExpressible], [1, 2]);
  });

  it('are an RPZ zone with the names below a name, and with addresses in reverse', () => {
    assert.deepEqual(linesOf('rpz', domain, v4, v6, entry('ip', '::1')).slice(3), [
      'evil.lookups-test-1.com CNAME .',
      '*.evil.lookups-test-1.com CNAME .',
      '32.8.7.6.5.rpz-ip CNAME .',
      '128.1.0.0.1.zz.db8.2001.rpz-ip CNAME .',
      '128.1.zz.rpz-ip CNAME .',
    ]);
  });

  it('are Suricata rules with the same IDs in each export, in which special characters are bytes', () => {
    const rules = linesOf('suricata', domain, v4, url, entry('url', 'https://lookups-test-1.com/a'));
    assert.equal(rules.length, 5);
    assert.match(
      rules[0] ?? '',
      /^alert dns \$HOME_NET any -> any any \(msg:"[^";]+"; dns\.query; dotprefix; content:"\.evil\.lookups-test-1\.com"; nocase; endswith; sid:1\d{6}; rev:1;\)$/,
    );
    assert.match(rules[2] ?? '', /^alert ip \$HOME_NET any -> 5\.6\.7\.8 any \(/);
    // Suricata would change it before it compares: as it is requested, to the server and to a proxy.
    assert.match(
      rules[3] ?? '',
      /http\.host; content:"lookups-test-1\.com"; startswith; endswith; http\.uri\.raw; content:"\/a'\*\?c\|3b\|%22\|7c 5c\|"; startswith; endswith;/,
    );
    assert.match(rules[4] ?? '', /http\.uri\.raw; content:"http\|3a\|\/\/lookups-test-1\.com\|3a\|8080\/a'/);
    assert.match(
      linesOf('suricata', entry('url', 'http://lookups-test-1.com?a=b'))[0] ?? '',
      /http\.uri; content:"\/\?a=b"; startswith; endswith;/,
    );
    const ids = rules.map((rule) => /sid:(\d+)/.exec(rule)?.[1]);
    assert.equal(new Set(ids).size, 5);
    const again = linesOf('suricata', url);
    assert.equal(again[0], rules[3]);
  });

  it('leave out names that make DNS servers refuse a zone, and rules that are too long for Suricata', () => {
    const longest = entry('domain', `${`${'a'.repeat(63)}.`.repeat(2)}${'b'.repeat(57)}.test`);
    assert.equal(longest.indicator.value.length, 190);
    assert.equal(write('rpz', [longest]).written, 1);
    const { text, notExpressible } = write('rpz', [entry('domain', `c${longest.indicator.value}`), domain]);
    assert.equal(notExpressible, 1);
    assert.doesNotMatch(text, /ccccc|caaa/);

    const long = (value: string): BlockEntry => entry('url', `http://lookups-test-1.com/${value}`);
    assert.equal(write('suricata', [long('=&'.repeat(1_500))]).written, 1);
    const rules = write('suricata', [long('ü'.repeat(1_000)), long('|'.repeat(3_900)), domain]);
    for (const line of rules.text.split('\n')) assert.ok(line.length <= 8_000);
    assert.equal(rules.notExpressible, 1);
  });

  it('have an address that is mapped to IPv6 as it is in packets, and each line once', () => {
    const mapped = entry('ip', '::ffff:5.6.7.8');
    for (const form of ['plain', 'rpz', 'suricata', 'suricata-addresses', 'zeek'] as const) {
      assert.deepEqual(linesOf(form, mapped), linesOf(form, v4), form);
      assert.equal(write(form, [v4, mapped]).text, write(form, [v4]).text, form);
      assert.equal(write(form, [v4, mapped]).notExpressible, 0, form);
    }
  });

  it('search logs for URLs without fragments and credentials, once each', () => {
    const urls = ['http://u:p@a.lookups-test-1.com/x?y=@z#top', 'http://a.lookups-test-1.com/x?y=@z'].map((value) =>
      entry('url', value),
    );
    for (const form of ['kql', 'spl', 'esql', 'lucene', 'sigma'] as const) {
      const { text } = write(form, urls);
      assert.equal(text, write(form, urls.slice(1)).text, form);
      assert.doesNotMatch(text, /#top|u:p@/, form);
    }
    assert.match(write('zeek', urls.slice(0, 1)).text, /^a\.lookups-test-1\.com\/x\?y=@z\t/m);
  });

  it('are Suricata datasets of names in Base64 and of addresses, with the rules that load them', () => {
    assert.deepEqual(linesOf('suricata-domains', domain, v4, url).map(atob), ['evil.lookups-test-1.com']);
    assert.deepEqual(linesOf('suricata-addresses', domain, v4, v6), ['5.6.7.8', '2001:db8:0:0:1:0:0:1']);
    const { text, notExpressible } = write('suricata-datasets', [domain, v4, url], ['Skipped: 1']);
    assert.equal(notExpressible, 1);
    assert.match(text, /^# Skipped: 1\n# Save the datasets as threat-lookups-domains\.lst/);
    assert.match(
      text,
      /\(msg:"[^"]+"; tls\.sni; to_lowercase; dataset:isset,threat-lookups-domains,type string,load threat-/,
    );
    assert.equal(linesOf('suricata-datasets', v6).filter((line) => line.startsWith('alert')).length, 1);
    // A dataset has no comments: each line is a value.
    assert.equal(write('suricata-domains', [domain], ['Created']).text.split('\n').length, 2);
  });

  it('are rows for Zeek with the types of its framework', () => {
    const lines = linesOf('zeek', domain, v4, entry('url', 'https://lookups-test-1.com/a?b=c'));
    assert.deepEqual(lines, [
      '#fields\tindicator\tindicator_type\tmeta.source\tmeta.desc\tmeta.url',
      'evil.lookups-test-1.com\tIntel::DOMAIN\tThreat Lookups\thigh risk\t-',
      '5.6.7.8\tIntel::ADDR\tThreat Lookups\thigh risk\t-',
      'lookups-test-1.com/a?b=c\tIntel::URL\tThreat Lookups\thigh risk\t-',
    ]);
  });

  it('are a Sigma rule for each kind of indicator, in which nothing is a wildcard', () => {
    const lines = linesOf('sigma', domain, v4, url);
    assert.equal(lines.filter((line) => line === '---').length, 2);
    assert.ok(lines.includes("            - '.evil.lookups-test-1.com'"), lines.join('\n'));
    assert.ok(lines.includes("            - 'http://lookups-test-1.com:8080/a''\\*\\?c;\"|\\\\'"), lines.join('\n'));
  });

  /** Possible lines of a file, apart from comments; queries have their own tests. */
  const shapes: Readonly<Record<Exclude<BlockForm, 'kql' | 'spl' | 'esql' | 'lucene'>, RegExp>> = {
    plain: /^[^\s\p{C}\p{Z}#][^\s\p{C}\p{Z}]*$/u,
    hosts: /^0\.0\.0\.0 [a-z0-9_.-]+$/,
    rpz: /^(?:\$TTL 300|@ IN (?:SOA|NS) [^;]*|(?:\*\.)?[a-z0-9_.-]+ CNAME \.)$/,
    suricata: (() => {
      const content = 'content:"(?:[^"\\\\;|:\\x00-\\x20\\x7f-\\uffff]|\\|[0-9a-f]{2}(?: [0-9a-f]{2})*\\|)+"';
      const option = `(?:msg:"[\\w .\\[\\]:-]+"|${content}|[a-z._]+|sid:\\d+|rev:1)`;
      const header = 'alert (?:dns|tls|ip|http) \\$HOME_NET any -> [a-z0-9.:]+ any';
      return new RegExp(`^${header} \\(${option}(?:; ${option})*;\\)$`);
    })(),
    'suricata-domains': /^[A-Za-z0-9+/]+={0,2}$/,
    'suricata-addresses': /^[0-9a-f:.]+$/,
    'suricata-datasets':
      /^(?:# .+|alert (?:dns|tls|ip) \$HOME_NET any -> any any \(msg:"[\w ]+"; (?:(?:dns\.query|tls\.sni); to_lowercase|ip\.dst); dataset:isset,[a-z-]+,type (?:string|ip),load [a-z.-]+; (?:threshold:type limit, track by_both, seconds 3600, count 1; )?sid:190000[0-2]; rev:1;\))$/,
    zeek: /^(?:#fields(?:\t[a-z_.]+){5}|[^\s\p{C}\p{Z}#\\][^\s\p{C}\p{Z}\\]*(?:\\x5c[^\s\p{C}\p{Z}\\]*)*\tIntel::(?:ADDR|DOMAIN|URL)\tThreat Lookups\t[a-z]+ risk\t-)$/u,
    sigma:
      /^(?:---| *[a-z_|-]+:(?: [\w. -]+)?| {4}(?:- [A-Za-z ]+|condition: 1 of selection_\*)| {12}- '(?:[^'\\*?\p{C}\p{Z}]|''|\\[\\*?])*')$/u,
  };

  for (const form of Object.keys(shapes) as (keyof typeof shapes)[])
    it(`never let a value break out of its line (${form})`, () => {
      fc.assert(
        fc.property(fc.array(anyEntry, { maxLength: 5 }), (entries) => {
          const { text, written, notExpressible } = write(form, entries);
          assert.equal(written + notExpressible, entries.length);
          for (const line of text.split('\n').filter((each) => each !== '')) assert.match(line, shapes[form]);
          assert.ok(write(form, [...entries, domain, v4]).written > written);
        }),
        { numRuns: 400 },
      );
    });

  it('have comments that stay comments', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 3 }), (comments) => {
        const lines = write('plain', [domain], comments)
          .text.trimEnd()
          .split(/[\r\n\u0085\u2028\u2029]/);
        assert.equal(lines.length, comments.length + 1);
        for (const line of lines.slice(0, -1)) assert.ok(line.startsWith('#'), line);
      }),
    );
  });
});
