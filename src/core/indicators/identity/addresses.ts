/**
 * Parses a strict dotted decimal IPv4 address (four octets, no leading zeros) into one number; undefined if invalid.
 */
export function ipv4Number(value: string): number | undefined {
  return ipv4NumberAt(value, 0, value.length);
}

/** Like {@link ipv4Number}, but for a part of a text. */
function ipv4NumberAt(text: string, start: number, end: number): number | undefined {
  let result = 0;
  let octet = -1;
  let octets = 0;
  for (let position = start; position <= end; position++) {
    const code = position < end ? text.charCodeAt(position) : 46;
    if (code === 46) {
      if (octet < 0 || ++octets > 4) return undefined;
      result = result * 256 + octet;
      octet = -1;
    } else if (code >= 48 && code <= 57) {
      if (octet === 0) return undefined;
      octet = (octet < 0 ? 0 : octet * 10) + code - 48;
      if (octet > 255) return undefined;
    } else return undefined;
  }
  return octets === 4 ? result : undefined;
}

/**
 * Parses an IPv6 address in any notation of RFC 4291, 2.2 (no zone, no brackets) into eight 16-bit groups; undefined if
 * invalid.
 */
export function ipv6Groups(value: string): readonly number[] | undefined {
  if (value.length < 2 || value.length > 45 || !/^[\da-f:.]+$/i.test(value)) return undefined;
  const halves = value.split('::');
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const left = groupsOf(head, tail === undefined);
  const right = tail === undefined ? [] : groupsOf(tail, true);
  if (left === undefined || right === undefined) return undefined;
  if (tail === undefined) return left.length === 8 ? left : undefined;
  const missing = 8 - left.length - right.length;
  return missing < 1 ? undefined : [...left, ...new Array<number>(missing).fill(0), ...right];
}

function groupsOf(half: string, mayEndInIpv4: boolean): number[] | undefined {
  if (half === '') return [];
  const parts = half.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (mayEndInIpv4 && index === parts.length - 1 && part.includes('.')) {
      const number = ipv4Number(part);
      if (number === undefined) return undefined;
      groups.push(Math.floor(number / 65536), number % 65536);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      groups.push(parseInt(part, 16));
    }
  }
  return groups;
}

/** Whether the groups are an IPv4-mapped address (`::ffff:0:0/96`). */
export function isIpv4Mapped(groups: readonly number[]): boolean {
  return isZero(groups, 0, 5) && groups[5] === 0xffff;
}

/** The IPv4 address in the last two groups, in dotted notation. */
export function embeddedIpv4(groups: readonly number[]): string {
  return dottedAt(groups, 6);
}

function dottedAt(groups: readonly number[], index: number, mask = 0): string {
  const [high = 0, low = 0] = groups.slice(index, index + 2).map((group) => group ^ mask);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The IPv4 addresses embedded in an IPv6 address, in dotted notation: mapped and compatible (RFC 4291), NAT64 (RFC
 * 6052, 8215, with a 96-bit prefix), 6to4 (RFC 3056), Teredo (RFC 4380: its server, and its inverted client), and
 * ISATAP (RFC 5214).
 */
export function embeddedIpv4Addresses(groups: readonly number[]): readonly string[] {
  const [a, b, , , e, f] = groups;
  if (isIpv4Mapped(groups) || isZero(groups, 0, 6) || isNat64(groups)) return [embeddedIpv4(groups)];
  if (a === 0x2002) return [dottedAt(groups, 1)];
  if (a === 0x2001 && b === 0) return [dottedAt(groups, 2), dottedAt(groups, 6, 0xffff)];
  return (e === 0 || e === 0x200) && f === 0x5efe ? [embeddedIpv4(groups)] : [];
}

function isNat64(groups: readonly number[]): boolean {
  const [a, b, c] = groups;
  return a === 0x64 && b === 0xff9b && (c === 1 || isZero(groups, 2, 6));
}

function isZero(groups: readonly number[], from: number, to: number): boolean {
  return groups.slice(from, to).every((group) => group === 0);
}

/** Formats an IPv6 address according to RFC 5952; IPv4-mapped addresses end in dotted notation (section 5). */
export function formatIpv6(groups: readonly number[]): string {
  if (isIpv4Mapped(groups)) return `::ffff:${embeddedIpv4(groups)}`;
  let best = 0;
  let bestLength = 1;
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > bestLength) [best, bestLength] = [start, length];
  }
  const hex = (from: number, to: number): string =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':');
  return bestLength > 1 ? `${hex(0, best)}::${hex(best + bestLength, 8)}` : hex(0, 8);
}

/** The canonical form of an address (dotted decimal or RFC 5952); undefined if it isn't an address. */
export function canonicalAddress(value: string): string | undefined {
  if (!value.includes(':')) return ipv4Number(value) === undefined ? undefined : value;
  const groups = ipv6Groups(value);
  return groups === undefined ? undefined : formatIpv6(groups);
}
