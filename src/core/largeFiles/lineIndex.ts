import { firstIndex } from '../firstIndex';
import type { ReadAt } from './fileBytes';
import { countLineFeeds, lineStartAfter } from './lineFeeds';
import type { TextFormat } from './textFormat';

/** The index has one number for each block of this many bytes, whatever the length of lines: 1.25 MB for 10 GB. */
export const blockBytes = 64 * 1024;

/** The number of line feeds before each block of a file, as far as it is indexed. */
export class LineIndex {
  private counts = new Float64Array(1_024);
  private blocks = 0;
  /** Bytes indexed so far. */
  bytes = 0;
  /** Line feeds in them. */
  lineFeeds = 0;

  /** Adds the counts of the blocks from `first` on, which replace those that it has. */
  add(first: number, counts: Float64Array, bytes: number, lineFeeds: number): void {
    const needed = first + counts.length;
    if (needed > this.counts.length) {
      const longer = new Float64Array(Math.max(needed, this.counts.length * 2));
      longer.set(this.counts.subarray(0, this.blocks));
      this.counts = longer;
    }
    this.counts.set(counts, first);
    this.blocks = needed;
    this.bytes = bytes;
    this.lineFeeds = lineFeeds;
  }

  /** The line, from 0, that contains a byte offset; undefined if it isn't indexed yet. */
  async lineAt(read: ReadAt, format: TextFormat, offset: number): Promise<number | undefined> {
    if (offset > this.bytes) return undefined;
    const block = Math.floor(offset / blockBytes);
    const before = this.counts[block];
    if (block >= this.blocks || before === undefined) return offset === this.bytes ? this.lineFeeds : undefined;
    const start = block * blockBytes;
    return before + countLineFeeds(await read(start, offset - start), format);
  }

  /** The byte offset at which a line, from 0, starts; undefined if it isn't indexed yet or doesn't exist. */
  async offsetOf(read: ReadAt, format: TextFormat, line: number): Promise<number | undefined> {
    if (line <= 0) return 0;
    if (line > this.lineFeeds) return undefined;
    const block = Math.max(0, firstIndex(this.blocks, (index) => (this.counts[index] ?? 0) >= line) - 1);
    const bytes = await read(block * blockBytes, blockBytes);
    let at = 0;
    for (let left = line - (this.counts[block] ?? 0); left > 0; left--) {
      at = lineStartAfter(bytes, format, at);
      // The file has changed in the meantime.
      if (at === -1) return undefined;
    }
    return block * blockBytes + at;
  }
}
