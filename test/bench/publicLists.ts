/** A list in the form of a public one, with fictional rows. */
export interface MadeList {
  /** The file name, by which some formats are recognized. */
  readonly name: string;
  readonly rows: number;
  readonly text: () => string;
}

const address = (i: number): string => `${130 + (i % 30)}.${(i >> 16) % 250}.${(i >> 8) % 250}.${1 + (i % 250)}`;
const host = (i: number): string => `node-${i.toString(36)}.listed-${i % 4_999}.com`;
const day = (i: number): string => `2026-10-${String(1 + (i % 28)).padStart(2, '0')}`;
const families = ['Mozi', 'AsyncRAT', 'Remcos', 'ClearFake', 'Vidar'];
const family = (i: number): string => families[i % families.length] ?? '';

function lines(count: number, line: (i: number) => string, head = ''): () => string {
  return () => `${head}${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`;
}

const urlhaus = (i: number): string =>
  `"${i}","${day(i)} 08:00:00","http://${i % 2 === 0 ? address(i) : host(i)}/bin/${i}.sh","${i % 3 === 0 ? 'online' : 'offline'}","${day(i)} 09:00:00","malware_download","elf,${family(i)}","https://urlhaus.abuse.ch/url/${i}/","reporter"`;
const urlhausHead = '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\n';
const threatFox = (i: number): string =>
  `"${day(i)} 08:00:00", "${i}", "${address(i)}:${1_000 + (i % 9_000)}", "ip:port", "botnet_cc", "win.${family(i).toLowerCase()}", "None", "${family(i)}", "", "${50 + (i % 50)}", "False", "None", "tag", "0", "reporter"`;

function event(attributes: number): string {
  const attribute = (i: number): object => ({
    type: 'domain',
    value: `misp-${host(i)}`,
    to_ids: true,
    category: 'Network activity',
    timestamp: '1760000000',
  });
  const info = 'Campaign of an invented group';
  const Attribute = Array.from({ length: attributes }, (_, i) => attribute(i));
  return JSON.stringify({ Event: { info, date: '2026-10-01', threat_level_id: '1', analysis: '2', Attribute } });
}

/** Twenty lists in the forms of public ones, with more than 500,000 rows in all. */
export const madeLists: readonly MadeList[] = [
  {
    name: 'urlhaus.csv',
    rows: 60_000,
    text: lines(60_000, urlhaus, urlhausHead),
  },
  {
    name: 'threatfox.csv',
    rows: 30_000,
    text: lines(
      30_000,
      threatFox,
      '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"\n',
    ),
  },
  {
    name: 'feodo.csv',
    rows: 5,
    text: lines(
      5,
      (i) => `"${day(i)} 08:00:00","${address(i)}","443","online","${day(i)}","${family(i)}"`,
      '"first_seen_utc","dst_ip","dst_port","c2_status","last_online","malware"\n',
    ),
  },
  {
    name: 'sslbl.csv',
    rows: 1_000,
    text: lines(1_000, (i) => `${day(i)} 08:00:00,${address(i + 900)},443`, '# Firstseen,DstIP,DstPort\n'),
  },
  {
    name: 'drop_v4.json',
    rows: 1_500,
    text: lines(
      1_500,
      (i) => `{"cidr":"${90 + (i % 90)}.${(i >> 6) % 250}.${(i % 60) * 4}.0/22","sblid":"SBL${i}","rir":"ripencc"}`,
    ),
  },
  {
    name: 'rpz.txt',
    rows: 6_000,
    text: lines(6_000, (i) => `rpz-${host(i)} CNAME .`, '$TTL 60\n@ SOA a. b. 1 2 3 4 5\n@ NS a.\n'),
  },
  {
    name: 'tif.txt',
    rows: 150_000,
    text: lines(150_000, (i) => `||tif-${host(i)}^`, '[Adblock Plus]\n! Title: Threat feeds\n'),
  },
  { name: 'feed.txt', rows: 300, text: lines(300, (i) => `https://${host(i)}/login/${i}`) },
  { name: 'phishing-domains.txt', rows: 120_000, text: lines(120_000, (i) => `phish-${host(i)}`) },
  { name: 'domains.txt', rows: 60_000, text: lines(60_000, (i) => `cert-${host(i)}`) },
  { name: 'ssh.txt', rows: 6_000, text: lines(6_000, (i) => address(i * 7)) },
  { name: 'compromised-ips.txt', rows: 500, text: lines(500, (i) => address(i * 11)) },
  { name: 'ci-badguys.txt', rows: 15_000, text: lines(15_000, (i) => address(i * 13)) },
  {
    name: 'ipsum.txt',
    rows: 20_000,
    text: lines(20_000, (i) => `${address(i * 3)}\t${1 + (i % 9)}`, '# IPsum: number of (black)lists\n'),
  },
  { name: 'osint.json', rows: 2_000, text: () => event(2_000) },
  { name: 'botvrij.json', rows: 500, text: () => event(500) },
  {
    name: 'exit-addresses',
    rows: 1_500,
    text: lines(
      1_500,
      (i) =>
        `ExitNode ${i.toString(16).padStart(40, 'A')}\nPublished ${day(i)} 08:00:00\nLastStatus ${day(i)} 09:00:00\nExitAddress ${address(i * 17)} ${day(i)} 10:00:00`,
    ),
  },
  { name: 'tranco_top-1m.csv', rows: 10_000, text: lines(10_000, (i) => `${i + 1},popular-${i}.com`) },
  {
    name: 'resolvers.json',
    rows: 20_000,
    text: () =>
      JSON.stringify({
        name: 'Known resolvers',
        version: 1,
        description: 'Resolvers',
        type: 'cidr',
        list: Array.from({ length: 20_000 }, (_, i) => address(i * 19)),
      }),
  },
  { name: 'hosts', rows: 20_000, text: lines(20_000, (i) => `0.0.0.0 ads-${host(i)}`, '127.0.0.1 localhost\n') },
];

/** The whole history of a list of URLs, and a plain list of domains. */
export const longLists: readonly MadeList[] = [
  { name: 'urlhaus.csv', rows: 1_000_000, text: lines(1_000_000, urlhaus, urlhausHead) },
  { name: 'plain-domains.txt', rows: 200_000, text: lines(200_000, (i) => `plain-${host(i)}`) },
];
