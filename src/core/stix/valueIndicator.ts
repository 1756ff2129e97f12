import { parseIndicator, parseNetwork, type RejectionKind, rejectionReason } from '../indicators';
import { type Indicator } from '../indicators/types';

const longest = 16 * 1024;
/** A URL of any scheme, up to the end of its authority; `\` counts as `/` (WHATWG URL, 4.4). */
const authority = /^[a-z][a-z0-9+.-]*:[\\/]{2}([^\\/?#]*)/i;

/**
 * What a value of STIX names, or why it is none: a domain, an address, a network (an address in CIDR notation; STIX 2.1, 6.7)
 * or a URL. Of a URL whose scheme is none of the web's, it is the host.
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

/** A URL of the web with every `\` before its query and fragment turned into `/`, as browsers do. */
function withSlashes(value: string): string {
  if (!/^(?:https?|ftp|wss?):/i.test(value) || !value.includes('\\')) return value;
  const end = value.search(/[?#]/);
  const [before, behind] = end < 0 ? [value, ''] : [value.slice(0, end), value.slice(end)];
  return before.replaceAll('\\', '/') + behind;
}
