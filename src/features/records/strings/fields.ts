import { recordStrings } from '../../../core/records/labels/recordStrings';
import { t } from '../../../l10n';

/** Titles of the property groups of the specification, in the order in which they are shown. */
export const groupTitles: Readonly<Record<string, () => string>> = {
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

export const attributeTitles: Readonly<Record<string, () => string>> = {
  port: () => t('Ports'),
  protocol: () => t('Protocols'),
  technology: () => t('Technologies'),
  hosttype: () => t('Host types'),
};

/** Labels of keys that differ from their names, by group. */
export const keyLabels: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  geo: {
    countrycode: () => t('Country code'),
    country: () => t('Country'),
    region: () => t('Region'),
    city: () => t('City'),
    zip: () => t('Postal code'),
    address: () => t('Address'),
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
    'content-type': () => t('Content type'),
    base: () => t('Base URL'),
    target: () => t('Target URL'),
    redirect: () => t('Redirects'),
  },
  ssl: {
    domain: () => t('Names'),
    org: () => t('Organization'),
    ip: () => t('IP addresses'),
    email: () => t('Email'),
    valid: () => t('Valid'),
    expires: () => t('Expires'),
    subject: () => t('Subject'),
    issuer: () => t('Issuer'),
    version: () => t('Version'),
    fingerprint: () => t('Fingerprint'),
  },
  meta: { title: () => t('Title'), description: () => t('Description'), language: () => t('Language') },
};

/** Labels of the properties of STIX objects (STIX 2.1, 3.2 and 4.7). */
export const stixLabels: Readonly<Record<string, () => string>> = {
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

/** Titles of sections and labels of rows that are not named after a property of the service. */
export const fieldStrings = {
  techniques: recordStrings.techniques,
  references: recordStrings.references,

  ...recordStrings.feed,

  timestamps: {
    ...recordStrings.timestamps,
    /** Of a threat or a feed, which aren't domains themselves. */
    other: () => t('Link updated'),
  },
};
