import { InputError } from '../../core/records/problems/inputFailure';

/** Longer than any object of a valid bundle; otherwise, a missing bracket would read the whole file into memory. */
const maxElement = 64 * 1024 * 1024;

const code = { quote: 34, comma: 44, colon: 58, open: 91, backslash: 92, close: 93, openBrace: 123, closeBrace: 125 };

function isBlank(char: number): boolean {
  return char === 32 || char === 10 || char === 13 || char === 9 || char === 0xfeff;
}

function beginsElement(char: number): boolean {
  return !isBlank(char) && char !== code.comma && char !== code.close;
}

/** The text isn't JSON with a list of objects, or is truncated. */
export class NotABundle extends InputError {}

/**
 * Extracts the elements of a JSON list from text that arrives in chunks: the top-level list, or the one under the key
 * `objects` of the top-level object. Elements stay text, so that the caller can skip an invalid one, and the whole file
 * is never in memory. (A tokenizing parser is much slower and stops at the first error.)
 */
export class Elements {
  private buffer = '';
  private at = 0;
  private start = -1;
  private depth = 0;
  private inString = false;
  private stringStart = -1;
  private key = '';
  /** Depth inside the list, or 0 outside of it. */
  private listDepth = 0;
  private ended = false;
  private found = false;

  /** The elements completed by this chunk. Throws NotABundle if the text isn't a JSON object or list. */
  push(textChunk: string): readonly string[] {
    this.buffer += textChunk;
    const elements: string[] = [];
    while (this.at < this.buffer.length) {
      const char = this.buffer.charCodeAt(this.at);
      if (this.inString) this.skipString(char);
      else this.step(char, elements);
    }
    const keep = this.start >= 0 ? this.start : this.inString ? this.stringStart : this.at;
    // An escape or a short key may extend into the next chunk; a long skipped string is dropped.
    const from = Math.min(this.start < 0 && this.at - keep > 1_000 ? this.at : keep, this.buffer.length);
    this.buffer = this.buffer.slice(from);
    this.at -= from;
    if (this.start >= 0) this.start -= from;
    this.stringStart -= from;
    if (this.buffer.length > maxElement) throw new NotABundle({ kind: 'unclosedObject' });
    return elements;
  }

  /** Checks that nothing is left at the end. Throws NotABundle if the text is truncated or has no list. */
  end(): readonly string[] {
    if (this.depth > 0 || this.inString) throw new NotABundle({ kind: 'truncated' });
    if (!this.found) throw new NotABundle({ kind: 'notBundle' });
    return [];
  }

  private skipString(char: number): void {
    if (char === code.backslash) {
      this.at += 2;
      return;
    }
    if (char === code.quote) {
      this.inString = false;
      if (this.depth === 1 && this.stringStart >= 0) this.key = this.buffer.slice(this.stringStart + 1, this.at);
    }
    this.at++;
  }

  private step(char: number, elements: string[]): void {
    const inList = this.listDepth > 0 && this.depth === this.listDepth;
    if (inList && this.start < 0 && beginsElement(char)) this.start = this.at;
    switch (char) {
      case code.quote:
        this.inString = true;
        this.stringStart = this.at;
        break;
      case code.open:
      case code.openBrace:
        this.open(char);
        break;
      case code.close:
      case code.closeBrace:
        this.close(inList, elements);
        return;
      case code.comma:
        if (inList) this.finish(elements);
        break;
      default:
        if (this.depth === 0 && !isBlank(char)) throw new NotABundle({ kind: 'invalidJson' });
    }
    this.at++;
  }

  private open(char: number): void {
    if (this.depth === 0) {
      if (this.ended) throw new NotABundle({ kind: 'trailingData' });
      this.ended = true;
    }
    this.depth++;
    const isList = char === code.open;
    const isOurs = this.depth === 1 || (this.depth === 2 && this.key === 'objects');
    if (isList && isOurs && this.listDepth === 0) {
      this.listDepth = this.depth;
      this.found = true;
    }
  }

  private close(inList: boolean, elements: string[]): void {
    if (inList) this.finish(elements);
    if (--this.depth < 0) throw new NotABundle({ kind: 'invalidJson' });
    this.at++;
    if (this.depth < this.listDepth) this.listDepth = 0;
    else if (this.listDepth > 0 && this.depth === this.listDepth) this.finish(elements);
  }

  private finish(elements: string[]): void {
    if (this.start < 0) return;
    const element = this.buffer.slice(this.start, this.at).trim();
    this.start = -1;
    if (element !== '') elements.push(element);
  }
}
