import { substringBefore } from '../../text/trim';
import { canonicalAddress } from './addresses';
import type { Indicator } from './types';

/** The host of a URL as an indicator (domains and addresses are their own host); undefined if a URL has none. */
export function getHost(indicator: Indicator): Indicator | undefined {
  if (indicator.type !== 'url') return indicator;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(indicator.value)?.[1];
  if (authority === undefined) return undefined;
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[([^\]]*)\]/.exec(hostAndPort)?.[1];
  const host = substringBefore(bracketed ?? hostAndPort.replace(/:\d*$/, ''), '%');
  if (host === '') return undefined;
  const address = canonicalAddress(host);
  if (address !== undefined) return { type: 'ip', value: address };
  return bracketed === undefined ? { type: 'domain', value: host.toLowerCase().replace(/\.$/, '') } : undefined;
}
