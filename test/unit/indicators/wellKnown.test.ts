import assert from 'node:assert/strict';
import { isWellKnown, parseIndicator } from '../../../src/core/indicators/index';
import { wellKnownHosts } from '../../../src/core/indicators/wellKnown';

const said = (text: string): boolean => {
  const indicator = parseIndicator(text);
  assert.ok(indicator, text);
  return isWellKnown(indicator);
};

describe('the list of well-known hosts', () => {
  it('knows resolvers, namespaces and updates, with everything below them', () => {
    for (const text of ['8.8.8.8', '2001:4860:4860:0::8888', 'w3.org', 'www.w3.org', 'http://www.w3.org/2000/svg']) {
      assert.equal(said(text), true, text);
    }
  });

  it('knows no host by a part of its name', () => {
    for (const text of ['w3.org.lookups-test-1.com', 'not-w3.org', '8.8.8.80', 'http://lookups-test-1.com/w3.org']) {
      assert.equal(said(text), false, text);
    }
  });

  it('is small, says where each host comes from, and is written as lookups compare it', () => {
    const hosts = wellKnownHosts.flatMap((group) => group.hosts);
    assert.ok(hosts.length < 60);
    assert.equal(new Set(hosts).size, hosts.length);
    for (const { source } of wellKnownHosts) assert.match(source, /^https:\/\//);
    for (const host of hosts) assert.equal(said(host), true, host);
  });
});
