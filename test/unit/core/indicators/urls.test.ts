import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators/index';
import { assertFound, assertNothingFound, findRaws } from './detect/findHelpers';

describe('Finding URLs', () => {
  it('returns one occurrence with a canonical scheme and host, and an unchanged rest', () => {
    assertFound([
      ['HTTPS://WWW.Bad-Site.COM/Path?Q=1#Frag', ['url https://www.bad-site.com/Path?Q=1#Frag']],
      ['http://bad-site.com:8080', ['url http://bad-site.com:8080']],
      ['http://user:p.w@bad-site.com/x', ['url http://user:p.w@bad-site.com/x']],
      ['http://[2001:DB8::1]:80/x', ['url http://[2001:db8::1]:80/x']],
      ['http://192.0.2.7/a.com', ['url http://192.0.2.7/a.com']],
      ['http://bad-site.com/go?u=http://other-site.net/x', ['url http://bad-site.com/go?u=http://other-site.net/x']],
    ]);
  });

  it('ends a URL before surrounding punctuation and brackets', () => {
    assert.deepEqual(
      findRaws(
        'See http://a-site.com/x. Or (http://a-site.com/y), "http://a-site.com/z"; <http://a-site.com/w>! http://a-site.com/v?',
      ),
      [
        'http://a-site.com/x',
        'http://a-site.com/y',
        'http://a-site.com/z',
        'http://a-site.com/w',
        'http://a-site.com/v',
      ],
    );
    assert.deepEqual(findRaws('[text](https://a-site.com/a_(b)) and **https://a-site.com/c** _https://a-site.com/d_'), [
      'https://a-site.com/a_(b)',
      'https://a-site.com/c',
      'https://a-site.com/d',
    ]);
    assert.deepEqual(findRaws("f('https://a-site.com/x', 'y')"), ['https://a-site.com/x']);
    assert.deepEqual(findRaws('“https://a-site.com/x” 《https://a-site.com/y》'), [
      'https://a-site.com/x',
      'https://a-site.com/y',
    ]);
  });

  it('ends a URL before link text in AsciiDoc', () => {
    assert.deepEqual(findRaws('https://a-site.com/x[the text] `+http://a-site.com/y+`', 'asciidoc'), [
      'https://a-site.com/x',
      'http://a-site.com/y',
    ]);
    assert.deepEqual(findRaws('https://a-site.com/?a[]=1&b[k]=2'), ['https://a-site.com/?a[]=1&b[k]=2']);
  });

  it('decodes JSON, HTML, and mail escapes', () => {
    assertFound([
      ['{"u":"http:\\/\\/a-site.com\\/x\\u0026y"}', ['url http://a-site.com/x&y']],
      ['<a href="http://a-site.com/?a=1&amp;b=2">', ['url http://a-site.com/?a=1&b=2']],
      ['&lt;http://a-site.com/x&gt;', ['url http://a-site.com/x']],
      ['<a href=3D"http://a-site.com/?a=3D1">', ['url http://a-site.com/?a=1']],
      ['"first\\nhttp://a-site.com/x\\n"', ['url http://a-site.com/x']],
    ]);
  });

  it('continues a URL over soft line breaks in mail', () => {
    const line = `Please open http://a-site.com/${'x'.repeat(45)}`;
    assert.equal(line.length, 75);
    assertFound([[`${line}=\r\nyz now`, [`url http://a-site.com/${'x'.repeat(45)}yz`]]]);
  });

  it('starts at http after another prefix, and finds only the host with another scheme', () => {
    assertFound([
      ['blob:https://a-site.com/x', ['url https://a-site.com/x']],
      ['ldap://dc.a-site.com:389/x', ['domain dc.a-site.com']],
      ['tcp://192.0.2.7:9', ['ip 192.0.2.7']],
      ['redis://user.name:pw@cache.a-site.com:6379', ['domain cache.a-site.com']],
      ['sip:jo@a-site.com', ['domain a-site.com']],
      ['file:///srv/a-site.com/index', []],
    ]);
  });

  it('ignores URLs without a valid host, including everything in them', () => {
    assertNothingFound([
      'http://localhost:3000/a-site.com',
      'http://${host}/a-site.com',
      'http://host.unknowntld/a-site.com',
      'http://9.8.7.300/',
      'http://9.8.7.6.5/',
      'http://co.uk/',
      'https://',
    ]);
  });

  it('ends a URL before a template', () => {
    assertFound([['`https://a-site.com/v1/${id}/x`', ['url https://a-site.com/v1/']]], 'typescript');
  });

  it('ends a URL before Chinese text, but not inside a Chinese path', () => {
    assert.deepEqual(findRaws('访问http://a-site.com/x后，见http://a-site.com/維基'), [
      'http://a-site.com/x',
      'http://a-site.com/維基',
    ]);
  });

  it('ends a URL with its cell in rows of values in any file', () => {
    assert.deepEqual(findRaws('hxxp://csv-url[.]example/a,url,critical,Glass Heron,2025-01-03\n'), [
      'hxxp://csv-url[.]example/a',
    ]);
    assert.deepEqual(findRaws('a,https://b-site.com/x?y=1,2\n'), ['https://b-site.com/x?y=1']);
    assert.deepEqual(
      findRaws('http://map-site.com/@52.1,13.2\n'),
      ['http://map-site.com/@52.1,13.2'],
      'one comma is part of it',
    );
    assert.deepEqual(findRaws('see http://map-site.com/@52.1,13.2,15z now'), ['http://map-site.com/@52.1,13.2,15z']);
  });

  it('reads URLs in CSV cells', () => {
    assert.deepEqual(findRaws('1,http://a-site.com/x,2,"http://a-site.com/y,z"', 'csv'), [
      'http://a-site.com/x',
      'http://a-site.com/y,z',
    ]);
  });

  it('finds only the host of plain URLs without a scheme', () => {
    assertFound([
      ['see a-site.com/x/y.php for more', ['domain a-site.com']],
      ['image: registry.a-site.com/team/tool.io', ['domain registry.a-site.com']],
    ]);
  });

  it('marks URLs on a reserved host as reserved', () => {
    const reserved = (text: string) => findIndicators(text).map((occurrence) => occurrence.reserved);
    assert.deepEqual(reserved('http://10.0.0.1/ http://[fe80::1]/ http://a.example/ http://a-site.com/'), [
      true,
      true,
      true,
      false,
    ]);
  });
});
