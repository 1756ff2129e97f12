import type { Occurrence } from '../../identity/types';
import { parseHost } from '../scan/host';
import { readHostToken } from '../scan/hostToken';
import { ByteDecoding, type DecodedText, inContaining, TextDecoding } from './decodedText';
import { isUrlDefense, getWrapper } from './wrappers';

/** Links in links in links are rare, and text made to be slow contains thousands. */
const maxDepth = 4;
const maxLinks = 8;
/** Texts searched in an outermost URL, however deep they are. */
const maxTexts = 12;
const maxLength = 16_384;

/** A URL in the path, the query, or the fragment of another one. */
const innerPattern = /([=/?#]|=3D)h(?:tt|xx)ps?(?:\[?:\]?|%3a|%253a)(?:(?:\\?\/){2}|(?:%2f){2}|(?:%252f){2})/gi;
/** The end of a value in a query; `\u0026` is an ampersand in JSON. */
const valueEndPattern = /&|#|\\u0026|$/g;
const escapePattern = /%([\da-f]{2})/iy;

/** In how many links, each in another one, a text is, and how many more texts are searched in the outermost one. */
export interface Nesting {
  readonly depth: number;
  readonly budget: { texts: number };
}

/** The nesting of what an outermost URL contains. */
export function outermost(): Nesting {
  return { depth: 0, budget: { texts: maxTexts } };
}

/** Finds indicators in a text. */
type Find = (text: string, nesting: Nesting) => readonly Occurrence[];

/** Finds what is in a contained text; nothing once too many were searched. */
function findDeeper(text: string, { depth, budget }: Nesting, find: Find): readonly Occurrence[] {
  return budget.texts-- > 0 ? find(text, { depth: depth + 1, budget }) : [];
}

/** Whether a URL contains another one, or hides the one where it leads. */
export function isLinkToOther(url: string): boolean {
  return getWrapper(url) !== undefined || url.search(innerPattern) !== -1;
}

/** How the hosts of links of Mimecast start: `protect-us`, `url.us`. */
const firstOfMimecast = 'pu';
const httpsLength = 'https://'.length;
const innerSchemePattern = /[=/?#D_]h(?:tt|xx)p/i;

/** The URLs in a URL, or names for some wrappers, each with the links nested in it, in the order of the text. */
export function linkedIn(url: Occurrence, nesting: Nesting, find: Find): readonly Occurrence[] {
  const { raw, start, value } = url;
  if (nesting.depth >= maxDepth || raw.length > maxLength) return [];
  const name = firstOfMimecast.includes(value.charAt(httpsLength)) ? mimecastName(raw, value) : [];
  if (name.length === 0 && !innerSchemePattern.test(raw)) return [];
  const own = isUrlDefense(value) ? urlDefense(raw, find, nesting) : undefined;
  const found = own ?? withName(inner(raw, find, nesting), name);
  return found.map((each) => ({ ...each, start: each.start + start, end: each.end + start }));
}

/** Adds names to links in their order, except for those within a link, which has found them. */
function withName(links: readonly Occurrence[], names: readonly Occurrence[]): readonly Occurrence[] {
  const own = names.filter(({ start, end }) => links.every((link) => end <= link.start || start >= link.end));
  return [...own, ...links].toSorted((a, b) => a.start - b.start);
}

/** The URLs in the path, the query, and the fragment of a URL. */
function inner(raw: string, find: Find, nesting: Nesting): readonly Occurrence[] {
  const found: Occurrence[] = [];
  let done = raw.indexOf('//') + 2;
  let count = 0;
  for (const { 0: matched, 1: opener = '', index } of raw.matchAll(innerPattern)) {
    const from = index + opener.length;
    if (from <= done) continue;
    if (++count > maxLinks) break;
    const isEncoded = matched.includes('%');
    const to = opener === '/' && !isEncoded ? raw.length : endOfValue(raw, from);
    const written = percentDecoded(raw, from, to, isEncoded ? (/%25/.test(matched) ? 2 : 1) : 0);
    const [first, ...others] = written === undefined ? [] : findDeeper(written.text, nesting, find);
    if (written === undefined || first?.type !== 'url' || first.start !== 0) continue;
    const all = [first, ...others.filter(({ end }) => end <= first.end)];
    found.push(...all.map((each) => inContaining(each, written, raw)));
    done = found.at(-all.length)?.end ?? to;
  }
  return found;
}

function endOfValue(raw: string, from: number): number {
  valueEndPattern.lastIndex = from;
  return valueEndPattern.exec(raw)?.index ?? raw.length;
}

/** The text of a value with its escapes decoded some times; undefined if that isn't text. */
function percentDecoded(raw: string, from: number, to: number, times: number): DecodedText | undefined {
  if (times === 0) {
    const decoded = new TextDecoding();
    for (let at = from; at < to; at++) decoded.add(raw.charAt(at), at, at + 1);
    return decoded;
  }
  const bytes = new ByteDecoding();
  for (let at = from; at < to;) {
    escapePattern.lastIndex = at;
    const [whole, hex] = escapePattern.exec(raw) ?? [];
    if (whole !== undefined && hex !== undefined) {
      bytes.add(parseInt(hex, 16), at, at + whole.length);
      at += whole.length;
    } else {
      for (const byte of Buffer.from(raw.charAt(at))) bytes.add(byte, at, at + 1);
      at++;
    }
  }
  const once = bytes.text(undefined);
  if (once === undefined || times === 1) return once;
  const twice = percentDecoded(once.text, 0, once.text.length, times - 1);
  return (
    twice && {
      text: twice.text,
      starts: Array.from({ length: twice.text.length }, (_, at) => once.starts[twice.starts[at] ?? 0] ?? 0),
      ends: Array.from({ length: twice.text.length }, (_, at) => once.ends[(twice.ends[at] ?? 1) - 1] ?? 0),
    }
  );
}

/** The name in a link of Mimecast, which doesn't contain more. */
function mimecastName(raw: string, value: string): readonly Occurrence[] {
  if (getWrapper(value) !== 'Mimecast') return [];
  const match = /(?<=[?&;]domain=(?:3D)?)[^&#\s]{1,253}/.exec(raw);
  if (match === null) return [];
  const { index, 0: name } = match;
  const host = parseHost(name, readHostToken(name, 0));
  if (host === undefined || host.raw !== name) return [];
  const { type, reserved, defanged } = host;
  return [{ start: index, end: index + name.length, raw: name, value: host.value, type, defanged, reserved }];
}

/** The URL in a link of Proofpoint URL Defense in its second or third form; undefined for the first, which only escapes. */
function urlDefense(raw: string, find: Find, nesting: Nesting): readonly Occurrence[] | undefined {
  const decoded = /\/v3\/__/.test(raw) ? thirdForm(raw) : /\/v2\/url\?/.test(raw) ? secondForm(raw) : undefined;
  if (decoded === undefined) return undefined;
  const [first, ...others] = findDeeper(decoded.text, nesting, find);
  if (first?.type !== 'url' || first.start !== 0) return [];
  return [first, ...others.filter(({ end }) => end <= first.end)].map((each) => inContaining(each, decoded, raw));
}

/** `u=https-3A__a.example_x`: a hyphen for each percent sign, an underscore for each slash. */
function secondForm(raw: string): DecodedText | undefined {
  const match = /(?<=[?&;]u=(?:3D)?)h[^&#\s]+/.exec(raw);
  if (match === null) return undefined;
  const bytes = new ByteDecoding();
  const [written] = match;
  for (let at = 0; at < written.length; at++) {
    const from = match.index + at;
    const hex = /^-([\da-f]{2})/i.exec(written.slice(at, at + 3))?.[1];
    if (hex === undefined) {
      const character = written.charAt(at) === '_' ? '/' : written.charAt(at);
      for (const byte of Buffer.from(character)) bytes.add(byte, from, from + 1);
    } else {
      bytes.add(parseInt(hex, 16), from, from + 3);
      at += 2;
    }
  }
  return bytes.text(undefined);
}

const runDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const shortestRun = 2;

/**
 * `/v3/__https://a.example/x*y__;Iw!!…`: an asterisk for each of some characters, and two with a digit for several, which
 * follow in Base64.
 */
function thirdForm(raw: string): DecodedText | undefined {
  const match = /(?<=\/v3\/__)(.+?)__;([\w-]*)(?==*!)/.exec(raw);
  if (match === null) return undefined;
  const [, written = '', replaced = ''] = match;
  const characters = Array.from(Buffer.from(replaced, 'base64url').toString('utf8'));
  const decoded = new TextDecoding();
  let next = 0;
  for (let at = 0; at < written.length;) {
    const from = match.index + at;
    const run = written.startsWith('**', at) ? runDigits.indexOf(written.charAt(at + 2)) : -1;
    const isReplaced = written.charAt(at) === '*';
    const count = run !== -1 && at + 2 < written.length ? run + shortestRun : 1;
    const length = count === 1 ? 1 : 3;
    if (!isReplaced) decoded.add(written.charAt(at), from, from + 1);
    else decoded.add(characters.slice(next, next + count).join(''), from, from + length);
    if (isReplaced) next += count;
    at += length;
  }
  return withTwoSlashes(decoded);
}

/** `https:/a.example`: what some programs make of two slashes in a path. */
function withTwoSlashes(decoded: TextDecoding): DecodedText {
  const [scheme] = /^[a-z]{4,5}:\/(?!\/)/i.exec(decoded.text) ?? [];
  if (scheme === undefined) return decoded;
  const at = scheme.length;
  const twice = <T>(list: readonly T[]): readonly T[] => [...list.slice(0, at), ...list.slice(at - 1)];
  return {
    text: `${scheme}/${decoded.text.slice(at)}`,
    starts: twice(decoded.starts),
    ends: twice(decoded.ends),
  };
}
