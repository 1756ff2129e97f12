import { canonicalAddress, embeddedIpv4, ipv4Number, ipv6Groups, isIpv4Mapped } from './addresses';
import { canonicalHost } from './canonicalHost';
import { refang } from './refang';
import type { Indicator } from './types';

/**
 * The key that identifies an indicator: values with the same key are the same indicator.
 *
 * Hosts are compared without case and root dot, internationalized names as punycode, IPv6 according to RFC 5952, and
 * IPv4-mapped addresses as IPv4. URLs are compared after WHATWG normalization (default port, empty path, dot segments,
 * case of the scheme), with unreserved characters unescaped (RFC 3986, 6.2.2), and without user information and
 * fragment, which don't affect a server's response. The scheme, `www.`, and the query count.
 */
export function lookupKey(value: string | Indicator): string {
  if (typeof value !== 'string' && isOwnKey(value)) return value.value;
  const text = refang(typeof value === 'string' ? value.trim() : value.value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return urlKey(text);
  return hostKey(text);
}

const plainHost =
  /^[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$|^[0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$/;
/** Without anything that normalization changes: escapes, dot segments, user information, a fragment, other characters. */
const plainUrl =
  /^(https?):\/\/([a-z0-9._-]+)(?::([1-9]\d{0,4}))?(\/[\w.~!$&()*+,;=:@/-]*)(?:\?[\w.~!$&()*+,;=:@/?-]+)?$/;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Whether a value is its own key, which is so for almost all values in large files. Parsing URLs is slow. */
function isOwnKey({ type, value }: Indicator): boolean {
  if (type === 'ip') return ipv4Number(value) !== undefined;
  return type === 'domain' ? plainHost.test(value) : isOwnUrlKey(value);
}

function isOwnUrlKey(url: string): boolean {
  const [, scheme = '', host = '', port, path = ''] = plainUrl.exec(url) ?? [];
  if (scheme === '' || path.includes('/.')) return false;
  if (port !== undefined && (Number(port) > 65_535 || port === defaultPorts[scheme])) return false;
  // An internationalized name may not be valid.
  return ipv4Number(host) !== undefined || (plainHost.test(host) && !host.includes('xn--'));
}

function hostKey(host: string): string {
  const groups = ipv6Groups(host);
  if (groups !== undefined && isIpv4Mapped(groups)) return embeddedIpv4(groups);
  return canonicalAddress(host) ?? canonicalHost(host) ?? host.toLowerCase();
}

function urlKey(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return text;
  }
  const host = url.hostname.startsWith('[') ? bracketed(hostKey(url.hostname.slice(1, -1))) : hostKey(url.hostname);
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${unescaped(url.pathname)}${unescaped(url.search)}`;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Unescapes unreserved characters, and converts all other escapes to uppercase. */
function unescaped(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape, at: number) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16));
    // `%e%64` isn't `%ed`.
    const isPart = /%[0-9a-f]?$/i.test(text.slice(Math.max(0, at - 2), at));
    return /[A-Za-z0-9._~-]/.test(character) && !isPart ? character : escape.toUpperCase();
  });
}
