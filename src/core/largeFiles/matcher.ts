import { lastLineStart, lineStartAfter } from './lineFeeds';
import { decodeText, encodeText, type TextFormat } from './textFormat';

/** What is searched. */
export interface SearchQuery {
  readonly text: string;
  readonly isRegex: boolean;
  readonly matchCase: boolean;
}

/** A match in a chunk: in UTF-16 units of the line's text, or, without text, in bytes of the chunk. */
interface Match {
  readonly from: number;
  readonly to: number;
  /** Its line: where it starts in the chunk, in bytes. */
  readonly line: { readonly byte: number; readonly text: string | undefined };
}

/** Finds all matches in a chunk of whole lines. */
export type Matcher = (bytes: Buffer) => Iterable<Match>;

/** Creates a matcher. Throws a SyntaxError if the expression is invalid. */
export function createMatcher(query: SearchQuery, format: TextFormat): Matcher {
  const { text, isRegex, matchCase } = query;
  if (!isRegex && matchCase) return (bytes) => equalBytes(bytes, encodeText(text, format), format);
  const pattern = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const expression = expressionOf(pattern, matchCase);
  const find = isRegex ? inEachLine : inText;
  return (bytes) => inPieces(bytes, format, (piece) => find(piece, expression, format));
}

/** Strings up to this size are decoded many times faster than longer ones. */
const pieceBytes = 64 * 1024;

/** Searches pieces of whole lines, one after the other. */
function* inPieces(bytes: Buffer, format: TextFormat, find: Matcher): Generator<Match, undefined> {
  for (let start = 0; start < bytes.length;) {
    const nominal = start + pieceBytes;
    let end = nominal >= bytes.length ? bytes.length : lastLineStart(bytes, format, nominal);
    if (end <= start) end = lineStartAfter(bytes, format, nominal);
    if (end === -1) end = bytes.length;
    for (const { from, to, line } of find(bytes.subarray(start, end)))
      yield { from, to, line: { ...line, byte: start + line.byte } };
    start = end;
  }
  return undefined;
}

/** A global expression. Throws a SyntaxError if it is invalid. */
export function expressionOf(pattern: string, matchCase: boolean): RegExp {
  return new RegExp(pattern, matchCase ? 'g' : 'gi');
}

function* equalBytes(bytes: Buffer, wanted: Buffer, format: TextFormat): Generator<Match, undefined> {
  if (wanted.length === 0) return undefined;
  for (let at = bytes.indexOf(wanted); at !== -1;) {
    // Bytes of two neighboring characters of UTF-16 aren't a match.
    const isMatch = at % format.unit === 0;
    const to = at + wanted.length;
    if (isMatch) yield { from: at, to, line: { byte: lastLineStart(bytes, format, at), text: undefined } };
    at = bytes.indexOf(wanted, isMatch ? to : at + 1);
  }
  return undefined;
}

/** Finds a text, which contains no line feed, in all lines at once, which is faster. */
function* inText(bytes: Buffer, expression: RegExp, format: TextFormat): Generator<Match, undefined> {
  const text = decodeText(bytes, format);
  const positions = new BytePositions(bytes, text, format);
  expression.lastIndex = 0;
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
    const { index } = found;
    const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
    const end = text.indexOf('\n', index);
    const line = { byte: positions.byteAt(start), text: text.slice(start, end === -1 ? undefined : end) };
    yield { from: index - start, to: index - start + found[0].length, line };
    if (found[0] === '') expression.lastIndex++;
  }
  return undefined;
}

/** Searches each line, so that a match never extends over several. */
function* inEachLine(bytes: Buffer, expression: RegExp, format: TextFormat): Generator<Match, undefined> {
  const text = decodeText(bytes, format);
  const positions = new BytePositions(bytes, text, format);
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const next = feed === -1 ? text.length : feed + 1;
    const end = feed === -1 ? text.length : text[feed - 1] === '\r' && feed > start ? feed - 1 : feed;
    const line = text.slice(start, end);
    expression.lastIndex = 0;
    for (let found = expression.exec(line); found !== null; found = expression.exec(line)) {
      const { index } = found;
      yield { from: index, to: index + found[0].length, line: { byte: positions.byteAt(start), text: line } };
      if (found[0] === '') expression.lastIndex++;
    }
    start = next;
  }
  return undefined;
}

/** Converts ascending positions in a decoded text to bytes. */
class BytePositions {
  private index = 0;
  private byte = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly text: string,
    private readonly format: TextFormat,
  ) {}

  byteAt(index: number): number {
    if (this.format.unit === 2) return index * 2;
    // In ASCII, both are the same.
    if (this.text.length === this.bytes.length) return index;
    // Invalid bytes have other lengths as text, so lines are counted in both.
    for (let feed = this.text.indexOf('\n', this.index); feed !== -1 && feed < index;) {
      this.byte = this.bytes.indexOf(10, this.byte) + 1;
      this.index = feed + 1;
      feed = this.text.indexOf('\n', this.index);
    }
    return this.byte;
  }
}
