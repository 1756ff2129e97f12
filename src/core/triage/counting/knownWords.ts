import { larger } from './larger';
import type { TokenTable } from './tokenTable';

const [colon, slash] = [58, 47];
/** A byte four times. */
const [ones, colons, highBits] = [0x01010101, 0x3a3a3a3a, 0x80808080 | 0];
const [tab, newline, carriageReturn, space] = [9, 10, 13, 32];
/** Longer words aren't searched for. */
const maxWordLength = 2_048;
/** `http` and `https`. */
const [shortScheme, longScheme] = [4, 5];

/** Numbers of a word: its hash, both halves, and where it starts and ends. */
const wordSize = 4;
const [hashOffset, otherOffset, startOffset, endOffset] = [0, 1, 2, 3];

/** The words of a text that can be URLs, with their numbers in a table. */
export class KnownWords {
  /** The end of the word that {@link at} found. */
  end = 0;
  private words = new Int32Array(wordSize << 8);
  private length = 0;
  /** The next word that {@link at} compares. */
  private next = 0;

  /** Reads the words between two offsets of bytes in ASCII. `kind` is that of their tokens. */
  read(bytes: Uint8Array, from: number, to: number, tokens: TokenTable, kind: number): void {
    this.length = 0;
    this.next = 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    // Four bytes at once: one that is a colon is zero after this, and has the highest bit after the subtraction.
    for (let at = from; at + 4 <= to; at += 4) {
      const code = view.getInt32(at, true) ^ colons;
      if (((code - ones) & ~code & highBits) === 0) continue;
      for (let each = at; each < at + 4; each++)
        if (bytes[each] === colon && bytes[each + 1] === slash && bytes[each + 2] === slash)
          this.add(bytes, from, each, to, tokens, kind);
    }
    tokens.preload(this.words, this.length, wordSize);
  }

  /**
   * The number of the word that starts at an offset, which must not be less than before; -1 if it isn't a word with a note
   * that has the flag.
   */
  at(start: number, tokens: TokenTable, flag: number): number {
    const { words, length } = this;
    while (this.next < length && (words[this.next + startOffset] ?? 0) < start) this.next += wordSize;
    if (this.next >= length || words[this.next + startOffset] !== start) return -1;
    const token = tokens.numberOf(words[this.next + hashOffset] ?? 0, words[this.next + otherOffset] ?? 0, 0);
    this.end = words[this.next + endOffset] ?? 0;
    return token !== -1 && (tokens.noteOf(token) & flag) !== 0 ? token : -1;
  }

  private add(bytes: Uint8Array, from: number, colonAt: number, to: number, tokens: TokenTable, kind: number): void {
    const start = isSpace(bytes[colonAt - shortScheme - 1]) ? colonAt - shortScheme : colonAt - longScheme;
    if (start <= from || !isSpace(bytes[start - 1])) return;
    tokens.readWord(bytes, start, Math.min(to, start + maxWordLength), kind);
    if (!isSpace(bytes[tokens.end])) return;
    if (this.length === this.words.length) this.words = larger(this.words, 2 * this.length);
    this.words[this.length + hashOffset] = tokens.hash;
    this.words[this.length + otherOffset] = tokens.other;
    this.words[this.length + startOffset] = start;
    this.words[this.length + endOffset] = tokens.end;
    this.length += wordSize;
  }
}

function isSpace(code: number | undefined): boolean {
  return code === space || code === tab || code === newline || code === carriageReturn;
}
