import { formatIpv6, ipv6Groups } from '../../identity/addresses';
import { isDigit, isHex, isLabel } from './characters';
import { isNetwork } from './prefixLength';

/** The text around a colon: an IPv6 address, or other hexadecimal digits and colons. */
export interface Ipv6Token {
  readonly start: number;
  readonly end: number;
  /** The offset to continue the search from. */
  readonly next: number;
  /** In RFC 5952 notation; undefined if it isn't an address. */
  readonly value: string | undefined;
  readonly defanged: boolean;
}

const [colonCode, backslash] = [58, 92];

/** `2001:db8::7.443 >`, as tcpdump and the netstat of BSD and macOS write a port. */
const portBehindDotPattern = /^\.\d{1,5}(?:[\s:,;>)]|$)/;

/** The length of a colon at `at`: plain, `[:]`, or `[::]` (a double colon); 0 if there is none. */
function colonLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === colonCode) return 1;
  if (code !== 91) return 0;
  return text.startsWith('[:]', at) ? 3 : text.startsWith('[::]', at) && isHex(text.charCodeAt(at - 1)) ? 4 : 0;
}

/**
 * Reads hexadecimal digits and colons around the colon at `colon`, ignoring everything before `floor`. Times, MAC
 * addresses, fingerprints, and `a::b` in code are returned without a value, so they aren't read twice.
 */
export function readIpv6(text: string, colon: number, floor: number): Ipv6Token | undefined {
  let start = colon;
  if (text.charCodeAt(start - 1) === 91 && start - 1 > floor && isHex(text.charCodeAt(start - 2))) start--;
  const first = start;
  while (start > floor && isHex(text.charCodeAt(start - 1))) start--;
  const joined = start > 0 && start >= floor && isJoined(text.charCodeAt(start - 1)) && !followsEscape(text, start);
  if (joined) {
    start = first + colonLength(text, first);
    if (!isHex(text.charCodeAt(start))) return undefined;
  }
  if (first > start && first - start > 4) return undefined;
  let end = start;
  let colons = 0;
  let lastColon = start;
  for (;;) {
    if (isHex(text.charCodeAt(end))) end++;
    else {
      const length = colonLength(text, end);
      if (length === 0) break;
      colons++;
      end += length;
      lastColon = end;
    }
  }
  if (colons < 2 && !text.slice(start, end).includes('::')) return undefined;
  const next = end;
  if (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) {
    const tail = /^(?:\[?\.\]?\d{1,3}){3}(?![\d]|\.\d)/.exec(text.slice(end, end + 24));
    if (tail !== null) end += tail[0].length;
    else if (!portBehindDotPattern.test(text.slice(end, end + 8)))
      return { start, end, next: lastColon, value: undefined, defanged: false };
  }
  return toIpv6Token(text, start, end, Math.max(next, end), lastColon);
}

/** Whether a tab or a line break of a string precedes `start`, as in `\\t::1`. */
function followsEscape(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  return (code === 116 || code === 110 || code === 114) && text.charCodeAt(start - 2) === backslash;
}

function isJoined(code: number): boolean {
  return isLabel(code) || code === 46 || code === colonCode;
}

function toIpv6Token(text: string, start: number, to: number, next: number, lastColon: number): Ipv6Token {
  let end = to;
  const none: Ipv6Token = {
    start,
    end,
    next: text.slice(lastColon, to).includes('.') ? lastColon : next,
    value: undefined,
    defanged: false,
  };
  if (end - start > 64) return none;
  const raw = text.slice(start, end);
  if (raw.endsWith(':') && !raw.endsWith('::')) end--;
  // `[AF_INET6]2001:db8::1:1194`: OpenVPN writes the port after the address.
  if (!raw.includes('.') && text.startsWith('[AF_INET6]', start - 10))
    end = Math.max(text.lastIndexOf(':', end - 1), start);
  end = beforePort(text, start, end);
  const written = text.slice(start, end);
  const value = written.replace(/\[(::?)\]/g, '$1').replace(/\[\.\]/g, '.');
  const groups = ipv6Groups(value);
  if (
    groups === undefined ||
    isLabel(text.charCodeAt(end)) ||
    isFollowedByPath(text, end, value) ||
    !isLikelyAddress(value)
  )
    return none;
  if (isNetwork(text, start, end, value) || isBracketedNetwork(text, start, end))
    return { ...none, next: Math.max(next, end) };
  return { start, end, next: Math.max(next, end), value: formatIpv6(groups), defanged: value !== written };
}

/** The end without a port, of five digits or behind eight groups: `2001:db8::7:51820`. */
function beforePort(text: string, start: number, end: number): number {
  const last = text.slice(text.lastIndexOf(':', end - 1) + 1, end);
  // Most are times.
  if (last.length !== 5 && end - start < 17) return end;
  const groups = text.slice(start, end).split(':');
  const isPort = groups.length === 9 ? /^\d{2,5}$/.test(last) && !groups.slice(1).includes('') : /^\d{5}$/.test(last);
  return isPort && Number(last) < 65_536 ? end - last.length - 1 : end;
}

/** `[2001:db8::]/32`; after a scheme it is a host and its path. */
function isBracketedNetwork(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) !== 93 || text.charCodeAt(start - 1) !== 91 || text.charCodeAt(start - 2) === 47)
    return false;
  return /^\]\/\d{1,3}(?!\d)/.test(text.slice(end, end + 6));
}

/** `1022:1022::/home`: a line of fields, not an address. */
function isFollowedByPath(text: string, end: number, value: string): boolean {
  return value.endsWith('::') && text.charCodeAt(end) === 47 && !isDigit(text.charCodeAt(end + 1));
}

/** Rejects byte fingerprints, `a::b` and `f128::` in code, and `10::20`. */
function isLikelyAddress(value: string): boolean {
  if (/^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/i.test(value)) return false;
  if (/^[0-9a-f]{1,4}::$/i.test(value)) return /^(?:[23][0-9a-f]{3}|f[c-f][0-9a-f]{2})::$/i.test(value);
  return /\d/.test(value) && !/^[0-9a-f]{1,2}::[0-9a-f]{1,2}$/i.test(value);
}
