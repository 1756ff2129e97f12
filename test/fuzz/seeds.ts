/** A text to mutate, and its VS Code language ID; undefined means prose or log. */
export interface Seed {
  readonly text: string;
  readonly languageId?: string;
}

const logs = [
  '1763.001    87 10.0.3.9 TCP_MISS/200 5120 GET http://www.a-site.com/a/b.js?x=1 - DIRECT/192.0.2.7 text/html',
  '192.0.2.7 - - [10/Oct/2025:13:55:36 +0000] "GET /x.php?u=http://b-site.net/ HTTP/1.1" 200 12 "https://c-site.org/" "Chrome/124.0.0.0"',
  'Oct 10 13:55:36 gw01 sshd[99]: Failed password for root from 203.0.113.9 port 22 ssh2',
  '2025-10-10T13:55:36Z CDf1 192.0.2.1 53421 198.51.100.53 53 udp mail.a-site.co.uk 1 C_INTERNET A (empty) 2001:db8::25',
  '{"src_ip":"192.0.2.3","dest_ip":"2001:DB8:0:0::1","tls":{"sni":"api.a-site.io"},"url":"http:\\/\\/a-site.com\\/x"}',
  '<Data Name="DestinationIp">198.51.100.1</Data><Data Name="DestinationHostname">c2.a-site.xyz</Data>',
  '1,2025/10/10 13:55,0011,TRAFFIC,end,10.1.1.1,203.0.113.4,"a-site.com/x,y",allow,fe80::1%eth0',
  'fw: DROP IN=eth0 MAC=00:11:22:33:44:55:66 SRC=192.0.2.9 DST=[2001:db8::9]:443 PROTO=TCP',
  'Received: from mx.a-site.com (mx.a-site.com [192.0.2.25]) by in.b-site.net; for <jo@c-site.org>',
  '<a href=3D"http://a-site.com/?q=3D1&amp;r=3Dhttps%3A%2F%2Fb-site.net">here</a> =\r\nand there',
];

const reports = [
  'The loader calls hxxps[:]//evil-site[.]com/gate.php and 198[.]51[.]100[.]7, then evil-site (dot) net.',
  'C2: hXXp://a[.]b-site[.]org:8080/x?y=z#top; meow://c-site[.]info, f**p, h**ps://d-site[.]biz',
  '| evil-site\\.com | 203.0.113[.]5 | 2001:db8[:]1::2 | `d-site[.]top` |',
  'See [the page](https://a-site.com/Foo_(bar)) and <http://b-site.net/>, "c-site.org", or ‘d-site.de’.',
  'mail jo[@]evil-site[.]com or ann(at)evil-site[.]net; *.evil-site.com; 192.0.2.1-192.0.2.9; 10.0.0.0/8',
  'Bücher[.]de, xn--bcher-kva.de, 例え.jp、http://例え.jp/パス と a-site.com。',
  'evil\u200b-site[.]com; evil-site．com; version 1.2.3.4; OID 1.3.6.1.4.1; at 12:34:56',
  '== IoCs ==\nhttps://a-site.com/[link text]\n++hxxp://b-site[.]com++\n',
];

const code = [
  "const host = 'api.a-site.com'; // or 203.0.113.77, see docs.a-site.org",
  'this.user.name = config.get(`https://${host}/x`) ?? "http://a-site.io:8080/x"; /* b-site.net */',
  'x = re.compile(r"^https?://(www\\.)?a-site\\.com/") # https://b-site.org',
  'curl -s "http://192.0.2.1:8080/a.sh" | sh; ping c-site.net && ssh jo@d-site.org',
  '{"homepage": "https://a-site.com/#readme", "socket.io": "^4.0.0", "host": "b-site.email"}',
  '.a-site { background: url(//cdn.a-site.com/x.png) } /* http://b-site.net */',
  '$c2 = "evil-site[.]com" nocase ascii // rule a { condition: pe.imphash() == "0a1b" }',
  'import com.acme.net.Http; System.IO.File; std::net::SocketAddr("[::1]:80")',
];

const encodings = [
  'PACKET 000001 UDP Rcv 192.0.2.7 0001 Q [0001 D NOERROR] A (3)www(6)a-site(2)co(2)uk(0)',
  'alert dns any any (content:"|01 00 06|a-site|03|com|00 00 01|"; content:"\\x06b-site\\x03net\\x00";)',
  'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa-site.com%2Fx%3Fy%3D1&amp;data=05%7C&reserved=0',
  'see https://urldefense.com/v3/__https://a-site.com/x*y**Cz?a=1__;I0FCQ0Q!!AbCd!xyz$ and https://l.facebook.com/l.php?u=http://b-site.net/&h=1',
  'https://urldefense.proofpoint.com/v2/url?u=https-3A__a-2Dsite.com_x-3Fy-3D1&d=DwM&c=x https://protect-us.mimecast.com/s/x?domain=b-site.net',
  'a = "\\x68\\x74\\x74\\x70\\x3a\\x2f\\x2f\\x61\\x2e\\x63\\x6f\\x6d/x"; "\\u0061\\u002e\\u0064\\u0065" %61%2e%64%65 a-site&#46;com b&#x2e;com',
];

const all = (texts: readonly string[], languageId?: string): readonly Seed[] =>
  texts.map((text) => (languageId === undefined ? { text } : { text, languageId }));

/** The initial texts of the fuzzer: lines of logs, reports, and code in several languages. */
export const seeds: readonly Seed[] = [
  ...all(logs),
  ...all(logs, 'csv'),
  ...all(encodings),
  ...all(encodings, 'javascript'),
  ...all(reports),
  ...all(reports, 'markdown'),
  ...all(reports, 'asciidoc'),
  ...all(code, 'typescript'),
  ...all(code, 'python'),
  ...all(code, 'yaml'),
  ...all(code, 'html'),
  ...all(code, 'csharp'),
];
