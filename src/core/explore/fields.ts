import { riskLevels } from '../records/risk';
import { relativeDates } from './dates';

/** A value that a field may have, and what it means. */
export interface FieldValue {
  readonly value: string;
  readonly meaning: string;
}

/** What the values of a field are; `name` is a name that the store may know. */
export type FieldKind = 'indicator' | 'type' | 'risk' | 'name' | 'date' | 'flag' | 'port' | 'text';

/** A searchable field. */
export interface ExploreField {
  readonly name: string;
  readonly kind: FieldKind;
  /** One sentence for completion and hover help. */
  readonly meaning: string;
  readonly example: string;
  /** Values worth offering; `closed` where there are no others. */
  readonly values?: readonly FieldValue[];
  readonly closed?: boolean;
}

const named = (value: string, meaning: string): FieldValue => ({ value, meaning });

const riskMeanings: Readonly<Record<(typeof riskLevels)[number], string>> = {
  unknown: 'not scored yet',
  none: 'no known risk, which is not “safe”',
  'very low': 'very low risk',
  low: 'low risk',
  medium: 'medium risk',
  high: 'high risk',
  critical: 'critical risk',
};

const ports: readonly FieldValue[] = [
  named('21', 'FTP'),
  named('22', 'SSH'),
  named('23', 'Telnet'),
  named('25', 'SMTP'),
  named('53', 'DNS'),
  named('80', 'HTTP'),
  named('110', 'POP3'),
  named('143', 'IMAP'),
  named('443', 'HTTPS'),
  named('445', 'SMB'),
  named('1433', 'Microsoft SQL Server'),
  named('3306', 'MySQL'),
  named('3389', 'Remote Desktop'),
  named('5432', 'PostgreSQL'),
  named('5900', 'VNC'),
  named('6379', 'Redis'),
  named('8080', 'HTTP, alternative'),
  named('8443', 'HTTPS, alternative'),
  named('9001', 'Tor relay'),
];

const protocols = ['HTTP', 'HTTPS', 'SSH', 'FTP', 'SMTP', 'DNS', 'IMAP', 'POP3', 'RDP', 'SMB', 'Telnet', 'VNC'];
const technologies = ['Apache', 'Cloudflare', 'IIS', 'jQuery', 'nginx', 'OpenSSH', 'PHP', 'React', 'WordPress'];

/** The documented fields (api-spec: “Explore search”), in the specification's order. */
export const exploreFields: readonly ExploreField[] = [
  {
    name: 'ioc',
    kind: 'indicator',
    meaning: 'The indicator itself: a domain, an IP address or a URL.',
    example: 'ioc=*.login-update.example',
  },
  {
    name: 'type',
    kind: 'type',
    meaning: 'What kind of indicator it is.',
    example: 'type=domain',
    values: [named('domain', 'domain names'), named('ip', 'IP addresses'), named('url', 'URLs')],
    closed: true,
  },
  {
    name: 'risk',
    kind: 'risk',
    meaning: 'Its risk level.',
    example: 'risk=high',
    values: [
      ...riskLevels.toReversed().map((level) => named(level, riskMeanings[level])),
      named('retired', 'retired, whatever the risk'),
    ],
    closed: true,
  },
  { name: 'threat', kind: 'name', meaning: 'A threat that it is linked to, by name.', example: 'threat="Example Kit"' },
  { name: 'feed', kind: 'name', meaning: 'A feed that lists it, by name.', example: 'feed="Example Feed"' },
  {
    name: 'seen',
    kind: 'date',
    meaning: 'When it was last reported or seen: then or later.',
    example: 'seen=7d',
    values: relativeDates,
  },
  {
    name: 'added',
    kind: 'date',
    meaning: 'When it was first added: then or later.',
    example: 'added=2025-03-01',
    values: relativeDates,
  },
  {
    name: 'updated',
    kind: 'date',
    meaning: 'When its record was last updated: then or later.',
    example: 'updated=30d',
    values: relativeDates,
  },
  {
    name: 'retired',
    kind: 'flag',
    meaning: 'Whether it is retired.',
    example: 'retired=0',
    values: [named('0', 'active'), named('1', 'retired')],
    closed: true,
  },
  { name: 'port', kind: 'port', meaning: 'A port that is open on it.', example: 'port=8443', values: ports },
  {
    name: 'protocol',
    kind: 'text',
    meaning: 'A protocol that it speaks.',
    example: 'protocol=HTTPS',
    values: protocols.map((protocol) => named(protocol, 'a protocol')),
  },
  {
    name: 'technology',
    kind: 'text',
    meaning: 'Software or hardware that it runs.',
    example: 'technology=WordPress',
    values: technologies.map((technology) => named(technology, 'a technology')),
  },
];

/** Keys of properties that records are known to have (api-spec: “Indicator”) and that are worth a search. */
export const propertyFields: readonly ExploreField[] = (
  [
    ['++registrar', 'The registrar of the domain.', '++registrar=Example*'],
    ['++registrant', 'Who registered the domain.', '++registrant="Example Holder"'],
    ['++email', 'An e-mail address in the registration.', '++email=*@mail.example'],
    ['++phone', 'A phone number in the registration.', '++phone=*5550100'],
    ['++registered', 'When the domain was registered, as text.', '++registered=2025-03-*'],
    ['++expires', 'When the registration ends, as text.', '++expires=2025-*'],
    ['++updated', 'When the registration was changed, as text.', '++updated=2025-*'],
    ['++privacy', 'Whether a privacy service hides the holder.', '++privacy=1'],
    ['++gdpr', 'Whether the holder is withheld under GDPR.', '++gdpr=1'],
    ['registrant organization', 'The organisation that registered the domain.', '"registrant organization"=Example*'],
    ['name server', 'A name server of the domain.', '"name server"=ns1.example'],
    ['countrycode', 'The country, as two letters.', 'countrycode=DE'],
    ['country', 'The country, by name.', 'country=Germany'],
    ['region', 'The region, state or province.', 'region=Hesse'],
    ['city', 'The city.', 'city=Kassel'],
    ['org', 'The organisation that runs the network or holds the certificate.', 'org="Example Hosting"'],
    ['a', 'An IPv4 address that its name leads to.', 'a=203.0.113.77'],
    ['aaaa', 'An IPv6 address that its name leads to.', 'aaaa=2001:db8::1'],
    ['mx', 'A mail server of the domain.', 'mx=*.mail.example'],
    ['ns', 'A name server in the DNS.', 'ns=ns1.example'],
    ['txt', 'A TXT record.', 'txt="v=spf1*"'],
    ['++title', 'The title of its page.', '++title="Sign in*"'],
    ['++code', 'The status code of its web server.', '++code=200'],
    ['++content-type', 'What its web server sends.', '++content-type=text/html'],
    ['issuer', 'Who issued its certificate.', 'issuer="*Example CA*"'],
    ['subject', 'Whom its certificate names.', 'subject=CN=login-update.example'],
    ['fingerprint', 'The fingerprint of its certificate.', 'fingerprint=5fc9*'],
  ] as const
).map(([name, meaning, example]) => ({ name, kind: 'text', meaning, example }));

/** The documented field of this name, in any letter case. */
export function exploreField(name: string): ExploreField | undefined {
  return fieldOf(exploreFields, name);
}

/** The key of a property of this name that records are known to have, in any letter case. */
export function propertyField(name: string): ExploreField | undefined {
  return fieldOf(propertyFields, name);
}

function fieldOf(fields: readonly ExploreField[], name: string): ExploreField | undefined {
  const lower = name.toLowerCase();
  return fields.find((field) => field.name === lower);
}
