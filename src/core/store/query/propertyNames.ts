import { facetName } from '../searchIndex/facets';

/** Groups of properties with their documented keys (api-spec: “Indicator object”). */
const groups: Readonly<Record<string, readonly string[]>> = {
  attributes: ['port', 'protocol', 'technology', 'hosttype'],
  geo: ['countrycode', 'region', 'country', 'address', 'zip', 'city', 'org'],
  whois: [
    ...['++email', '++expires', '++gdpr', '++phone', '++privacy', '++registered', '++registrant', '++registrar'],
    ...['++updated', 'registrant organization', 'name server'],
  ],
  http: ['++code', '++status', '++content-type', '++base', '++target', '++redirect', 'Content-Type', 'Set-Cookie'],
  ssl: ['subject', 'domain', 'version', 'org', 'ip', 'issuer', 'expires', 'fingerprint', 'valid', 'email'],
  dns: ['a', 'aaaa', 'mx', 'ns', 'txt', 'ptr'],
  meta: ['++title', 'Content-Type', 'og:image'],
  banners: [],
  cookies: [],
  dom: ['screenshot'],
};

const names = new Set(Object.values(groups).flatMap((keys) => keys.map(facetName)));

/** True for a valid property name even if no record has it: documented, with `++`, or in a known group. */
export function knownProperty(field: string): boolean {
  const name = facetName(field);
  const dot = name.indexOf('.');
  return names.has(name) || field.trim().startsWith('++') || (dot > 0 && Object.hasOwn(groups, name.slice(0, dot)));
}
