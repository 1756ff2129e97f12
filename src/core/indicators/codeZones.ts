import { isLineEnd, isSpace, isWord } from './characters';
import type { Syntax } from './language';

export type Zone = 'code' | 'string' | 'comment';

/** Characters before which a slash begins a regular expression, not a division. */
const beforeRegex = '(,=:[!&|?{};+\n';

/** What ends the long strings that know no escapes, by what begins them: C#, Rust, C++, Lua. */
const rawClosers: ReadonlyMap<string, string> = new Map([
  ['@"', '"'],
  ['$@"', '"'],
  ['@$"', '"'],
  ['r#"', '"#'],
  ['r"', '"'],
  ['R"(', ')"'],
  ['[[', ']]'],
]);

/**
 * Says whether a place of a source text is in a string, a comment or plain code. It walks the text once, forwards: ask
 * for ascending offsets. Unclosed quotes end with their line, so that one apostrophe does not turn a whole file over.
 */
export class CodeZones {
  private position = 0;
  private zone: Zone = 'code';
  private closer = '';
  private long = false;
  private raw = false;
  private lastSolid = 10;
  private readonly openers: ReadonlySet<number>;

  constructor(
    private readonly text: string,
    private readonly syntax: Syntax,
  ) {
    const { lineComments, blockComments, strings, longStrings } = syntax;
    const all = [...lineComments, ...blockComments.map(([open]) => open), ...strings, ...longStrings, '/'];
    this.openers = new Set(all.map((opener) => opener.charCodeAt(0)));
  }

  /** The zone at `offset`, which must not lie before the last one asked for. */
  at(offset: number): Zone {
    while (this.position < offset) {
      if (this.zone === 'code') this.walkCode(offset);
      else this.walkInside(offset);
    }
    return this.zone;
  }

  private walkCode(offset: number): void {
    const { text } = this;
    while (this.position < offset) {
      const code = text.charCodeAt(this.position);
      if (this.openers.has(code) && this.open()) return;
      if (!isSpace(code) || isLineEnd(code)) this.lastSolid = code;
      this.position++;
    }
  }

  private open(): boolean {
    const { text, position, syntax } = this;
    for (const [open, close] of syntax.blockComments) {
      if (text.startsWith(open, position)) return this.enter('comment', open.length, close, true);
    }
    for (const open of syntax.lineComments) {
      if (text.startsWith(open, position)) return this.enter('comment', open.length, '', false);
    }
    for (const quote of syntax.longStrings) {
      if (!text.startsWith(quote, position)) continue;
      const rawCloser = rawClosers.get(quote);
      return this.enter('string', quote.length, rawCloser ?? quote, true, rawCloser !== undefined);
    }
    for (const quote of syntax.strings) {
      if (text.startsWith(quote, position)) return this.enter('string', quote.length, quote, false);
    }
    if (syntax.lineComments[0] === '//' && text.charCodeAt(position) === 47 && this.mayBeginRegex()) {
      return this.enter('string', 1, '/', false);
    }
    return false;
  }

  private mayBeginRegex(): boolean {
    return !isWord(this.lastSolid) && beforeRegex.includes(String.fromCharCode(this.lastSolid));
  }

  private enter(zone: Zone, length: number, closer: string, long: boolean, raw = false): boolean {
    this.zone = zone;
    this.raw = raw;
    this.closer = closer;
    this.long = long;
    this.position += length;
    return true;
  }

  private walkInside(offset: number): void {
    const { text, closer, zone, long, raw } = this;
    const first = closer === '' ? -1 : closer.charCodeAt(0);
    while (this.position < offset) {
      const code = text.charCodeAt(this.position);
      if (code === first && text.startsWith(closer, this.position)) {
        this.position += closer.length;
        this.leave(first);
        return;
      }
      if (!long && isLineEnd(code)) {
        this.leave(10);
        return;
      }
      this.position += zone === 'string' && code === 92 && !raw ? 2 : 1;
    }
  }

  private leave(lastSolid: number): void {
    this.zone = 'code';
    this.lastSolid = lastSolid;
  }
}
