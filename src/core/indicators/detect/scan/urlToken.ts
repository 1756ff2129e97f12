import { canonicalAddress, formatIpv6, ipv6Groups } from '../../identity/addresses';
import { type Authority, endsHost, escapeStart, isForBrowsers, readBrowserHost, readUserinfo } from './authority';
import { isDigit } from './characters';
import { DotForm } from './dotVariants';
import { type Host, parseHost } from './host';
import { readHostToken, stripInvisible } from './hostToken';
import { type Scheme, type Separator, slashEnd, slashesEnd } from './schemes';
import { isSpecialAddress } from '../../registry/specialAddresses';
import type { Occurrence } from '../../identity/types';
import { UrlContext } from './urlContext';
import { decodeRest, type EndContext, urlEnd } from './urlEnd';

/** A URL, or text that looks like one but has no valid host, for which only the end is known. */
export interface UrlToken {
  readonly end: number;
  readonly occurrence: Occurrence | undefined;
  /** The host that a browser visits if it reads a tag behind the URL as part of its user information. */
  readonly behindTag?: HostBehindTag | undefined;
}

/** The host of a URL behind a tag that ends it in a text. */
export interface HostBehindTag {
  /** After the at sign. */
  readonly start: number;
  readonly host: Occurrence;
  /** After its port and path. */
  readonly end: number;
}

/**
 * The end of the path, query, or fragment at `at`; `at` if the URL has nothing of these. A URL can't end within the slash
 * that starts it, such as `&#x2f;`.
 */
export function restEnd(text: string, at: number, context: EndContext): number {
  if (!startsRest(text, at)) return at;
  const end = urlEnd(text, at, context);
  const slash = text.startsWith('[/]', at) ? at + 3 : slashEnd(text, at);
  return end > at && end < slash ? at : end;
}

/** The end and digits of a port after a host (`:80`, `[:]80`); undefined if there is no port. */
export function portAt(text: string, at: number): { readonly end: number; readonly port: string } | undefined {
  const from = text.charCodeAt(at) === 58 ? at + 1 : text.startsWith('[:]', at) ? at + 3 : 0;
  if (from === 0) return undefined;
  let end = from;
  while (end < from + 5 && isDigit(text.charCodeAt(end))) end++;
  return end === from || isDigit(text.charCodeAt(end)) ? undefined : { end, port: text.slice(from, end) };
}

/** The offset after the colon of an empty port, `a.example:/x` (RFC 3986, 3.2.3); `at` if there is no such colon. */
function emptyPortEnd(text: string, at: number): number {
  const isEmpty = text.charCodeAt(at) === 58 && text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) !== 47;
  return isEmpty ? at + 1 : at;
}

/** Whether a path, query, or fragment starts at `at`. */
export function startsRest(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 63 || code === 35 || slashEnd(text, at) > 0 || text.startsWith('[/]', at);
}

interface UrlHost {
  /** After the user information. */
  readonly hostStart: number;
  /** Canonical; an IPv6 address in brackets. */
  readonly host: string;
  readonly end: number;
  readonly defanged: boolean;
  readonly reserved: boolean;
  /** Whether the text up to `end` is the canonical form. */
  readonly canonical: boolean;
  /** The start of the host if it is only the end of the text that a browser reads as the host. */
  readonly nameStart: number | undefined;
}

function readHost(text: string, at: number, context: UrlContext): UrlHost | undefined {
  if (text.charCodeAt(at) === 91) return readBracketed(text, at);
  const token = readHostToken(text, at);
  const parsed = parseHost(text, token, true);
  const host = parsed?.start === at ? parsed : undefined;
  const isBrowsers = host === undefined ? isForBrowsers(text, token, context) : !endsHost(text, host.end, context);
  const isMixed = (token.forms & (DotForm.escaped | DotForm.spaced)) !== 0 && !context.defanged;
  if (isBrowsers || isMixed) {
    const browsers = readBrowserHost(text, at, context);
    if (browsers !== undefined && (isBrowsers || browsers.end < (host?.end ?? 0))) {
      const { value, end, reserved, nameStart } = browsers;
      const hostEnd = afterRootDot(text, end);
      return { hostStart: at, host: value, end: hostEnd, defanged: false, reserved, canonical: false, nameStart };
    }
    // The host goes on with an entity that can't be part of one, or that isn't known.
    if (context.attribute && text.charCodeAt(host?.end ?? at) === ampersand) return undefined;
  }
  if (host === undefined) return undefined;
  const { value, raw, reserved } = host;
  const end = afterRootDot(text, host.end);
  const canonical = end === host.end && value === raw;
  return { hostStart: at, host: value, end, defanged: isDefanged(host), reserved, canonical, nameStart: undefined };
}

/** The offset after the root dot of a host in a URL (`a.example./x`); `at` if the host has no root dot. */
function afterRootDot(text: string, at: number): number {
  const isRootDot = text.charCodeAt(at) === 46 && (startsRest(text, at + 1) || portAt(text, at + 1) !== undefined);
  return isRootDot ? at + 1 : at;
}

function readBracketed(text: string, at: number): UrlHost | undefined {
  const inner = /^\[((?:[0-9a-f:.]|\[(?:::?|\.)\]){2,96})(?:%[\w.~%-]{1,32})?\]/i.exec(text.slice(at, at + 140));
  if (inner?.[1] === undefined) return undefined;
  const written = inner[1].replace(/\[(::?|\.)\]/g, '$1');
  const groups = ipv6Groups(written);
  if (groups === undefined) return undefined;
  const value = formatIpv6(groups);
  return {
    hostStart: at,
    host: `[${value}]`,
    end: at + inner[0].length,
    defanged: written !== inner[1],
    reserved: isSpecialAddress(value),
    canonical: false,
    nameStart: undefined,
  };
}

/** Whether a host is defanged. */
export function isDefanged(host: Host): boolean {
  return host.forms !== DotForm.plain;
}

/**
 * The end of a URL without a valid host. It can contain a template; another scheme starts a new URL; a name after a
 * wildcard (`https://*.`) is read as a bare host.
 */
function hostlessEnd(text: string, from: number, context: UrlContext): number {
  if (/^[a-z*]{3,6}(?:\[?:|:\[)/i.test(text.slice(from, from + 8))) return from;
  if (text.startsWith('*.', from)) return from + 2;
  if (text.startsWith('*[.]', from)) return from + 4;
  if (!/[${%<(]/.test(text.charAt(from))) return urlEnd(text, from, context);
  return from + (/^[^\s"'`]*/.exec(text.slice(from, from + 512))?.[0].length ?? 0);
}

function readBehindTag(text: string, at: number, context: UrlContext): HostBehindTag | undefined {
  const read = at === 0 ? undefined : readHost(text, at, context);
  if (read === undefined) return undefined;
  const { reserved, nameStart } = read;
  const value = read.host.replace(/^\[(.*)\]$/, '$1');
  const nameOrHostStart = nameStart ?? at;
  const raw = text.slice(nameOrHostStart, read.end);
  const type = canonicalAddress(value) === undefined ? 'domain' : 'ip';
  const rest = portAt(text, read.end)?.end ?? emptyPortEnd(text, read.end);
  return {
    start: at,
    host: { start: nameOrHostStart, end: read.end, raw, value, type, defanged: raw.toLowerCase() !== value, reserved },
    end: Math.max(read.end, restEnd(text, rest, context)),
  };
}

interface UrlAuthority extends UrlHost {
  /** With the at sign; empty if the URL has no user name. */
  readonly userinfo: string;
}

function readAuthority(
  text: string,
  from: number,
  { hostStart, userinfo, isUncertain }: Authority,
  context: UrlContext,
): UrlAuthority | undefined {
  const host = readHost(text, hostStart, context);
  if (host !== undefined) return { ...host, userinfo };
  // `the 'https://a.example'@home`: a browser would open `home`.
  const before = isUncertain && !context.enclosed ? readHost(text, from, context) : undefined;
  return before === undefined ? undefined : { ...before, userinfo: '' };
}

/** Reads the URL after a supported scheme. */
export function readUrl(text: string, scheme: Scheme, separator: Separator, languageId: string | undefined): UrlToken {
  const context = new UrlContext(text, scheme.start, languageId, scheme.defanged || separator.defanged);
  let from = escapeStart(text, slashesEnd(text, separator.end), context);
  // `hxxp:// a.example`
  if (scheme.defanged && text.charCodeAt(from) === space) from++;
  const read = readUserinfo(text, from, context);
  const authority = readAuthority(text, from, read, context);
  const behindTag = readBehindTag(text, read.behindTag, context);
  if (authority === undefined) {
    const end = hostlessEnd(text, separator.end, context);
    return { end: behindTag === undefined ? end : Math.min(end, behindTag.start), occurrence: undefined, behindTag };
  }
  const { hostStart, reserved, nameStart } = authority;
  const port = portAt(text, authority.end);
  const restStart = port?.end ?? emptyPortEnd(text, authority.end);
  const last = Math.max(authority.end, restEnd(text, restStart, context));
  const whole = text.slice(restStart, last);
  const length = argumentLength(text, scheme.start, whole);
  // The next command ends the URL as the end of a text does: punctuation in front of it isn't a part.
  const end =
    restStart + length === last
      ? last
      : Math.max(restStart, restEnd(text.slice(0, restStart + length), restStart, context));
  if (nameStart !== undefined) {
    const raw = text.slice(nameStart, authority.end);
    const name = { start: nameStart, end: authority.end, raw, value: authority.host, type: 'domain' } as const;
    return { end, occurrence: { ...name, defanged: raw.toLowerCase() !== authority.host, reserved }, behindTag };
  }
  const written = end === last ? whole : text.slice(restStart, end);
  const rest = decodeRest(written, context.quotedPrintable);
  const raw = text.slice(scheme.start, end);
  const canonicalUrl = (): string => {
    const { name = 'http' } = scheme;
    const userinfo = encodeUserinfo(stripInvisible(authority.userinfo));
    return `${name}://${userinfo}${authority.host}${port === undefined ? '' : `:${port.port}`}${rest}`;
  };
  const isCanonical =
    authority.canonical &&
    (port === undefined ? restStart === authority.end : text.charCodeAt(authority.end) === 58) &&
    hostStart === scheme.start + `${scheme.word}://`.length &&
    text.startsWith('://', scheme.start + scheme.word.length) &&
    scheme.word === scheme.name &&
    rest === written;
  const value = isCanonical ? raw : canonicalUrl();
  const defanged = scheme.defanged || separator.defanged || authority.defanged;
  return { end, occurrence: { start: scheme.start, end, raw, value, type: 'url', defanged, reserved }, behindTag };
}

/** Encodes what ends a URL in any text. Browsers do as well. */
function encodeUserinfo(userinfo: string): string {
  return userinfo.replace(
    /[\s"<>`\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** Separators between the words of a command: a space, or its encodings in a query; not the end of an entity for a slash. */
const separators = new Map<number, RegExp>([
  [32, /(?<!&(?:#x2f|#47|sol));/i],
  [43, /(?<!&(?:#x2f|#47|sol));|[+|`]|%(?:3b|7c)/i],
  [48, /(?<!&(?:#x2f|#47|sol));|[|`]|%(?:20|3b|7c|26)/i],
  [125, /(?<!&(?:#x2f|#47|sol));|[|`]|%(?:20|3b|7c|26)/i],
]);

/** A command that downloads a file, with its options. */
const downloadCommandPattern =
  /(?:^|[^a-z])(?:wget|curl|fetch|ftpget|lwp-download)(?:(?: |\+|%20|\$\{IFS\})-[\w.-]{1,24}){0,4}(?: |\+|%20|\$\{IFS\})$/i;

const reach = 96;
const [space, ampersand] = [32, 38];
const neverPattern = /(?!)/;

/**
 * The length of the part of `rest` that belongs to the URL at `start`: up to the next word or command if the URL is a
 * command argument in a request (`wget+http://a.example/x;sh+x`), otherwise all of it.
 */
function argumentLength(text: string, start: number, rest: string): number {
  const code = text.charCodeAt(start - 1);
  // Most URLs follow a space and contain no semicolon, so the text before them is checked last.
  if (code === space && !rest.includes(';')) return rest.length;
  const length = rest.search(separators.get(code) ?? neverPattern);
  return length === -1 || !downloadCommandPattern.test(text.slice(Math.max(0, start - reach), start))
    ? rest.length
    : length;
}
