import ipaddr from 'ipaddr.js';
import type { Indicator } from '../../../core/indicators/identity/types';

/** The content of an IANA bootstrap file (RFC 9224): a list of [entries, URLs]. */
type Services = readonly (readonly [readonly string[], readonly string[]])[];

export type BootstrapFile = 'dns' | 'ipv4' | 'ipv6';

/** The bootstrap file for a domain or an address. */
export function bootstrapFileOf({ type, value }: Indicator): BootstrapFile {
  if (type !== 'ip') return 'dns';
  return value.includes(':') ? 'ipv6' : 'ipv4';
}

/** Parses a bootstrap file; skips invalid entries. */
export function readBootstrap(json: unknown): Services {
  if (typeof json !== 'object' || json === null || !('services' in json) || !Array.isArray(json.services)) return [];
  return json.services.flatMap((service: unknown) => {
    if (!Array.isArray(service)) return [];
    const [entries, addresses] = [strings(service[0]), strings(service[1])];
    return entries.length > 0 && addresses.length > 0 ? [[entries, addresses] as const] : [];
  });
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The base URL (https, with a trailing slash) of the RDAP service for a domain or an address. */
export function rdapServiceFor({ type, value }: Indicator, services: Services): URL | undefined {
  const length = type === 'ip' ? networkMatch(value) : nameMatch(value);
  let best: { readonly length: number; readonly addresses: readonly string[] } = { length: -1, addresses: [] };
  for (const [entries, addresses] of services) {
    for (const entry of entries) {
      const matched = length(entry);
      if (matched > best.length) best = { length: matched, addresses };
    }
  }
  const address = best.addresses.find((candidate) => candidate.startsWith('https://') && URL.canParse(candidate));
  return address === undefined ? undefined : new URL(address.endsWith('/') ? address : `${address}/`);
}

/** The length of a match of whole labels; -1 without a match. */
function nameMatch(name: string): (entry: string) => number {
  return (entry) => {
    const ending = entry.toLowerCase();
    return name === ending || name.endsWith(`.${ending}`) ? ending.length : -1;
  };
}

function networkMatch(address: string): (entry: string) => number {
  const parsed = ipaddr.parse(address);
  return (entry) => {
    if (!ipaddr.isValidCIDR(entry)) return -1;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return network.kind() === parsed.kind() && parsed.match(network, bits) ? bits : -1;
  };
}
