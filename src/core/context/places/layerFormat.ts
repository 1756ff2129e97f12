import type { PlaceSource } from './place';

/** What the header of the file states about a layer: the ranges of one source, and the lengths of its columns. */
export interface LayerHeader extends PlaceSource {
  /** Segments of IPv4 and IPv6 addresses. */
  readonly v4: number;
  readonly v6: number;
  /** Segments of IPv6 addresses that don't begin at a network of 64 bits. */
  readonly low: number;
  readonly places: number;
  /** Columns of a place: country, ASN, organization, and perhaps city. */
  readonly columns: 3 | 4;
  readonly texts: number;
  /** Bytes of all texts in UTF-8. */
  readonly textBytes: number;
}

/** The columns of a layer, all in 32 bits, one after the other in this order. */
export interface LayerColumns {
  readonly v4Starts: Uint32Array;
  readonly v4Places: Uint32Array;
  /** The first and second 32 bits of addresses. */
  readonly v6High: Uint32Array;
  readonly v6Next: Uint32Array;
  readonly v6Places: Uint32Array;
  /** Segments with other bits, and the third and fourth 32 bits of them. */
  readonly lowSegments: Uint32Array;
  readonly lowHigh: Uint32Array;
  readonly lowNext: Uint32Array;
  /** Two letters as a number, the number of the AS, and numbers of texts; 0 for none. */
  readonly countries: Uint32Array;
  readonly asns: Uint32Array;
  readonly organizations: Uint32Array;
  readonly cities: Uint32Array;
  readonly textStarts: Uint32Array;
  readonly texts: Uint8Array;
}

const wordBytes = 4;

function lengthsOf({ v4, v6, low, places, columns, texts }: LayerHeader): readonly number[] {
  return [v4, v4, v6, v6, v6, low, low, low, places, places, places, columns === 4 ? places : 0, texts + 1];
}

/** The number of bytes of a layer. */
export function layerBytes(header: LayerHeader): number {
  const words = lengthsOf(header).reduce((sum, length) => sum + length, 0);
  return (words + Math.ceil(header.textBytes / wordBytes)) * wordBytes;
}

/** The columns of a layer in a buffer that contains it from `offset` on. */
export function layerColumns(header: LayerHeader, buffer: ArrayBuffer, offset: number): LayerColumns {
  let at = offset;
  const next = (length: number): Uint32Array => {
    const column = new Uint32Array(buffer, at, length);
    at += length * wordBytes;
    return column;
  };
  const [v4 = 0, , v6 = 0, , , low = 0, , , places = 0, , , cities = 0, texts = 0] = lengthsOf(header);
  return {
    v4Starts: next(v4),
    v4Places: next(v4),
    v6High: next(v6),
    v6Next: next(v6),
    v6Places: next(v6),
    lowSegments: next(low),
    lowHigh: next(low),
    lowNext: next(low),
    countries: next(places),
    asns: next(places),
    organizations: next(places),
    cities: next(cities),
    textStarts: next(texts),
    texts: new Uint8Array(buffer, at, header.textBytes),
  };
}

/** Two capital letters as a number. */
export function countryNumber(country: string): number {
  return country.charCodeAt(0) * 256 + country.charCodeAt(1);
}

/** The two letters of a number. */
export function countryOf(number: number): string {
  return String.fromCharCode(number >> 8, number & 255);
}
