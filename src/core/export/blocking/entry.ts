import { ipv4Number, ipv6Groups } from '../../indicators/identity/addresses';
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

/** An IPv4 or IPv6 address. */
export function plainAddress({ type, value }: Indicator): string | undefined {
  const isAddress = ipv4Number(value) !== undefined || ipv6Groups(value) !== undefined;
  return type === 'ip' && isAddress ? value : undefined;
}

/** A URL on one line, without white space, control characters, and invisible characters. */
export function plainUrl({ type, value }: Indicator): string | undefined {
  return type === 'url' && value.length <= maxUrl && /^[a-z][a-z0-9+.-]*:\/\/[^\s\p{C}\p{Z}]+$/iu.test(value)
    ? value
    : undefined;
}

/** A URL as logs have it: without a fragment and credentials, which browsers don't send as part of it. */
export function loggedUrl(indicator: Indicator): string | undefined {
  const [url = ''] = plainUrl(indicator)?.split('#', 1) ?? [];
  const logged = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?]*@/i, '$1');
  return /:\/\/[^/?]/.test(logged) ? logged : undefined;
}
