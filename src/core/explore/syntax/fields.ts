import { riskLevels } from '../../records/risk';
import { relativeDates } from './dates';
import { fieldStrings, propertyStrings, valueStrings } from '../strings/reference';

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
  unknown: valueStrings.riskUnknown,
  none: valueStrings.riskNone,
  'very low': valueStrings.riskVeryLow,
  low: valueStrings.riskLow,
  medium: valueStrings.riskMedium,
  high: valueStrings.riskHigh,
  critical: valueStrings.riskCritical,
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
  named('8080', valueStrings.alternateHttp),
  named('8443', valueStrings.alternateHttps),
  named('9001', valueStrings.torRelay),
];

const protocols = ['HTTP', 'HTTPS', 'SSH', 'FTP', 'SMTP', 'DNS', 'IMAP', 'POP3', 'RDP', 'SMB', 'Telnet', 'VNC'];
const technologies = ['Apache', 'Cloudflare', 'IIS', 'jQuery', 'nginx', 'OpenSSH', 'PHP', 'React', 'WordPress'];

/** The documented fields (api-spec: “Explore search”), in the specification's order. */
export const exploreFields: readonly ExploreField[] = [
  {
    name: 'ioc',
    kind: 'indicator',
    meaning: fieldStrings.ioc,
    example: 'ioc=*.login-update.example',
  },
  {
    name: 'type',
    kind: 'type',
    meaning: fieldStrings.type,
    example: 'type=domain',
    values: [named('domain', valueStrings.domain), named('ip', valueStrings.ip), named('url', valueStrings.url)],
    closed: true,
  },
  {
    name: 'risk',
    kind: 'risk',
    meaning: fieldStrings.risk,
    example: 'risk=high',
    values: [
      ...riskLevels.toReversed().map((level) => named(level, riskMeanings[level])),
      named('retired', valueStrings.anyRetired),
    ],
    closed: true,
  },
  { name: 'threat', kind: 'name', meaning: fieldStrings.threat, example: 'threat="Example Kit"' },
  { name: 'feed', kind: 'name', meaning: fieldStrings.feed, example: 'feed="Example Feed"' },
  {
    name: 'seen',
    kind: 'date',
    meaning: fieldStrings.seen,
    example: 'seen=7d',
    values: relativeDates,
  },
  {
    name: 'added',
    kind: 'date',
    meaning: fieldStrings.added,
    example: 'added=2025-03-01',
    values: relativeDates,
  },
  {
    name: 'updated',
    kind: 'date',
    meaning: fieldStrings.updated,
    example: 'updated=30d',
    values: relativeDates,
  },
  {
    name: 'retired',
    kind: 'flag',
    meaning: fieldStrings.retired,
    example: 'retired=0',
    values: [named('0', valueStrings.active), named('1', valueStrings.retired)],
    closed: true,
  },
  { name: 'port', kind: 'port', meaning: fieldStrings.port, example: 'port=8443', values: ports },
  {
    name: 'protocol',
    kind: 'text',
    meaning: fieldStrings.protocol,
    example: 'protocol=HTTPS',
    values: protocols.map((protocol) => named(protocol, valueStrings.protocol)),
  },
  {
    name: 'technology',
    kind: 'text',
    meaning: fieldStrings.technology,
    example: 'technology=WordPress',
    values: technologies.map((technology) => named(technology, valueStrings.technology)),
  },
];

/** Known keys of properties (api-spec: “Indicator”) worth searching. */
export const propertyFields: readonly ExploreField[] = (
  [
    ['++registrar', propertyStrings.registrar, '++registrar=Example*'],
    ['++registrant', propertyStrings.registrant, '++registrant="Example Holder"'],
    ['++email', propertyStrings.email, '++email=*@mail.example'],
    ['++phone', propertyStrings.phone, '++phone=*5550100'],
    ['++registered', propertyStrings.registered, '++registered=2025-03-*'],
    ['++expires', propertyStrings.expires, '++expires=2025-*'],
    ['++updated', propertyStrings.updated, '++updated=2025-*'],
    ['++privacy', propertyStrings.privacy, '++privacy=1'],
    ['++gdpr', propertyStrings.gdpr, '++gdpr=1'],
    ['registrant organization', propertyStrings.organization, '"registrant organization"=Example*'],
    ['name server', propertyStrings.nameServer, '"name server"=ns1.example'],
    ['countrycode', propertyStrings.countryCode, 'countrycode=DE'],
    ['country', propertyStrings.country, 'country=Germany'],
    ['region', propertyStrings.region, 'region=Hesse'],
    ['city', propertyStrings.city, 'city=Kassel'],
    ['asn', propertyStrings.asn, 'asn=AS64500'],
    ['org', propertyStrings.org, 'org="Example Hosting"'],
    ['a', propertyStrings.a, 'a=203.0.113.77'],
    ['aaaa', propertyStrings.aaaa, 'aaaa=2001:db8::1'],
    ['mx', propertyStrings.mx, 'mx=*.mail.example'],
    ['ns', propertyStrings.ns, 'ns=ns1.example'],
    ['txt', propertyStrings.txt, 'txt="v=spf1*"'],
    ['++title', propertyStrings.title, '++title="Sign in*"'],
    ['++code', propertyStrings.code, '++code=200'],
    ['++content-type', propertyStrings.contentType, '++content-type=text/html'],
    ['issuer', propertyStrings.issuer, 'issuer="*Example CA*"'],
    ['subject', propertyStrings.subject, 'subject=CN=login-update.example'],
    ['fingerprint', propertyStrings.fingerprint, 'fingerprint=5fc9*'],
  ] as const
).map(([name, meaning, example]) => ({ name, kind: 'text', meaning, example }));

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
