/** Limits of each lookup: milliseconds and bytes. */
export interface Limits {
  /** One query to a name server, per attempt. */
  readonly dnsMillis: number;
  /** One connection to one address. */
  readonly connectMillis: number;
  /** One request to a registry with its redirects, or to a WHOIS server. */
  readonly registryMillis: number;
  /** All requests to registries for one name or address. */
  readonly registriesMillis: number;
  readonly registryBytes: number;
  readonly whoisBytes: number;
  /** Connecting to one port and waiting for its banner. */
  readonly portMillis: number;
  readonly bannerBytes: number;
  readonly certificateMillis: number;
  /** The page with all its redirects. */
  readonly pageMillis: number;
  /** Size of a page, both compressed and decompressed. */
  readonly pageBytes: number;
  readonly headBytes: number;
  readonly redirects: number;
}

export const defaultLimits: Limits = {
  dnsMillis: 4_000,
  connectMillis: 5_000,
  registryMillis: 8_000,
  registriesMillis: 25_000,
  registryBytes: 1024 * 1024,
  whoisBytes: 64 * 1024,
  portMillis: 4_000,
  bannerBytes: 1024,
  certificateMillis: 8_000,
  pageMillis: 20_000,
  pageBytes: 512 * 1024,
  headBytes: 32 * 1024,
  redirects: 10,
};

/** Limits of the results: values per key, keys per group, characters of a value and of a key. */
export const valueLimits = { values: 100, keys: 100, valueLength: 2_000, keyLength: 100 } as const;
