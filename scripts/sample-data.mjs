// Writes media/sample-data.json: fictional indicators with reserved names and addresses in documentation ranges, always
// the same. Ages are in days before loading; `{12d}` in a property is the date 12 days before, `{-12d}` 12 days after.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'media', 'sample-data.json');

/** A generator of pseudorandom numbers from 0 up to 1 (mulberry32), so that every run writes the same file. */
let state = 20_260_101;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
const between = (low, high) => low + Math.floor(random() * (high - low + 1));
const pick = (list) => list[between(0, list.length - 1)];
const chance = (part) => random() < part;
const some = (list, count) =>
  [...list]
    .map((each) => [random(), each])
    .sort((a, b) => a[0] - b[0])
    .slice(0, count)
    .map(([, each]) => each);
const hex = (length) => Array.from({ length }, () => between(0, 15).toString(16)).join('');

const threats = [
  [
    'Paper Lantern',
    'phishing',
    'critical',
    'Phishing kits that imitate the sign-in pages of mail services and send credentials to another host.',
    ['PLantern', 'Lantern kit'],
  ],
  [
    'Copper Kettle',
    'malware',
    'critical',
    'A loader delivered as an invoice that downloads additional modules over HTTPS.',
    ['KettleLoader'],
  ],
  [
    'Tin Whistle',
    'botnet',
    'high',
    'A botnet of home routers controlled through address lists that change daily.',
    ['TWhistle'],
  ],
  [
    'Salt Anchor',
    'apt',
    'critical',
    'A patient group that targets shipping companies with spoofed sender names.',
    ['Anchor Group', 'SA-4'],
  ],
  ['Quiet Ferry', 'crime', 'high', 'Exfiltrates stolen card data in images.', ['FerrySkimmer']],
  ['Glass Thimble', 'exploitkit', 'high', 'Pages that try several browser exploits in a row.', ['Thimble EK']],
  ['Wooden Spoon', 'spam', 'low', 'Pharmacy spam sent from newly registered domains.', []],
  ['Lost Umbrella', 'fraud', 'medium', 'Online shops that take payments and never deliver.', ['Umbrella shops']],
  ['Blue Teapot', 'reconnaissance', 'medium', 'Slow scans of entire networks from rented servers.', ['Teapot scans']],
  ['Rusty Bicycle', 'proxy', 'low', 'Residential proxies that hide the origin of traffic.', []],
  ['Slow Elevator', 'pup', 'very low', 'Browser extensions that change the home page.', ['Elevator bar']],
  ['Left Sock', 'abuse', 'medium', 'Comment forms abused to send messages to third parties.', []],
].map(([name, category, risk, description, aliases]) => ({ name, category, risk, details: { description, aliases } }));

const feeds = [
  ['Morning Blocklist', 'general', 'Example Cooperative', 'free', 'daily'],
  ['Phish Basket', 'phishing', 'Example Cooperative', 'free', 'hourly'],
  ['Router Watch', 'botnet', 'Sample Networks Lab', 'free', 'daily'],
  ['Card Trace', 'fraud', 'Sample Payments Council', 'paid', 'daily'],
  ['Kit Catalog', 'exploitkit', 'Documentation Institute', 'paid', 'weekly'],
  ['Scanner Diary', 'reconnaissance', 'Documentation Institute', 'free', 'hourly'],
  ['Quiet Hosts', 'general', 'Test Range Observatory', 'freemium', 'weekly'],
  ['Mail Room', 'spam', 'Test Range Observatory', 'free', 'daily'],
].map(([name, category, organization, pricing, schedule]) => ({
  name,
  category,
  organization,
  pricing,
  details: { website: `https://feeds.example/${name.toLowerCase().replace(' ', '-')}`, schedule },
}));

/** Risk reasons with their risk, and a condition on the facts of an indicator; see `factsOf`. */
const reasonTable = [
  ['Sign-in form posts to another domain', 'critical', ({ isAddress }) => !isAddress],
  ['Served a loader to three sandboxes', 'critical', () => true],
  ['Command and control traffic observed', 'critical', () => true],
  ['Registered less than 30 days ago', 'high', ({ registered }) => registered < 30],
  ['Listed in Phish Basket', 'high', ({ feeds }) => feeds.includes(1)],
  ['Name resembles a well-known service', 'high', ({ isName, isUrl }) => isName && !isUrl],
  ['Listed in Morning Blocklist', 'high', ({ feeds }) => feeds.includes(0)],
  ['Self-signed certificate', 'medium', ({ selfSigned }) => selfSigned],
  ['Redirects to a listed domain', 'medium', ({ redirects }) => redirects],
  ['Open directory with archives', 'medium', () => true],
  ['Shares a host with other reported domains', 'medium', ({ isName }) => isName],
  ['Dynamic DNS provider', 'low', ({ isName, isUrl }) => isName && !isUrl],
  ['Unusual open port', 'low', () => true],
  ['WHOIS privacy service', 'very low', ({ hidden }) => hidden],
  ['Not reported for three months', 'very low', ({ seen }) => seen > 90],
  ['Among the most queried domains', 'none', ({ ranked }) => ranked],
  ['Known operator, registered for years', 'none', ({ registered }) => registered === undefined || registered > 900],
];
const reasons = reasonTable.map(([description, risk]) => ({ description, risk }));
const order = ['none', 'very low', 'low', 'medium', 'high', 'critical'];

/** Reasons for a risk: one that determines it, and others with lower risks. The risk “none” has no others. */
function reasonsFor(risk, facts) {
  const may = [...reasonTable.keys()].filter((n) => reasonTable[n][2](facts));
  const at = order.indexOf(risk);
  const leading = may.filter((n) => reasonTable[n][1] === risk);
  const lesser = may.filter((n) => {
    const rank = order.indexOf(reasonTable[n][1]);
    return rank > 0 && rank < at && rank >= at - 2;
  });
  if (at >= 0 && leading.length === 0) throw new Error(`No reason for ${risk}: ${JSON.stringify(facts)}`);
  return [...some(leading, risk === 'critical' ? 2 : 1), ...some(lesser, 1)].sort((x, y) => x - y);
}

const places = [
  ['NL', 'Netherlands', 'South Holland', 'Delft', '2611'],
  ['DE', 'Germany', 'Hesse', 'Kassel', '34117'],
  ['US', 'United States', 'Ohio', 'Dayton', '45402'],
  ['SE', 'Sweden', 'Skåne', 'Lund', '22100'],
  ['SG', 'Singapore', 'Singapore', 'Singapore', '018956'],
  ['BR', 'Brazil', 'Paraná', 'Curitiba', '80010'],
];
const orgs = ['Example Hosting', 'Sample Networks', 'Documentation Cloud', 'Test Range Telecom'];
const registrars = ['Example Registrar', 'Sample Names', 'Domains by Documentation'];

const geo = () => {
  const [countrycode, country, region, city, zip] = pick(places);
  return {
    countrycode: [countrycode],
    country: [country],
    region: [region],
    city: [city],
    zip: [zip],
    address: [`${between(1, 90)} Sample Street`],
    org: [pick(orgs)],
  };
};
const whois = (registered) => {
  const registrar = pick(registrars);
  const hidden = registered < 900 && chance(0.6);
  const mail = registrar.toLowerCase().replaceAll(' ', '-');
  return {
    '++registrar': [registrar],
    '++registered': [`{${registered}d}`],
    '++updated': [`{${Math.max(0, registered - between(0, 20))}d}`],
    '++expires': [`{-${365 - (registered % 365)}d}`],
    '++privacy': [hidden ? '1' : '0'],
    '++gdpr': [chance(0.3) ? '1' : '0'],
    '++email': [`abuse@${mail}.example`],
    ...(hidden
      ? { 'registrant organization': ['Privacy Service (sample)'] }
      : { '++registrant': ['Sample Person'], '++phone': ['+1.5555550100'] }),
    'name server': ['ns1.sample-dns.example', 'ns2.sample-dns.example'],
  };
};
const address4 = () => `${pick(['192.0.2', '198.51.100', '203.0.113'])}.${between(1, 254)}`;
const address6 = () => `2001:db8:${hex(3).replace(/^0+/, '') || '1'}::${hex(3).replace(/^0+/, '') || '1'}`;
const dns = (host) => ({
  a: [address4()],
  ...(chance(0.3) ? { aaaa: [address6()] } : {}),
  ns: ['ns1.sample-dns.example', 'ns2.sample-dns.example'],
  ...(chance(0.4) ? { mx: [`10 mail.${host}`] } : {}),
  ...(chance(0.4) ? { txt: ['v=spf1 -all'] } : {}),
});
const http = (base, target) => ({
  '++code': ['200'],
  '++status': ['OK'],
  '++content-type': ['text/html'],
  '++base': [base],
  '++target': [target ?? base],
  '++redirect': [target === undefined ? '0' : '1'],
  'Content-Type': ['text/html; charset=utf-8'],
  ...(chance(0.5) ? { 'Set-Cookie': [`sid=${hex(8)}; path=/; HttpOnly`] } : {}),
});
const ssl = (host) => {
  const selfSigned = chance(0.4);
  return {
    subject: [`CN=${host}`],
    domain: [host, `www.${host}`],
    version: ['TLS 1.3'],
    issuer: selfSigned ? [`CN=${host}`] : ['CN=Sample Authority R1', 'O=Sample Authority'],
    ...(selfSigned ? {} : { org: ['Sample Authority'] }),
    ip: [address4()],
    email: [`hostmaster@${host}`],
    expires: [`{-${between(5, 80)}d}`],
    valid: [selfSigned ? '0' : '1'],
    fingerprint: [hex(40)],
  };
};

/** Threats and feeds for a risk: more for higher risks. */
const tied = {
  critical: [2, 3],
  high: [1, 2],
  medium: [1, 1],
  low: [1, 1],
  'very low': [0, 1],
  none: [0, 0],
  unknown: [0, 1],
};
const levelsTied = {
  critical: [0, 1, 3],
  high: [2, 4, 5, 0],
  medium: [7, 8, 11],
  low: [6, 9],
  'very low': [10],
  none: [],
  unknown: [],
};

/** How long ago a name was registered in days; nothing about it is older. */
const registrations = new Map();

/** When it was first reported and last seen, in days ago; very low risks aren't reported for long. */
function agesOf(risk, retired, oldest) {
  if (oldest !== undefined) {
    const first = between(1, oldest);
    return { added: first, seen: between(0, Math.min(first, 60)) };
  }
  const added = retired !== undefined || risk === 'very low' ? between(140, 700) : between(1, 400);
  if (retired !== undefined) return { added, seen: Math.min(added, between(95, 300)) };
  return { added, seen: risk === 'very low' ? between(92, 130) : Math.min(added, between(0, 60)) };
}

function propertiesOf(value, { isUrl, isAddress, isName, host, rich, registered, to }) {
  const properties = {
    ...(isName ? {} : { geo: geo() }),
    ...(registered === undefined ? {} : { whois: whois(registered), dns: dns(host) }),
    ...(rich && !isAddress
      ? {
          http: http(
            isUrl ? value : `https://${host}/`,
            to?.find((end) => end.includes('://')),
          ),
          meta: {
            '++title': [pick(['Please wait', 'Invoice 4711', 'Welcome', 'Metrics'])],
            'Content-Type': ['text/html'],
          },
        }
      : {}),
    ...(rich && isName ? { ssl: ssl(host), geo: geo() } : {}),
    ...(rich && isAddress
      ? { banners: { 22: ['SSH-2.0-SampleSSH_1.0'], 80: ['HTTP/1.1 200 OK', 'Server: sample'] } }
      : {}),
    ...(rich && !isAddress && chance(0.5)
      ? { cookies: { sid: [hex(8)], theme: ['light'] }, dom: { screenshot: [`https://shots.example/${hex(8)}.png`] } }
      : {}),
  };
  if (properties.meta && chance(0.4)) properties.meta['og:image'] = [`https://${host}/logo.png`];
  return properties;
}

/** A page title that fits the reasons. */
function titleFor(given) {
  return given.includes(0) ? 'Sign in' : given.includes(9) ? 'Index of /' : undefined;
}

/** Open ports that fit the reasons. */
function portsFor(given) {
  return [['443', 'HTTPS'], ...(given.includes(12) ? [['8443', 'HTTPS']] : chance(0.5) ? [['80', 'HTTP']] : [])];
}

/** An indicator with consistent data; the `fields` of `more` are used unchanged. */
function indicator(value, risk, more = {}) {
  const fields = more.fields ?? {};
  const isUrl = value.includes('://');
  const isAddress = !isUrl && (/^[\d.]+$/.test(value) || value.includes(':'));
  const host = isUrl ? new URL(value).hostname.replace(/^\[|\]$/g, '') : value;
  const isName = !/^[\d.]+$/.test(host) && !host.includes(':');
  const retired =
    more.retired ?? (more.retiredNever !== true && chance(0.08) ? pick(['', 'No recent activity']) : undefined);
  const { added, seen } = fields.ages ?? agesOf(risk, retired, isUrl ? registrations.get(host) : undefined);
  const manual = more.manual ?? (risk !== 'unknown' && chance(0.04));
  const scored =
    fields.recommended ?? (manual ? pick(['low', 'medium', 'high'].filter((each) => each !== risk)) : risk);
  const rich = more.rich === true || chance(0.12);
  const known = isName && !isUrl && (rich || chance(0.4));
  const age = scored === 'none' ? between(900, 3000) : between(0, 40);
  const registered = known ? (more.registered ?? added + age) : undefined;
  if (registered !== undefined) registrations.set(host, registered);
  const properties = propertiesOf(value, { isUrl, isAddress, isName, host, rich, registered, to: fields.to });
  const [threatCount, feedCount] = tied[scored];
  const listing =
    scored === 'high'
      ? [pick([0, 1]), ...some([2, 3, 4, 5, 6, 7], feedCount - 1)]
      : some([2, 3, 4, 5, 6, 7], feedCount);
  const feedLinks = fields.feeds ?? listing.map((n) => [n, between(seen, added)]);
  const facts = {
    isUrl,
    isAddress,
    isName,
    registered,
    seen,
    feeds: feedLinks.map(([n]) => n),
    selfSigned: properties.ssl?.valid[0] === '0',
    hidden: properties.whois?.['++privacy'][0] === '1',
    redirects: fields.to !== undefined,
    ranked: fields.toplist !== undefined,
  };
  const given = fields.reasons ?? reasonsFor(scored, facts);
  const wrong = given.filter((n) => !reasonTable[n][2](facts));
  if (wrong.length > 0) throw new Error(`${value} can't have ${wrong.map((n) => reasons[n].description).join(', ')}`);
  if (properties.meta) properties.meta['++title'] = [titleFor(given) ?? properties.meta['++title'][0]];
  return {
    value,
    risk,
    ...(manual ? { manual: true, recommended: scored } : {}),
    ...(retired === undefined ? {} : { retired }),
    ages: {
      added,
      updated: Math.max(0, seen - between(0, 2)),
      seen,
      ...(rich ? { probed: seen } : {}),
      ...(retired === undefined ? {} : { retired: Math.max(1, seen - 92) }),
    },
    ...(chance(0.3) ? { submissions: between(1, 40) } : {}),
    reasons: given,
    threats: some(levelsTied[scored], threatCount).map((n) => [n, between(seen, added)]),
    feeds: feedLinks,
    attributes: rich
      ? {
          port: portsFor(given),
          protocol: [['HTTPS']],
          technology: [[pick(['nginx', 'Apache', 'PHP', 'WordPress'])]],
        }
      : {},
    properties,
    ...fields,
  };
}

const comment = (username, title, text, added) => ({ username, title, text, added });
const indicators = [
  indicator('login-update.example', 'critical', {
    rich: true,
    manual: false,
    retiredNever: true,
    registered: 14,
    fields: {
      ages: { added: 12, updated: 0.2, seen: 0.1, probed: 0.2 },
      reasons: [0, 3, 5],
      threats: [
        [0, 9],
        [3, 4],
      ],
      feeds: [
        [1, 9],
        [0, 7],
      ],
      submissions: 23,
      from: ['https://go.short-link.test/a1'],
      to: ['https://login-update.example/session/verify'],
      comments: [
        comment(
          'sample-analyst',
          'Seen in mail',
          'Sent with the subject “Your mailbox is full”. The form posts to another host.',
          3,
        ),
      ],
    },
  }),
  indicator('cdn-metrics.test', 'high', {
    rich: true,
    manual: false,
    retiredNever: true,
    fields: {
      ages: { added: 41, updated: 1, seen: 0.5, probed: 1 },
      reasons: [5, 6, 10],
      threats: [[4, 30]],
      feeds: [
        [0, 30],
        [3, 20],
      ],
      submissions: 7,
    },
  }),
  indicator('203.0.113.77', 'critical', {
    rich: true,
    manual: false,
    retiredNever: true,
    fields: {
      ages: { added: 20, updated: 0.5, seen: 0.3, probed: 0.5 },
      reasons: [2, 6],
      threats: [[1, 18]],
      feeds: [
        [2, 18],
        [0, 15],
      ],
      submissions: 4,
    },
  }),
  indicator('https://login-update.example/session/verify', 'critical', {
    rich: true,
    manual: false,
    retiredNever: true,
    fields: {
      ages: { added: 12, updated: 0.2, seen: 0.1, probed: 0.2 },
      reasons: [0, 4],
      feeds: [[1, 9]],
      from: ['login-update.example'],
    },
  }),
  ...[
    ['https://login-update.example/session?id=7', 'critical'],
    ['https://login-update.example/verify', 'critical'],
    ['http://cdn-metrics.test/collect.js', 'high'],
    ['https://cdn-metrics.test/collect.js', 'high'],
    ['https://cdn-metrics.test/pixel.gif', 'high'],
    ['http://203.0.113.77/gate.php', 'critical'],
    ['http://203.0.113.77/update/stage2.bin', 'critical'],
    ['198.51.100.23', 'high'],
    ['relay.dark-harbor.test', 'high'],
    ['2001:db8:77::5', 'medium'],
    ['parcel-tracking.example', 'medium'],
    ['https://parcel-tracking.example/label/4711', 'medium'],
  ].map(([value, risk]) => indicator(value, risk, { rich: true, retiredNever: true, manual: false })),
  indicator('https://go.short-link.test/a1', 'medium', {
    manual: false,
    retiredNever: true,
    fields: { to: ['login-update.example'] },
  }),
  indicator('invoice-portal.example', 'high', {
    manual: true,
    retiredNever: true,
    fields: {
      ages: { added: 30, updated: 6, seen: 6 },
      recommended: 'medium',
      comments: [comment('sample-lead', 'Raised', 'Raised to high after a second report.', 6)],
    },
  }),
  indicator('old-panel.test', 'high', { retired: 'No recent activity', rich: true }),
  indicator('status.example', 'none', {
    manual: false,
    retiredNever: true,
    fields: { toplist: { rank: 4_211, domain: 'status.example' } },
  }),
];

const levels = [
  ['critical', 0.08],
  ['high', 0.2],
  ['medium', 0.25],
  ['low', 0.2],
  ['very low', 0.09],
  ['none', 0.1],
  ['unknown', 0.08],
];
function level() {
  let left = random();
  for (const [name, part] of levels) if ((left -= part) < 0) return name;
  return 'unknown';
}
const first = [
  'mail',
  'secure',
  'account',
  'parcel',
  'invoice',
  'update',
  'cloud',
  'photo',
  'metrics',
  'static',
  'files',
  'wallet',
  'support',
  'verify',
  'storage',
  'news',
  'meeting',
  'survey',
];
const second = [
  'check',
  'desk',
  'center',
  'portal',
  'sync',
  'track',
  'box',
  'gate',
  'relay',
  'mirror',
  'notice',
  'login',
  'office',
  'shop',
  'panel',
  'edge',
];
const path = [
  '/',
  '/index.html',
  '/wp-content/up.php',
  '/dl/setup.zip',
  '/api/v1/ping',
  '/auth/signin',
  '/img/a.gif',
  '/track?id=81',
];
const taken = new Set(indicators.map(({ value }) => value));
const add = (make, count) => {
  for (let left = count; left > 0;) {
    const value = make();
    if (taken.has(value)) continue;
    taken.add(value);
    indicators.push(indicator(value, level()));
    left--;
  }
};
const name = () =>
  `${chance(0.25) ? `${pick(['www', 'm', 'a1', 'eu', 'login'])}.` : ''}${pick(first)}-${pick(second)}.${pick(['example', 'test'])}`;
add(name, 130);
add(address4, 58);
add(address6, 16);
add(() => `${pick(['http', 'https'])}://${chance(0.8) ? name() : address4()}${pick(path)}`, 66);

// Redirect chains: each hop is linked to the previous and the next one.
const hops = indicators.filter(({ value }) => value.startsWith('http')).slice(12, 24);
for (let n = 0; n + 2 < hops.length; n += 3) {
  const [start, middle, end] = hops.slice(n, n + 3);
  for (const [here, next] of [
    [start, middle],
    [middle, end],
  ]) {
    if (here.properties.http) Object.assign(here.properties.http, http(here.value, next.value));
  }
  start.to = [middle.value];
  middle.from = [start.value];
  middle.to = [end.value];
  end.from = [middle.value];
}

// Previous scans with different results: a page on another server with another certificate and title.
const scannedBefore = {
  'login-update.example': [
    [
      9,
      {
        http: { '++code': ['403'], '++status': ['Forbidden'], Server: ['sample-server/1.0'] },
        meta: { '++title': ['Domain parked'] },
      },
    ],
    [
      4,
      {
        http: { '++code': ['200'], '++status': ['OK'] },
        meta: { '++title': ['Please wait'] },
        dns: { a: ['192.0.2.61'] },
        geo: { countrycode: ['SE'], country: ['Sweden'], region: ['Skåne'], city: ['Lund'], org: ['Sample Networks'] },
        ssl: {
          subject: ['CN=parked.example'],
          issuer: ['CN=Sample Authority R1', 'O=Sample Authority'],
          expires: ['{2d}'],
          fingerprint: ['5ca1ab1e0ddba11c0ffee0000000000000000004'],
        },
      },
    ],
  ],
  'cdn-metrics.test': [
    [
      20,
      {
        dns: { a: ['198.51.100.140'] },
        geo: { countrycode: ['DE'], country: ['Germany'], region: ['Hesse'], city: ['Kassel'], zip: ['34117'] },
        http: { '++content-type': ['application/javascript'], Server: ['sample-server/1.0'] },
      },
    ],
  ],
  '203.0.113.77': [[6, { banners: { 22: ['SSH-2.0-SampleSSH_0.9'], 8080: ['HTTP/1.1 200 OK'] } }]],
};
for (const each of indicators) if (scannedBefore[each.value]) each.earlier = scannedBefore[each.value];

const lean = (object) =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) =>
        value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify({ threats, feeds, reasons, indicators: indicators.map(lean) })}\n`);
console.log(`${indicators.length} fictional indicators written to media/sample-data.json`);
