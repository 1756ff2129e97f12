import ipaddr from 'ipaddr.js';
import { compilePattern } from './patternMatcher';
import { PatternProblem } from './patternParser';

/** What one indicator shows of itself to the ignore list. */
export interface Target {
  /** The canonical value. */
  readonly value: string;
  /** Lower case, without a last dot; in brackets no more. */
  readonly host: string;
  /** Where the host is an address. */
  readonly address: ipaddr.IPv4 | ipaddr.IPv6 | undefined;
}

type Matches = (target: Target) => boolean;

/** Regular expressions are tested against so much of a value; the host is always tested whole. */
const testedLength = 2_048;
const longestPattern = 500;

/**
 * Compiles one entry of `threatLookups.ignore`: an exact name, address or URL (a name or address also stands for every
 * URL on it), `*.corp.example` (with corp.example itself), a network in CIDR form, or `/regular expression/i`.
 */
export function compileIgnore(text: string): { readonly matches: Matches } | { readonly problem: string } {
  const pattern = text.trim();
  if (pattern === '') return { problem: 'The pattern is empty.' };
  if (pattern.length > longestPattern) return { problem: `A pattern holds at most ${longestPattern} characters.` };
  const expression = /^\/(.+)\/([a-z]*)$/is.exec(pattern);
  if (expression !== null) return fromExpression(expression[1] ?? '', expression[2] ?? '');
  const plain = pattern.replace(/\[(\.|:)\]/g, '$1').replace(/^hxxp/i, 'http');
  if (/^[^/]+\/\d+$/.test(plain)) return fromNetwork(plain);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return fromUrl(plain);
  const suffix = /^\*?\.(.+)$/.exec(plain)?.[1];
  if (suffix !== undefined) {
    const name = hostName(suffix);
    if (name === undefined) return unclear;
    return { matches: ({ host }) => host === name || host.endsWith(`.${name}`) };
  }
  const address = parseAddress(plain);
  if (address !== undefined) {
    const wanted = address.toNormalizedString();
    return { matches: (target) => target.address?.toNormalizedString() === wanted };
  }
  const name = hostName(plain);
  return name === undefined ? unclear : { matches: ({ host }) => host === name };
}

/** What is wrong with an entry of the ignore list, as a sentence; undefined for a good one. */
export function checkIgnorePattern(text: string): string | undefined {
  const compiled = compileIgnore(text);
  return 'problem' in compiled ? compiled.problem : undefined;
}

const fourNumbers = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Reads an address as it stands in a URL or a text; IPv4 inside IPv6 counts as IPv4. */
export function parseAddress(text: string): Target['address'] {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  // The library tells a name from an address by an exception, which costs more than everything else of a look.
  if (!bare.includes(':') && !fourNumbers.test(bare)) return undefined;
  const strict = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  return strict ? ipaddr.process(bare) : undefined;
}

/** A host name as URLs spell it: lower case, IDN as xn--, no last dot; undefined for what is no name. */
export function hostName(text: string): string | undefined {
  const name = text.replace(/\.$/, '');
  if (name === '' || /[\s/?#@\\*[\]:]/.test(name)) return undefined;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined;
}

const unclear = {
  problem:
    'A pattern is a name, an address, a URL, *.corp.example, a network such as 198.51.100.0/24, or /a regular expression/.',
};

function fromExpression(source: string, flags: string): ReturnType<typeof compileIgnore> {
  try {
    const pattern = compilePattern(source, flags);
    return {
      matches: ({ value, host }) =>
        pattern.test(value.slice(0, testedLength)) || pattern.test(host.slice(0, testedLength)),
    };
  } catch (error) {
    const why = error instanceof PatternProblem ? error.message : 'this is not a regular expression';
    return { problem: `/${source}/${flags}: ${why}.` };
  }
}

function fromNetwork(text: string): ReturnType<typeof compileIgnore> {
  const [first = '', bits = ''] = text.split('/');
  const bare = first.replace(/^\[(.*)\]$/, '$1');
  if (parseAddress(bare) === undefined || !ipaddr.isValidCIDR(`${bare}/${bits}`)) {
    return { problem: `${text} is no network; one looks like 198.51.100.0/24 or 2001:db8::/32.` };
  }
  const [network, length] = ipaddr.parseCIDR(`${bare}/${bits}`);
  const mapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && length >= 96;
  const range: [ipaddr.IPv4 | ipaddr.IPv6, number] = mapped
    ? [network.toIPv4Address(), length - 96]
    : [network, length];
  return {
    matches: ({ address }) => address !== undefined && address.kind() === range[0].kind() && address.match(range),
  };
}

function fromUrl(text: string): ReturnType<typeof compileIgnore> {
  if (!URL.canParse(text)) return unclear;
  const wanted = new Set([text, new URL(text).href, new URL(text).href.replace(/\/$/, '')]);
  return { matches: ({ value }) => wanted.has(value) || wanted.has(value.replace(/\/$/, '')) };
}
