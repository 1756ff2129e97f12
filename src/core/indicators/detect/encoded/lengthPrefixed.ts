import type { Occurrence } from '../../identity/types';
import { isDigit, isHex, isLabel } from '../scan/characters';
import { parseHost } from '../scan/host';
import { readHostToken } from '../scan/hostToken';
import type { EncodedPart } from './decodedText';

/** How a program writes the lengths of the labels of a name. */
interface Notation {
  /** How the end of each name, the label of length zero, starts. */
  readonly root: string;
  /** The text to search for first: rare in other texts. */
  readonly mark: string;
  /** The end of the root at an offset. */
  readonly rootEnd: (text: string, at: number) => number;
  /** Stores the start and the value of the length that ends at `end` in `length`; false if there isn't one. */
  readonly lengthBefore: (text: string, end: number, length: Length) => boolean;
}

/** A length in front of a label. */
interface Length {
  start: number;
  value: number;
}

const [openParenthesis, closeParenthesis, bar, backslash, space] = [40, 41, 124, 92, 32];

const notations: readonly Notation[] = [
  // The debug log of the DNS server of Windows: `(4)evil(7)example(0)`.
  { root: '(0)', mark: '(0)', rootEnd: (_, at) => at + 3, lengthBefore: inParentheses },
  // Rules of Snort and Suricata: `|04|evil|07|example|00|`, possibly with other bytes in the first and the last bars.
  { root: '|00', mark: '|00', rootEnd: barsEnd, lengthBefore: inBars },
  // Bytes of a packet as a string: `\x04evil\x07example\x00`.
  { root: '\\x00', mark: 'x00', rootEnd: (_, at) => at + 4, lengthBefore: escaped },
];

const maxLabels = 127;
const maxLabelLength = 63;
const maxBytes = 64;

/** Adds the names whose labels are preceded by their lengths, in each notation. */
export function addLengthPrefixed(text: string, add: (part: EncodedPart) => void): void {
  for (const notation of notations) {
    const { root, mark } = notation;
    // An `x` is frequent, a backslash isn't.
    if (root !== mark && !text.includes('\\x')) continue;
    const offset = root.indexOf(mark);
    let from = 0;
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      const end = at - offset;
      if (end <= from || !isLabel(text.charCodeAt(end - 1)) || !text.startsWith(root, end)) continue;
      const found = nameBefore(text, from, end, notation);
      if (found === undefined) continue;
      from = found.end;
      add({ start: found.start, end: found.end, found: [found] });
    }
  }
}

/** The name that ends with the root at `at`: every length is that of the label after it. */
function nameBefore(text: string, from: number, at: number, notation: Notation): Occurrence | undefined {
  const length: Length = { start: 0, value: 0 };
  let name = '';
  let start = at;
  let labels = 0;
  for (; labels < maxLabels; labels++) {
    let first = start;
    while (first > from && start - first <= maxLabelLength && isLabel(text.charCodeAt(first - 1))) first--;
    // Digits and letters of an escape in front of a label look like a part of it.
    first = notation.lengthBefore === escaped ? labelStart(text, first, start) : first;
    if (first === start) break;
    const label = text.slice(first, start);
    // A label in front of the others, of which the length isn't there or doesn't fit.
    if (!notation.lengthBefore(text, first, length) || length.start < from) return undefined;
    if (length.value !== bytesOf(label)) return undefined;
    name = labels === 0 ? label : `${label}.${name}`;
    start = length.start;
  }
  if (labels < 2) return undefined;
  const host = parseHost(name, readHostToken(name, 0));
  if (host?.type !== 'domain' || host.raw !== name) return undefined;
  const end = notation.rootEnd(text, at);
  const { value, reserved } = host;
  return { start, end, raw: text.slice(start, end), value, type: 'domain', defanged: true, reserved, encoded: true };
}

function bytesOf(label: string): number {
  for (let at = 0; at < label.length; at++) if (label.charCodeAt(at) > 127) return Buffer.byteLength(label);
  return label.length;
}

function inParentheses(text: string, end: number, length: Length): boolean {
  if (text.charCodeAt(end - 1) !== closeParenthesis || !isDigit(text.charCodeAt(end - 2))) return false;
  const start = isDigit(text.charCodeAt(end - 3)) ? end - 3 : end - 2;
  if (text.charCodeAt(start - 1) !== openParenthesis) return false;
  length.start = start - 1;
  length.value = Number(text.slice(start, end - 1));
  return true;
}

function inBars(text: string, end: number, length: Length): boolean {
  if (text.charCodeAt(end - 1) !== bar || !isHex(text.charCodeAt(end - 2)) || !isHex(text.charCodeAt(end - 3)))
    return false;
  let start = end - 3;
  while (start > end - 3 * maxBytes && isByteAt(text, start - 3) && text.charCodeAt(start - 1) === space) start -= 3;
  if (text.charCodeAt(start - 1) !== bar) return false;
  length.start = start - 1;
  length.value = parseInt(text.slice(end - 3, end - 1), 16);
  return true;
}

function isByteAt(text: string, at: number): boolean {
  return isHex(text.charCodeAt(at)) && isHex(text.charCodeAt(at + 1));
}

function barsEnd(text: string, at: number): number {
  let end = at + 3;
  while (end < at + 3 * maxBytes && text.charCodeAt(end) === space && isByteAt(text, end + 1)) end += 3;
  return text.charCodeAt(end) === bar ? end + 1 : at + 3;
}

function escaped(text: string, end: number, length: Length): boolean {
  if (!isByteAt(text, end - 2) || text.charAt(end - 3) !== 'x' || text.charCodeAt(end - 4) !== backslash) return false;
  length.start = end - 4;
  length.value = parseInt(text.slice(end - 2, end), 16);
  return true;
}

/** The start of the label after the last escape in `[from, to)`. */
function labelStart(text: string, from: number, to: number): number {
  const escape = text.charCodeAt(from - 1) === backslash && text.charAt(from) === 'x' && isByteAt(text, from + 1);
  return escape ? Math.min(from + 3, to) : from;
}
