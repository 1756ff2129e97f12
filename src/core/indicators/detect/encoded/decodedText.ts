import type { Occurrence } from '../../identity/types';

/** Text that was decoded from a part of another one. */
export interface DecodedText {
  readonly text: string;
  /** Of each UTF-16 unit, the offset in the other text where what it was decoded from starts. */
  readonly starts: ArrayLike<number>;
  /** The same for where that ends. */
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

/** Text that is decoded piece by piece. */
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
    if (bytes.every((byte) => byte < 128)) return hasControl(bytes) ? undefined : this.asciiText(bytes);
    const decoder = decoderOf(charset) ?? (isUtf8(bytes) ? new TextDecoder('utf-8') : new TextDecoder('windows-1252'));
    const isPlainAscii = !shiftingPattern.test(decoder.encoding);
    const decoded = new TextDecoding();
    /** The first byte of the next character. */
    let first = 0;
    for (let at = 0; at < this.length; at++) {
      const byte = bytes[at] ?? 0;
      // Gives a character as soon as all of its bytes are there.
      const characters =
        isPlainAscii && byte < 128 && first === at
          ? String.fromCharCode(byte)
          : decoder.decode(bytes.subarray(at, at + 1), { stream: at + 1 < this.length });
      if (characters === '') continue;
      decoded.add(characters, this.starts[first] ?? 0, this.ends[at] ?? 0);
      first = at + 1;
    }
    return controlPattern.test(decoded.text) ? undefined : decoded;
  }

  private asciiText(bytes: Uint8Array): DecodedText {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    return { text, starts: this.starts, ends: this.ends };
  }
}

/** Character sets in which a byte of ASCII may be part of another character. */
const shiftingPattern = /^(?:utf-16|iso-2022|gb|big5|shift|euc)/;

/** Control characters that no text contains: not tabs, line and page breaks, and escapes, with which Japanese begins. */
// eslint-disable-next-line no-control-regex -- these are meant
const controlPattern = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/;

function hasControl(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127);
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  // Bytes outside ASCII are in another character set than the mail says.
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
