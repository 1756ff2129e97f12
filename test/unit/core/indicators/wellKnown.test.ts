import assert from 'node:assert/strict';
import { isWellKnown, parseIndicator } from '../../../../src/core/indicators/index';
import { wellKnownHosts } from '../../../../src/core/indicators/registry/wellKnown';

const stated = (text: string): boolean => {
  const indicator = parseIndicator(text);
  assert.ok(indicator, text);
  return isWellKnown(indicator);
};

describe('isWellKnown', () => {
  it('recognizes resolvers, namespaces, and updates, including their subdomains', () => {
    for (const text of ['8.8.8.8', '2001:4860:4860:0::8888', 'w3.org', 'www.w3.org', 'http://www.w3.org/2000/svg']) {
      assert.equal(stated(text), true, text);
    }
  });

  it('ignores names that only contain a listed host', () => {
    for (const text of ['w3.org.lookups-test-1.com', 'not-w3.org', '8.8.8.80', 'http://lookups-test-1.com/w3.org']) {
      assert.equal(stated(text), false, text);
    }
  });

  it('uses a short list with a source for each host, in the form of lookup keys', () => {
    const hosts = wellKnownHosts.flatMap((group) => group.hosts);
    assert.ok(hosts.length < 60);
    assert.equal(new Set(hosts).size, hosts.length);
    for (const { source } of wellKnownHosts) assert.match(source, /^https:\/\//);
    for (const host of hosts) assert.equal(stated(host), true, host);
  });
});
