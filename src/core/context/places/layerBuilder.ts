import { embeddedIpv4, ipv4Number, ipv6Groups, isIpv4Mapped } from '../../indicators/identity/addresses';
import { truncateText } from '../../text/visibleText';
import { countryNumber, layerBytes, layerColumns, type LayerColumns, type LayerHeader, countryOf } from './layerFormat';
import type { PlaceParts, PlaceSource } from './place';

/** An address to look up in several layers. */
type LayerAddress =
  | { readonly v4: number; readonly v6?: never }
  | { readonly v6: readonly [number, number, number, number]; readonly v4?: never };

/** Reads an address; undefined if it isn't one. */
export function layerAddress(address: string): LayerAddress | undefined {
  const v4 = ipv4Number(address);
  if (v4 !== undefined) return { v4 };
  const groups = ipv6Groups(address);
  if (groups === undefined) return undefined;
  const word = (at: number): number => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0);
  return { v6: [word(0), word(2), word(4), word(6)] };
}

const decoder = new TextDecoder();

/** The ranges of one source, searched in its bytes. */
export class Layer {
  private readonly columns: LayerColumns;

  constructor(
    readonly header: LayerHeader,
    buffer: ArrayBuffer,
    offset: number,
  ) {
    this.columns = layerColumns(header, buffer, offset);
  }

  find({ v4, v6 }: LayerAddress): PlaceParts | undefined {
    const { v4Places, v6Places } = this.columns;
    const place = v4 === undefined ? v6Places[this.segmentOfV6(v6)] : v4Places[this.segmentOfV4(v4)];
    return place === undefined || place === 0 ? undefined : this.place(place - 1);
  }

  /** The last segment that begins at or before an address, or -1. */
  private segmentOfV4(address: number): number {
    const { v4Starts } = this.columns;
    return lastIndex(v4Starts.length, (at) => (v4Starts[at] ?? 0) <= address);
  }

  private segmentOfV6([high, next, ...low]: readonly [number, number, number, number]): number {
    const { v6High, v6Next } = this.columns;
    return lastIndex(v6High.length, (at) => {
      const order = (v6High[at] ?? 0) - high || (v6Next[at] ?? 0) - next;
      return order < 0 || (order === 0 && this.isLowAtMost(at, low));
    });
  }

  /** Whether the lower half of the beginning of a segment is at most this. */
  private isLowAtMost(segment: number, [high, next]: readonly [number, number]): boolean {
    const { lowSegments, lowHigh, lowNext } = this.columns;
    const at = lastIndex(lowSegments.length, (index) => (lowSegments[index] ?? 0) <= segment);
    if (lowSegments[at] !== segment) return true;
    return ((lowHigh[at] ?? 0) - high || (lowNext[at] ?? 0) - next) <= 0;
  }

  private place(at: number): PlaceParts {
    const { countries, asns, organizations, cities } = this.columns;
    const [country = 0, asn = 0] = [countries[at], asns[at]];
    return {
      country: country === 0 ? undefined : countryOf(country),
      asn: asn === 0 ? undefined : `AS${asn}`,
      organization: this.text(organizations[at]),
      city: this.text(cities[at]),
    };
  }

  private text(number = 0): string | undefined {
    if (number === 0) return undefined;
    const { textStarts, texts } = this.columns;
    return decoder.decode(texts.subarray(textStarts[number - 1], textStarts[number]));
  }
}

/** The last index for which `isBefore` is true; it must be true up to there and false from there on. */
function lastIndex(length: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A position of an address; only compared. */
type Position = number | bigint;

/** Ranges of addresses, by index; `ends` are exclusive. */
interface Ranges<T extends Position> {
  readonly starts: readonly T[];
  readonly ends: readonly T[];
  /** The number of addresses. */
  readonly sizes: readonly T[];
  /** What a range stands for, at least 1. */
  readonly values: readonly number[];
}

/** The value from a position on, up to the next segment; 0 for none. */
interface Segments<T extends Position> {
  readonly starts: readonly T[];
  readonly values: readonly number[];
}

/**
 * Turns ranges into segments without overlaps. Where ranges overlap, the smallest one counts, and of ranges of the same
 * size the last one. No segment begins at `limit`, which is behind the last address.
 */
function flatten<T extends Position>({ starts, ends, sizes, values }: Ranges<T>, limit: T): Segments<T> {
  const order = Array.from(starts.keys()).sort((a, b) => compare(starts[a], starts[b]));
  const isBefore = (a: number, b: number): boolean => (compare(sizes[a], sizes[b]) || b - a) < 0;
  const active = new Heap(isBefore);
  const result = { starts: [] as T[], values: [] as number[] };
  let next = 0;
  let at = starts[order[0] ?? -1];
  while (at !== undefined && at < limit) {
    for (let index = order[next]; index !== undefined && starts[index] === at; index = order[++next])
      active.push(index);
    for (let top = active.top(); top !== undefined && compare(ends[top], at) <= 0; top = active.top()) active.pop();
    const top = active.top();
    const value = top === undefined ? 0 : (values[top] ?? 0);
    if (value !== (result.values.at(-1) ?? 0)) {
      result.starts.push(at);
      result.values.push(value);
    }
    at = earlier(starts[order[next] ?? -1], top === undefined ? undefined : ends[top]);
  }
  return result;
}

function compare(a: Position | undefined, b: Position | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

function earlier<T extends Position>(a: T | undefined, b: T | undefined): T | undefined {
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

/** A layer of the location file: what one source states. */
export interface BuiltLayer {
  readonly header: LayerHeader;
  readonly body: Uint8Array;
}

const [maxText, maxAsn] = [200, 0xffff_ffff];
const countryPattern = /^[A-Z]{2}$/;
const asnPattern = /^AS(\d{1,10})$/;
const networkPattern = /^([\da-f.:]+)\/(\d{1,3})$/i;

/** Ranges with arrays that grow. */
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

/** Numbers the texts of places from 1. */
class Numbered {
  readonly all: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string | undefined): number {
    const short = text === undefined ? '' : truncateText(text.trim(), maxText);
    if (short === '') return 0;
    let number = this.numbers.get(short);
    if (number === undefined) this.numbers.set(short, (number = this.all.push(short)));
    return number;
  }
}

/** Collects ranges of a source, and builds the layer from them. */
export class LayerBuilder {
  /** Ranges taken so far. */
  count = 0;
  private readonly v4 = new RangeList<number>();
  private readonly v6 = new RangeList<bigint>();
  private readonly texts = new Numbered();
  private readonly places: (readonly [country: number, asn: number, organization: number, city: number])[] = [];
  private readonly placeNumbers = new Map<string, number>();

  /**
   * Takes an address, a network, or a range (`FIRST-LAST`, inclusive) and where it belongs. False if it isn't one, or
   * nothing is stated about it.
   */
  add(value: string, place: PlaceParts): boolean {
    const range = rangeOf(value);
    const number = range === undefined ? 0 : this.placeNumber(place);
    if (range === undefined || number === 0) return false;
    if (range.bits === 32) this.v4.add(range.first, range.last + 1, range.last - range.first, number);
    else this.v6.add(range.first, range.last + 1n, range.last - range.first, number);
    this.count++;
    return true;
  }

  build(source: Omit<PlaceSource, 'ranges'>): BuiltLayer {
    const v4 = flatten(this.v4, 2 ** 32);
    const v6 = flatten(this.v6, 1n << 128n);
    const lows = v6.starts.flatMap((start, at) => (BigInt.asUintN(64, start) === 0n ? [] : [at]));
    const texts = this.texts.all.map((text) => new TextEncoder().encode(text));
    const header: LayerHeader = {
      ...source,
      ranges: this.count,
      v4: v4.starts.length,
      v6: v6.starts.length,
      low: lows.length,
      places: this.places.length,
      columns: this.places.some(([, , , city]) => city > 0) ? 4 : 3,
      texts: texts.length,
      textBytes: texts.reduce((sum, { length }) => sum + length, 0),
    };
    const body = new ArrayBuffer(layerBytes(header));
    const columns = layerColumns(header, body, 0);
    columns.v4Starts.set(v4.starts);
    columns.v4Places.set(v4.values);
    fillV6(columns, v6.starts, lows);
    columns.v6Places.set(v6.values);
    this.fillPlaces(columns, texts);
    return { header, body: new Uint8Array(body) };
  }

  private placeNumber({ country, asn, organization, city }: PlaceParts): number {
    const code = country !== undefined && countryPattern.test(country) ? countryNumber(country) : 0;
    const digits = asn === undefined ? undefined : asnPattern.exec(asn)?.[1];
    const number = Number(digits ?? 0);
    const place = [code, number > maxAsn ? 0 : number, this.texts.of(organization), this.texts.of(city)] as const;
    if (place.every((part) => part === 0)) return 0;
    const key = place.join(' ');
    let known = this.placeNumbers.get(key);
    if (known === undefined) this.placeNumbers.set(key, (known = this.places.push(place)));
    return known;
  }

  private fillPlaces(columns: LayerColumns, texts: readonly Uint8Array[]): void {
    for (const [at, [country, asn, organization, city]] of this.places.entries()) {
      columns.countries[at] = country;
      columns.asns[at] = asn;
      columns.organizations[at] = organization;
      if (columns.cities.length > 0) columns.cities[at] = city;
    }
    let end = 0;
    for (const [at, text] of texts.entries()) {
      columns.texts.set(text, end);
      end += text.length;
      columns.textStarts[at + 1] = end;
    }
  }
}

function fillV6(columns: LayerColumns, starts: readonly bigint[], lows: readonly number[]): void {
  const word = (start: bigint, shift: bigint): number => Number(BigInt.asUintN(32, start >> shift));
  for (const [at, start] of starts.entries()) {
    columns.v6High[at] = word(start, 96n);
    columns.v6Next[at] = word(start, 64n);
  }
  for (const [at, segment] of lows.entries()) {
    const start = starts[segment] ?? 0n;
    columns.lowSegments[at] = segment;
    columns.lowHigh[at] = word(start, 32n);
    columns.lowNext[at] = word(start, 0n);
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

/** An IPv4 address as a number, an IPv6 address as a bigint. */
function addressNumber(address: string): number | bigint | undefined {
  const number = ipv4Number(address);
  if (number !== undefined) return number;
  const groups = ipv6Groups(address);
  if (groups === undefined) return undefined;
  if (isIpv4Mapped(groups)) return ipv4Number(embeddedIpv4(groups));
  return BigInt(`0x${groups.map((group) => group.toString(16).padStart(4, '0')).join('')}`);
}
