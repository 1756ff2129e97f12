import { blockBytes } from './lineIndex';
import { countLineFeeds } from './lineFeeds';
import type { TextFormat } from './textFormat';

/** Counts lines up to ascending offsets, and skips what is indexed. */
export class LineCounter {
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
