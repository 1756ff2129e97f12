import type { ReadAt } from './fileBytes';
import { lineStartAfter } from './lineFeeds';
import { decodeText, type TextFormat } from './textFormat';

const pieceBytes = 64 * 1024;
/** As much of a line as is looked at; times are at its beginning. */
const headBytes = 2 * 1024;

/** The beginning of a line. */
export interface LineHead {
  /** Byte offsets of this line and of the next one. */
  readonly start: number;
  readonly next: number;
  readonly text: string;
}

/** Lines one after the other, from `from`, where a line starts, to the last one that starts before `to`. */
export async function* lineHeads(
  read: ReadAt,
  format: TextFormat,
  from: number,
  to: number,
): AsyncGenerator<LineHead, undefined> {
  let start = from;
  while (start < to) {
    const piece = await read(start, pieceBytes);
    if (piece.length === 0) return undefined;
    let at = 0;
    for (let next = lineStartAfter(piece, format); next !== -1; next = lineStartAfter(piece, format, at)) {
      if (start + at >= to) return undefined;
      yield { start: start + at, next: start + next, text: headOf(piece.subarray(at, next), format) };
      at = next;
    }
    if (at > 0 && piece.length === pieceBytes) {
      start += at;
      continue;
    }
    if (at < piece.length && start + at < to) {
      // A line longer than a piece, or the last one.
      const next = await nextLineStart(read, format, start + piece.length - (piece.length % 2));
      yield { start: start + at, next, text: headOf(piece.subarray(at), format) };
      start = next;
    } else return undefined;
  }
  return undefined;
}

/** Where the first line starts at or after an offset; the end of the file if there is none. */
export async function nextLineStart(read: ReadAt, format: TextFormat, offset: number): Promise<number> {
  // The line feed directly before the offset counts.
  let at = Math.max(0, offset - (offset % format.unit) - format.unit);
  if (offset <= 0) return 0;
  for (;;) {
    const piece = await read(at, pieceBytes);
    const found = lineStartAfter(piece, format);
    if (found !== -1) return at + found;
    if (piece.length < pieceBytes) return at + piece.length;
    at += pieceBytes;
  }
}

function headOf(bytes: Buffer, format: TextFormat): string {
  return decodeText(bytes.subarray(0, headBytes), format)
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
}
