import { ipv4Number, ipv6Groups } from '../../identity/addresses';

/** How far around an address text is searched for evidence of a port. */
const reach = 64;

const protocolPattern = /(?:^|[^a-z])(?:tcp|udp|icmp|sctp)\/$/i;

/** `inside:192.0.2.7/22`, after an interface name; not `addr:192.0.2.7/22`. */
const interfacePattern = /[a-z][\w-]{0,14}:$/i;
const addressPattern =
  /(?:ip[46]?|ipv[46]|inet6?|addr|addresse?s?|net|networks?|subnets?|cidr|range|routes?|prefix)[ _-]?:$/i;

/** `faddr 192.0.2.7/1`, `inside:192.0.2.7/22 (198.51.100.7/22)`: a connection in firewall notation. */
const flowPattern = /\b[fgl]addr $|[a-z][\w-]{0,14}:\S{2,45}\/\d{1,5} \($/i;
/** The two ends of a connection: `from 192.0.2.7/22 to 198.51.100.7/50123`, also with `->` between them. */
const farEndPattern = /^\/\d{1,3}(?:\s?->\s?| (?:to|dst) )(?:[\w.-]{1,32}:)?[\w.:-]{1,45}\/(\d{1,5})\b/;
const nearEndPattern = /\/(\d{1,5})(?:\s?->\s?| (?:to|dst) )(?:[\w.-]{1,32}:)?$/;

/**
 * Whether the address `value` at `[start, end)` is part of a network in CIDR notation. The number after the slash is a
 * port if a protocol precedes the address. If the address has host bits, it is also a port after an interface name
 * (`inside:`), in a connection of two ends, and if no network is that large.
 */
export function isNetwork(text: string, start: number, end: number, value: string): boolean {
  if (text.charCodeAt(end) !== 47) return isSpacedNetwork(text, end, value);
  const written = /^\/(\d{1,3})(?![\d.\w])/.exec(text.slice(end, end + 6))?.[1];
  const length = Number(written ?? 999);
  const isIpv6 = value.includes(':');
  if (length > (isIpv6 ? 128 : 32)) return false;
  const before = text.slice(Math.max(0, start - reach), start);
  if (protocolPattern.test(before)) return false;
  if (!(isIpv6 ? hasIpv6HostBits(value, length) : hasIpv4HostBits(value, length))) return true;
  if (length < 8) return false;
  if (interfacePattern.test(before)) return addressPattern.test(before);
  return !(flowPattern.test(before) || isConnectionEndpoint(before, text.slice(end, end + reach)));
}

/** `192.0.2.0 / 24`: with spaces, only without host bits. */
function isSpacedNetwork(text: string, end: number, value: string): boolean {
  if (text.charCodeAt(end) !== 32 || text.charCodeAt(end + 1) !== 47) return false;
  const length = Number(/^ \/ (\d{1,3})(?![\d.\w/])/.exec(text.slice(end, end + 8))?.[1] ?? 999);
  if (value.includes(':')) return length <= 128 && !hasIpv6HostBits(value, length);
  return length >= 8 && length < 32 && !hasIpv4HostBits(value, length);
}

/** Whether the other end of a connection has a port too large for a prefix length, so this end also has a port. */
function isConnectionEndpoint(before: string, after: string): boolean {
  const other = farEndPattern.exec(after)?.[1] ?? nearEndPattern.exec(before)?.[1];
  return other !== undefined && Number(other) > 128;
}

function hasIpv4HostBits(value: string, length: number): boolean {
  return (ipv4Number(value) ?? 0) % 2 ** (32 - length) !== 0;
}

function hasIpv6HostBits(value: string, length: number): boolean {
  return (ipv6Groups(value) ?? []).some((group, index) => {
    const bits = Math.min(16, Math.max(0, length - index * 16));
    return group % 2 ** (16 - bits) !== 0;
  });
}
