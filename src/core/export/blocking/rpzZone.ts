import { ipv4Number, ipv6Groups } from '../../indicators/identity/addresses';
import type { UtcMillis } from '../../records/record';
import { type EntryWriter, plainAddress, plainName } from './entry';

/** The records that every zone starts with. The serial number increases with each export. */
export function rpzHead(created: UtcMillis): readonly string[] {
  const serial = Math.max(1, Math.floor(created / 1000) % 2 ** 32);
  return ['$TTL 300', `@ IN SOA localhost. root.localhost. ( ${serial} 3600 600 86400 300 )`, '@ IN NS localhost.'];
}

/**
 * The longest name that fits with `*.` and the name of a zone of 60 characters into the 255 octets of a domain name (RFC 1035,
 * 2.3.4): servers refuse a zone, or don't start, because of a single longer one.
 */
const maxName = 190;

/** Rules that answer that a name and its subdomains don't exist, or nothing that resolves to an address. */
export const rpzLines: EntryWriter = ({ indicator }) => {
  const name = plainName(indicator);
  if (name !== undefined) return name.length > maxName ? [] : [`${name} CNAME .`, `*.${name} CNAME .`];
  const address = plainAddress(indicator);
  return address === undefined ? [] : [`${rpzAddress(address)}.rpz-ip CNAME .`];
};

/** The prefix length and the parts of an address in reverse order; `zz` replaces the longest run of zeros in IPv6. */
function rpzAddress(address: string): string {
  if (ipv4Number(address) !== undefined) return ['32', ...address.split('.').reverse()].join('.');
  const groups = (ipv6Groups(address) ?? []).map((group) => group.toString(16));
  const { at, length } = longestZeros(groups);
  const parts = length < 2 ? groups : [...groups.slice(0, at), 'zz', ...groups.slice(at + length)];
  return ['128', ...parts.reverse()].join('.');
}

/** The first of the longest runs of zeros. */
function longestZeros(groups: readonly string[]): { readonly at: number; readonly length: number } {
  let best = { at: 0, length: 0 };
  for (let at = 0; at < groups.length; at++) {
    let end = at;
    while (groups[end] === '0') end++;
    if (end - at > best.length) best = { at, length: end - at };
  }
  return best;
}
