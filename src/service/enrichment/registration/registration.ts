import type { UtcMillis } from '../../../core/records/record';

/** What a registry says of a domain or of a network of addresses, by RDAP or WHOIS. */
export interface Registration {
  readonly registrar?: string | undefined;
  readonly registered?: UtcMillis | undefined;
  readonly updated?: UtcMillis | undefined;
  readonly expires?: UtcMillis | undefined;
  readonly nameServers: readonly string[];
  /** Names of the registrant, without those that are withheld. */
  readonly registrants: readonly string[];
  readonly organization?: string | undefined;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** A privacy or proxy service stands in for the registrant. */
  readonly privacy: boolean;
  /** The registry or registrar withholds data, as data protection law asks of it. */
  readonly redacted: boolean;
  /** Of a network: two letters, ISO 3166-1, upper case. */
  readonly countryCode?: string | undefined;
}

/** What one registry answers to one question. */
export type RegistryAnswer =
  | { readonly kind: 'found'; readonly registration: Registration }
  | { readonly kind: 'notRegistered' }
  /** There is nobody to ask in this way. */
  | { readonly kind: 'noRegistry' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a registrar says beyond the registry: each keeps what it alone knows, the registry's dates lead. */
export function withRegistrar(registry: Registration, registrar: Registration): Registration {
  const both = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
  return {
    registrar: registry.registrar ?? registrar.registrar,
    registered: registry.registered ?? registrar.registered,
    updated: registry.updated ?? registrar.updated,
    expires: registry.expires ?? registrar.expires,
    nameServers: registry.nameServers.length > 0 ? registry.nameServers : registrar.nameServers,
    registrants: both(registry.registrants, registrar.registrants),
    organization: registry.organization ?? registrar.organization,
    emails: both(registry.emails, registrar.emails),
    phones: both(registry.phones, registrar.phones),
    privacy: registry.privacy || registrar.privacy,
    redacted: registry.redacted || registrar.redacted,
    countryCode: registry.countryCode ?? registrar.countryCode,
  };
}
