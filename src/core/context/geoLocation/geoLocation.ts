import type { UtcMillis } from '../../records/record';

/** The location of an address, without its source. */
export interface GeoLocationParts {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** With the prefix, such as `AS64500`. */
  readonly asn?: string | undefined;
  readonly organization?: string | undefined;
  readonly city?: string | undefined;
}

/** The location of a public address according to lists of locations. */
export interface GeoLocation extends GeoLocationParts {
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

/** Looks up where addresses belong: synchronous, without any request. Never throws. */
export interface GeoLocationReader {
  /** Undefined for an address that isn't public, in no list, or no address. */
  geoLocationOf(address: string): GeoLocation | undefined;
}
