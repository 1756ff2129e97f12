import { embeddedIpv4, ipv4Number, ipv6Groups, isIpv4Mapped } from '../../indicators/identity/addresses';
import { truncateText } from '../../text/visibleText';
import type { GeoLocationParts } from './geoLocation';

/** Consecutive addresses at one location, an index in {@link GeoLocationRanges.geoLocations}. */
export interface GeoLocationRange {
  readonly first: number | bigint;
  readonly last: number | bigint;
  readonly geoLocation: number;
}

const [maxText, maxAsn] = [200, 0xffff_ffff];
const countryPattern = /^[A-Z]{2}$/;
const asnPattern = /^AS(\d{1,10})$/;
const networkPattern = /^([\da-f.:]+)\/(\d{1,3})$/i;

/** Ranges in arrays, since there may be millions. */
class RangeList<T extends number | bigint> {
  readonly starts: T[] = [];
  readonly ends: T[] = [];
  readonly sizes: T[] = [];
  readonly values: number[] = [];

  add(start: T, end: T, size: T, value: number): void {
    this.starts.push(start);
    this.ends.push(end);
    this.sizes.push(size);
    this.values.push(value);
  }
}

/** Collects the ranges of a list of locations. */
export class GeoLocationRanges {
  /** The locations that ranges belong to. */
  readonly geoLocations: GeoLocationParts[] = [];
  /** Ranges taken so far. */
  count = 0;
  private readonly v4 = new RangeList<number>();
  private readonly v6 = new RangeList<bigint>();
  private readonly numbers = new Map<string, number>();

  /**
   * Takes an address, a network, or a range (`FIRST-LAST`, inclusive) and where it belongs. False if it isn't one, or
   * nothing is stated about it.
   */
  add(value: string, geoLocation: GeoLocationParts): boolean {
    const range = rangeOf(value);
    const number = range === undefined ? undefined : this.numberOf(geoLocation);
    if (range === undefined || number === undefined) return false;
    if (range.bits === 32) this.v4.add(range.first, range.last + 1, range.last - range.first, number);
    else this.v6.add(range.first, range.last + 1n, range.last - range.first, number);
    this.count++;
    return true;
  }

  /** The ranges in the order of their addresses, without overlaps. */
  *flat(): Generator<GeoLocationRange> {
    yield* flatten(this.v4, (end) => end - 1);
    yield* flatten(this.v6, (end) => end - 1n);
  }

  /** The index of a location; undefined if nothing is stated. */
  private numberOf({ country = '', asn = '', organization = '', city = '' }: GeoLocationParts): number | undefined {
    const key = `${country} ${asn} ${organization.length} ${organization}${city}`;
    let known = this.numbers.get(key);
    if (known === undefined) {
      const geoLocation = toGeoLocation(country, asn, organization, city);
      known = Object.values(geoLocation).some((part) => part !== undefined)
        ? this.geoLocations.push(geoLocation) - 1
        : -1;
      this.numbers.set(key, known);
    }
    return known < 0 ? undefined : known;
  }
}

function toGeoLocation(country: string, asn: string, organization: string, city: string): GeoLocationParts {
  const digits = Number(asnPattern.exec(asn)?.[1] ?? 0);
  return {
    country: countryPattern.test(country) ? country : undefined,
    asn: digits === 0 || digits > maxAsn ? undefined : `AS${digits}`,
    organization: shortText(organization),
    city: shortText(city),
  };
}

function shortText(text: string): string | undefined {
  const short = truncateText(text.trim(), maxText);
  return short === '' ? undefined : short;
}

/**
 * Turns ranges into consecutive ones without overlaps. If ranges overlap, the smallest one counts, or the last one of
 * the same size.
 * @param before the address before another one
 */
function* flatten<T extends number | bigint>(
  { starts, ends, sizes, values }: RangeList<T>,
  before: (address: T) => T,
): Generator<GeoLocationRange> {
  const order = Array.from(starts.keys()).sort((a, b) => compare(starts[a], starts[b]));
  const active = new Heap((a, b) => (compare(sizes[a], sizes[b]) || b - a) < 0);
  let next = 0;
  const nextStart = (): T | undefined => starts[order[next] ?? -1];
  /** The range that counts at an address, which is the next start or the end of a range. */
  const rangeAt = (address: T): number | undefined => {
    for (let index = order[next]; index !== undefined && starts[index] === address; index = order[++next])
      active.push(index);
    for (let top = active.top(); top !== undefined; top = active.top()) {
      if (compare(ends[top], address) > 0) return top;
      active.pop();
    }
    return undefined;
  };
  let open: { readonly first: T; readonly geoLocation: number } | undefined;
  let at = nextStart();
  while (at !== undefined) {
    const range = rangeAt(at);
    const geoLocation = range === undefined ? undefined : values[range];
    if (geoLocation !== open?.geoLocation) {
      if (open !== undefined) yield { ...open, last: before(at) };
      open = geoLocation === undefined ? undefined : { first: at, geoLocation };
    }
    at = earlier(nextStart(), range === undefined ? undefined : ends[range]);
  }
}

function compare(a: number | bigint | undefined, b: number | bigint | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

function earlier<T extends number | bigint>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b < a ? b : a;
}

/** A binary heap of indexes. */
class Heap {
  private readonly items: number[] = [];

  constructor(private readonly isBefore: (a: number, b: number) => boolean) {}

  top(): number | undefined {
    return this.items[0];
  }

  push(item: number): void {
    const { items, isBefore } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (!isBefore(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): void {
    const { items, isBefore } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isBefore(items[child + 1] ?? 0, items[child] ?? 0)) child++;
      const below = items[child] ?? 0;
      if (!isBefore(below, last)) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
  }
}

type Range =
  | { readonly bits: 32; readonly first: number; readonly last: number }
  | { readonly bits: 128; readonly first: bigint; readonly last: bigint };

function rangeOf(value: string): Range | undefined {
  const dash = value.indexOf('-');
  if (dash > 0) return between(value.slice(0, dash).trim(), value.slice(dash + 1).trim());
  const network = networkPattern.exec(value);
  return network === null ? between(value, value) : networkRange(network[1] ?? '', Number(network[2]));
}

function between(first: string, last: string): Range | undefined {
  const [from, to] = [addressNumber(first), addressNumber(last)];
  if (typeof from === 'number' && typeof to === 'number')
    return from > to ? undefined : { bits: 32, first: from, last: to };
  if (typeof from === 'bigint' && typeof to === 'bigint')
    return from > to ? undefined : { bits: 128, first: from, last: to };
  return undefined;
}

function networkRange(address: string, prefix: number): Range | undefined {
  const number = addressNumber(address);
  if (typeof number === 'number' && prefix <= 32) {
    const size = 2 ** (32 - prefix);
    const first = Math.floor(number / size) * size;
    return { bits: 32, first, last: first + size - 1 };
  }
  if (typeof number !== 'bigint' || prefix > 128) return undefined;
  const free = BigInt(128 - prefix);
  const first = (number >> free) << free;
  return { bits: 128, first, last: first + (1n << free) - 1n };
}

/** An IPv4 address as a number, an IPv6 address as a bigint; undefined for anything else. */
export function addressNumber(address: string): number | bigint | undefined {
  const number = ipv4Number(address);
  if (number !== undefined) return number;
  const groups = ipv6Groups(address);
  if (groups === undefined) return undefined;
  if (isIpv4Mapped(groups)) return ipv4Number(embeddedIpv4(groups));
  return BigInt(`0x${groups.map((group) => group.toString(16).padStart(4, '0')).join('')}`);
}
