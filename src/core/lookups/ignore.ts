import ipaddr from 'ipaddr.js';
import { hostName, parseAddress } from './hostForms';
import { compilePattern, type SafePattern } from './patternMatcher';
import { PatternProblem, PatternTooLong } from './patternParser';

/** The meaning of an entry of the ignore list. */
export type IgnoreRule =
  | { readonly kind: 'host' | 'suffix' | 'address'; readonly name: string }
  | { readonly kind: 'network'; readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly length: number }
  | { readonly kind: 'url'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'expression'; readonly pattern: SafePattern };

/** Why an entry can't be used; `beyond`: it may be valid, but exceeds what can be matched in bounded time. */
export interface IgnoreProblem {
  readonly problem: string;
  readonly beyond: boolean;
}

/** The maximum length of an entry, in UTF-16 code units. */
const maxPatternLength = 500;

/**
 * Parses an entry of `threatLookups.ignore`: an exact name, address, or URL (a name or address also covers every URL
 * on it), `*.corp.example` (including corp.example itself), a network in CIDR form, or `/regular expression/i`.
 */
export function readIgnoreEntry(text: string): IgnoreRule | IgnoreProblem {
  const pattern = text.trim();
  if (pattern === '') return { problem: 'The pattern is empty.', beyond: false };
  if (pattern.length > maxPatternLength)
    return { problem: `A pattern holds at most ${maxPatternLength} characters.`, beyond: true };
  const expression = /^\/(.+)\/([a-z]*)$/is.exec(pattern);
  if (expression !== null) return fromExpression(expression[1] ?? '', expression[2] ?? '');
  const plain = pattern.replace(/\[(\.|:)\]/g, '$1').replace(/^hxxp/i, 'http');
  if (/^[^/]+\/\d+$/.test(plain)) return fromNetwork(plain);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return fromUrl(plain);
  const suffix = /^\*?\.(.+)$/.exec(plain)?.[1];
  if (suffix !== undefined) {
    const name = hostName(suffix);
    return name === undefined ? unclear : { kind: 'suffix', name };
  }
  const address = parseAddress(plain);
  if (address !== undefined) return { kind: 'address', name: address.toNormalizedString() };
  const name = hostName(plain);
  return name === undefined ? unclear : { kind: 'host', name };
}

/** Why an entry of the ignore list is invalid, as a sentence; undefined for a valid one. */
export function checkIgnorePattern(text: string): string | undefined {
  const read = readIgnoreEntry(text);
  return 'problem' in read ? read.problem : undefined;
}

const unclear = {
  problem:
    'A pattern is a name, an address, a URL, *.corp.example, a network such as 198.51.100.0/24, or /a regular expression/.',
  beyond: false,
};

function fromExpression(source: string, flags: string): IgnoreRule | IgnoreProblem {
  try {
    return { kind: 'expression', pattern: compilePattern(source, flags) };
  } catch (error) {
    const why = error instanceof PatternProblem ? error.message : 'this is not a regular expression';
    return { problem: `/${source}/${flags}: ${why}.`, beyond: error instanceof PatternTooLong };
  }
}

function fromNetwork(text: string): IgnoreRule | IgnoreProblem {
  const [first = '', bits = ''] = text.split('/');
  const bare = first.replace(/^\[(.*)\]$/, '$1');
  const written = parseAddress(bare);
  // The library is slow, and lists of networks are long.
  if (written !== undefined && !bare.includes(':') && Number(bits) <= 32)
    return { kind: 'network', address: written, length: Number(bits) };
  if (written === undefined || !ipaddr.isValidCIDR(`${bare}/${bits}`)) {
    return { problem: `${text} isn't a network. Use a form such as 198.51.100.0/24 or 2001:db8::/32.`, beyond: false };
  }
  const [address, length] = ipaddr.parseCIDR(`${bare}/${bits}`);
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96;
  return mapped
    ? { kind: 'network', address: address.toIPv4Address(), length: length - 96 }
    : { kind: 'network', address, length };
}

function fromUrl(text: string): IgnoreRule | IgnoreProblem {
  if (!URL.canParse(text)) return unclear;
  const { href } = new URL(text);
  return { kind: 'url', values: new Set([text, href, href.replace(/\/$/, '')]) };
}
