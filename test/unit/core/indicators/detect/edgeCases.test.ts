import assert from 'node:assert/strict';
import { findIndicators, parseIndicator, refang } from '../../../../../src/core/indicators/index';
import { assertFound, findRaws } from './findHelpers';

/** Cases found by fuzzing. */
describe('Edge cases of finding indicators', () => {
  it('ends a URL before consecutive entities, and terminates', () => {
    assertFound([
      ['http://a-site.com/x&#x2f;&quot;', ['url http://a-site.com/x/']],
      ['href="http://a-site.com&#x2f;&#x2f;&quot;', ['url http://a-site.com//']],
      ['http://a-site.com/x&copy;&lt;', ['url http://a-site.com/x']],
    ]);
  });

  it('ends a URL before a dot in brackets, an open bracket, and a placeholder, regardless of punctuation', () => {
    assert.deepEqual(findRaws('b-site[.]com/[.]'), ['b-site[.]com/']);
    assert.deepEqual(findRaws('http://a-site.com/[9]: x'), ['http://a-site.com/']);
    assert.deepEqual(findRaws('http://a-site.com/x[REDACTED].'), ['http://a-site.com/x']);
    assert.deepEqual(findRaws('http://a-site.com/[l。]e'), ['http://a-site.com/']);
    assert.deepEqual(findRaws('http://a-site.com/x[9]/y and /x[]'), ['http://a-site.com/x[9]/y']);
  });

  it("continues over invisible characters, which aren't part of the value", () => {
    assertFound([
      ['http://a-site.com/ga\u200bte.p\u00adhp\u200b now', ['url http://a-site.com/gate.php']],
      ['http://jo\u200d@a-site.com/', ['url http://jo@a-site.com/']],
      ['b-site[.]com/[\u200b.]x', ['url http://b-site.com/.x']],
    ]);
    assert.deepEqual(findRaws('http://a-site.com/x\u200b '), ['http://a-site.com/x']);
    assert.deepEqual(findRaws('from 19\u00ad2.0.2.1 to 198.51.\u200b100.7.'), [
      '19\u00ad2.0.2.1',
      '198.51.\u200b100.7',
    ]);
    assertFound([['19\u00ad2.0.2.1-29', ['ip 192.0.2.1']]]);
  });

  it('ignores names in which a character stands for brackets', () => {
    assert.deepEqual(findIndicators('㈡.net'), []);
  });

  it('reads unusual ports', () => {
    assertFound([['http://a-site.com[:]81', ['url http://a-site.com:81']]]);
  });

  it('finds names that start with a range of numbers', () => {
    assertFound([
      ['1.0.2.1-2.a-site.com', ['domain 1.0.2.1-2.a-site.com']],
      ['192.0.2.1-192.0.2.9', ['ip 192.0.2.1', 'ip 192.0.2.9']],
    ]);
  });

  it('keeps marks inside quotes when a value is parsed again', () => {
    for (const url of ['http://a-site.com/a|b', 'http://a-site.com/|', 'http://a-site.com/?x=1,2']) {
      assert.deepEqual(parseIndicator(url), { type: 'url', value: url });
    }
  });

  it('keeps user information when a value is refanged', () => {
    assert.equal(refang('http://a[.b@b-site[.]com/'), 'http://a[.b@b-site.com/');
    assert.equal(refang('http://]@b-site.com'), 'http://]@b-site.com');
    assert.equal(refang('hxxp://jo[@]b-site[.]com'), 'http://jo@b-site.com');
  });
});
