import { truncateMiddle } from '../../../core/text/visibleText';

/** Keeps the end of a host, which identifies its owner. */
function truncateHost(host: string, max: number): string {
  return host.length <= max ? host : `…${host.slice(host.length - (max - 1))}`;
}

/**
 * A long indicator, defanged or not, in at most `max` UTF-16 units: the end of a host that is too long, and the host of
 * a URL before its path, so that a name in the path can't be mistaken for the host.
 */
export function truncateIndicator(value: string, max: number): string {
  if (value.length <= max) return value;
  const [whole = '', scheme = '', host = ''] = /^([a-z][a-z0-9+.*-]*\[?:\]?\/\/)?([^/?#]*)/i.exec(value) ?? [];
  const rest = value.slice(whole.length);
  if (scheme === '') return truncateHost(value, max);
  const shortest = rest === '' ? 0 : Math.min(rest.length, 12);
  const shownHost = truncateHost(host, Math.max(8, max - scheme.length - shortest));
  const room = max - scheme.length - shownHost.length;
  return `${scheme}${shownHost}${rest.length <= room ? rest : truncateMiddle(rest, Math.max(2, room))}`;
}
