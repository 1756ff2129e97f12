import assert from 'node:assert/strict';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { parseIndicator } from '../../../../src/core/indicators';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';
import type { LookupSettings } from '../../../../src/core/lookups/index';
import { getPages } from '../../../../src/core/sites/getPages';
import { exploringWorld } from './exploring';
import { record, world } from './fakes';
import { partitionScans } from '../../../../src/features/scans/startScanCommands';

const ignore: LookupSettings['ignore'] = [
  { pattern: '*.kept-name.com', origin: 'user' },
  { pattern: 'portal.other-kept.org', origin: 'user' },
  { pattern: 'bücher-kept.com', origin: 'user' },
  { pattern: '203.0.114.0/24', origin: 'user' },
  { pattern: '/^vault-\\d+\\./', origin: 'user' },
];
const outer = 'redir-site.com';

/** Everything that leaves the machine about a URL, by each way. */
async function recorded(value: string, urls: 'withoutQuery' | 'full'): Promise<readonly string[]> {
  const indicator: Indicator = { type: 'url', value };
  const settings = { urls, ignore, mode: 'automatic' as const };
  const here = world({ settings, reply: (asked) => record(asked) });
  for (const reason of ['hover', 'click', 'record'] as const)
    await here.lookups.lookUp(indicator, { reason, again: true });
  const batches = exploringWorld({ settings });
  for (const reason of ['visible', 'triage', 'assistant'] as const)
    await batches.lookups.lookUpVisible([indicator], { reason });
  const sites = [
    { name: 'a', templates: { url: 'https://site-one.com/?q={value}', domain: 'https://site-one.com/{value}' } },
  ];
  const pages = getPages(indicator, sites, { lookups: here.lookups, parse: parseIndicator });
  const scans = partitionScans(
    [indicator],
    { remote: true },
    createSendPolicy(() => ignore),
    urls,
  );
  return [
    ...here.requested(),
    ...batches.batches.flatMap(({ values }) => values),
    ...(pages.kind === 'pages' ? pages.pages.map(({ url }) => url) : []),
    ...scans.allowed.map(({ sent }) => sent.value),
  ];
}

const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const escaped = (text: string): string =>
  text.replace(/[^]/gu, (char) => `%${hex(char).match(/../g)?.join('%') ?? ''}`);
const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five.padEnd(5, '0'), 2)])
    .join('');
};
const jwt = (text: string): string =>
  `${base64url('{"alg":"none"}')}.${base64url(`{"näme":"Jürgen","to":"${text}"}`)}.c2lnbmF0dXJl`;

/** Encodings of the whole text, and of its dots. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  percent: encodeURIComponent,
  'percent, twice': (text) => encodeURIComponent(escaped(text)),
  'percent, all': escaped,
  'percent, of old scripts': (text) => text.replace(/[./:]/g, (char) => `%u00${hex(char)}`),
  'percent, overlong': (text) => text.replaceAll('.', '%c0%ae'),
  Base64: (text) => encodeURIComponent(base64(text)),
  'Base64 after a letter beyond ASCII': (text) => base64url(`ä ${text}`),
  'Base64 after bytes': (text) => Buffer.concat([Buffer.from([0, 255, 7]), Buffer.from(text)]).toString('base64url'),
  'Base64 after a word': (text) => `id${base64url(text)}`,
  'Base64 after many slashes': (text) => `${'/a'.repeat(17)}/${base64(text)}`,
  'Base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64url'),
  'Base64, twice': (text) => base64url(base64url(text)),
  'a token': jwt,
  Base32: base32,
  hexadecimal: hex,
  'hexadecimal with hyphens': (text) => hex(text).match(/../g)?.join('-') ?? '',
  compressed: (text) => base64url(deflateRawSync(text).toString('latin1') + gzipSync(text).toString('latin1')),
  'HTML references': (text) => text.replace(/[./:]/g, (char) => `&#x${hex(char)};`),
  'named references': (text) => text.replaceAll('.', '&period;'),
  'quoted-printable': (text) => text.replaceAll('.', '=2E'),
  'dots in brackets': (text) => text.replaceAll('.', '[.]'),
  'dots in words': (text) => text.replaceAll('.', '%20dot%20'),
  'full-width dots': (text) => text.replaceAll('.', '。'),
  'invisible characters': (text) => text.replace(/(?<=.)/gu, '\u{e0100}'),
  'the form of a mail filter': (text) => `http-3A__${text.replaceAll('/', '_').replaceAll('.', '-2E')}`,
};

const names = [
  'wiki.local',
  'intranet.corp',
  'wiki.Office.LAN',
  'a.svc.cluster.local',
  'fritz.box',
  'pc.mshome.net',
  'vm-1.internal.cloudapp.net',
  'pc.tailnet-1234.ts.net',
  '10.1.2.3.nip.io',
  '10-1-2-3.sslip.io',
  'fd00--5.ipv6-literal.net',
  '10-1-2-3.abc.plex.direct',
  'ip-10-0-0-5.eu-west-1.compute.internal',
  'mail.kept-name.com',
  'kept-name.com',
  'portal.other-kept.org',
  'vault-12.site-two.com',
  'xn--bcher-kept-9db.com',
];
const addresses = ['10.0.0.5', '192.168.7.20', '203.0.114.9', '172.20.1.1'];
const numbers: readonly string[] = [
  '167772165',
  '0x0a000005',
  '0a000005',
  '10-0-0-5',
  'ip-10-0-0-5',
  '10_0_0_5',
  '012.0.0.5',
  '0xa.0.0.5',
  '[fd00::5]',
  'fd00::5',
  'fd00--5',
  '::ffff:10.0.0.5',
  '3405804041',
];

/** Places in a URL for a name of several labels, or for an address. */
const positions: Readonly<Record<string, (text: string) => string>> = {
  'a segment': (text) => `/go/${text}/login`,
  'the first segment': (text) => `/${text}`,
  'a URL': (text) => `/web/2020/https://${text}/x`,
  'a URL of a mail filter': (text) => `/v3/__https://${text}/x__;!!abc!x$`,
  'two slashes': (text) => `//${text}/x`,
  'an AMP page': (text) => `/amp/s/${text}/x`,
  'the name of a log': (text) => `/logs/access_${text}.log`,
  'the name of an archive': (text) => `/backup/${text}.zip`,
  'the name of a copy': (text) => `/backup/db-${text}-2024.tar.gz`,
  'a parameter of the path': (text) => `/a;host=${text}/b`,
  'a mail address': (text) => `/unsubscribe/ann@${text}`,
};
const queries: Readonly<Record<string, (text: string) => string>> = {
  'a parameter': (text) => `/go?u=${text}`,
  'a parameter with a URL': (text) => `/go?a=1&next=//${text}/x`,
  'a filter of mails': (text) => `/?url=${encodeURIComponent(`https://${text}/x?y=1`)}&data=05`,
  JSON: (text) => `/go?s=${encodeURIComponent(`{"to":"https:\\/\\/${text}\\/x"}`)}`,
};

/** Places in a URL in which a single label is a host. */
const singles: readonly ((text: string) => string)[] = [
  (text) => `//${text}/`,
  (text) => `/${text}:443/x`,
  (text) => `/amp/s/${text}/x`,
  (text) => `/a;host=${text}`,
  (text) => `/v3/__https://${text}/__;!!x`,
  (text) => `/web/2020/http:/${text}/x`,
  (text) => `/proxy/http/${text}/x`,
  (text) => `/users/ann@${text}/x`,
];

describe('An internal or ignored name in a URL', () => {
  for (const [where, place] of Object.entries({ ...positions, ...queries })) {
    it(`never leaves the machine in ${where}, however it is encoded`, async () => {
      for (const [how, encode] of Object.entries(encodings)) {
        for (const name of ['wiki.local', 'fritz.box', '10-1-2-3.sslip.io', 'mail.kept-name.com', '203.0.114.9']) {
          const value = `https://${outer}${place(encode(name))}`;
          const isInQuery = where in queries;
          const [kept, sent] = isInQuery
            ? [[outer, `https://${outer}/go`, `https://${outer}/`], await recorded(value, 'full')]
            : [[outer], await recorded(value, 'withoutQuery')];
          assert.ok(sent.length >= 4, value);
          for (const each of sent) {
            const bare = kept.some((host) => each === host || each === `https://site-one.com/${host}`);
            const isPage = isInQuery && each.startsWith('https://site-one.com/?q=https%3A%2F%2Fredir-site.com%2F');
            assert.ok(bare || (isPage && !each.includes('%3F')), `${how}: ${value}: sent ${each}`);
          }
        }
      }
    });
  }

  it('never leaves the machine if it is a single label where a host is', async () => {
    for (const place of singles)
      for (const name of ['printer', 'nas-1', 'localhost', encodeURIComponent('drucker-büro')])
        for (const each of await recorded(`https://${outer}${place(name)}`, 'withoutQuery'))
          assert.ok(!each.includes(name), `${place(name)}: ${each}`);
  });

  it('never leaves the machine as an address in another notation', async () => {
    for (const number of numbers)
      for (const place of Object.values(positions))
        for (const each of await recorded(`https://${outer}${place(number)}`, 'withoutQuery'))
          assert.ok(!each.includes(number) && !each.includes('%'), `${place(number)}: ${each}`);
  });

  it('never leaves the machine, whatever encodings and positions are combined', async () => {
    const policy = createSendPolicy(() => ignore);
    const encoding = fc.constantFrom(...Object.values(encodings));
    const position = fc.constantFrom(...Object.values(positions));
    fc.assert(
      fc.property(
        fc.constantFrom(...names, ...addresses),
        encoding,
        encoding,
        position,
        position,
        (name, a, b, c, d) => {
          for (const rest of [c(a(name)), c(a(b(name))), c(a(`x${d(name)}`))]) {
            const sent = policy.sent({ type: 'url', value: `https://${outer}${rest}` }, 'full');
            assert.equal(sent.value.replace(`https://${outer}/`, outer), outer, rest);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    await Promise.resolve();
  });
});

describe('A URL of every day', () => {
  for (const rest of [
    '/',
    '/index.php',
    '/wp-content/themes/a-theme/assets/style.min.css',
    '/gate.php',
    '/panel/five/fre.php',
    '/2024/10/12/how-to-bake-bread-at-home/',
    '/bins/mirai.arm7',
    '/i',
    '/mozi.m',
    '/npm/react@18.2.0/umd/react.min.js',
    '/jquery-3.7.1.min.js',
    '/files/report-2024-10.pdf',
    '/a/550e8400-e29b-41d4-a716-446655440000/x',
    '/watch/dQw4w9WgXcQ',
    '/dp/B08N5WRWNW',
    '/login/www.b-site.com/index.html',
    '/caf%C3%A9/men%C3%BC',
    '/новости/2024',
    '/a%20b/c+d',
    '/~ann/x.tar.gz',
    '/v1.2.3/setup.exe',
    '/wp-admin/admin-ajax.php',
    '/cgi-bin/luci/;stok=/locale',
    '/de-de/konto/anmelden',
    '/@ann/post-12',
  ]) {
    it(`is sent in whole: ${rest}`, () => {
      const policy = createSendPolicy(() => ignore);
      const value = `http://${outer}${rest}`;
      assert.equal(policy.sent({ type: 'url', value }, 'withoutQuery').value, value);
    });
  }

  it('loses its query if only that may name something', () => {
    const policy = createSendPolicy(() => ignore);
    const sent = (value: string): string => policy.sent({ type: 'url', value }, 'full').value;
    assert.equal(sent(`http://${outer}/a.php?id=7&lang=en`), `http://${outer}/a.php?id=7&lang=en`);
    assert.equal(sent(`http://${outer}/a.php?next=printer`), `http://${outer}/a.php`);
    assert.equal(sent(`http://${outer}/a.php?t=Cj0KCQjwpeaYBhDXARIsAEzItbGjM3B2vZk1Yw2`), `http://${outer}/a.php`);
  });
});
