import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators/index';
import { assertFound, assertNothingFound, findRaws } from './detect/findHelpers';

describe('Finding domains', () => {
  it('returns canonical names: lowercase, no root dot, punycode', () => {
    assertFound([
      ['WWW.Bad-Site.Com. next', ['domain www.bad-site.com']],
      ['BAD-SITE.COM', ['domain bad-site.com']],
      ['bücher-site.de', ['domain xn--bcher-site-9db.de']],
      ['пример-сайт.рф', ['domain xn----8sbnliotidln.xn--p1ai']],
      ['xn--e1afmkfd.com', ['domain xn--e1afmkfd.com']],
    ]);
  });

  it('ignores partially redacted addresses', () => {
    assertNothingFound([
      'from 203.0.113.XXX and 203.0.xxx.xxx',
      'hxxp://203.0.113.XXX:8080/a.sh',
      '203[.]0[.]113[.]XXX',
    ]);
    assertFound([['seen at bad-site.xxx', ['domain bad-site.xxx']]]);
  });

  it('finds short links followed by a path', () => {
    assertFound([
      ['join t.me/evilchan or u.to/ab2', ['domain t.me', 'domain u.to']],
      ['https://t.me/evilchan', ['url https://t.me/evilchan']],
    ]);
    assertNothingFound(['the method e.to and e.is']);
  });

  it('excludes the characters around a name', () => {
    assert.deepEqual(
      findRaws(
        '*.a-site.com .b-site.com "c-site.com": d-site.com:443 <e-site.com>, (f-site.com) [g-site.com] `h-site.com` _i-site.com_',
      ),
      [
        'a-site.com',
        'b-site.com',
        'c-site.com',
        'd-site.com',
        'e-site.com',
        'f-site.com',
        'g-site.com',
        'h-site.com',
        'i-site.com',
      ],
    );
    assert.deepEqual(findRaws('a=a-site.com\tb=b-site.com;c-site.com|d-site.com,e-site.com'), [
      'a-site.com',
      'b-site.com',
      'c-site.com',
      'd-site.com',
      'e-site.com',
    ]);
    assert.deepEqual(findRaws('"line\\na-site.com\\tb-site.com\\u0022c-site.com"'), [
      'a-site.com',
      'b-site.com',
      'c-site.com',
    ]);
    assert.deepEqual(findRaws('访问a-site.com后'), ['a-site.com']);
    assert.deepEqual(findRaws('\u001b[31ma-site.com\u001b[0m'), ['a-site.com']);
  });

  it('keeps leading underscores', () => {
    assertFound([
      ['TXT _dmarc.a-site.com _ldap._tcp.a-site.com', ['domain _dmarc.a-site.com', 'domain _ldap._tcp.a-site.com']],
    ]);
  });

  it('finds the domain of email addresses, but not the local part', () => {
    assertFound([
      ['first.last.com@a-site.com', ['domain a-site.com']],
      ['<first.info+tag@a-site.com>', ['domain a-site.com']],
      ['jo@co.uk', []],
    ]);
  });

  it('requires a name below a public suffix', () => {
    assertFound([
      ['co.uk a-site.co.uk github.io a-site.github.io', ['domain a-site.co.uk', 'domain a-site.github.io']],
      ['host.notatld localhost single', []],
    ]);
  });

  it('finds names with special-use top-level domains as reserved', () => {
    const names = 'dc.a-site.local gw.lan vault.svc.internal x.test y.example z.invalid www.example.com';
    assert.deepEqual(
      findIndicators(names.replace('gw.lan', 'gw.office.lan')).map(({ reserved }) => reserved),
      [true, true, true, true, true, true, true],
    );
    assert.equal(findIndicators('abcdefgh.onion')[0]?.reserved, false);
  });

  it('ignores files, members, packages, malware, and product names in prose', () => {
    assertNothingFound([
      'Edit README.md, setup.py, build.sh, main.rs, archive.zip and clip.mov',
      'libfoo.so, /usr/lib/x.so, ./run.sh, index.js.map, log4j.properties',
      'C:\\Windows\\evil.com and D:\\x\\tool.com',
      'call dns.name, this.it, user.id, `logger.info` and Date.now()',
      'java.util.zip, com.acme.app, org.acme.tools.data',
      'System.IO, Microsoft.Network, ASP.NET, VB.NET',
      'Win32/Foo.KW, Trojan.Win32.Agent.to, NukeBot.TR',
      'end of one sentence.It goes on',
      'console.log(message.data);',
      '@acme.io/tool',
      '${host}.name',
    ]);
  });

  it('finds names in mixed case, as resolvers write them', () => {
    assertFound([['query wWw.bAd-sItE.cOm', ['domain www.bad-site.com']]]);
  });

  it('finds names that end like files if the text identifies them as hosts', () => {
    assertFound([
      ['query: "cdn-site.sh"', ['domain cdn-site.sh']],
      ['rcpt jo@cdn-site.pl', ['domain cdn-site.pl']],
      ['connect cdn-site.rs:443', ['domain cdn-site.rs']],
    ]);
  });

  it('finds names in UNC paths and before backslashes', () => {
    assertFound([
      ['\\\\fs.a-site.net\\share\\x.dll', ['domain fs.a-site.net']],
      ['a-site.local\\administrator', ['domain a-site.local']],
    ]);
  });

  it('ignores keys of structured logs', () => {
    assertNothingFound(['{"host.name":"x","user.id":7,"event.info":1}', 'host.name=x user.id=7']);
  });
});
