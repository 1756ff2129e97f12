import { assertFound } from './findHelpers';

describe('Finding indicators in logs, reports, mail, and lists', () => {
  it('reads logs', () =>
    assertFound(
      [
        [
          'CEF:0|Vendor|Firewall|10.2.1|100|blocked|5|src=203.0.113.9 dst=198.51.100.20 spt=1232 request=http://evil-site.com/a.exe requestClientApplication=Mozilla/5.0 dhost=evil-site.com',
          ['ip 203.0.113.9', 'ip 198.51.100.20', 'url http://evil-site.com/a.exe', 'domain evil-site.com'],
        ],
        ['CEF:0|Acme|IDS|1.0.0.4|9|x|10|cs1Label=Rule cs1=a msg=Dropped by rule 1.2', []],
        [
          'LEEF:2.0|V|P|7.1|1|src=198.51.100.4\tdst=192.0.2.99\turl=https://site-a.net/x?y=1\tusrName=joe',
          ['ip 198.51.100.4', 'ip 192.0.2.99', 'url https://site-a.net/x?y=1'],
        ],
        [
          '1700000000.123456\tCHhAvVGS1DHFjwGM9\t192.0.2.5\t52414\t198.51.100.1\t53\tudp\t1234\tmail.site-b.org\t1\tC_INTERNET\t1\tA\t0\tNOERROR',
          ['ip 192.0.2.5', 'ip 198.51.100.1', 'domain mail.site-b.org'],
        ],
        [
          'fe80::215:5dff:fe01:1\t5353\tff02::fb\t5353\tudp\tdns\t_googlecast._tcp.local',
          ['ip fe80::215:5dff:fe01:1', 'ip ff02::fb', 'domain _googlecast._tcp.local'],
        ],
        [
          'SSL\tTLSv12\tTLS_ECDHE\tupdates.site-c.co.uk\tF\tCN=*.site-c.co.uk,O=Site C Ltd.,L=London,C=GB',
          ['domain updates.site-c.co.uk', 'domain site-c.co.uk'],
        ],
        [
          '2024/05/01 10:00:00 [error] 12#12: *345 open() "/usr/share/nginx/html/x.php" failed (2: No such file or directory), client: 192.0.2.9, server: www.site-d.com, request: "GET /x.php HTTP/1.1", host: "site-d.com:8080", referrer: "http://site-e.ru/a?b=c"',
          ['ip 192.0.2.9', 'domain www.site-d.com', 'domain site-d.com', 'url http://site-e.ru/a?b=c'],
        ],
        ['upstream: "fastcgi://127.0.0.1:9000", host: "203.0.113.80"', ['ip 127.0.0.1', 'ip 203.0.113.80']],
        ['upstream: "http://[2001:db8::9]:8080/api", peer closed', ['url http://[2001:db8::9]:8080/api']],
        [
          'level=info msg="dial tcp 192.0.2.7:443: lookup api.site-ah.com on 10.0.0.2:53: no such host"',
          ['ip 192.0.2.7', 'domain api.site-ah.com', 'ip 10.0.0.2'],
        ],
        [
          'src=2001:0db8:85a3:0000:0000:8a2e:0370:7334 dst=2001:db8::ffff:1.2.3.4 mac=00:1A:2B:3C:4D:5E',
          ['ip 2001:db8:85a3::8a2e:370:7334', 'ip 2001:db8::ffff:102:304'],
        ],
        [
          '%ASA-6-302013: Built outbound TCP connection 1 for outside:198.51.100.9/443 (198.51.100.9/443) to inside:10.1.1.2/51515 (203.0.113.2/51515)',
          ['ip 198.51.100.9', 'ip 198.51.100.9', 'ip 10.1.1.2', 'ip 203.0.113.2'],
        ],
        [
          'date=2024-05-01 devname="FG" srcip=10.1.2.3 dstip=198.51.100.30 hostname="x.site-ai.top" url="/a.php" app="HTTP.BROWSER" appcat="Web.Client"',
          ['ip 10.1.2.3', 'ip 198.51.100.30', 'domain x.site-ai.top'],
        ],
        [
          'kernel: [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:fe:54:00:aa:bb:cc:08:00 SRC=198.51.100.44 DST=192.0.2.1',
          ['ip 198.51.100.44', 'ip 192.0.2.1'],
        ],
        [
          'named[123]: client @0x7f 192.0.2.8#53124 (site-aj.com): query: site-aj.com IN A +E(0)K (198.51.100.2)',
          ['ip 192.0.2.8', 'domain site-aj.com', 'domain site-aj.com', 'ip 198.51.100.2'],
        ],
        [
          'sshd[22]: Failed password for invalid user admin from 198.51.100.23 port 51234 ssh2; pam_unix(sshd:auth): rhost=host.site-ak.net',
          ['ip 198.51.100.23', 'domain host.site-ak.net'],
        ],
        [
          'Exception in thread "main" java.net.UnknownHostException: api.site-al.com at java.net.InetAddress.getAllByName(InetAddress.java:1281)',
          ['domain api.site-al.com'],
        ],
        [
          '  File "/app/venv/lib/python3.11/site-packages/requests/api.py", line 59, in request; urllib3.exceptions.MaxRetryError: HTTPSConnectionPool(host=\'api.site-am.com\', port=443)',
          ['domain api.site-am.com'],
        ],
        [
          'npm ERR! 404 Not Found - GET https://registry.site-an.org/@scope%2fpkg - Not found; node_modules/socket.io/index.js',
          ['url https://registry.site-an.org/@scope%2fpkg'],
        ],
        [
          '0.0.0.0 ads.site-az.com\n127.0.0.1 tracker.site-az.net # blocked\n||ads.site-ba.com^$third-party',
          [
            'ip 0.0.0.0',
            'domain ads.site-az.com',
            'ip 127.0.0.1',
            'domain tracker.site-az.net',
            'domain ads.site-ba.com',
          ],
        ],
      ],
      'log',
    ));

  it('reads JSON', () =>
    assertFound(
      [
        [
          '{"eventSource":"s3.amazonaws.com","sourceIPAddress":"198.51.100.77","userAgent":"[aws-cli/2.13.0 Python/3.11.4]"}',
          ['ip 198.51.100.77'],
        ],
        [
          '{"sourceIPAddress":"stacks.site-ev.com","arn":"arn:aws:iam::123456789012:user/jo","host":["bucket.s3.eu-west-1.amazonaws.com"]}',
          ['domain stacks.site-ev.com', 'domain bucket.s3.eu-west-1.amazonaws.com'],
        ],
        [
          '{"tlsDetails":{"tlsVersion":"TLSv1.3","clientProvidedHostHeader":"logs.us-east-1.site-ev.com"}}',
          ['domain logs.us-east-1.site-ev.com'],
        ],
      ],
      'json',
    ));

  it('reads JSON Lines', () =>
    assertFound(
      [
        [
          '{"eventSource":"compute.site-ev.com","requestParameters":{"cidrIp":"0.0.0.0/0","ip":"192.0.2.44"}}',
          ['domain compute.site-ev.com', 'ip 192.0.2.44'],
        ],
        [
          '{"log":"{\\"url\\":\\"https:\\\\/\\\\/site-ae.com\\\\/p\\",\\"ip\\":\\"192.0.2.2\\"}\\n"}',
          ['url https://site-ae.com/p', 'ip 192.0.2.2'],
        ],
        [
          '{"m":"GET http:\\/\\/site-af.com\\/a\\u0026b from\\t198.51.100.8\\r\\nsite-ag.com"}',
          ['url http://site-af.com/a&b', 'ip 198.51.100.8', 'domain site-ag.com'],
        ],
      ],
      'jsonl',
    ));

  it('reads plain text', () =>
    assertFound(
      [
        [
          'Received: from mx1.site-f.net (mx1.site-f.net. [198.51.100.3]) by mx.site-g.com (8.15.2/8.14) with ESMTPS id a1 for <jo@site-g.com>; Mon, 1 Jan 2024 10:00:00 +0000',
          [
            'domain mx1.site-f.net',
            'domain mx1.site-f.net',
            'ip 198.51.100.3',
            'domain mx.site-g.com',
            'domain site-g.com',
          ],
        ],
        [
          'Received: from [IPv6:2001:db8::25] (port=51234 helo=smtp.site-h.de)',
          ['ip 2001:db8::25', 'domain smtp.site-h.de'],
        ],
        ['Message-ID: <20240101.abc$def@mail.site-i.org>', ['domain mail.site-i.org']],
        [
          'DKIM-Signature: v=1; a=rsa-sha256; d=site-j.com; s=sel1; i=@site-j.com; h=from:to',
          ['domain site-j.com', 'domain site-j.com'],
        ],
        [
          'Authentication-Results: mx.site-k.com; spf=pass (sender IP is 192.0.2.18) smtp.mailfrom=bounce.site-l.com; dmarc=fail header.from=site-m.com',
          ['domain mx.site-k.com', 'ip 192.0.2.18', 'domain bounce.site-l.com', 'domain site-m.com'],
        ],
        [
          'Received-SPF: pass client-ip=198.51.100.200; envelope-from="a=b@news.site-n.com"; helo=o1.site-n.com;',
          ['ip 198.51.100.200', 'domain news.site-n.com', 'domain o1.site-n.com'],
        ],
        [
          'List-Unsubscribe: <mailto:u@site-o.com?subject=x>, <https://site-o.com/u?id=3D>',
          ['domain site-o.com', 'url https://site-o.com/u?id=3D'],
        ],
        [
          'subject=CN = mail.site-dd.com, O = X\nX509v3 Subject Alternative Name: DNS:mail.site-dd.com, DNS:*.site-dd.com, IP Address:192.0.2.61, URI:http://crl.site-dd.com/a.crl',
          [
            'domain mail.site-dd.com',
            'domain mail.site-dd.com',
            'domain site-dd.com',
            'ip 192.0.2.61',
            'url http://crl.site-dd.com/a.crl',
          ],
        ],
        ['SHA1 Fingerprint=AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01', []],
        [
          'alert http $HOME_NET any -> $EXTERNAL_NET any (msg:"ET x"; http.host; content:"site-mm.com"; bsize:11; reference:url,site-nn.com/blog; sid:1; rev:2;)',
          ['domain site-mm.com', 'domain site-nn.com'],
        ],
        [
          'alert dns any any -> 198.51.100.53 53 (dns.query; content:"c2.site-oo.biz"; nocase; metadata:created_at 2024_01_01;)',
          ['ip 198.51.100.53', 'domain c2.site-oo.biz'],
        ],
        ['alert tls any any -> any any (tls.sni; content:"site-pp.club"; endswith;)', ['domain site-pp.club']],
        [
          'Click here<https://site-zz.com/a/b?c=d> or call. (www.site-zz.com)',
          ['url https://site-zz.com/a/b?c=d', 'domain www.site-zz.com'],
        ],
        [
          'The domain evil-\nsite[.]com was seen. C2: 198[.]51[.]\n100[.]7 and good[.]com',
          ['domain site.com', 'domain good.com'],
        ],
        ['hxxps://long-host[.]com/path/\nthat/wraps.html', ['url https://long-host.com/path/']],
        [
          'IOCs: badone[.]com,badtwo[.]net;badthree[.]org/1.php badfour[.]io.',
          ['domain badone.com', 'domain badtwo.net', 'url http://badthree.org/1.php', 'domain badfour.io'],
        ],
        [
          'münchen-bank.de, xn--bcher-kva.de, 例え.テスト, пример.рф and почта@пример.рф',
          [
            'domain xn--mnchen-bank-thb.de',
            'domain xn--bcher-kva.de',
            'domain xn--e1afmkfd.xn--p1ai',
            'domain xn--e1afmkfd.xn--p1ai',
          ],
        ],
        ['https://bücher.example/ü?q=ä', ['url https://xn--bcher-kva.example/ü?q=ä']],
        ['访问evil-site.com。谢谢', ['domain evil-site.com']],
        [
          '[2001:db8:0:0:0:0:2:1]:443 2001:DB8::0:1 ::1 ::ffff:192.0.2.128 64:ff9b::192.0.2.33 fe80::1%en0',
          [
            'ip 2001:db8::2:1',
            'ip 2001:db8::1',
            'ip ::1',
            'ip ::ffff:192.0.2.128',
            'ip 64:ff9b::c000:221',
            'ip fe80::1',
          ],
        ],
        ['2001:db8:::1 1:2:3:4:5:6:7:8:9 2001:db8::g1 12:34:56 ::', []],
        ['2001:db8::/32 and 2001:db8::1/128; http://[fe80::1%25eth0]/x', ['url http://[fe80::1]/x']],
        [
          'https://[2001:db8::1] (2001:db8::2), "2001:db8::3": 2001:db8::4.',
          ['url https://[2001:db8::1]', 'ip 2001:db8::2', 'ip 2001:db8::3', 'ip 2001:db8::4'],
        ],
        [
          '$ORIGIN site-aw.com.\n@ IN SOA ns1.site-aw.com. hostmaster.site-aw.com. (1 2 3 4 5)\nwww IN A 192.0.2.55\n@ IN MX 10 mx.site-ax.net.\n@ TXT "v=spf1 ip4:198.51.100.0/24 ip4:203.0.113.4 include:_spf.site-ay.com -all"',
          [
            'domain site-aw.com',
            'domain ns1.site-aw.com',
            'domain hostmaster.site-aw.com',
            'ip 192.0.2.55',
            'domain mx.site-ax.net',
            'ip 203.0.113.4',
            'domain _spf.site-ay.com',
          ],
        ],
      ],
      'plaintext',
    ));

  it('reads Markdown', () =>
    assertFound(
      [
        [
          '| `site-qq.com` | 192.0.2.90 | hxxp://site-qq[.]com/a\\|b |',
          ['domain site-qq.com', 'ip 192.0.2.90', 'url http://site-qq.com/a'],
        ],
        ['|evil-a.com|evil-b[.]net|**evil-c.org**|', ['domain evil-a.com', 'domain evil-b.net', 'domain evil-c.org']],
        [
          '[evil](https://site-rr.com/a_(b)) and ![x](img.site-rr.com/y.png "t")',
          ['url https://site-rr.com/a_(b)', 'domain img.site-rr.com'],
        ],
        [
          '1. site-ss.com\n2. site-tt.com.\n* _site-uu.com_',
          ['domain site-ss.com', 'domain site-tt.com', 'domain site-uu.com'],
        ],
      ],
      'markdown',
    ));

  it('reads CSV', () =>
    assertFound(
      [
        [
          '"domain","evil ""quoted"" site-ab.com","http://site-ab.com/a,b"',
          ['domain site-ab.com', 'url http://site-ab.com/a,b'],
        ],
        [
          '2024-01-01,site-ac.com,"192.0.2.1, 192.0.2.2",http://site-ac.com/x,yes',
          ['domain site-ac.com', 'ip 192.0.2.1', 'ip 192.0.2.2', 'url http://site-ac.com/x'],
        ],
        ['ip;site-ad.com;"=HYPERLINK(""http://site-ad.com/z"")"', ['domain site-ad.com', 'url http://site-ad.com/z']],
      ],
      'csv',
    ));
});
