import { t } from '../../../l10n';
import { ownValue } from '../../text/ownValue';

/** Titles of the property groups of the specification, in the order in which they are shown. */
const groupTitles: Readonly<Record<string, () => string>> = {
  geo: () => t('Location'),
  whois: () => t('Registration'),
  dns: () => t('DNS'),
  http: () => t('Web'),
  ssl: () => t('Certificate'),
  meta: () => t('Page'),
  banners: () => t('Banners'),
  cookies: () => t('Cookies'),
  dom: () => t('Page structure'),
};

const attributeTitles: Readonly<Record<string, () => string>> = {
  port: () => t('Ports'),
  protocol: () => t('Protocols'),
  technology: () => t('Technologies'),
  hosttype: () => t('Host types'),
};

/** Labels of keys that differ from their names, by group. */
const keyLabels: Readonly<Record<string, Readonly<Record<string, (value: string) => string>>>> = {
  geo: {
    countrycode: () => t('Country code'),
    country: () => t('Country'),
    region: () => t('Region'),
    city: () => t('City'),
    zip: () => t('Postal code'),
    address: () => t('Street address'),
    org: () => t('Organization'),
    asn: () => t('Network (ASN)'),
    'location data': () => t('Location data'),
  },
  whois: {
    email: () => t('Email'),
    expires: () => t('Expires'),
    gdpr: () => t('Redacted for GDPR'),
    privacy: () => t('Privacy service'),
    phone: () => t('Phone'),
    registered: () => t('Registered'),
    updated: () => t('Updated'),
    registrar: () => t('Registrar'),
    registrant: () => t('Registrant'),
    'registrant organization': () => t('Registrant organization'),
    'name server': () => t('Name servers'),
  },
  dns: {
    a: () => 'A',
    aaaa: () => 'AAAA',
    mx: () => 'MX',
    ns: () => 'NS',
    txt: () => 'TXT',
    ptr: () => 'PTR',
    cname: () => 'CNAME',
    soa: () => 'SOA',
  },
  http: {
    code: () => t('Status code'),
    status: () => t('Status'),
    'content-type': () => t('Media type'),
    base: () => t('Base URL'),
    target: () => t('Target URL'),
    redirect: () => t('Redirects'),
  },
  ssl: {
    domain: () => t('Names'),
    org: () => t('Organization'),
    ip: () => t('IP addresses'),
    email: () => t('Email'),
    valid: (value) => (/^\d{4}-/.test(value) ? t('Valid from') : t('Valid')),
    expires: () => t('Expires'),
    subject: () => t('Subject'),
    issuer: () => t('Issuer'),
    version: () => t('TLS version'),
    fingerprint: () => t('Fingerprint'),
  },
  meta: { title: () => t('Title'), description: () => t('Description'), language: () => t('Language') },
};

/** Labels of the properties of STIX objects (STIX 2.1, 3.2 and 4.7). */
const stixLabels: Readonly<Record<string, () => string>> = {
  id: () => t('STIX ID'),
  name: () => t('Name'),
  title: () => t('Title'),
  description: () => t('Description'),
  confidence: () => t('Confidence'),
  labels: () => t('Labels'),
  indicator_types: () => t('Indicator types'),
  kill_chain_phases: () => t('Kill chain phases'),
  external_references: () => t('References'),
  object_marking_refs: () => t('Markings'),
  markings: () => t('Markings'),
  valid_from: () => t('Valid from'),
  valid_until: () => t('Valid until'),
  lang: () => t('Language'),
};

/** The property groups of the specification in the order in which they are shown. */
export const groupNames: readonly string[] = Object.keys(groupTitles);

/** The attributes of the specification in the order in which they are shown. */
export const attributeNames: readonly string[] = Object.keys(attributeTitles);

/** The title of a property group; undefined for groups that the specification does not name. */
export function groupTitle(name: string): string | undefined {
  return titleIn(groupTitles, name);
}

/** The title of an attribute; undefined for attributes that the specification does not name. */
export function attributeTitle(name: string): string | undefined {
  return titleIn(attributeTitles, name);
}

/** The title of a group or an attribute, if it has one. */
export function getTitle(name: string): string | undefined {
  return attributeTitle(name) ?? groupTitle(name);
}

function titleIn(titles: Readonly<Record<string, () => string>>, name: string): string | undefined {
  return Object.hasOwn(titles, name) ? titles[name]?.() : undefined;
}

/** Groups whose keys are names (ports, cookies, headers) and are shown unchanged. */
const verbatimGroups: ReadonlySet<string> = new Set(['banners', 'cookies']);

/** The label of a key with a value; the exact key is shown next to it. `++` marks what the service derived itself. */
export function keyLabel(group: string, key: string, value = ''): string {
  if (group === 'banners' && /^\d+$/.test(key)) return t('Port {0}', key);
  if (verbatimGroups.has(group)) return key;
  const derived = key.startsWith('++');
  const name = derived ? key.slice(2) : key;
  const known = Object.entries(ownValue(keyLabels, group) ?? {}).find(([exact]) => exact === name.toLowerCase());
  // Keeps a received header (`Content-Type`) apart from what the service derived from it (`++content-type`).
  if (known !== undefined && (derived || name === name.toLowerCase())) return known[1](value);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const flags: Readonly<Record<string, readonly string[]>> = {
  whois: ['privacy', 'gdpr'],
  ssl: ['valid'],
  http: ['redirect'],
};

/** A value of a property; flags that services send as 0 and 1 become No and Yes. */
export function formatPropertyValue(group: string, key: string, value: string): string {
  const name = key.replace(/^\+\+/, '').toLowerCase();
  if (ownValue(flags, group)?.includes(name) !== true) return value;
  return value === '0' ? t('No') : value === '1' ? t('Yes') : value;
}

/** The label of a property of `other`: that of a STIX object, or its key. */
export function otherLabel(key: string): string {
  return ownValue(stixLabels, key)?.() ?? key;
}
