import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertFound, assertNothingFound, findValues } from './findHelpers';

/** How texts in which hosts are written in any case name them. */
const templates: readonly (readonly [languageId: string, text: (name: string) => string])[] = [
  ['log', (name) => `query: ${name} IN A`],
  ['log', (name) => `client @0x7f 192.0.2.7#53001 (${name}): query: ${name} IN A + (192.0.2.1)`],
  ['log', (name) => `Nov 26 12:00:00 dnsmasq[123]: query[A] ${name} from 192.0.2.7`],
  ['log', (name) => `12:00:00.1 IP 192.0.2.7.53001 > 192.0.2.1.53: 123+ A? ${name}. (40)`],
  ['log', (name) => `tls src=192.0.2.7 sni=${name} version=1.3`],
  ['log', (name) => `action=allow host=${name} act=allow`],
  ['log', (name) => `1700000000.123 45 192.0.2.7 TCP_TUNNEL/200 4321 CONNECT ${name}:443 - HIER_DIRECT/192.0.2.9 -`],
  ['log', (name) => `${name} 192.0.2.7 - - [26/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 12`],
  ['log', (name) => `NOQUEUE: from=<ann@${name}> to=<jo@a-site.com> proto=ESMTP helo=<${name}>`],
  ['log', (name) => `Received: from ${name} (unknown [192.0.2.7]) by mx.a-site.com`],
  ['log', (name) => `Unable to resolve host "${name}": No address associated with hostname`],
  ['log', (name) => `{"ts":1,"query":"${name}","qtype_name":"A"}`],
  ['log', (name) => `{"ts":1,"peer":"${name}","x":2}`],
  ['json', (name) => `{"ts":1,"query":"${name}","qtype_name":"A"}`],
  ['json', (name) => `{"ts":1,"peer":"${name}","x":2}`],
  ['yaml', (name) => `host: ${name}\n`],
  ['xml', (name) => `<Data Name="QueryName">${name}</Data>`],
  ['csv', (name) => `date,domain,verdict\n2026-01-02,${name},bad\n`],
  ['plaintext', (name) => `evil-site.com\n${name}\nother-site.net\n`],
  ['plaintext', (name) => `The user visited ${name} at noon.`],
  ['markdown', (name) => `A page (${name}) asks for a password`],
];

const words = (list: string): fc.Arbitrary<string> => fc.constantFrom(...list.split(' '));
const part = words(
  'pay secure login picture lab net policies amber raven hill lamp post kite fern lake cloud update mail bank docs drive account verify shop gift card photo crypto wallet track parcel user order data service',
);
const label = fc.tuple(part, part, words(' - 7')).map(([a, b, joint]) => `${a}${joint.trim()}${b}`);
const tld = words(
  'com net org info online site top xyz shop work live club io co me ru cn de uk tk ml cc pw biz app dev page cloud icu sh pl md rs in us eu link click space store tech website today name email support services',
);
const host = fc
  .tuple(fc.option(words('www login mail api cdn ns1')), label, tld)
  .map(([first, second, last]) => [...(first === null ? [] : [first]), second, last].join('.'));

/** A name, and the same in random case. */
const written = host.chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length, size: 'max' })
      .map((capitals) => name.replace(/./g, (c, index: number) => (capitals[index] === true ? c.toUpperCase() : c))),
  ),
);

describe('Finding names in any case', () => {
  it('loses at most one in a thousand of those found in lower case, if resolvers randomize the case', () => {
    const names = fc.sample(written, { numRuns: 2_000, seed: 7 });
    let found = 0;
    const lost: string[] = [];
    for (const [languageId, text] of templates) {
      for (const [lower, random] of names) {
        const value = `domain ${lower}`;
        if (!findValues(text(lower), languageId).includes(value)) continue;
        found++;
        if (!findValues(text(random), languageId).includes(value)) lost.push(text(random));
      }
    }
    assert.ok(found > 0.9 * names.length * templates.length, `${found} found in lower case`);
    assert.ok(lost.length <= 0.001 * found, `${lost.length} of ${found} lost: ${lost.slice(0, 20).join('\n')}`);
  });

  it('loses none where the text says that it is a host', () => {
    const certain = templates.filter(([, text]) => /query|sni=|host[=:]|helo|QueryName|domain/.test(text('')));
    for (const [lower, random] of fc.sample(written, { numRuns: 500, seed: 8 })) {
      for (const [languageId, text] of certain) {
        for (const name of [random, lower.toUpperCase(), lower.replace(/(?<![a-z])[a-z]/g, (c) => c.toUpperCase())])
          assert.ok(findValues(text(name), languageId).includes(`domain ${lower}`), text(name));
      }
    }
  });

  it('finds names that are written like brands in reports', () => {
    const brands = [
      'LinkedIn.live',
      'OneDrive.live',
      'TikTok.shop',
      'PayPal.support',
      'DropBox.store',
      'WhatsApp.chat',
    ];
    for (const name of brands)
      for (const text of [
        `The C2 host is \`${name}\`.`,
        `- \`${name}\``,
        `Phishing on \`${name}\``,
        `It visits ${name}.`,
      ])
        assert.ok(findValues(text, 'markdown').includes(`domain ${name.toLowerCase()}`), text);
  });

  it('loses at most one in a thousand in reports, however the name is written', () => {
    const ways: readonly ((name: string) => string)[] = [
      (name) => name.toUpperCase(),
      (name) => name.replace(/^[a-z]/, (c) => c.toUpperCase()),
      (name) => name.replace(/(?<![a-z])[a-z]/g, (c) => c.toUpperCase()),
      (name) => name.replace(/(?<![a-z])[a-z](?=.*\.)/g, (c) => c.toUpperCase()),
      (name) =>
        name.replace(
          /^(.)(.*?)(.)(?=[^.]{3}\.)/,
          (_, a: string, b: string, c: string) => a.toUpperCase() + b + c.toUpperCase(),
        ),
    ];
    const brand = words('microsoft windows google apple azure android coin paypal whatsapp github dropbox cloud');
    const branded = fc
      .tuple(fc.option(brand), brand, tld)
      .map((labels) => labels.filter((part) => part !== null).join('.'));
    const names = [
      ...fc.sample(host, { numRuns: 1_000, seed: 9 }),
      ...fc.sample(branded, { numRuns: 1_000, seed: 10 }),
    ];
    const texts = ['- `{}`\n', '- {}\n', 'Phishing on `{}` was seen.', 'It connects to {} every hour.'];
    let found = 0;
    const lost: string[] = [];
    for (const text of texts)
      for (const name of names) {
        if (!findValues(text.replace('{}', name), 'markdown').includes(`domain ${name}`)) continue;
        for (const way of ways) {
          const other = text.replace('{}', way(name));
          found++;
          if (!findValues(other, 'markdown').includes(`domain ${name}`)) lost.push(other);
        }
      }
    assert.ok(found > 0.8 * names.length * texts.length * ways.length, `${found} found`);
    assert.ok(lost.length <= 0.001 * found, `${lost.length} of ${found} lost: ${lost.slice(0, 20).join('')}`);
  });

  it('finds no files, products, types, and members in Markdown', () => {
    const names =
      'README.md Node.js Vue.js Foo.Bar System.Net System.IO Json.NET Quartz.Net ASP.NET Acme.Billing.Services Microsoft.Extensions.Hosting Microsoft.Network Customer.Email Order.Date Dispatchers.IO WebSocket.OPEN Array.prototype.slice.call taskRunner.run redisAddressConfig.configmap.name EMP.ID Safari.app Mode.Prod';
    assertNothingFound(
      names.split(' ').flatMap((name) => [`- \`${name}\`\n`, `- ${name}\n`, `It uses ${name} now.`]),
      'markdown',
    );
  });

  it('finds names that are written in words', () => {
    const found = (value: string): readonly string[] => [`domain ${value}`];
    assertFound([
      ['query: www.myPicture-lab.info IN A', found('www.mypicture-lab.info')],
      ['host=www.PayMe-login.info act=allow', found('www.payme-login.info')],
      ['visited login.PayMeSecure.online at noon', found('login.paymesecure.online')],
      ['Payme-secure.click is a page for passwords', found('payme-secure.click')],
      ['The domain Updater.sh resolves', found('updater.sh')],
      ['relay EXAMPLE-PAY.LINK:443', found('example-pay.link')],
    ]);
    assertFound([['{"query":"netPolicies7.work","qtype_name":"A"}', found('netpolicies7.work')]], 'json');
  });

  it('finds no members, types, and files in logs', () => {
    assertNothingFound(
      [
        '\tat com.vendor.shop.OrderService.run(OrderService.java:12)',
        'Unhandled exception. System.Net.WebException: Foo.Bar.Baz failed',
        'INFO Acme.Billing.Services started, Microsoft.Extensions.Hosting.Internal.Host',
        'uses System.IO, System.Net, Quartz.Net, Json.NET, VB.NET; console.log',
        'requestContext.info, taskRunner.run, Customer.email, invoiceLine.total, UsersController.show',
        'Thread.local, LOGGER.INFO, WScript.Shell, ADODB.Stream, UIColor.red, Color.RED',
        'Safari.app, AppDelegate.mm, README.md, CHANGELOG.MD, Makefile.in, Setup.zip',
        'NukeBot.TR, MICROSOFT.NETWORK, EMP.ID',
      ],
      'log',
    );
  });

  it("finds a name that isn't like one of a file in any letter case, except that of types", () => {
    for (const name of ['bnppribas.pl', 'Bnppribas.pl', 'BNPPRIBAS.PL'])
      assertFound([[`It connects to ${name} every hour.`, ['domain bnppribas.pl']]]);
    assertNothingFound(['It connects to DirectJDKLog.java every hour.', 'See Cleanup.pl and Makefile.PL'], 'log');
  });

  it('takes capitals for members in code', () => {
    assertNothingFound(
      ["x = { host: 'userData.name' }", "use('accessClass.sun.net')", "fetch('Pocket.ly')"],
      'typescript',
    );
  });
});

describe('Finding names that a sentence quotes', () => {
  it('finds a host before a colon, but no key', () => {
    assertFound([
      ['Unable to resolve host "api.lamp-post.io": No address', ['domain api.lamp-post.io']],
      ['Failed to connect to "relay.amber-bay.cloud": Connection refused', ['domain relay.amber-bay.cloud']],
      ['{"relay.open": 1, "cache.zone": 2}', []],
      ['Invalid value for the option "relay.open": expected 1', []],
    ]);
  });
});

describe('Finding hosts that look like files or packages', () => {
  it('finds them where a connection, a resolver, or a certificate names them', () => {
    assertFound([
      ['* Connected to fern-lake.sh (192.0.2.7) port 443 (#0)', ['domain fern-lake.sh', 'ip 192.0.2.7']],
      ['[INFO] DNS resolution failed for android.raven-hill.me', ['domain android.raven-hill.me']],
      ['Nmap scan report for fern-lake.sh (192.0.2.7)', ['domain fern-lake.sh', 'ip 192.0.2.7']],
      ['java.raven-hill.com has address 192.0.2.7', ['domain java.raven-hill.com', 'ip 192.0.2.7']],
      ['connected to 7712345.cc on port 443', ['domain 7712345.cc']],
      ['dkim=pass header.d=fern-lake.sh header.s=s1', ['domain fern-lake.sh']],
      ['DNS:java.raven-hill.com, DNS:*.fern-lake.sh', ['domain java.raven-hill.com', 'domain fern-lake.sh']],
      ['connected to server.name', []],
    ]);
    assertFound(
      [
        ['{"RequestHost":"cdn.blue-kite.md","status":404}', ['domain cdn.blue-kite.md']],
        ['{"hostAndPort":"a1.kestrel-bay.la:27017"}', ['domain a1.kestrel-bay.la']],
        ['{"QH":"paste.amber-bay.rs","QT":"A"}', ['domain paste.amber-bay.rs']],
        ['{"answers":["cdn.blue-kite.md","192.0.2.7"]}', ['domain cdn.blue-kite.md', 'ip 192.0.2.7']],
      ],
      'json',
    );
  });
});
