import assert from 'node:assert/strict';
import { parseIndicator } from '../../../../src/core/indicators/index';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { isSharedHost } from '../../../../src/core/context/sharedHost';

const indicatorOf = (text: string): Indicator => {
  const indicator = parseIndicator(text);
  assert.ok(indicator, text);
  return indicator;
};

describe('isSharedHost', () => {
  it('recognizes hosts of anyone’s content, shorteners, CDNs, and big operators', () => {
    for (const text of ['pastebin.com', 'bit.ly', 'duckdns.org', 'github.com', 'docs.google.com', 'www.microsoft.com'])
      assert.equal(isSharedHost(indicatorOf(text)), true, text);
    assert.equal(isSharedHost(indicatorOf('104.16.132.229')), true);
  });

  it('leaves out what belongs to one customer', () => {
    for (const text of ['name.github.io', 'lookups-test-1.duckdns.org', 'lookups-test-1.no-ip.biz', '52.95.110.1'])
      assert.equal(isSharedHost(indicatorOf(text)), false, text);
    assert.equal(isSharedHost(indicatorOf('lookups-test-1.com')), false);
  });
});
