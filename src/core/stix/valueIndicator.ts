import { parseIndicator, parseNetwork, type RejectionKind, rejectionReason } from '../indicators';
import type { Indicator } from '../indicators/identity/types';

const longest = 16 * 1024;
/** A URL with any scheme, up to the end of its authority; `\` counts as `/` (WHATWG URL, 4.4). */
const authority = /^[a-z][a-z0-9+.-]*:[\\/]{2}([^\\/?#]*)/i;

/**
 * The domain, IP address, network (in CIDR notation; STIX 2.1, 6.7), or URL that a STIX value names, or why it isn't an
 * indicator. For a URL with a scheme other than that of the web, it is the host.
 */
export function valueIndicator(given: string): Indicator | RejectionKind {
  const value = given.trim();
  const network = value.includes('/') ? parseNetwork(value) : undefined;
  if (network !== undefined) {
    if (network.value === undefined) return 'networkTooLarge';
    return { type: 'ip', value: network.value };
  }
  const read = parseIndicator(withSlashes(value));
  if (read !== undefined) return read;
  const [, place] = value.length > longest ? [] : (authority.exec(value) ?? []);
  if (place === undefined) return /[\\/]/.test(value) ? 'path' : rejectionReason(value);
  const host = place.slice(place.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (/^[+*]?$/.test(host)) return 'noHost';
  return parseIndicator(host.replace(/^\[(.*)\]$/, '$1')) ?? rejectionReason(host);
}

/** Replaces each `\` before the query and fragment of a web URL by `/`, as browsers do. */
function withSlashes(value: string): string {
  if (!/^(?:https?|ftp|wss?):/i.test(value) || !value.includes('\\')) return value;
  const end = value.search(/[?#]/);
  const [before, behind] = end < 0 ? [value, ''] : [value.slice(0, end), value.slice(end)];
  return before.replaceAll('\\', '/') + behind;
}
