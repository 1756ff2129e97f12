import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { contextLists, packContext } from '../../../../scripts/lib/contextData.mjs';
import { isReserved, parseIndicator } from '../../../../src/core/indicators/index';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { builtInContexts, isWellKnown } from '../../../../src/core/context/builtIn';
import { contextCategories } from '../../../../src/core/records/context';

const indicatorOf = (text: string): Indicator => {
  const indicator = parseIndicator(text);
  assert.ok(indicator, text);
  return indicator;
};
const labels = (text: string): readonly string[] =>
  builtInContexts(indicatorOf(text)).map(({ category, label }) => `${category}: ${label}`);

describe('Built-in context', () => {
  it('names public resolvers', () => {
    assert.equal(labels('8.8.8.8')[0], 'resolver: Google Public DNS');
    assert.equal(labels('1.1.1.1')[0], 'resolver: Cloudflare DNS (1.1.1.1)');
    assert.equal(labels('9.9.9.9')[0], 'resolver: Quad9');
    assert.equal(labels('2620:fe::fe')[0], 'resolver: Quad9');
    assert.equal(labels('http://[2001:4860:4860::8888]/x')[0], 'resolver: Google Public DNS');
  });

  it('knows clouds, scanners, sinkholes, and hosts of anyone’s content', () => {
    assert.deepEqual(labels('52.95.110.1'), ['cloud: AWS']);
    assert.deepEqual(labels('104.16.132.229'), ['cdn: Cloudflare']);
    assert.equal(labels('71.6.135.131')[0], 'scanner: Shodan');
    assert.equal(labels('216.218.185.162')[0], 'sinkhole: Sinkhole');
    assert.equal(labels('https://bit.ly/abc')[0], 'shortener: URL shortener');
    assert.equal(labels('lookups-test-1.duckdns.org')[0], 'dynamicDns: Dynamic DNS');
    assert.equal(labels('pastebin.com')[0], 'anyContent: LOTS Project');
  });

  it('knows nothing about addresses and names beside the entries', () => {
    for (const text of ['8.8.8.80', '9.9.9.13', 'not-pastebin.com', 'pastebin.com.lookups-test-1.com', '2620:fe::fd'])
      assert.deepEqual(labels(text), [], text);
    assert.deepEqual(labels('1.0.0.0').length, 0);
  });

  it('applies exact names to the name and its site alone', () => {
    assert.ok(labels('163.com').length > 0);
    assert.deepEqual(labels('www.163.com'), labels('163.com'));
    assert.deepEqual(labels('mail.163.com'), []);
  });

  it('finds every entry of its data', () => {
    const known = new Set<string>(contextCategories);
    for (const { label, category, entries } of contextLists()) {
      assert.ok(known.has(category), category);
      for (const entry of entries) {
        const name = entry.replace(/^=/, '').replace(/\/\d+$/, '');
        // Some names are suffixes such as `ac.uk`, which aren't indicators.
        const indicator = parseIndicator(name) ?? ({ type: 'domain', value: name } as const);
        const found = builtInContexts(indicator).some((each) => each.label === label && each.category === category);
        assert.ok(found, `${label}: ${entry}`);
      }
    }
  });

  it('contains no reserved addresses', () => {
    for (const { label, entries } of contextLists())
      for (const entry of entries) {
        const indicator = parseIndicator(entry.replace(/^=/, '').replace(/\/\d+$/, ''));
        if (indicator?.type === 'ip') assert.equal(isReserved(indicator), false, `${label}: ${entry}`);
      }
  });

  it('takes at most 100 KB of the package', () => {
    assert.ok(deflateRawSync(JSON.stringify(packContext()), { level: 9 }).length < 100_000);
  });
});

describe('isWellKnown', () => {
  it('recognizes resolvers, namespaces, and updates, including their subdomains', () => {
    for (const text of ['8.8.8.8', '2001:4860:4860:0::8888', 'w3.org', 'www.w3.org', 'http://www.w3.org/2000/svg']) {
      assert.equal(isWellKnown(indicatorOf(text)), true, text);
    }
    for (const text of ['captive.apple.com', 'windowsupdate.com', 'detectportal.firefox.com', 'ocsp.digicert.com'])
      assert.equal(isWellKnown(indicatorOf(text)), true, text);
  });

  it('ignores names that only contain a listed host', () => {
    for (const text of ['w3.org.lookups-test-1.com', 'not-w3.org', '8.8.8.80', 'http://lookups-test-1.com/w3.org']) {
      assert.equal(isWellKnown(indicatorOf(text)), false, text);
    }
  });

  it('ignores what others can use', () => {
    for (const text of [
      'pastebin.com',
      'sites.google.com',
      '52.95.110.1',
      'google.com',
      'lookups-test-1.amazonaws.com',
    ])
      assert.equal(isWellKnown(indicatorOf(text)), false, text);
  });
});
