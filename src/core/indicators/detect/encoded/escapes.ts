import type { Occurrence } from '../../identity/types';
import { isLabel, isSpace } from '../scan/characters';
import { parseHost } from '../scan/host';
import { readHostToken } from '../scan/hostToken';
import { ByteDecoding, type DecodedText, type EncodedPart, inContaining, TextDecoding } from './decodedText';

/** Escapes of characters with which a whole name or URL can be written. */
interface Notation {
  /** Escapes of a dot, which every indicator contains, by how they start, which is looked for first. */
  readonly dots: readonly (readonly [start: string, dots: readonly string[]])[];
  /** One escape. */
  readonly escape: RegExp;
  /** The longest escape. */
  readonly maxLength: number;
  /** Characters that end a URL with an unencoded path. */
  readonly ending: string;
  readonly decode: (text: string, start: number, end: number, escape: RegExp) => DecodedText | undefined;
  /** Whether other characters of a name may be written as they are, because nothing but a reader of links is misled. */
  readonly mayBePartial?: boolean;
}

const entities: Readonly<Record<string, string>> = { period: '.', colon: ':', sol: '/', lowbar: '_' };

const notations: readonly Notation[] = [
  {
    // Letters are frequent, and each of them takes longer than a backslash that isn't there.
    dots: [
      ['\\x', ['x2e', 'x2E']],
      ['\\u', ['u002e', 'u002E']],
    ],
    escape: /\\{1,2}(?:x([\da-f]{2})|u([\da-f]{4}))/iy,
    maxLength: 7,
    ending: '\\',
    decode: decodeUnits,
  },
  {
    dots: [['%2', ['%2e', '%2E']]],
    escape: /%([\da-f]{2})/iy,
    maxLength: 3,
    ending: '&',
    decode: decodeBytes,
  },
  {
    dots: [
      ['&#', ['&#46', '&#046', '&#x2e', '&#x2E']],
      ['&peri', ['&peri']],
    ],
    escape: /&(?:#x0{0,4}([\da-f]{2,4})|#0{0,4}(\d{2,4})|(period|colon|sol|lowbar));/iy,
    maxLength: 12,
    ending: '',
    decode: decodeUnits,
    mayBePartial: true,
  },
];

const [percent, dot, atSign] = [37, 46, 64];
const maxLength = 4096;
/** The end of a scheme whose colon is an entity. */
const escapedSchemePattern = /s?&(?:colon|#0{0,4}58|#x0{0,4}3a);\/\/$/i;

/** Adds names and URLs of which every character is escaped, and names whose dots are entities. */
export function addEscaped(
  text: string,
  find: (decoded: string) => readonly Occurrence[],
  add: (part: EncodedPart) => void,
): void {
  for (const notation of notations) {
    const dots = notation.dots.flatMap(([mark, escapes]) => (text.includes(mark) ? escapes : []));
    for (const escapedDot of dots) {
      let from = 0;
      for (let at = text.indexOf(escapedDot); at !== -1; at = text.indexOf(escapedDot, Math.max(at + 1, from))) {
        const start = startOf(text, at, from, notation);
        if (start === -1) continue;
        const part = partAt(text, start, notation, find);
        from = part.end;
        if (part.found.length > 0) add(part);
      }
    }
  }
}

/** The start of the run of escapes around `at`, or -1. */
function startOf(
  text: string,
  at: number,
  from: number,
  { escape, maxLength: longest, mayBePartial }: Notation,
): number {
  let start = -1;
  // The dot may start before what was looked for.
  for (let first = at; first > at - 3 && first >= from; first--) if (lengthAt(text, first, escape) > 0) start = first;
  if (start === -1) return -1;
  const lowest = Math.max(from, start - maxLength);
  for (;;) {
    if (mayBePartial === true && start > lowest && isPartOfName(text.charCodeAt(start - 1))) {
      start--;
      continue;
    }
    let before = start - 1;
    const first = Math.max(lowest, start - longest);
    while (before >= first && before + lengthAt(text, before, escape) !== start) before--;
    if (before >= first) start = before;
    else if (mayBePartial === true && escapedSchemePattern.test(text.slice(Math.max(lowest, start - 16), start)))
      start -= 2;
    else return start;
  }
}

function lengthAt(text: string, at: number, escape: RegExp): number {
  escape.lastIndex = at;
  return escape.test(text) ? escape.lastIndex - at : 0;
}

function isPartOfName(code: number): boolean {
  return code < 128 && isLabel(code);
}

/** The encoded part at `start`: the URLs in its run of escapes, or a name that is the whole run. */
function partAt(
  text: string,
  start: number,
  { escape, decode, ending, mayBePartial = false }: Notation,
  find: (decoded: string) => readonly Occurrence[],
): EncodedPart {
  let end = start;
  const highest = Math.min(text.length, start + maxLength);
  while (end < highest) {
    const length = lengthAt(text, end, escape);
    if (length > 0) end += length;
    else if (mayBePartial && text.startsWith('//', end) && escapedSchemePattern.test(text.slice(start, end + 2)))
      end += 2;
    else if (mayBePartial && isPartOfName(text.charCodeAt(end))) end++;
    else break;
  }
  const run = decode(text, start, end, escape);
  if (run === undefined) return { start, end, found: [] };
  if (/h[tx]{2}ps?:\/?/i.test(run.text)) {
    // A path may be written as it is.
    const last = wordEnd(text, end, highest, `"'\`<>${ending}`);
    const whole = last === end ? run : (decode(text, start, last, escape) ?? run);
    const urls = find(whole.text).filter(({ type }) => type === 'url');
    return { start, end: last, found: urls.map((each) => inContaining(each, whole, text)) };
  }
  const isPartial = isInName(text, start - 1, -1) || isInName(text, end, 1);
  const host = isPartial ? undefined : parseHost(run.text, readHostToken(run.text, 0));
  if (host === undefined || host.raw !== run.text) return { start, end, found: [] };
  const { value, type, reserved } = host;
  const raw = text.slice(start, end);
  const found: Occurrence = { start, end, raw, value, type, defanged: true, reserved, encoded: true };
  return { start, end, found: [found] };
}

/** Whether the character at `at`, beside a name, belongs to it, so that only a part of it is escaped. */
function isInName(text: string, at: number, step: -1 | 1): boolean {
  const code = text.charCodeAt(at);
  return isLabel(code) || code === percent || code === atSign || (code === dot && isLabel(text.charCodeAt(at + step)));
}

/** The end of the word at `at`: a space, or one of the characters that end it. */
function wordEnd(text: string, at: number, highest: number, ending: string): number {
  let end = at;
  while (end < highest && !isSpace(text.charCodeAt(end)) && !ending.includes(text.charAt(end))) end++;
  return end;
}

/** Escapes of UTF-16 units. */
function decodeUnits(text: string, start: number, end: number, escape: RegExp): DecodedText {
  const decoded = new TextDecoding();
  for (let at = start; at < end;) {
    const length = lengthAt(text, at, escape);
    const written = text.slice(at, at + Math.max(1, length));
    decoded.add(length === 0 ? written : unitOf(written), at, at + written.length);
    at += written.length;
  }
  return decoded;
}

function unitOf(escape: string): string {
  const name = entities[escape.slice(1, -1).toLowerCase()];
  if (name !== undefined) return name;
  const [, hexadecimal, decimal] = /(?:x|u)([\da-f]+)|#(\d+)/i.exec(escape) ?? [];
  return String.fromCharCode(hexadecimal === undefined ? Number(decimal) : parseInt(hexadecimal, 16));
}

/** Escapes of bytes. */
function decodeBytes(text: string, start: number, end: number, escape: RegExp): DecodedText | undefined {
  const bytes = new ByteDecoding();
  for (let at = start; at < end;) {
    const length = Math.max(1, lengthAt(text, at, escape));
    const code = length === 1 ? text.charCodeAt(at) : parseInt(text.slice(at + 1, at + length), 16);
    if (code > 255) return undefined;
    bytes.add(code, at, at + length);
    at += length;
  }
  return bytes.text(undefined);
}
