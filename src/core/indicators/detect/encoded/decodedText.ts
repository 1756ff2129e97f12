import type { Occurrence } from '../../identity/types';

/** Text that was decoded from a part of another one. */
export interface DecodedText {
  readonly text: string;
  /** For each UTF-16 unit, the start of its encoded form in the other text. */
  readonly starts: ArrayLike<number>;
  /** For each UTF-16 unit, the end of its encoded form in the other text. */
  readonly ends: ArrayLike<number>;
}

/** A part of a text that isn't read as it is written, and what is found in it. */
export interface EncodedPart {
  readonly start: number;
  readonly end: number;
  /** In the order of the text. */
  readonly found: readonly Occurrence[];
}

/** An occurrence in decoded text as one in the text that contains it. */
export function inContaining(occurrence: Occurrence, { starts, ends }: DecodedText, text: string): Occurrence {
  const start = starts[occurrence.start] ?? 0;
  const end = ends[occurrence.end - 1] ?? start;
  const raw = text.slice(start, end);
  return raw === occurrence.raw
    ? { ...occurrence, start, end }
    : { ...occurrence, start, end, raw, defanged: true, encoded: true };
}

/** Text that is decoded part by part. */
export class TextDecoding implements DecodedText {
  text = '';
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Adds what was decoded from `start` to `end`. */
  add(decoded: string, start: number, end: number): void {
    this.text += decoded;
    for (let unit = 0; unit < decoded.length; unit++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }
}

/** Bytes that are decoded one by one, each with where it was decoded from. */
export class ByteDecoding {
  private bytes = new Uint8Array(1024);
  private starts = new Uint32Array(1024);
  private ends = new Uint32Array(1024);
  private length = 0;

  add(byte: number, start: number, end: number): void {
    if (this.length === this.bytes.length) this.grow();
    this.bytes[this.length] = byte;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length++;
  }

  private grow(): void {
    const { bytes, starts, ends, length } = this;
    this.bytes = new Uint8Array(2 * length);
    this.starts = new Uint32Array(2 * length);
    this.ends = new Uint32Array(2 * length);
    this.bytes.set(bytes);
    this.starts.set(starts);
    this.ends.set(ends);
  }

  /**
   * The text in a character set; without one, or in an unknown one, UTF-8 if it is that, otherwise as browsers read bytes of
   * unknown meaning. Undefined if it contains control characters, so that it isn't text.
   */
  text(charset: string | undefined): DecodedText | undefined {
    const bytes = this.bytes.subarray(0, this.length);
    const named = decoderOf(charset);
    const isShifting = named !== undefined && shiftingPattern.test(named.encoding);
    if (!isShifting && bytes.every((byte) => byte < 128))
      return bytes.some(isControl) ? undefined : { text: latin1(bytes), starts: this.starts, ends: this.ends };
    const decoded = this.decoded(named ?? new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252'), isShifting);
    return hasControlCharacter(decoded.text) ? undefined : decoded;
  }

  private decoded(decoder: TextDecoder, isShifting: boolean): DecodedText {
    const { bytes, length } = this;
    const parts: string[] = [];
    const starts = new Uint32Array(2 * length + 1);
    const ends = new Uint32Array(2 * length + 1);
    let units = 0;
    /** Adds units of text that were decoded from some bytes. */
    const add = (count: number, first: number, last: number): void => {
      for (let unit = 0; unit < count; unit++, units++) {
        starts[units] = this.starts[first] ?? 0;
        ends[units] = this.ends[last] ?? 0;
      }
    };
    for (let at = 0; at < length;) {
      const first = at;
      if (isShifting) {
        // Gives a character as soon as all of its bytes are there.
        let character = '';
        while (character === '' && at < length) {
          at++;
          character = decoder.decode(bytes.subarray(at - 1, at), { stream: at < length });
        }
        parts.push(character);
        add(character.length, first, at - 1);
        continue;
      }
      const isAscii = isAsciiByte(bytes, at);
      while (at < length && isAsciiByte(bytes, at) === isAscii) at++;
      const run = bytes.subarray(first, at);
      const text = isAscii ? latin1(run) : decoder.decode(run);
      parts.push(text);
      if (text.length === run.length) {
        starts.set(this.starts.subarray(first, at), units);
        ends.set(this.ends.subarray(first, at), units);
        units += run.length;
        continue;
      }
      let from = first;
      for (const [count, size] of sizesOf(text, run.length)) {
        add(count, from, from + size - 1);
        from += size;
      }
    }
    return { text: parts.join(''), starts, ends };
  }
}

function isAsciiByte(bytes: Uint8Array, at: number): boolean {
  return (bytes[at] ?? 0) < 128;
}

/** The units and bytes of each character of a text in UTF-8; those of all of it if it contains bytes that aren't UTF-8. */
function sizesOf(text: string, length: number): readonly (readonly [units: number, bytes: number])[] {
  if (Buffer.byteLength(text) !== length) return [[text.length, length]];
  return Array.from(text, (character) => [character.length, Buffer.byteLength(character)] as const);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Character sets in which a byte of ASCII may be part of another character. */
const shiftingPattern = /^(?:utf-16|iso-2022|gb|big5|shift|euc)/;

/** Whether a byte or a character is a control character that no text contains: not a tab, a break, or an escape, with which Japanese begins. */
function isControl(code: number): boolean {
  return code < 8 || (code > 13 && code < 32 && code !== 27) || code === 127;
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return true;
  return false;
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  // Bytes outside ASCII are in another character set than the mail states.
  if (charset === undefined || /^(?:us-)?ascii$/i.test(charset)) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Whether bytes are UTF-8; a part of a text may begin and end within a character. */
function isUtf8(bytes: Uint8Array): boolean {
  let first = 0;
  while (first < 3 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first++;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(first), { stream: true });
    return true;
  } catch {
    return false;
  }
}
