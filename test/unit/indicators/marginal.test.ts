import assert from 'node:assert/strict';
import { findIndicators, parseIndicator, refang } from '../../../src/core/indicators/index';
import { assertFound, findRaws } from './findHelpers';

/** What mutated lines have brought up. */
describe('indicators at the margin', () => {
  it('end before entities in a row, and the search ends, too', () => {
    assertFound([
      ['http://a-site.com/x&#x2f;&quot;', ['url http://a-site.com/x/']],
      ['href="http://a-site.com&#x2f;&#x2f;&quot;', ['url http://a-site.com//']],
      ['http://a-site.com/x&copy;&lt;', ['url http://a-site.com/x']],
    ]);
  });

  it('end before a dot in brackets, an open bracket and a placeholder, whatever punctuation follows', () => {
    assert.deepEqual(findRaws('b-site[.]com/[.]'), ['b-site[.]com/']);
    assert.deepEqual(findRaws('http://a-site.com/[9]: x'), ['http://a-site.com/']);
    assert.deepEqual(findRaws('http://a-site.com/x[REDACTED].'), ['http://a-site.com/x']);
    assert.deepEqual(findRaws('http://a-site.com/[l。]e'), ['http://a-site.com/']);
    assert.deepEqual(findRaws('http://a-site.com/x[9]/y and /x[]'), ['http://a-site.com/x[9]/y']);
  });

  it('go on over invisible characters, which are no part of the value', () => {
    assertFound([
      ['http://a-site.com/ga\u200bte.p\u00adhp\u200b now', ['url http://a-site.com/gate.php']],
      ['http://jo\u200d@a-site.com/', ['url http://jo@a-site.com/']],
      ['b-site[.]com/[\u200b.]x', ['url http://b-site.com/.x']],
    ]);
    assert.deepEqual(findRaws('http://a-site.com/x\u200b '), ['http://a-site.com/x']);
  });

  it('are none where a character stands for brackets', () => {
    assert.deepEqual(findIndicators('㈡.net'), []);
  });

  it('have a port as it is meant', () => {
    assertFound([['http://a-site.com[:]81', ['url http://a-site.com:81']]]);
  });

  it('are names where a range of numbers is only their beginning', () => {
    assertFound([
      ['1.0.2.1-2.a-site.com', ['domain 1.0.2.1-2.a-site.com']],
      ['192.0.2.1-192.0.2.9', ['ip 192.0.2.1', 'ip 192.0.2.9']],
    ]);
  });

  it('keep marks inside quotes when they are typed again', () => {
    for (const url of ['http://a-site.com/a|b', 'http://a-site.com/|', 'http://a-site.com/?x=1,2']) {
      assert.deepEqual(parseIndicator(url), { type: 'url', value: url });
    }
  });

  it('keep their user information when they are refanged', () => {
    assert.equal(refang('http://a[.b@b-site[.]com/'), 'http://a[.b@b-site.com/');
    assert.equal(refang('http://]@b-site.com'), 'http://]@b-site.com');
    assert.equal(refang('hxxp://jo[@]b-site[.]com'), 'http://jo@b-site.com');
  });
});
