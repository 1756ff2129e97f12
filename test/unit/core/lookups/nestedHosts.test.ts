import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';
import { findEmbeddedHosts } from '../../../../src/core/lookups/policy/nestedHosts';
import { getIgnoreList } from '../../../../src/core/lookups/policy/ignoreList';
import { namesNothing } from '../../../../src/core/lookups/policy/namesNothing';
import { maxTextLength } from '../../../../src/core/lookups/policy/decodings';
import { redactIndicator } from '../../../../src/core/lookups/policy/redactIndicator';
import { record, world } from './fakes';

const ignore = [
  { pattern: '*.kept-name.com', origin: 'user' },
  { pattern: '203.0.114.0/24', origin: 'user' },
] as const;
const blocked = createSendPolicy(() => ignore);
const url = (value: string): Indicator => ({ type: 'url', value });
const keeps = (value: string): boolean => blocked(url(value), redactIndicator(url(value), 'full')) !== undefined;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text));
/** Every character as `%XX`. */
const allEscaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Paths and queries in which redirectors, archives, and trackers put their target host. */
const places: Readonly<Record<string, (host: string) => string>> = {
  'a segment of the path': (host) => `/go/${host}/login`,
  'the first segment': (host) => `/${host}/login`,
  'the last segment': (host) => `/web/2020/${host}`,
  'a segment with a port': (host) => `/go/${host}:8443/login`,
  'a URL in the path': (host) => `/web/2020/https://${host}/x`,
  'a URL in the path that lost a slash': (host) => `/web/2020/http:/${host}/x`,
  'slashes alone': (host) => `/go//${host}/x`,
  'a parameter': (host) => `/go?u=${host}`,
  'a parameter with a path': (host) => `/go?a=1&next=//${host}/x`,
  'an encoded parameter': (host) => `/go?next=${encodeURIComponent(`//${host}/`)}`,
  'a doubly encoded parameter': (host) => `/go?next=${twice(`https://${host}/x?y=1`)}`,
  'escapes of every character': (host) => `/go?next=${allEscaped(host)}`,
  'escapes that are no UTF-8 beside it': (host) => `/go?next=%FF${allEscaped(`/${host}`)}%FE`,
  'a mail address': (host) => `/unsubscribe?user=ann@${host}`,
  'an encoded mail address': (host) => `/unsubscribe?user=ann%40${host}`,
  'user information': (host) => `/go?to=https://ann:pw@${host}/`,
  'JSON in a parameter': (host) => `/go?s=${encodeURIComponent(`{"to":"https:\\/\\/${host}\\/x"}`)}`,
  'HTML in a parameter': (host) => `/go?a=1&amp;to=https:&sol;&sol;${host}`,
  'escapes of old scripts': (host) => `/go?to=%u002f%u002f${host}`,
  Base64: (host) => `/go?to=${base64(`https://${host}/x`)}`,
  'Base64 for URLs in the path': (host) => `/go/${base64url(`https://${host}/login?x=1`)}/x`,
  'encoded Base64': (host) => `/go?to=${encodeURIComponent(base64(`a?>~https://${host}/x`))}`,
  'a list': (host) => `/go?hosts=a-site.com,${host};b-site.com`,
  'a share of Windows': (host) => `/go?to=%5C%5C${host}%5Cshare`,
};

const hosts: Readonly<Record<string, string>> = {
  'a private address': '10.0.0.5',
  'an address of loopback': '127.0.0.1',
  'an internal name': 'wiki.local',
  'a name of a company': 'intranet.corp',
  'a name in capitals': 'WIKI.Corp.Example',
  'an internal name with punycode': 'xn--bcher-kva.internal',
  'an ignored name': 'mail.kept-name.com',
  'an ignored name with its root dot': 'mail.kept-name.com.',
  'an ignored network': '203.0.114.77',
};

/** Spellings of an internal host that a server undoes. */
const spellings: readonly string[] = [
  '/go?to=http://[fe80::1]/x',
  '/go?to=[fd00::1]:8080',
  '/go/fd00::1/x',
  '/go?ip=fe80::1%25eth0',
  '/go?to=http://[::ffff:10.0.0.1]/',
  '/go?to=http://2130706433/',
  '/go?ip=2130706433',
  '/go?to=//3232235777/x',
  '/go?to=http://0x7f000001/',
  '/go/0x7f000001/x',
  '/go?to=0x7f.0.0.1',
  '/go?to=0177.0.0.1',
  '/go?to=010.000.000.005',
  '/go?to=http://127.1/',
  '/go?to=http://intranet/x',
  '/go?to=//printer/x',
  '/go?to=%2F%2Fprinter%2Fx',
  '/go?to=wiki%E3%80%82local',
  '/go?to=wiki。local',
  '/go?to=b%C3%BCcher.internal',
  '/go?to=wi%C2%ADki.lo%E2%80%8Bcal',
  '/go?to=10[.]0[.]0[.]5',
  '/go?to=wiki(dot)local',
  '/go?to=10%2E0%2E0%2E5',
  '/go?to=10%252E0%252E0%252E5',
  '/go?to=10．0．0．5',
  '/x-１０。０｡０．５.html',
  '/go/wiki﹒local/x',
  '/go?to=ｗｉｋｉ．ｃｏｒｐ',
  '/go?to=http：／／printer／x',
  '/go?to=%EF%BD%97%EF%BD%89%EF%BD%8B%EF%BD%89%EF%BC%8Elocal',
  '/go?to=http://[2002:a00:1::1]/',
  '/go?ip=2002:a00:1::1',
  '/go?ip=2002:cb00:724d::1',
  '/cache/10.0.0.5.html',
  '/x_10.0.0.5_y',
];

describe('A URL that names an internal or ignored host', () => {
  for (const [where, place] of Object.entries(places)) {
    it(`is never sent if it is in ${where}`, () => {
      for (const [what, host] of Object.entries(hosts)) {
        const value = `https://redir-site.com${place(host)}`;
        assert.ok(keeps(value), `${what}: ${value}`);
      }
    });
  }

  for (const rest of spellings) {
    it(`is never sent if it is spelled ${rest}`, () => assert.ok(keeps(`https://redir-site.com${rest}`)));
  }

  for (const rest of [
    '/index.html',
    '/a/jquery-3.7.1.min.js?next=home.php',
    '/npm/left-pad@1.3.0/index.min.js',
    '/go?to=https://www.b-site.com/x.html',
    '/go?to=http://xn--e1afmkfd.xn--p1ai/',
    '/go?ip=2002:808:808::1',
    '/go?t=12.30:45',
  ]) {
    it(`isn't found in ${rest}`, () => assert.equal(keeps(`https://a-site.com${rest}`), false));
  }

  it('may be sent without the rest if the host is in the rest', async () => {
    const page = url('https://redir-site.com/a?u=intranet.corp#wiki.local');
    const here = world({ reply: (i) => record(i) });
    await here.lookups.lookUp(page, { reason: 'hover' });
    assert.deepEqual(here.requested(), ['https://redir-site.com/a', 'redir-site.com']);
    assert.notEqual(here.lookups.blocked(page, true), undefined);
    assert.equal(here.lookups.blocked(page), undefined);
  });

  const fragments = fc.constantFrom(
    encodeURIComponent,
    twice,
    allEscaped,
    base64,
    base64url,
    (text: string) => `https://b-site.com/?to=${text}`,
    (text: string) => `x/${text}/y`,
    (text: string) => `ann@${text}`,
  );
  it('is never sent, whatever combination of encodings hides it', () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 2 }), fc.constantFrom(...Object.values(hosts)), (steps, host) => {
        const hidden = steps.reduce((text, step) => step(text), `https://${host}/`);
        return keeps(`https://redir-site.com/go?to=${hidden}`) && keeps(`https://redir-site.com/go/${hidden}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never sent if it is too long or too deeply encoded to check', () => {
    const kept = (value: string) => blocked(url(value), url(value));
    const unreadable = { kind: 'reserved', what: 'unreadable' };
    assert.deepEqual(kept(`https://redir-site.com/${'a'.repeat(maxTextLength + 1)}`), unreadable);
    let deep = 'https://a-site.com/';
    for (let round = 0; round < 8; round++) deep = encodeURIComponent(deep);
    assert.deepEqual(kept(`https://redir-site.com/?to=${deep}`), unreadable);
    const many = Array.from({ length: 600 }, (_, index) => `a${index}.com`).join('/');
    assert.deepEqual(kept(`https://redir-site.com/${many}`), unreadable);
    assert.equal(kept(`https://redir-site.com/${'a'.repeat(2_000)}`), undefined);
  });

  it('is searched in linear time', () => {
    for (const fragment of [
      '%25',
      'a.',
      '1.',
      ':',
      '[',
      'aHR0c',
      '/',
      '%u',
      '&#',
      '//',
      'http:',
      '0x',
      '@',
      '_',
      '\\',
      '=//',
      'é.',
      'a-',
      'a_b.',
      '1-',
      'a@',
      '\\\\.',
      ' dot ',
      ' .',
      'ab',
      '=41',
      '-2E',
      'a:',
      '+AC4-',
    ]) {
      const text = fragment.repeat(Math.floor(maxTextLength / fragment.length));
      // Of this process, whatever else the processor does.
      const before = process.cpuUsage();
      findEmbeddedHosts(text);
      namesNothing(text, getIgnoreList(ignore));
      const { user } = process.cpuUsage(before);
      assert.ok(user < 2_000_000, fragment);
    }
  });
});

describe('A URL without such a host', () => {
  for (const rest of [
    '/',
    '/wp-content/plugins/a-tool.1.2.3/gate.php?id=17',
    '/a//b//c/index.html',
    '//images/x.png',
    '/npm/react@18.2.0/umd/react.min.js',
    '/npm/react@18/x',
    '/@ann/post-12',
    '/v/10.15/x and/1.9',
    '/?t=1700000000&id=170123456&n=2130706433',
    '/170123456/2130706433',
    '/?next=https%3A%2F%2Fb-site.com%2Fx%3Fy%3D1',
    '/?time=12:34:56&ns=std::string',
    '/?email=ann@b-site.com&file=report.final.pdf',
    '/files/C:%5CUsers%5Cann%5Ca.txt',
    '/?q=file:///etc/passwd',
    // Concatenated here, so that scanners for secrets in repositories don't take it for a token.
    `/${['{"alg":"HS256"}', '{"sub":"1234567890"}'].map((part) => Buffer.from(part).toString('base64url')).join('.')}.dBjftJeZ4CVP`,
    '/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '/?utm_source=news&gclid=Cj0KCQjwpeaYBhDXARIsAEzItbGjM3B2vZk1Yw2',
    '/lookups-test-2.com/203.0.115.77/kept-name.net/kept-name.com.b-site.com',
  ]) {
    it(`may be sent: ${rest}`, () => assert.equal(keeps(`https://redir-site.com${rest}`), false));
  }
});
