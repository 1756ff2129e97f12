import { isSpecialAddress } from './specialAddresses';
import { isWord } from './characters';
import type { Zone } from './codeZones';

/** What may announce anything: a letter, a comparison or a number, and marks behind it; most addresses follow none. */
const ANNOUNCEMENT = /[a-z\d§<>~!=^][\s\d.,:`'"_()[\]\\=>]{0,40}$/i;

/** Words that announce a version, right before four dotted numbers. */
const ANNOUNCED =
  /(?:version|(?:^|[^a-z])(?:ver|rv|rev|v|revision|release|build|firmware|chrome|chromium|firefox|safari|edge|opera|msie|webkit)|(?:version)?(?:changed|added))s?["'\\\]]*\s{0,3}[:=>(,]{0,2}\s{0,3}["'(\\]*$/i;
/** Products whose version may follow without another word. */
const PRODUCT =
  /(?:^|[^a-z])(?:kernel|linux|windows|ubuntu|debian|android|ios|openssl|openssh|java|jdk|jre|python|php|apache|nginx|mysql|flash|player|reader|acrobat|office|exchange|chrome os|net framework|sdk|plugin|add-?on|patch|update)\s$/i;
const COMPARED = /(?:~>|[<>~!]=|\^|==|===)\s?["']?$/;
const ADDRESS_WORD = /(?:ip|addr|address|host|src|dst|source|dest|destination|client|server|peer|gateway|dns)[^a-z]*$/i;
const PROTOCOLS = /^(?:tcp|udp|icmp|icmp6|sctp|ip|ipv4|inet|http|https|tls|ssl|dns|rtp|sip|quic|host|direct)\d?$/i;

/** Object identifiers and numbered headings, also several in a row. */
const NUMBERED =
  /(?:§|(?:^|[^a-z])(?:oids?|object ?identifier|object|sections?|chapters?|clauses?|figures?|tables?))[\s\d.,:`'"_()[\]]*(?:(?:and|or|to)[\s`]*)?$/i;

/** Whether the dotted quad `value` at `[start, end)` is a version, an OID or a heading's number rather than an address. */
export function isVersion(text: string, start: number, end: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - 48), start);
  if (before.endsWith('/')) return isProductToken(before.replace(/\\*\/$/, ''), text, end, value);
  if (!ANNOUNCEMENT.test(before)) return false;
  if (ANNOUNCED.test(before) || NUMBERED.test(before)) return true;
  if (PRODUCT.test(before) && !isSpecialAddress(value)) return true;
  if (/^-\d+[,)]/.test(text.slice(end, end + 8)) && /\w \($/.test(before)) return true;
  if (COMPARED.test(before)) return !ADDRESS_WORD.test(before.replace(COMPARED, '').trimEnd());
  return false;
}

/** `Chrome/124.0.0.0`, but not `udp/192.0.2.1`, `HIER_DIRECT/192.0.2.1`, `host.example/192.0.2.1` or `/a/192.0.2.1`. */
function isProductToken(before: string, text: string, end: number, value: string): boolean {
  const token = before.slice(tokenStart(before));
  if (token === '' || PROTOCOLS.test(token) || token.includes('.')) return false;
  if (before.charAt(before.length - token.length - 1) === '/') return false;
  if (value.endsWith('.0.0')) return true;
  if (/^[A-Z_]{4,}$/.test(token) || /^[/:]\d/.test(text.slice(end, end + 2))) return false;
  return !isSpecialAddress(value);
}

function tokenStart(text: string): number {
  let start = text.length;
  while (start > 0 && isTokenCharacter(text.charCodeAt(start - 1))) start--;
  return start;
}

function isTokenCharacter(code: number): boolean {
  return isWord(code) || code === 95 || code === 46 || code === 43 || code === 45;
}

/**
 * Whether a quad of small numbers in a program is a heading of the standard that a comment cites (`// 7.6.3.1`), an X.500
 * object identifier (`2.5.29.15`), or part of a vector path (`M1.5.5.5 3.1.2.3`).
 */
export function isNumberInCode(text: string, start: number, value: string, zone: () => Zone): boolean {
  if (/^2\.5\.(?:4|8|29)\.|^1\.3\.(?:6|14|36|101|132)\./.test(value)) return true;
  const before = text.slice(Math.max(0, start - 24), start);
  const [, letter = '', token] = /(?:^|[\s"',])([a-z]?)-?([\d.]*\.[\d.]+)[\s,]+-?$/i.exec(before) ?? [];
  if (token !== undefined && (letter !== '' || !/^(?:\d+\.){3}\d+$/.test(token))) return true;
  if (/["'`]$/.test(before) || ADDRESS_WORD.test(before) || isSpecialAddress(value)) return false;
  return (
    value.split('.').every((part) => Number(part) < 32) &&
    !/^(?:1\.2\.3\.4|(\d)\.\1\.\1\.\1|1\.0\.0\.1|8\.8\.4\.4)$/.test(value) &&
    zone() === 'comment'
  );
}
