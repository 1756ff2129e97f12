import { asciiTable, isLetter } from '../../scan/characters';
import type { Region } from '../../syntax/syntaxRegions';
import type { Candidate } from '../rule';
import { type Role, getRole } from './versionWords';

/** How far before a number its keyword is searched. */
const reach = 48;
const hyphen = 45;
/** The characters between a keyword and a number. */
export const markCharacters = '"\'\\]:=>(, \t\r\n';
const marks = asciiTable(markCharacters);
/** A text that ends with a word for an address. */
export const addressWordPattern =
  /(?:ip|addr|address|host|src|dst|source|dest|destination|client|server|peer|gateway|dns)[^a-z]*$/i;

/** The start of the characters in a table that directly precede `from`. */
export function skipBack(text: string, from: number, table: Uint8Array): number {
  const lowest = Math.max(0, from - reach);
  let position = from;
  while (position > lowest && table[text.charCodeAt(position - 1)] === 1) position--;
  return position;
}

/** The word of letters and hyphens that ends at `end`, in lowercase; '' if there is none. */
export function wordBefore(text: string, end: number): string {
  const lowest = Math.max(0, end - reach);
  let start = end;
  while (start > lowest && (isLetter(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === hyphen)) start--;
  return start === end ? '' : text.slice(start, end).toLowerCase();
}

/** Whether four numbers are the ones that everybody writes: in a row, repeated, or those of public resolvers. */
export function isCommonAddress(value: string): boolean {
  if (/^(?:1\.0\.0\.[123]|8\.8\.4\.4)$/.test(value)) return true;
  const [first = 0, ...others] = value.split('.').map(Number);
  const step = (others[0] ?? 0) - first;
  return Math.abs(step) < 2 && others.every((each, index) => each === first + step * (index + 1));
}

/** Four numbers that aren't defanged, and the text around them. */
export class Quad implements Candidate {
  private behind: { readonly word: string; readonly end: number; readonly role: Role | undefined } | undefined;

  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    readonly value: string,
    /** The address as a number. */
    private readonly number: number,
    /** Whether it is a special-purpose address. */
    readonly reserved: boolean,
    private readonly surroundings: { regionAt(offset: number): Region },
  ) {}

  /** Whether it is in a string, a comment, or plain code. */
  get region(): Region {
    return this.surroundings.regionAt(this.start);
  }

  /** The first of the numbers. */
  get first(): number {
    return this.number >>> 24;
  }

  /** The largest of the numbers. */
  get largest(): number {
    const { number } = this;
    return Math.max(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255);
  }

  /** Whether one of the numbers after the first is zero. */
  get hasLaterZero(): boolean {
    const { number } = this;
    return (number & 0xff0000) === 0 || (number & 0xff00) === 0 || (number & 255) === 0;
  }

  /** How many of the numbers are greater than `limit`. */
  countAbove(limit: number): number {
    const { number } = this;
    return (
      Number(number >>> 24 > limit) +
      Number(((number >>> 16) & 255) > limit) +
      Number(((number >>> 8) & 255) > limit) +
      Number((number & 255) > limit)
    );
  }

  /** The word before it, past marks and spaces, where it ends, and its role. */
  get keyword(): { readonly word: string; readonly end: number; readonly role: Role | undefined } {
    if (this.behind !== undefined) return this.behind;
    const end = skipBack(this.text, this.start, marks);
    const word = wordBefore(this.text, end);
    return (this.behind = { word, end, role: getRole(word) });
  }

  /** Up to `length` characters before it. */
  before(length = reach): string {
    return this.text.slice(Math.max(0, this.start - length), this.start);
  }

  /** Whether every number is small, as in versions of advisories. */
  get isSmall(): boolean {
    return this.first < 33 && this.largest < 100;
  }

  /** Like `isSmall`, but without special-purpose and very common addresses: `1.2.3.4`, `9.9.9.9`, `8.8.4.4`. */
  get isSmallVersion(): boolean {
    return this.isSmall && !this.reserved && !isCommonAddress(this.value);
  }

  /**
   * Whether the value is unlike any release number: the first number is too high for systems, servers, and players, and
   * no number is zero.
   */
  get isUnlikelyRelease(): boolean {
    return this.first > 32 && !this.hasLaterZero;
  }

  /** Whether the numbers are small and include a zero. */
  get hasReleaseNumbers(): boolean {
    return this.largest < 32 && this.hasLaterZero && this.value !== '1.0.0.1';
  }
}
