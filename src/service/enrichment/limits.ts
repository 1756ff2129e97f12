/** How long and how much each look-up may take: milliseconds and bytes. */
export interface Limits {
  /** One question to a name server, each of its two tries. */
  readonly dnsMillis: number;
  /** Making one connection, to one address. */
  readonly connectMillis: number;
  /** One request to a registry, with its redirects; one conversation with a WHOIS server. */
  readonly registryMillis: number;
  /** All that is asked of registries for one name or address. */
  readonly registriesMillis: number;
  readonly registryBytes: number;
  readonly whoisBytes: number;
  /** Trying one port and waiting for what it says first. */
  readonly portMillis: number;
  readonly bannerBytes: number;
  readonly certificateMillis: number;
  /** The page with all its redirects. */
  readonly pageMillis: number;
  /** Of a page, sent and unpacked; more is not read. */
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

/** What is kept of what was found: values of a key, keys of a group, characters of a value and of a key. */
export const valueLimits = { values: 100, keys: 100, valueLength: 2_000, keyLength: 100 } as const;
