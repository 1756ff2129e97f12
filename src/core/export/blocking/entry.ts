import { embeddedIpv4, ipv4Number, ipv6Groups, isIpv4Mapped } from '../../indicators/identity/addresses';
import type { Indicator } from '../../indicators/identity/types';
import type { RiskLevel } from '../../records/risk';

/** An indicator to block. */
export interface BlockEntry {
  readonly indicator: Indicator;
  readonly risk: RiskLevel;
}

/** Writes the lines of an entry; none if the format can't express it. */
export type EntryWriter = (entry: BlockEntry) => readonly string[];

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const maxName = 253;
const maxUrl = 4_000;

/** A host name that is nothing else in any format: labels of letters, digits, hyphens, and underscores. */
export function plainName({ type, value }: Indicator): string | undefined {
  if (type !== 'domain' || value.length > maxName) return undefined;
  const labels = value.split('.');
  return labels.length > 1 && labels.every((each) => label.test(each)) ? value : undefined;
}

/** The address of connections: an IPv4 address that is mapped to IPv6 (`::ffff:…`) is never seen in packets as IPv6. */
export function plainAddress({ type, value }: Indicator): string | undefined {
  if (type !== 'ip') return undefined;
  if (ipv4Number(value) !== undefined) return value;
  const groups = ipv6Groups(value);
  if (groups === undefined) return undefined;
  return isIpv4Mapped(groups) ? embeddedIpv4(groups) : value;
}

/** An address as logs have it: as in connections, and mapped to IPv6 if it's written so. */
export function loggedAddresses(indicator: Indicator): readonly string[] {
  const address = plainAddress(indicator);
  return address === undefined ? [] : distinct([address, indicator.value]);
}

/** A name as a list of one or none. */
export function loggedNames(indicator: Indicator): readonly string[] {
  const name = plainName(indicator);
  return name === undefined ? [] : [name];
}

/** A URL on one line, without white space, control characters, and invisible characters. */
export function plainUrl({ type, value }: Indicator): string | undefined {
  return type === 'url' && value.length <= maxUrl && /^[a-z][a-z0-9+.-]*:\/\/[^\s\p{C}\p{Z}]+$/iu.test(value)
    ? value
    : undefined;
}

/**
 * The address that a browser requests for a URL (WHATWG): with a path, percent-encoded, without a default port, and without a
 * fragment and credentials, which aren't sent as part of it.
 */
export function requestedUrl(indicator: Indicator): URL | undefined {
  const text = plainUrl(indicator);
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.host === '' ? undefined : url;
}

/** A URL as logs have it: as it is requested, and as it is written if that differs, because not only browsers request it. */
export function loggedUrls(indicator: Indicator): readonly string[] {
  const [written = ''] = plainUrl(indicator)?.split('#', 1) ?? [];
  const logged = written.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?\\]*@/i, '$1');
  const requested = requestedUrl(indicator)?.href;
  return distinct([...(requested === undefined ? [] : [requested]), ...(/:\/\/[^/?]/.test(logged) ? [logged] : [])]);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
