import { canonicalAddress, ipv4Number, ipv6Groups } from './addresses';

/** An address as a number with the number of bits of its kind; undefined if it isn't one. */
function numbered(address: string): { readonly bits: 32 | 128; readonly value: bigint } | undefined {
  const number = ipv4Number(address);
  if (number !== undefined) return { bits: 32, value: BigInt(number) };
  const groups = ipv6Groups(address);
  if (groups === undefined) return undefined;
  return { bits: 128, value: groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n) };
}

/** The canonical address with this number; undefined if the number is too large. */
export function addressOfNumber(value: bigint, bits: 32 | 128): string | undefined {
  if (value < 0n || value >= 1n << BigInt(bits)) return undefined;
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(16 * (7 - index))) & 0xffffn).toString(16));
  return canonicalAddress(groups.join(':'));
}

/**
 * The fewest networks in CIDR notation that cover exactly the addresses from `first` to `last`, in order; a network of one
 * address has no prefix. Undefined unless both are addresses of the same kind in this order.
 */
export function getNetworks(first: string, last: string): readonly string[] | undefined {
  const [from, to] = [numbered(first), numbered(last)];
  if (from === undefined || to === undefined || from.bits !== to.bits || from.value > to.value) return undefined;
  const networks: string[] = [];
  for (let at = from.value; at <= to.value;) {
    let free = 0n;
    while (free < from.bits && (at >> free) % 2n === 0n && at + (1n << (free + 1n)) - 1n <= to.value) free++;
    const address = addressOfNumber(at, from.bits) ?? '';
    networks.push(free === 0n ? address : `${address}/${from.bits - Number(free)}`);
    at += 1n << free;
  }
  return networks;
}
