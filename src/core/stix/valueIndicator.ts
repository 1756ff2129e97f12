import { parseIndicator, parseNetwork, parseSpacedUrl, type RejectionKind, rejectionReason } from '../indicators';
import type { Indicator } from '../indicators/identity/types';

const longest = 16 * 1024;
const webScheme = /^(?:https?|ftp):[\\/]{2}/i;
/** A URL with any scheme, up to the end of its authority; `\` counts as `/` (WHATWG URL, 4.4). */
const authority = /^[a-z][a-z0-9+.-]*:[\\/]{2}([^\\/?#]*)/i;

/**
 * The domain, IP address, network (in CIDR notation; STIX 2.1, 6.7), or URL that a STIX value names, or why it isn't an
 * indicator. A URL of the web is what a browser takes it for, or nothing: it never stands for its host. For a URL with another
 * scheme, it is the host.
 */
export function valueIndicator(given: string): Indicator | RejectionKind {
  const value = given.trim();
  if (webScheme.test(value)) return parseSpacedUrl(value) ?? rejectedUrl(value);
  const network = value.includes('/') ? parseNetwork(value) : undefined;
  if (network !== undefined) {
    if (network.value === undefined) return 'networkTooLarge';
    return { type: 'ip', value: network.value };
  }
  const read = parseIndicator(value);
  if (read !== undefined) return read;
  const [, place] = value.length > longest ? [] : (authority.exec(value) ?? []);
  if (place === undefined) return /[\\/]/.test(value) ? 'path' : rejectionReason(value);
  const host = place.slice(place.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (/^[+*]?$/.test(host)) return 'noHost';
  return parseIndicator(host.replace(/^\[(.*)\]$/, '$1')) ?? rejectionReason(host);
}

/** Why a URL of the web isn't an indicator: because of its host if that isn't one either. */
function rejectedUrl(value: string): RejectionKind {
  const [, place = ''] = authority.exec(value.slice(0, longest)) ?? [];
  const host = place
    .slice(place.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (/^[+*]?$/.test(host)) return 'noHost';
  return parseIndicator(host) === undefined ? rejectionReason(host) : 'unreadableUrl';
}
