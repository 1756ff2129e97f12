import { t } from '../../../l10n';
import { riskLevels } from '../../records/risk';
import { relativeDates } from './dates';
import { nearest } from './nearest';

/** A value of a field with its meaning. */
export interface FieldValue {
  readonly value: string;
  readonly meaning: () => string;
}

/** Kind of the values of a field; `name` is a name that the store may know. */
export type FieldKind = 'indicator' | 'type' | 'risk' | 'name' | 'date' | 'flag' | 'port' | 'text';

/** A searchable field. */
export interface ExploreField {
  readonly name: string;
  readonly kind: FieldKind;
  /** A sentence for completion and hovers. */
  readonly meaning: () => string;
  readonly example: string;
  /** Values to offer; `closed` if there are no others. */
  readonly values?: readonly FieldValue[];
  readonly closed?: boolean;
}

const named = (value: string, meaning: () => string): FieldValue => ({ value, meaning });
/** A value known by a name that isn't translated. */
const properName = (value: string, name: string): FieldValue => ({ value, meaning: () => name });

const riskMeanings: Readonly<Record<(typeof riskLevels)[number], () => string>> = {
  unknown: () => t('not scored yet'),
  none: () => t('no risk reported; may be unsafe'),
  'very low': () => t('very low risk'),
  low: () => t('low risk'),
  medium: () => t('medium risk'),
  high: () => t('high risk'),
  critical: () => t('critical risk'),
};

const ports: readonly FieldValue[] = [
  properName('21', 'FTP'),
  properName('22', 'SSH'),
  properName('23', 'Telnet'),
  properName('25', 'SMTP'),
  properName('53', 'DNS'),
  properName('80', 'HTTP'),
  properName('110', 'POP3'),
  properName('143', 'IMAP'),
  properName('443', 'HTTPS'),
  properName('445', 'SMB'),
  properName('1433', 'Microsoft SQL Server'),
  properName('3306', 'MySQL'),
  properName('3389', 'Remote Desktop'),
  properName('5432', 'PostgreSQL'),
  properName('5900', 'VNC'),
  properName('6379', 'Redis'),
  named('8080', () => t('HTTP (alternate)')),
  named('8443', () => t('HTTPS (alternate)')),
  named('9001', () => t('Tor relay')),
];

const protocols = ['HTTP', 'HTTPS', 'SSH', 'FTP', 'SMTP', 'DNS', 'IMAP', 'POP3', 'RDP', 'SMB', 'Telnet', 'VNC'];
const technologies = ['Apache', 'Cloudflare', 'IIS', 'jQuery', 'nginx', 'OpenSSH', 'PHP', 'React', 'WordPress'];

/** The documented fields (lookup API: “Explore search”), in the specification's order. */
export const exploreFields: readonly ExploreField[] = [
  {
    name: 'ioc',
    kind: 'indicator',
    meaning: () => t('The indicator: a domain, IP address, or URL.'),
    example: 'ioc=*.login-update.example',
  },
  {
    name: 'type',
    kind: 'type',
    meaning: () => t('The type of the indicator.'),
    example: 'type=domain',
    values: [
      named('domain', () => t('domain names')),
      named('ip', () => t('IP addresses')),
      named('url', () => t('URLs')),
    ],
    closed: true,
  },
  {
    name: 'risk',
    kind: 'risk',
    meaning: () => t('The risk level.'),
    example: 'risk=high',
    values: [
      ...riskLevels.toReversed().map((level) => named(level, riskMeanings[level])),
      named('retired', () => t('retired, regardless of risk')),
    ],
    closed: true,
  },
  {
    name: 'threat',
    kind: 'name',
    meaning: () => t('A threat linked to the indicator, by name.'),
    example: 'threat="Example Kit"',
  },
  {
    name: 'feed',
    kind: 'name',
    meaning: () => t('A feed that lists the indicator, by name.'),
    example: 'feed="Example Feed"',
  },
  {
    name: 'seen',
    kind: 'date',
    meaning: () => t('When the indicator was last seen or reported. Matches that time and later.'),
    example: 'seen=7d',
    values: relativeDates,
  },
  {
    name: 'added',
    kind: 'date',
    meaning: () => t('When the indicator was added. Matches that time and later.'),
    example: 'added=2025-03-01',
    values: relativeDates,
  },
  {
    name: 'updated',
    kind: 'date',
    meaning: () => t('When the record was last updated. Matches that time and later.'),
    example: 'updated=30d',
    values: relativeDates,
  },
  {
    name: 'retired',
    kind: 'flag',
    meaning: () => t('Whether the indicator is retired.'),
    example: 'retired=0',
    values: [named('0', () => t('active')), named('1', () => t('retired'))],
    closed: true,
  },
  { name: 'port', kind: 'port', meaning: () => t('An open port.'), example: 'port=8443', values: ports },
  {
    name: 'protocol',
    kind: 'text',
    meaning: () => t('A protocol the host supports.'),
    example: 'protocol=HTTPS',
    values: protocols.map((protocol) => named(protocol, () => t('protocol'))),
  },
  {
    name: 'technology',
    kind: 'text',
    meaning: () => t('Software or hardware that the host uses.'),
    example: 'technology=WordPress',
    values: technologies.map((technology) => named(technology, () => t('technology'))),
  },
];

/** Known keys of properties (lookup API: “Indicator object”) worth searching. */
export const propertyFields: readonly ExploreField[] = (
  [
    ['++registrar', () => t('The registrar of the domain.'), '++registrar=Example*'],
    ['++registrant', () => t('The registrant of the domain.'), '++registrant="Example Holder"'],
    ['++email', () => t('An email address in the registration.'), '++email=*@mail.example'],
    ['++phone', () => t('A phone number in the registration.'), '++phone=*5550100'],
    ['++registered', () => t('When the domain was registered, as text.'), '++registered=2025-03-*'],
    ['++expires', () => t('When the registration expires, as text.'), '++expires=2025-*'],
    ['++updated', () => t('When the registration was last changed, as text.'), '++updated=2025-*'],
    ['++privacy', () => t('Whether a privacy service hides the registrant.'), '++privacy=1'],
    ['++gdpr', () => t('Whether the registrant is redacted under GDPR.'), '++gdpr=1'],
    [
      'registrant organization',
      () => t('The organization that registered the domain.'),
      '"registrant organization"=Example*',
    ],
    ['name server', () => t('A name server of the domain.'), '"name server"=ns1.example'],
    ['countrycode', () => t('The country, as a two-letter code.'), 'countrycode=DE'],
    ['country', () => t('The country, by name.'), 'country=Germany'],
    ['region', () => t('The region, state, or province.'), 'region=Hesse'],
    ['city', () => t('The city.'), 'city=Kassel'],
    ['asn', () => t('The number of the network (autonomous system) that an IP address belongs to.'), 'asn=AS64500'],
    ['org', () => t('The organization that operates the network or owns the certificate.'), 'org="Example Hosting"'],
    ['a', () => t('An IPv4 address the name resolves to.'), 'a=203.0.113.77'],
    ['aaaa', () => t('An IPv6 address the name resolves to.'), 'aaaa=2001:db8::1'],
    ['mx', () => t('A mail server of the domain.'), 'mx=*.mail.example'],
    ['ns', () => t('A name server in an NS record.'), 'ns=ns1.example'],
    ['txt', () => t('A TXT record.'), 'txt="v=spf1*"'],
    ['++title', () => t('The title of the web page.'), '++title="Sign in*"'],
    ['++code', () => t('The HTTP status code of the web server.'), '++code=200'],
    ['++content-type', () => t('The content type the web server returns.'), '++content-type=text/html'],
    ['issuer', () => t('The issuer of the certificate.'), 'issuer="*Example CA*"'],
    ['subject', () => t('The subject of the certificate.'), 'subject=CN=login-update.example'],
    ['fingerprint', () => t('The fingerprint of the certificate.'), 'fingerprint=5fc9*'],
  ] as const
).map(([name, meaning, example]) => ({ name, kind: 'text', meaning, example }));

/** Fields of threats themselves (lookup API: “Explore search”, type). */
export const threatFields: readonly ExploreField[] = [
  {
    name: 'name',
    kind: 'name',
    meaning: () => t('The name or an alias of the threat.'),
    example: 'name="Example Kit"',
  },
  { name: 'alias', kind: 'name', meaning: () => t('An alias of the threat.'), example: 'alias=*spider*' },
  { name: 'category', kind: 'text', meaning: () => t('The category of the threat.'), example: 'category=phishing' },
];

/** The documented field of this name, in any letter case. */
export function exploreField(name: string): ExploreField | undefined {
  return fieldOf(exploreFields, name);
}

/** The known property key of this name, in any letter case. */
export function propertyField(name: string): ExploreField | undefined {
  return fieldOf(propertyFields, name);
}

function fieldOf(fields: readonly ExploreField[], name: string): ExploreField | undefined {
  const lower = name.toLowerCase();
  return fields.find((field) => field.name === lower);
}

/** True for a field of threats themselves; `lower` in lowercase. */
export function isThreatField(lower: string): boolean {
  return lower === 'threat' || threatFields.some(({ name }) => name === lower);
}

/** The name of a source of the local store: an import, a list, or a collection. No field of the lookup API. */
export const sourceField = 'source';

/** Names of fields in other tools. */
const fieldAliases: Readonly<Record<string, string>> = {
  indicator: 'ioc',
  value: 'ioc',
  host: 'ioc',
  hostname: 'ioc',
  domain: 'ioc',
  ip: 'ioc',
  url: 'ioc',
  fqdn: 'ioc',
  kind: 'type',
  severity: 'risk',
  level: 'risk',
  score: 'risk',
  malware: 'threat',
  actor: 'threat',
  tag: 'threat',
  list: 'feed',
  lastseen: 'seen',
  last_seen: 'seen',
  stamp_seen: 'seen',
  stamp_added: 'added',
  firstseen: 'added',
  first_seen: 'added',
  created: 'added',
  modified: 'updated',
  stamp_updated: 'updated',
  tech: 'technology',
  software: 'technology',
  ports: 'port',
  active: 'retired',
  registrar: '++registrar',
  registrant: '++registrant',
  registered: '++registered',
  title: '++title',
  nameserver: 'name server',
  email: '++email',
  phone: '++phone',
  asn: 'org',
  organisation: 'org',
  organization: 'org',
};

const documentedNames = exploreFields.map(({ name }) => name);

/** The field that an unknown name in lowercase most likely means. */
export function suggestField(lower: string): string | undefined {
  if (Object.hasOwn(fieldAliases, lower)) return fieldAliases[lower];
  const isDerived = lower.startsWith('++');
  const documented = isDerived ? undefined : nearest(lower, documentedNames);
  // Short property keys would match almost anything.
  const keys = propertyFields.map(({ name }) => name).filter((name) => name.length > 4);
  return documented ?? nearest(lower, isDerived ? keys.filter((name) => name.startsWith('++')) : keys);
}

/** True for a documented field, a known key of a property, or a name that most likely means one. */
export function isField(name: string): boolean {
  return (exploreField(name) ?? propertyField(name) ?? suggestField(name.toLowerCase())) !== undefined;
}
