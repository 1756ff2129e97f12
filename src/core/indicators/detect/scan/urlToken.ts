import { formatIpv6, ipv6Groups } from '../../identity/addresses';
import { asciiTable, isDigit, isSpace } from './characters';
import { DotForm } from './dotVariants';
import { type Host, parseHost } from './host';
import { readHostToken, stripInvisible } from './hostToken';
import { type Scheme, type Separator, slashEnd } from './schemes';
import { isSpecialAddress } from '../../registry/specialAddresses';
import type { Occurrence } from '../../identity/types';
import { decodeRest, isQuotedPrintable, type UrlContext, urlEnd } from './urlEnd';

/** A URL, or text that looks like one but has no valid host, for which only the end is known. */
export interface UrlToken {
  readonly end: number;
  readonly occurrence: Occurrence | undefined;
}

/** The context that determines where a URL at `start` ends. */
export function urlContext(text: string, start: number, languageId: string | undefined): UrlContext {
  return {
    before: start > 0 ? text.charAt(start - 1) : '',
    bracketEnds: languageId === 'asciidoc' || languageId === 'adoc',
    commaEnds: languageId === 'csv' || isCell(text, start),
    semicolonEnds: isCellOfSemicolons(text, start),
  };
}

const maxLineLength = 512;

/** Whether a URL at `start` is a cell of comma-separated values: after a comma, or first in a row of three or more. */
function isCell(text: string, start: number): boolean {
  const before = start > 0 ? text.charAt(start - 1) : '\n';
  if (before === ',') return true;
  if (before !== '\n') return false;
  const [line = ''] = text.slice(start, start + maxLineLength).split(/[\r\n]/, 1);
  const commas = line.split(',').length - 1;
  return commas >= 2;
}

/** The same for semicolons; `;jsessionid=1` belongs to a URL. */
function isCellOfSemicolons(text: string, start: number): boolean {
  const before = start > 0 ? text.charAt(start - 1) : '\n';
  if (before !== ';' && before !== '\n') return false;
  const [written = ''] = text.slice(start, start + maxLineLength).split(/[\r\n]/, 1);
  const line = written.replace(/&#?\w{1,8};/g, '&');
  return (before === ';' || line.split(';').length > 2) && !/;[\w.-]{1,32}=/.test(line);
}

const atSign = 64;
/**
 * The end of the path, query, or fragment at `at`; `at` if there is none. A URL can't end within the slash that starts it,
 * such as `&#x2f;`.
 */
export function restEnd(text: string, at: number, context: UrlContext): number {
  if (!startsRest(text, at)) return at;
  const end = urlEnd(text, at, context);
  const slash = text.startsWith('[/]', at) ? at + 3 : slashEnd(text, at);
  return end > at && end < slash ? at : end;
}

const maxUserinfoLength = 256;
const authorityEnds = asciiTable('/?#"\'<>`\\|,');

const authorityEndPattern = /[@\s/?#"'<>`\\|,]/g;

/** The end of the user information that starts at `from` (after its `@`); `from` if there is none. */
export function userinfoEnd(text: string, from: number): number {
  // Nearly all URLs have none.
  authorityEndPattern.lastIndex = from;
  if (!authorityEndPattern.test(text) || text.charCodeAt(authorityEndPattern.lastIndex - 1) !== atSign) return from;
  let at = 0;
  for (let position = from; position < from + maxUserinfoLength; position++) {
    const code = text.charCodeAt(position);
    if (code === atSign) at = position;
    else if (isSpace(code) || authorityEnds[code] === 1) break;
  }
  if (at === 0) return from;
  return text.charCodeAt(at - 1) === 91 && text.charCodeAt(at + 1) === 93 ? at + 2 : at + 1;
}

/** The end and digits of a port after a host (`:80`, `[:]80`); undefined if there is none. */
export function portAt(text: string, at: number): { readonly end: number; readonly port: string } | undefined {
  const from = text.charCodeAt(at) === 58 ? at + 1 : text.startsWith('[:]', at) ? at + 3 : 0;
  if (from === 0) return undefined;
  let end = from;
  while (end < from + 5 && isDigit(text.charCodeAt(end))) end++;
  return end === from || isDigit(text.charCodeAt(end)) ? undefined : { end, port: text.slice(from, end) };
}

/** The offset after the colon of an empty port, `a.example:/x` (RFC 3986, 3.2.3); `at` if there is none. */
function emptyPortEnd(text: string, at: number): number {
  const isEmpty = text.charCodeAt(at) === 58 && text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) !== 47;
  return isEmpty ? at + 1 : at;
}

/** Whether a path, query, or fragment starts at `at`. */
export function startsRest(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 63 || code === 35 || slashEnd(text, at) > 0 || text.startsWith('[/]', at);
}

interface Authority {
  /** Canonical; an IPv6 address in brackets. */
  readonly host: string;
  readonly end: number;
  readonly defanged: boolean;
  readonly reserved: boolean;
  /** Whether the text up to `end` is the canonical form. */
  readonly canonical: boolean;
}

function readAuthority(text: string, at: number): Authority | undefined {
  if (text.charCodeAt(at) === 91) return readBracketed(text, at);
  const host = parseHost(text, readHostToken(text, at), true);
  if (host?.start !== at) return undefined;
  const { value, raw, reserved, end } = host;
  const rootDot = text.charCodeAt(end) === 46 && (startsRest(text, end + 1) || portAt(text, end + 1) !== undefined);
  return {
    host: value,
    end: rootDot ? end + 1 : end,
    defanged: isDefanged(host),
    reserved,
    canonical: !rootDot && value === raw,
  };
}

function readBracketed(text: string, at: number): Authority | undefined {
  const inner = /^\[((?:[0-9a-f:.]|\[(?:::?|\.)\]){2,96})(?:%[\w.~%-]{1,32})?\]/i.exec(text.slice(at, at + 140));
  if (inner?.[1] === undefined) return undefined;
  const written = inner[1].replace(/\[(::?|\.)\]/g, '$1');
  const groups = ipv6Groups(written);
  if (groups === undefined) return undefined;
  const value = formatIpv6(groups);
  return {
    host: `[${value}]`,
    end: at + inner[0].length,
    defanged: written !== inner[1],
    reserved: isSpecialAddress(value),
    canonical: false,
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

/** Reads the URL after a supported scheme. */
export function readUrl(text: string, scheme: Scheme, separator: Separator, languageId: string | undefined): UrlToken {
  const context = urlContext(text, scheme.start, languageId);
  const hostStart = userinfoEnd(text, separator.end);
  const authority = readAuthority(text, hostStart);
  if (authority === undefined) return { end: hostlessEnd(text, separator.end, context), occurrence: undefined };
  const port = portAt(text, authority.end);
  const restStart = port?.end ?? emptyPortEnd(text, authority.end);
  const last = Math.max(authority.end, restEnd(text, restStart, context));
  const whole = text.slice(restStart, last);
  const end = restStart + argumentLength(text, scheme.start, whole);
  const written = end === last ? whole : text.slice(restStart, end);
  const rest = decodeRest(written, isQuotedPrintable(text, scheme.start));
  const raw = text.slice(scheme.start, end);
  const canonicalUrl = (): string => {
    const { name = 'http' } = scheme;
    const userinfo = stripInvisible(text.slice(separator.end, hostStart)).replaceAll('[@]', '@');
    return `${name}://${userinfo}${authority.host}${port === undefined ? '' : `:${port.port}`}${rest}`;
  };
  const isCanonical =
    authority.canonical &&
    (port === undefined ? restStart === authority.end : text.charCodeAt(authority.end) === 58) &&
    hostStart === scheme.start + `${scheme.word}://`.length &&
    scheme.word === scheme.name &&
    rest === written;
  const value = isCanonical ? raw : canonicalUrl();
  const defanged = scheme.defanged || separator.defanged || authority.defanged;
  const { reserved } = authority;
  return { end, occurrence: { start: scheme.start, end, raw, value, type: 'url', defanged, reserved } };
}

/** Separators between the words of a command: a space, or its encodings in a query. */
const separators = new Map<number, RegExp>([
  [32, /;/],
  [43, /[;+|`]|%(?:3b|7c)/i],
  [48, /[;|`]|%(?:20|3b|7c|26)/i],
  [125, /[;|`]|%(?:20|3b|7c|26)/i],
]);

/** A command that downloads a file, with its options. */
const downloadCommandPattern =
  /(?:^|[^a-z])(?:wget|curl|fetch|ftpget|lwp-download)(?:(?: |\+|%20|\$\{IFS\})-[\w.-]{1,24}){0,4}(?: |\+|%20|\$\{IFS\})$/i;

const reach = 96;
const space = 32;
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
