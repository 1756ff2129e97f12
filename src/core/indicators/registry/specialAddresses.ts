import { embeddedIpv4Addresses, embeddedIpv4, ipv4Number, ipv6Groups, isIpv4Mapped } from '../identity/addresses';

/**
 * Addresses that must never be looked up elsewhere: the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890
 * and updates), multicast (RFC 5771, RFC 4291), and documentation ranges (RFC 5737, 3849, 9637). 6to4 and Teredo aren't
 * listed: their embedded IPv4 addresses decide.
 */
const ipv4Ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside global unicast (2000::/3, RFC 4291). All other ranges are special-purpose, multicast, or unassigned. */
const ipv6Ranges: readonly (readonly [string, number])[] = [
  ['2001:1::', 32],
  ['2001:2::', 48],
  ['2001:3::', 32],
  ['2001:4:112::', 48],
  ['2001:10::', 28],
  ['2001:20::', 28],
  ['2001:30::', 28],
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const ipv4Table = ipv4Ranges.map(([first, bits]) => {
  const size = 2 ** (32 - bits);
  const start = ipv4Number(first) ?? 0;
  return { start, end: start + size };
});

/** The special-purpose ranges by first octet, because most addresses have none. */
const rangesByOctet = Array.from({ length: 256 }, (_, octet) => {
  const first = octet * 2 ** 24;
  const ranges = ipv4Table.filter(({ start, end }) => start < first + 2 ** 24 && end > first);
  return ranges.length === 0 ? undefined : ranges;
});

/** Whether the IPv4 address with this number is special-purpose. */
export function isSpecialIpv4(address: number): boolean {
  const ranges = rangesByOctet[Math.floor(address / 2 ** 24)];
  if (ranges === undefined) return false;
  for (const { start, end } of ranges) if (address >= start && address < end) return true;
  return false;
}

const ipv6Table = ipv6Ranges.map(([first, bits]) => ({ groups: ipv6Groups(first) ?? [], bits }));

function within(groups: readonly number[], network: readonly number[], bits: number): boolean {
  for (let index = 0; index * 16 < bits; index++) {
    const free = Math.max(0, 16 * (index + 1) - bits);
    if ((groups[index] ?? 0) >> free !== (network[index] ?? 0) >> free) return false;
  }
  return true;
}

/** Whether an address (dotted decimal or IPv6) is special-purpose, or embeds an IPv4 address that is. */
export function isSpecialAddress(value: string): boolean {
  const number = ipv4Number(value);
  if (number !== undefined) return isSpecialIpv4(number);
  const groups = ipv6Groups(value);
  if (groups === undefined) return false;
  const nat64 = groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (isIpv4Mapped(groups) || nat64) return isSpecialAddress(embeddedIpv4(groups));
  if (embeddedIpv4Addresses(groups).some((address) => isSpecialAddress(address))) return true;
  return (groups[0] ?? 0) >> 13 !== 1 || ipv6Table.some(({ groups: network, bits }) => within(groups, network, bits));
}
