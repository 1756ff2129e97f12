import { fstatSync } from 'node:fs';
import { readFully, withOpenFile } from './fileBytes';
import { lastLineStart, countLineFeeds } from './lineFeeds';
import { createMatcher, type SearchQuery } from './matcher';
import { decodeText, formatBytes, type TextFormat, textFormatOf } from './textFormat';
import { blockBytes } from './lineIndex';

/** Counts lines up to ascending offsets, and skips what is indexed. */
class LineCounter {
  private line = 0;
  private counted: number;

  constructor(
    private readonly format: TextFormat,
    private readonly counts: Float64Array | undefined,
  ) {
    this.counted = format.markBytes;
  }

  /** The line, from 0, at a position in a chunk that starts at an offset of the file. */
  lineAt(chunk: Buffer, start: number, position: number): number {
    const offset = start + position;
    const block = Math.floor(offset / blockBytes);
    const before = this.counts?.[block];
    const blockStart = block * blockBytes;
    if (before !== undefined && blockStart > this.counted && blockStart >= start) {
      this.line = before;
      this.counted = blockStart;
    }
    if (offset > this.counted) {
      this.line += countLineFeeds(chunk.subarray(this.counted - start, position), this.format);
      this.counted = offset;
    }
    return this.line;
  }
}

/** A search in a whole file. */
export interface SearchInput {
  readonly path: string;
  readonly query: SearchQuery;
  /** Line feeds before each block, if the file is indexed. */
  readonly counts?: Float64Array | undefined;
  /** Matches that are listed; further ones are only counted. */
  readonly maxHits: number;
}

/** A match. */
export interface SearchHit {
  /** Line and column from 0; the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line around the match. */
  readonly text: string;
}

/** Matches found since the last report. */
export interface SearchProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly matches: number;
  readonly hits: readonly SearchHit[];
}

/** The result, after all hits were reported. */
export interface SearchResult {
  readonly bytes: number;
  readonly matches: number;
}

const chunkBytes = 4 * 2 ** 20;
/** Longer lines are searched in parts, and matches across their borders aren't found. */
const maxLineBytes = 32 * 2 ** 20;
/** UTF-16 units of a line that are shown, and how many of them before the match. */
const [shownLength, shownBefore] = [300, 80];

/** Searches a file from its beginning to its end, which blocks the thread. Throws a SyntaxError for an invalid expression. */
export function searchFile(input: SearchInput, onProgress: (progress: SearchProgress) => void): SearchResult {
  return withOpenFile(input.path, (file) => {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(formatBytes);
    const format = textFormatOf(head.subarray(0, readFully(file, head, 0)));
    const search = new Search(input, format);
    for (const { start, bytes, isPart } of wholeLines(file, size, format)) {
      const hits = search.chunk(bytes, start, isPart);
      onProgress({ bytes: start + bytes.length, totalBytes: size, matches: search.matches, hits });
    }
    return { bytes: size, matches: search.matches };
  });
}

interface Chunk {
  readonly start: number;
  readonly bytes: Buffer;
  /** Whether the last line continues in the next chunk. */
  readonly isPart: boolean;
}

/** The file in chunks that end with a line. */
function* wholeLines(file: number, size: number, format: TextFormat): Generator<Chunk, undefined> {
  let buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let start = format.markBytes;
  let kept = 0;
  while (start + kept < size) {
    if (kept > buffer.length / 2) buffer = Buffer.concat([buffer.subarray(0, kept)], buffer.length * 2);
    const count = readFully(file, buffer.subarray(kept), start + kept);
    const filled = kept + count;
    const isLast = count < buffer.length - kept || start + filled >= size;
    const isTooLong = filled >= maxLineBytes;
    const lineEnd = isLast ? filled : lastLineStart(buffer.subarray(0, filled), format);
    const end = lineEnd > 0 || !isTooLong ? lineEnd : filled;
    if (end > 0) {
      yield { start, bytes: buffer.subarray(0, end), isPart: !isLast && lineEnd === 0 };
      buffer.copyWithin(0, end, filled);
      start += end;
    }
    kept = filled - end;
    if (isLast) return undefined;
  }
  return undefined;
}

class Search {
  matches = 0;
  private readonly find: ReturnType<typeof createMatcher>;
  private readonly lines: LineCounter;
  private listed = 0;
  /** UTF-16 units of the first line that are in earlier chunks. */
  private column = 0;

  constructor(
    private readonly input: SearchInput,
    private readonly format: TextFormat,
  ) {
    this.find = createMatcher(input.query, format);
    this.lines = new LineCounter(format, input.counts);
  }

  chunk(bytes: Buffer, start: number, isPart: boolean): readonly SearchHit[] {
    const hits: SearchHit[] = [];
    for (const { from, to, line } of this.find(bytes)) {
      this.matches++;
      if (this.listed >= this.input.maxHits) continue;
      this.listed++;
      const number = this.lines.lineAt(bytes, start, line.byte);
      hits.push(this.hit(bytes, { from, to, lineByte: line.byte, lineText: line.text }, number));
    }
    if (this.listed < this.input.maxHits) this.lines.lineAt(bytes, start, bytes.length);
    this.column = isPart ? this.column + decodeText(bytes, this.format).length : 0;
    return hits;
  }

  /** A match by its text, or its bytes in a line. */
  private hit(
    bytes: Buffer,
    { from, to, lineByte, lineText }: { from: number; to: number; lineByte: number; lineText: string | undefined },
    line: number,
  ): SearchHit {
    const column = lineByte === 0 ? this.column : 0;
    if (lineText !== undefined) return { line, column: column + from, length: to - from, text: shown(lineText, from) };
    const before = decodeText(bytes.subarray(lineByte, from), this.format);
    const match = decodeText(bytes.subarray(from, to), this.format);
    // The text after the match, at most four bytes for each unit that is shown.
    const after = decodeText(bytes.subarray(to, Math.min(bytes.length, to + shownLength * 4)), this.format);
    const [rest = ''] = after.split('\n', 1);
    const text = shown(before + match + rest, before.length);
    return { line, column: column + before.length, length: match.length, text };
  }
}

/** The part of a line around a column. */
function shown(line: string, column: number): string {
  const from = column <= shownBefore * 2 ? 0 : column - shownBefore;
  const text = line.slice(from, from + shownLength).trimEnd();
  return `${from > 0 ? '…' : ''}${text}${from + shownLength < line.length ? '…' : ''}`;
}
