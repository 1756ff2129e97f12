import assert from 'node:assert/strict';
import { getEventForm, getFields, LineClients, getName } from '../../../../src/core/triage/clients';

/** Returns the client of each line of a text, by its format or a field; `-` without one. */
function clientsOf(text: string, other = '', field?: string): readonly string[] {
  const clients = new LineClients(getEventForm(text, field).clients);
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start);
    const line = text.slice(start, end);
    const range = clients.find(text, start, end, other);
    if (line.trim() !== '' && !line.startsWith('#')) found.push(range === undefined ? '-' : getName(text, range));
    start = end + 1;
  }
  return found;
}

/** Formats of logs, each with lines and who they are about. */
const formats: readonly (readonly [format: string, lines: readonly string[], clients: readonly string[]])[] = [
  [
    'Squid',
    [
      '1762162000.123    105 10.20.2.20 TCP_MISS/200 1943 GET http://a-site.example/gate.php m.rossi HIER_DIRECT/192.0.2.11 text/html',
      '1762162001.001      5 10.20.2.21 TCP_TUNNEL/200 39 CONNECT b-site.example:443 - HIER_DIRECT/192.0.2.12 -',
    ],
    ['10.20.2.20', '10.20.2.21'],
  ],
  [
    'combined log of Apache and nginx',
    [
      '198.51.100.7 - - [26/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "https://a-site.example/" "curl/8"',
      '2001:db8::7 - alice [26/Nov/2026:10:00:01 +0000] "GET /x HTTP/1.1" 200 5 "-" "curl/8"',
    ],
    ['198.51.100.7', '2001:db8::7'],
  ],
  [
    'combined log with virtual hosts',
    ['www.a-site.example:443 198.51.100.7 - - [26/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-"'],
    ['198.51.100.7'],
  ],
  [
    'IIS',
    [
      '#Software: Microsoft Internet Information Services 10.0',
      '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status',
      '2026-11-26 00:00:01 192.0.2.5 GET /default.htm - 80 - 198.51.100.9 Mozilla/5.0 200',
    ],
    ['198.51.100.9'],
  ],
  [
    'CloudFront',
    [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host)',
      '2026-11-26\t01:13:11\tFRA2\t182\t192.0.2.10\tGET\td1.a-site.example',
    ],
    ['192.0.2.10'],
  ],
  [
    'Zeek as a table',
    [
      '#separator \\x09',
      '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto\tquery',
      '#types\ttime\tstring\taddr\tport\taddr\tport\tenum\tstring',
      '1762162000.1\tCq1\t10.1.1.5\t53211\t10.1.1.1\t53\tudp\ta-site.example',
    ],
    ['10.1.1.5'],
  ],
  [
    'Zeek as JSON',
    [
      '{"ts":1762162000.1,"uid":"C1","id.orig_h":"10.1.1.6","id.orig_p":53211,"id.resp_h":"10.1.1.1","query":"a-site.example"}',
    ],
    ['10.1.1.6'],
  ],
  [
    'Suricata',
    [
      '{"timestamp":"2026-11-26T10:00:00.0+0000","event_type":"dns","src_ip":"10.1.1.7","src_port":1,"dest_ip":"10.1.1.1","dns":{"rrname":"a-site.example"}}',
      '{"timestamp":"2026-11-26T10:00:01.0+0000","event_type":"tls","src_ip":"10.1.1.8","dest_ip":"192.0.2.1","tls":{"sni":"b-site.example"}}',
    ],
    ['10.1.1.7', '10.1.1.8'],
  ],
  [
    'ECS with nested objects',
    [
      '{"@timestamp":"2026-11-26T10:00:00Z","source":{"geo":{"name":"ip"},"port":5,"ip":"10.1.1.9"},"destination":{"ip":"192.0.2.1"},"user":{"name":"bob"}}',
      '{"@timestamp":"2026-11-26T10:00:01Z","source": { "ip" : "10.1.1.10" },"destination":{"ip":"192.0.2.1"}}',
    ],
    ['10.1.1.9', '10.1.1.10'],
  ],
  [
    'ECS with dotted names',
    ['{"source.ip":"10.1.1.11","destination.ip":"192.0.2.1","dns.question.name":"a-site.example"}'],
    ['10.1.1.11'],
  ],
  [
    'OCSF',
    [
      '{"class_uid":4003,"src_endpoint":{"ip":"10.1.1.12","port":4},"dst_endpoint":{"ip":"192.0.2.1"},"query":{"hostname":"a-site.example"}}',
    ],
    ['10.1.1.12'],
  ],
  [
    'JSON in a string of JSON',
    ['{"log":"{\\"src_ip\\":\\"10.1.1.13\\",\\"query\\":\\"a-site.example\\"}","stream":"stdout","src_ip":"10.9.9.9"}'],
    ['10.1.1.13'],
  ],
  [
    'users with backslashes and quotes in JSON',
    [
      String.raw`{"user":"CORP\\m.rossi","query":"a-site.example"}`,
      String.raw`{"user":"CORP\\a.weber","query":"a-site.example"}`,
      String.raw`{"user":"admin\"x","query":"a-site.example"}`,
      String.raw`{"user":"x\\","query":"a-site.example"}`,
      String.raw`{"user":"J\u00fcrgen\nx","query":"a-site.example"}`,
      String.raw`{"log":"{\"user\":\"m.rossi\",\"query\":\"a-site.example\"}"}`,
      String.raw`{"log":"{\"user\":\"CORP\\\\m.rossi\",\"query\":\"a-site.example\"}"}`,
    ],
    [
      String.raw`CORP\m.rossi`,
      String.raw`CORP\a.weber`,
      'admin"x',
      'x\\',
      'Jürgen x',
      'm.rossi',
      String.raw`CORP\m.rossi`,
    ],
  ],
  [
    'CloudTrail, an event in a line',
    [
      '{"eventVersion":"1.08","userIdentity":{"type":"IAMUser","userName":"ci"},"sourceIPAddress":"198.51.100.20","userAgent":"a"}',
    ],
    ['198.51.100.20'],
  ],
  [
    'CEF',
    [
      'CEF:0|Vendor|Product|1|100|Blocked|5|src=10.1.1.14 spt=5 dst=192.0.2.1 suser=carol request=http://a-site.example/',
    ],
    ['10.1.1.14'],
  ],
  [
    'LEEF',
    ['LEEF:1.0|Vendor|Product|1|100|src=10.1.1.15\tdst=192.0.2.1\tusrName=dave\turl=http://a-site.example/'],
    ['10.1.1.15'],
  ],
  [
    'key=value of a firewall',
    [
      'date=2026-11-26 time=10:00:00 devname="fw" srcip=10.1.1.16 srcport=5 dstip=192.0.2.1 hostname="a-site.example" user="erin"',
    ],
    ['10.1.1.16'],
  ],
  [
    'syslog of sshd',
    [
      'Nov 26 10:00:00 web1 sshd[12]: Failed password for invalid user admin from 192.0.2.7 port 5 ssh2',
      'Nov 26 10:00:01 web1 sshd[12]: Accepted publickey for frank from 192.0.2.7 port 5 ssh2: RSA x',
      'Nov 26 10:00:02 web1 sshd[12]: Connection closed by 192.0.2.7 port 5',
    ],
    ['admin', 'frank', 'web1'],
  ],
  [
    'syslog of dnsmasq',
    [
      'Nov 26 10:00:00 gw dnsmasq[9]: query[A] a-site.example from 10.1.1.17',
      'Nov 26 10:00:00 gw dnsmasq[9]: forwarded a-site.example to 192.0.2.53',
    ],
    ['10.1.1.17', 'gw'],
  ],
  [
    'syslog of BIND',
    [
      'Nov 26 10:00:00 ns named[7]: client @0x7f00 10.1.1.18#53211 (a-site.example): query: a-site.example IN A + (192.0.2.53)',
    ],
    ['10.1.1.18'],
  ],
  [
    'BIND',
    [
      '26-Nov-2026 10:00:00.000 queries: info: client @0x7f00 10.1.1.18#53211 (a-site.example): query: a-site.example IN A +',
    ],
    ['10.1.1.18'],
  ],
  ['Unbound', ['[1762162000] unbound[1:0] info: 10.1.1.19 a-site.example. A IN'], ['10.1.1.19']],
  [
    'syslog of HAProxy',
    [
      'Nov 26 10:00:00 lb haproxy[14]: 10.1.1.20:33317 [26/Nov/2026:10:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- "GET / HTTP/1.1"',
    ],
    ['10.1.1.20'],
  ],
  [
    'syslog of a kernel firewall',
    ['Nov 26 10:00:00 gw kernel: [1.2] [UFW BLOCK] IN=eth0 OUT= MAC=x SRC=192.0.2.9 DST=10.1.1.2 LEN=40 PROTO=TCP'],
    ['192.0.2.9'],
  ],
  ['RFC 5424', ['<34>1 2026-11-26T10:00:00.003Z host1 app 123 ID47 - resolved a-site.example'], ['host1']],
  [
    'Windows DNS debug log',
    [
      '11/26/2026 10:00:00 AM 0B10 PACKET  000000000273F7C0 UDP Rcv 10.1.1.21       9b2c   Q [0001   D   NOERROR] A      (4)gate(6)a-site(7)example(0)',
    ],
    ['10.1.1.21'],
  ],
  [
    'VPC flow log',
    ['2 123456789010 eni-0a 10.1.1.22 192.0.2.1 49152 443 6 20 4249 1762162000 1762162060 ACCEPT OK'],
    ['10.1.1.22'],
  ],
  [
    'VPC flow log with a header',
    ['version account-id interface-id srcaddr dstaddr srcport', '2 123456789010 eni-0a 10.1.1.23 192.0.2.1 49152'],
    ['-', '10.1.1.23'],
  ],
  [
    'load balancer log',
    [
      'https 2026-11-26T10:00:00.186641Z app/lb/50dc 10.1.1.24:2817 10.0.0.1:80 0.08 0.0 0.0 200 200 34 366 "GET https://a-site.example:443/ HTTP/1.1"',
    ],
    ['10.1.1.24'],
  ],
  [
    'CSV with a header',
    ['time,Source address,"Source User",Destination address,URL', '10:00,10.1.1.25,"a, b",192.0.2.1,a-site.example/x'],
    ['-', '10.1.1.25'],
  ],
  [
    'CSV with a quoted cell before the client',
    ['Time;Message;ClientIP;Host', '10:00;"said ""x;y"" twice";10.1.1.26;a-site.example'],
    ['-', '10.1.1.26'],
  ],
  [
    'CSV in another language, with quotes, brackets, and line ends of Windows',
    [
      'zeitpunkt;ziel;user;gerät\r',
      '10:00;a-site.example;eve;"=f(""x"")"\r',
      '10:01;a-site.example;"a \\ ""b"" c";PC-4\r',
      '10:02;a-site.example;[eve];PC-5\r',
      '10:03;a-site.example;[eve](x);PC-6\r',
      '10:04;a-site.example;[2001:db8::1]:443;PC-7\r',
    ],
    ['-', 'eve', 'a \\ "b" c', 'eve', '[eve](x)', '2001:db8::1'],
  ],
  [
    'nginx error log',
    ['2026/11/26 10:00:00 [error] 7#7: *1 open() failed, client: 10.1.1.27, server: a-site.example, request: "GET /"'],
    ['10.1.1.27'],
  ],
  [
    'Apache error log',
    ['[Thu Nov 26 10:00:00.123 2026] [core:error] [pid 1] [client 10.1.1.28:4711] AH00126: Invalid URI'],
    ['10.1.1.28'],
  ],
  [
    'an alert',
    [
      '11/26/2026-10:00:00.1  [**] [1:1:1] ET MALWARE a-site.example [**] [Priority: 1] {TCP} 10.1.1.29:4711 -> 192.0.2.1:443',
    ],
    ['10.1.1.29'],
  ],
  ['a text with parameters of URLs', ['2025-03-04T10:00:00Z GET http://a-site.example/?a=1&user=eve'], ['-']],
  [
    'a page, whose attributes are nobody',
    ['<script src=https://a-site.example/x.js user="a" src="b"></script>', '<p>at 10:00</p> <img src="logo.png">'],
    ['-', '-'],
  ],
  ['a part of a mail', ['Hello, see', '<img width=3D"1"', 'src=3D"https://a-site.example/x.gif">'], ['-', '-', '-']],
  ['a text without a format', ['Please block a-site.example and 192.0.2.1.', 'Nobody has seen it.'], ['-', '-']],
];

describe('Who a line is about', () => {
  for (const [format, lines, clients] of formats)
    it(`is read in ${format}`, () => {
      assert.deepEqual(clientsOf(`${lines.join('\n')}\n`), clients);
    });

  it('is never the indicator itself, but the user, the other end, or the host', () => {
    const squid =
      '1762162000.123 105 10.20.2.20 TCP_MISS/200 1943 GET http://a-site.example/ m.rossi HIER_DIRECT/192.0.2.1 text/html\n';
    assert.deepEqual(clientsOf(squid, '10.20.2.20'), ['m.rossi']);
    const zeek = '{"id.orig_h":"192.0.2.66","id.resp_h":"10.1.1.2","host":"a-site.example"}\n';
    assert.deepEqual(clientsOf(zeek, '192.0.2.66'), ['10.1.1.2']);
  });

  it('is in the chosen column of a table in any language', () => {
    const table =
      'zeitpunkt;quelle;ziel;gerät\r\n10:00;10.0.0.1;a-site.example;"=f(""x"")"\r\n10:01;;a-site.example;PC-4\r\n';
    assert.deepEqual(
      getFields(table).map(({ name }) => name),
      ['zeitpunkt', 'quelle', 'ziel', 'gerät'],
    );
    assert.deepEqual(clientsOf(table, '', 'gerät'), ['-', '=f("x")', 'PC-4']);
  });

  it('ends at any space after the name of a field', () => {
    for (const space of [' ', '\t', '\u00a0', '\u2003'])
      assert.deepEqual(clientsOf(`host=a-site.example user=zoë${space}x srcip=10.0.0.1\n`), ['10.0.0.1']);
    assert.deepEqual(clientsOf('dst=a-site.example user=zoë\u2003x\n'), ['zoë']);
  });

  it('costs no more for each line of a long text that lacks a field', () => {
    // A search of the whole rest for each line would take minutes.
    const lines = Array.from(
      { length: 20_000 },
      (_, at) => `{"src_ip":"10.0.${at >> 8}.${at & 255}","query":"a-site.example"}`,
    );
    const text = `{"client.ip":"10.9.9.9"}\n${lines.join('\n')}\n`;
    const found = clientsOf(text);
    assert.equal(found.length, 20_001);
    assert.equal(found.at(-1), '10.0.78.31');
  });
});
