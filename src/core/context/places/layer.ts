import { ipv4Number, ipv6Groups } from '../../indicators/identity/addresses';
import { countryOf, layerColumns, type LayerColumns, type LayerHeader } from './layerFormat';
import type { PlaceParts } from './place';

/** An address to look up in several layers. */
export type LayerAddress =
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

  /** The last segment that begins at or before an address; -1 if there is none. */
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
