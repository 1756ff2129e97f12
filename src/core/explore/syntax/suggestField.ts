import { exploreFields, propertyFields } from './fields';
import { nearest } from './nearest';

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
  source: 'feed',
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
