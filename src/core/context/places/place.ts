import type { UtcMillis } from '../../records/record';

/** Where an address belongs, without the source of that. */
export interface PlaceParts {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** With the prefix, such as `AS64500`. */
  readonly asn?: string | undefined;
  readonly organization?: string | undefined;
  readonly city?: string | undefined;
}

/** Where a public address belongs according to lists of locations. */
export interface Place extends PlaceParts {
  /** The names of these lists. */
  readonly source: string;
  /** When the oldest of them was read. */
  readonly asOf: UtcMillis;
  /** The credit lines that their licenses ask for. */
  readonly credits?: readonly string[];
}

/** A source that states where an address is. */
export interface StatedBy {
  readonly name: string;
  readonly asOf: UtcMillis;
  /** The credit lines that the license of location data asks for. */
  readonly credits?: readonly string[];
}

/** A list in the location data. */
export interface PlaceSource {
  /** The name of an imported file, or the address of a list; unique. */
  readonly id: string;
  readonly name: string;
  readonly asOf: UtcMillis;
  /** The credit line that its license asks for. */
  readonly credit?: string | undefined;
  /** The number of ranges in the list. */
  readonly ranges: number;
}

export interface PlaceInfo {
  /** In the order in which they were added: an earlier one takes precedence. */
  readonly sources: readonly PlaceSource[];
  /** When the oldest source was read. */
  readonly asOf: UtcMillis;
  readonly ranges: number;
  readonly bytes: number;
  /** All credit lines; empty if no license asks for one. */
  readonly credit: string;
}

/** Why a location file isn't used. */
export type PlaceProblem = 'damaged' | 'newer';

/** Looks up where addresses belong: synchronous, without any request. Never throws. */
export interface PlaceReader {
  /** Undefined for an address that isn't public, in no list, or no address. */
  placeOf(address: string): Place | undefined;
  /** Undefined without location data. */
  info(): PlaceInfo | undefined;
  /** A number that changes whenever the location data does. */
  version(): number;
}

/** No location data. */
export const noPlaces: PlaceReader = { placeOf: () => undefined, info: () => undefined, version: () => 0 };
