import { isSpecialAddress } from './specialAddresses';

/** Words that announce a version, an object identifier or a heading, right before four dotted numbers. */
const ANNOUNCED =
  /(?:version|(?:^|[^a-z])(?:ver|rv|rev|v|revision|release|build|firmware|oid|section|chapter|clause|figure|table|chrome|chromium|firefox|safari|edge|opera|msie|webkit))s?["'\\\]]*\s{0,3}[:=>(,]{0,2}\s{0,3}["'(\\]*$/i;
const COMPARED = /(?:~>|[<>~!]=|\^|==|===)\s?["']?$/;
const ADDRESS_WORD = /(?:ip|addr|address|host|src|dst|source|dest|destination|client|server|peer|gateway|dns)[^a-z]*$/i;
const PROTOCOLS = /^(?:tcp|udp|icmp|icmp6|sctp|ip|ipv4|inet|http|https|tls|ssl|dns|rtp|sip|quic|host|direct)\d?$/i;

/** Whether the dotted quad `value` at `[start, end)` is a version, an OID or a heading's number rather than an address. */
export function isVersion(text: string, start: number, end: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - 32), start);
  if (before.endsWith('/')) return isProductToken(before.slice(0, -1), text, end, value);
  if (ANNOUNCED.test(before)) return true;
  if (COMPARED.test(before)) return !ADDRESS_WORD.test(before.replace(COMPARED, '').trimEnd());
  return false;
}

/** `Chrome/124.0.0.0`, but not `udp/192.0.2.1`, `HIER_DIRECT/192.0.2.1`, `host.example/192.0.2.1` or `/a/192.0.2.1`. */
function isProductToken(before: string, text: string, end: number, value: string): boolean {
  const token = /[\w.+-]*$/.exec(before)?.[0] ?? '';
  if (token === '' || PROTOCOLS.test(token) || /[.]/.test(token)) return false;
  if (before.charAt(before.length - token.length - 1) === '/') return false;
  if (value.endsWith('.0.0')) return true;
  if (/^[A-Z_]{4,}$/.test(token) || /^[/:]\d/.test(text.slice(end, end + 2))) return false;
  return !isSpecialAddress(value);
}
