import { canonicalAddress } from './addresses';

/** A name server from the settings: an address or a name, and the port. */
export interface ResolverAddress {
  readonly host: string;
  readonly port: number;
}

/** Parses `host`, `host:port`, an IPv6 address with or without brackets, or `[IPv6]:port`; undefined if invalid. */
export function parseResolver(text: string): ResolverAddress | undefined {
  const trimmed = text.trim();
  const bare = canonicalAddress(trimmed);
  if (bare !== undefined) return { host: bare, port: 53 };
  const parts = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?))(?::(\d{1,5}))?$/i.exec(trimmed);
  if (parts === null) return undefined;
  const port = Number(parts[3] ?? 53);
  const host = parts[1] === undefined ? parts[2]?.toLowerCase() : canonicalAddress(parts[1]);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Formats `address:port` for node:dns. */
export function formatServer(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
