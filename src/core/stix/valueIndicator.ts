import { parseIndicator, parseNetwork, parseSpacedUrl, type RejectionKind, rejectionReason } from '../indicators';
import type { Indicator } from '../indicators/identity/types';

const longest = 16 * 1024;
const webScheme = /^(?:https?|ftp):[\\/]{2}/i;
/** A URL with any scheme, up to the end of its authority; `\` counts as `/` (WHATWG URL, 4.4). */
const authority = /^[a-z][a-z0-9+.-]*:[\\/]{2}([^\\/?#]*)/i;

/**
 * The domain, IP address, network (in CIDR notation; STIX 2.1, 6.7), or URL that a STIX value names, or why it isn't an
 * indicator. A web URL is read as a browser reads it, or rejected, but never replaced by its host. A URL with another
 * scheme is replaced by its host.
 */
export function valueIndicator(given: string): Indicator | RejectionKind {
  const value = given.trim();
  if (webScheme.test(value)) return parseSpacedUrl(value) ?? rejectedUrl(value);
  const network = value.includes('/') ? parseNetwork(value) : undefined;
  if (network === undefined) return parseIndicator(value) ?? hostOfOther(value);
  return network.value === undefined ? 'networkTooLarge' : { type: 'ip', value: network.value };
}

/** The host of a URL with a scheme that isn't of the web. */
function hostOfOther(value: string): Indicator | RejectionKind {
  const text = value.length > longest ? undefined : authority.exec(value)?.[1];
  if (text === undefined) return /[\\/]/.test(value) ? 'path' : rejectionReason(value);
  const host = hostIn(text);
  if (/^[+*]?$/.test(host)) return 'noHost';
  return parseIndicator(host.replace(/^\[(.*)\]$/, '$1')) ?? rejectionReason(host);
}

/** The host of an authority, without user information and port. */
function hostIn(text: string): string {
  return text.slice(text.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}

/** Why a URL of the web isn't an indicator: because of its host if that isn't one either. */
function rejectedUrl(value: string): RejectionKind {
  const [, text = ''] = authority.exec(value.slice(0, longest)) ?? [];
  const host = hostIn(text).replace(/^\[(.*)\]$/, '$1');
  if (/^[+*]?$/.test(host)) return 'noHost';
  return parseIndicator(host) === undefined ? rejectionReason(host) : 'unreadableUrl';
}
