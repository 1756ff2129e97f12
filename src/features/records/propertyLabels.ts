/** Property groups of the specification in the order in which they are shown, and what people call them. */
export const groupTitles: Readonly<Record<string, string>> = {
  geo: 'Location',
  whois: 'Registration',
  dns: 'DNS',
  http: 'Web',
  ssl: 'Certificate',
  meta: 'Page',
  banners: 'Banners',
  cookies: 'Cookies',
  dom: 'Page structure',
};

export const attributeTitles: Readonly<Record<string, string>> = {
  port: 'Ports',
  protocol: 'Protocols',
  technology: 'Technologies',
  hosttype: 'Host types',
};

/** What people call a group or an attribute; undefined where it has no name but its own. */
export function titleOf(name: string): string | undefined {
  const titles: Readonly<Record<string, string>> = { ...groupTitles, ...attributeTitles };
  return Object.hasOwn(titles, name) ? titles[name] : undefined;
}

const keyLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  geo: { countrycode: 'Country code', zip: 'Postal code', org: 'Organisation' },
  whois: {
    email: 'E-mail',
    expires: 'Expires',
    gdpr: 'Withheld under GDPR',
    privacy: 'Privacy service',
    registered: 'Registered',
    'registrant organization': 'Registrant organisation',
    'name server': 'Name servers',
  },
  dns: { a: 'A', aaaa: 'AAAA', mx: 'MX', ns: 'NS', txt: 'TXT', ptr: 'PTR', cname: 'CNAME', soa: 'SOA' },
  http: {
    code: 'Status code',
    status: 'Status',
    'content-type': 'Content type',
    base: 'Base address',
    target: 'Target address',
    redirect: 'Redirects',
  },
  ssl: { domain: 'Names', org: 'Organisation', ip: 'IP addresses', email: 'E-mail', valid: 'Valid' },
};

/** Groups whose keys are names of their own (ports, cookies, headers): shown as they are. */
const verbatimGroups: ReadonlySet<string> = new Set(['banners', 'cookies']);

/** What people call a key of a group; the exact key is shown beside it. `++` marks what the service derived itself. */
export function keyLabel(group: string, key: string): string {
  if (group === 'banners' && /^\d+$/.test(key)) return `Port ${key}`;
  if (verbatimGroups.has(group)) return key;
  const derived = key.startsWith('++');
  const name = derived ? key.slice(2) : key;
  const known = Object.entries(keyLabels[group] ?? {}).find(([exact]) => exact === name.toLowerCase());
  // A header as it was received (`Content-Type`) stays apart from what the service made of it (`++content-type`).
  if (known !== undefined && (derived || name === name.toLowerCase())) return known[1];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const flags: Readonly<Record<string, readonly string[]>> = {
  whois: ['privacy', 'gdpr'],
  ssl: ['valid'],
  http: ['redirect'],
};

/** Flags that services send as 0 and 1. */
export function formatPropertyValue(group: string, key: string, value: string): string {
  const name = key.replace(/^\+\+/, '').toLowerCase();
  if (flags[group]?.includes(name) !== true) return value;
  return { '0': 'No', '1': 'Yes' }[value] ?? value;
}
