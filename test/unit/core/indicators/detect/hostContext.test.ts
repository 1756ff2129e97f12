import { assertFound, assertNothingFound } from './findHelpers';

describe('The text around a name', () => {
  it('decides against what looks like a package, a file, or malware', () =>
    assertFound([
      ['query: android.clients.a-site.com', ['domain android.clients.a-site.com']],
      ['helo=<a-site.pl>, relay=mail.md[192.0.2.7]:25', ['domain a-site.pl', 'domain mail.md', 'ip 192.0.2.7']],
      ['query: trojan.no-ip.biz IN A', ['domain trojan.no-ip.biz']],
      ['+A a-site.dev. 3600 IN A', ['domain a-site.dev']],
      [
        '${jndi:ldap://c2.a-site.cc/a} wss://x.region.database.app/.ws',
        ['domain c2.a-site.cc', 'domain x.region.database.app'],
      ],
      ['app.a-site.in,hostname', ['domain app.a-site.in']],
    ]));

  it('decides in feeds as JSON', () =>
    assertFound(
      [
        ['{"value":"name.itosha.top"}', ['domain name.itosha.top']],
        ['{"value":"reallylongword.click"}', ['domain reallylongword.click']],
        ['{"value":"dialog.click"}', []],
        ['{"value": "tips-renew.a-site.info|192.0.2.7"}', ['domain tips-renew.a-site.info', 'ip 192.0.2.7']],
        ['{"type": "domain", "to_ids": true, "value": "menu.open"}', ['domain menu.open']],
        ['{"value": "menu.open", "type": "domain"}', ['domain menu.open']],
        ['{"domain": "gov.in.a-site.top"}', ['domain gov.in.a-site.top']],
      ],
      'json',
    ));

  it("doesn't make members, calls, keys, and types hosts", () => {
    assertNothingFound(['class=app.mail.name', 'tls.x509.subject.country']);
    assertNothingFound(['host: req.host', 'server: app.get(x)', 'type: type.googleapis.com/x'], 'yaml');
    assertNothingFound(
      ['{"host.name": 1}', '{"value": "user.name"}', '{"@type": "type.googleapis.com/x.y"}', '"windows.phone"'],
      'json',
    );
    assertNothingFound(
      ['const host = options.host; x({ host: this.host })', 'const a = "chrome://settings.pl"'],
      'typescript',
    );
  });
});

describe('Fields after a URL', () => {
  it('are not part of it', () =>
    assertFound([
      ['url=http://a-site.com/a,action=block', ['url http://a-site.com/a']],
      ['url=http://a-site.com/a?b=1,c=2 x', ['url http://a-site.com/a?b=1,c=2']],
    ]));

  it('end it, but its own equals signs are escaped in CEF and LEEF events', () =>
    assertFound([
      ['request=http://a-site.com/objects?uuid\\=cd46-7 cs5Label=x', ['url http://a-site.com/objects?uuid=cd46-7']],
      ['request=http://a-site.com/x.php?a\\=b1&c\\=25 cs=1', ['url http://a-site.com/x.php?a=b1&c=25']],
    ]));
});

describe('Addresses beside arrows and terminals', () => {
  it('are found', () =>
    assertFound([
      ['203.0.114.1->203.0.114.2', ['ip 203.0.114.1', 'ip 203.0.114.2']],
      ['ann from 203.0.114.4@pts/0', ['ip 203.0.114.4']],
    ]));
});

describe('Versions of advisories and packages', () => {
  it("aren't addresses", () => {
    assertNothingFound([
      'language_server-protocol (3.17.0.5)',
      '| 5.1.3.1, 5.0.2.1, 4.1.1.1 | Fixed |',
      'Versions from 7.3.0.5 to 7.7.0.6',
      '{"VersionFrom":"1.0.0.0"}',
      'xxx.xxx.xxx.xxx',
    ]);
    assertNothingFound(['x("Generator", "17.0.0.0")'], 'typescript');
  });

  it('look like addresses that are none', () =>
    assertFound([
      ['Accepted password for version from 203.0.114.4 port 22', ['ip 203.0.114.4']],
      ['| 203.0.114.4, 203.0.114.5 | affected |', ['ip 203.0.114.4', 'ip 203.0.114.5']],
      ['web-server (203.0.114.4)', ['ip 203.0.114.4']],
    ]));
});
