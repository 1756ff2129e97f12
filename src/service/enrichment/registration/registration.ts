import type { UtcMillis } from '../../../core/records/record';

/** The registration of a domain or a network, from RDAP or WHOIS. */
export interface Registration {
  readonly registrar?: string | undefined;
  readonly registered?: UtcMillis | undefined;
  readonly updated?: UtcMillis | undefined;
  readonly expires?: UtcMillis | undefined;
  readonly nameServers: readonly string[];
  /** Names of the registrant, without redacted ones. */
  readonly registrants: readonly string[];
  readonly organization?: string | undefined;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The registrant uses a privacy or proxy service. */
  readonly privacy: boolean;
  /** The registry or registrar redacts data for privacy laws. */
  readonly redacted: boolean;
  /** Country of a network: ISO 3166-1, two letters, uppercase. */
  readonly countryCode?: string | undefined;
}

/** The answer of a registry. */
export type RegistryAnswer =
  | { readonly kind: 'found'; readonly registration: Registration }
  | { readonly kind: 'notRegistered' }
  /** No registry is known. */
  | { readonly kind: 'noRegistry' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Merges the answers of registry and registrar; those of the registry take precedence. */
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
