import { embeddedIpv4, formatIpv6, ipv4Number, ipv6Groups, isIpv4Mapped } from './addresses';
import { refang } from './refang';

/** Shorter prefixes would cover a large part of all addresses, and are usually mistakes. */
const minPrefixLength = { 4: 8, 6: 16 } as const;

/** The prefix lengths of existing networks, by IP version. */
export interface PrefixLengths {
  readonly 4: readonly number[];
  readonly 6: readonly number[];
}

/** A network in its canonical form; without a value if its prefix is shorter than {@link minPrefixLength}. */
export interface ParsedNetwork {
  readonly value?: string;
}

const tooWide: ParsedNetwork = {};

/**
 * Parses a network in CIDR notation, defanged or not (`203.0.113.0/24`, `2001:db8::/32`) into its canonical form with
 * the host bits cleared. A network of one address becomes that address. Undefined if it isn't a network.
 */
export function parseNetwork(text: string): ParsedNetwork | undefined {
  const match = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(refang(text.trim()));
  if (match === null) return undefined;
  const address = match[1] ?? '';
  const prefix = Number(match[2]);
  const groups = ipv6Groups(address);
  if (groups === undefined) return ipv4Network(ipv4Number(address), prefix);
  // An IPv4-mapped network is an IPv4 network, as with single addresses.
  if (isIpv4Mapped(groups) && prefix >= 96) return ipv4Network(ipv4Number(embeddedIpv4(groups)), prefix - 96);
  if (prefix > 128) return undefined;
  if (prefix < minPrefixLength[6]) return tooWide;
  return { value: prefix === 128 ? formatIpv6(groups) : `${formatIpv6(masked(groups, prefix))}/${prefix}` };
}

function ipv4Network(number: number | undefined, prefix: number): ParsedNetwork | undefined {
  if (number === undefined || prefix > 32) return undefined;
  if (prefix < minPrefixLength[4]) return tooWide;
  return { value: prefix === 32 ? dotted(number) : `${dotted(maskedIpv4(number, prefix))}/${prefix}` };
}

/**
 * The networks with these prefixes that contain an address, longest prefix first; empty if it isn't a canonical
 * address.
 */
export function containingNetworks(address: string, prefixes: PrefixLengths): readonly string[] {
  const number = ipv4Number(address);
  if (number !== undefined) {
    return longestFirst(prefixes[4], 32).map((prefix) => `${dotted(maskedIpv4(number, prefix))}/${prefix}`);
  }
  const groups = prefixes[6].length === 0 ? undefined : ipv6Groups(address);
  if (groups === undefined) return [];
  return longestFirst(prefixes[6], 128).map((prefix) => `${formatIpv6(masked(groups, prefix))}/${prefix}`);
}

/** The prefix length of a network; undefined if it isn't a network. */
export function prefixLength(network: string): number | undefined {
  const match = /^[\da-f.:]+\/(\d{1,3})$/i.exec(network);
  return match === null ? undefined : Number(match[1]);
}

function longestFirst(prefixes: readonly number[], bits: number): readonly number[] {
  return prefixes.filter((prefix) => prefix > 0 && prefix < bits).toSorted((a, b) => b - a);
}

/** Shifts in JavaScript use signed 32-bit integers, so this divides instead. */
function maskedIpv4(number: number, prefix: number): number {
  const size = 2 ** (32 - prefix);
  return Math.floor(number / size) * size;
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}

function masked(groups: readonly number[], prefix: number): readonly number[] {
  return groups.map((group, index) => {
    const bits = Math.min(16, Math.max(0, prefix - index * 16));
    return group & (0xffff << (16 - bits)) & 0xffff;
  });
}
