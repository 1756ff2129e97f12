import { embeddedIpv4, formatIpv6, ipv4Number, ipv6Groups, isIpv4Mapped } from './addresses';
import { refang } from './refang';

/** Larger ones would say something of a good part of all addresses: they come of mistakes. */
export const minPrefixLength = { 4: 8, 6: 16 } as const;

/** The prefix lengths of networks that there are, by version of IP. */
export interface PrefixLengths {
  readonly 4: readonly number[];
  readonly 6: readonly number[];
}

/** A network in its canonical form, without one where it is larger than {@link minPrefixLength}. */
export interface ParsedNetwork {
  readonly value?: string;
}

const tooWide: ParsedNetwork = {};

/**
 * The canonical form of a network in CIDR notation, defanged or not: `203.0.113.0/24`, `2001:db8::/32`, bits behind the prefix
 * cleared; a network of one address is that address. Undefined for what is none.
 */
export function parseNetwork(text: string): ParsedNetwork | undefined {
  const match = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(refang(text.trim()));
  if (match === null) return undefined;
  const address = match[1] ?? '';
  const prefix = Number(match[2]);
  const groups = ipv6Groups(address);
  if (groups === undefined) return ipv4Network(ipv4Number(address), prefix);
  // An IPv4-mapped network is one of IPv4, as with single addresses.
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

/** The networks with these prefixes that hold an address, the longest prefix first; none for what is no canonical address. */
export function containingNetworks(address: string, prefixes: PrefixLengths): readonly string[] {
  const number = ipv4Number(address);
  if (number !== undefined) {
    return longestFirst(prefixes[4], 32).map((prefix) => `${dotted(maskedIpv4(number, prefix))}/${prefix}`);
  }
  const groups = prefixes[6].length === 0 ? undefined : ipv6Groups(address);
  if (groups === undefined) return [];
  return longestFirst(prefixes[6], 128).map((prefix) => `${formatIpv6(masked(groups, prefix))}/${prefix}`);
}

/** The length of a network's prefix; undefined for what is no network. */
export function prefixLength(network: string): number | undefined {
  const match = /^[\da-f.:]+\/(\d{1,3})$/i.exec(network);
  return match === null ? undefined : Number(match[1]);
}

function longestFirst(prefixes: readonly number[], bits: number): readonly number[] {
  return prefixes.filter((prefix) => prefix > 0 && prefix < bits).toSorted((a, b) => b - a);
}

/** Shifts in JavaScript work on 32 bits with a sign: a division does not. */
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
