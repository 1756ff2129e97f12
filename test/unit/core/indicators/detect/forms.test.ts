import assert from 'node:assert/strict';
import {
  defang,
  displayForm,
  getHost,
  isReserved,
  lookupKey,
  parseIndicator,
  refang,
} from '../../../../../src/core/indicators/index';

describe('refang', () => {
  it('reverses every spelling in the scheme and host', () => {
    for (const [written, meant] of [
      ['hxxps[:]//bad-site[.]com/x', 'https://bad-site.com/x'],
      ['hXXp[://]bad-site(.)com', 'http://bad-site.com'],
      ['bad-site[dot]com', 'bad-site.com'],
      ['bad-site dot com', 'bad-site.com'],
      ['jo[@]bad-site[.]com', 'jo@bad-site.com'],
      ['2001[:]db8[:][:]1', '2001:db8::1'],
      ['fxp://bad-site[.]com', 'ftp://bad-site.com'],
      ['bad-site.com', 'bad-site.com'],
    ] as const) {
      assert.equal(refang(written), meant);
    }
  });
});

describe('defang', () => {
  it('changes the scheme, dots of the host, and colons of an address, but not the path', () => {
    assert.equal(defang('bad-site.com'), 'bad-site[.]com');
    assert.equal(defang('192.0.2.1'), '192[.]0[.]2[.]1');
    assert.equal(defang('2001:db8::1'), '2001[:]db8[:][:]1');
    assert.equal(defang('https://u.v@bad-site.com:80/a.b?c.d'), 'hxxps://u.v@bad-site[.]com:80/a.b?c.d');
    assert.equal(defang('http://[2001:db8::1]/x'), 'hxxp://[2001[:]db8[:][:]1]/x');
  });
});

describe('parseIndicator', () => {
  it('accepts typed and pasted indicators', () => {
    for (const [typed, type, value] of [
      [' bad-site.com ', 'domain', 'bad-site.com'],
      ['"hxxp://Bad-Site[.]com/X"', 'url', 'http://bad-site.com/X'],
      ['192[.]0[.]2[.]1', 'ip', '192.0.2.1'],
      ['[2001:DB8::1]', 'ip', '2001:db8::1'],
      ['bad-site.com:443', 'domain', 'bad-site.com'],
      ['*.bad-site.com', 'domain', 'bad-site.com'],
      ['bad-site.com/x', 'url', 'http://bad-site.com/x'],
      ['setup.py', 'domain', 'setup.py'],
      ['xn--bcher-kva.de', 'domain', 'xn--bcher-kva.de'],
    ] as const) {
      assert.deepEqual(parseIndicator(typed), { type, value }, typed);
    }
  });

  it('rejects everything else', () => {
    for (const typed of [
      '',
      'two words',
      'a-site.com b-site.com',
      'localhost',
      'co.uk',
      '10.0.0.0/8',
      'say a-site.com',
    ]) {
      assert.equal(parseIndicator(typed), undefined, typed);
    }
  });
});

describe('lookupKey', () => {
  it('is equal for values of the same indicator', () => {
    const same = [
      ['http://a-site.com', 'http://A-Site.com:80/', 'hxxp://a-site[.]com/#top', 'http://user@a-site.com/'],
      ['https://a-site.com/%7ejo?x=%2f', 'https://a-site.com:443/~jo?x=%2F'],
      ['a-site.com', 'A-SITE.com.', 'a-site[.]com'],
      ['2001:db8::1', '2001:DB8:0:0::1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['bücher.de', 'xn--bcher-kva.de'],
    ];
    for (const [first = '', ...others] of same)
      for (const other of others) assert.equal(lookupKey(other), lookupKey(first));
  });

  it('differs for different indicators', () => {
    const keys = [
      'http://a-site.com',
      'https://a-site.com',
      'http://a-site.com/x',
      'http://a-site.com/X',
      'http://a-site.com/?q',
      'a-site.com',
    ];
    // Unescaped characters don't form a new escape.
    for (const path of ['%e%64', '%%36%34', '%25%36', '%2%35']) {
      const key = lookupKey(`http://a-site.com/${path}`);
      assert.equal(lookupKey(key), key);
    }
    assert.equal(new Set([...keys, 'www.a-site.com', 'http://a-site.com:81'].map((key) => lookupKey(key))).size, 8);
  });
});

describe('hostOf and isReserved', () => {
  it('refer to the host of a URL', () => {
    assert.deepEqual(getHost({ type: 'url', value: 'http://u:p@a-site.com:80/x@y' }), {
      type: 'domain',
      value: 'a-site.com',
    });
    assert.deepEqual(getHost({ type: 'url', value: 'http://[2001:db8::1]:80/' }), { type: 'ip', value: '2001:db8::1' });
    assert.equal(isReserved({ type: 'url', value: 'http://10.1.2.3/' }), true);
    assert.equal(isReserved({ type: 'url', value: 'http://a-site.com/10.1.2.3' }), false);
    assert.equal(isReserved({ type: 'domain', value: 'intranet' }), true);
    assert.equal(isReserved({ type: 'domain', value: 'myexample.com' }), false);
  });
});

describe('displayForm', () => {
  it('shows Unicode if no letter can be mistaken for another, and punycode otherwise', () => {
    assert.equal(displayForm('www.xn--bcher-kva.de'), 'www.bücher.de');
    assert.equal(displayForm('http://xn--fiqs8s.com/xn--fiqs8s.com'), 'http://中国.com/xn--fiqs8s.com');
    assert.equal(displayForm('xn--pple-43d.com'), 'xn--pple-43d.com');
    assert.equal(displayForm('xn--80ak6aa92e.com'), 'xn--80ak6aa92e.com');
    assert.equal(displayForm('xn--!!!.com'), 'xn--!!!.com');
  });
});
