import { NumberList } from './numberList';

/** Bytes of a chunk, which has at least one text. */
const chunkBytes = 1 << 18;

/** Many short texts in a few arrays of bytes, where they need no objects. Their order is that in which they were added. */
export class NameStore {
  private readonly chunks: Uint8Array[] = [];
  /** The index of the first text of each chunk. */
  private readonly firsts: number[] = [];
  /** Bytes used of the last chunk. */
  private used = 0;
  /** By text: where it ends in its chunk. */
  private readonly ends = new NumberList();

  get size(): number {
    return this.ends.length;
  }

  /** Adds a text of bytes in UTF-8. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    let chunk = this.chunks.at(-1);
    if (chunk === undefined || this.used + length > chunk.length) {
      chunk = new Uint8Array(Math.max(chunkBytes, length));
      this.chunks.push(chunk);
      this.firsts.push(this.size);
      this.used = 0;
    }
    chunk.set(bytes.subarray(from, to), this.used);
    this.used += length;
    this.ends.add(this.used);
  }

  /** A text by its index. */
  at(index: number): string {
    const number = this.chunkOf(index);
    const chunk = this.chunks[number];
    if (chunk === undefined || index >= this.size) return '';
    const from = this.firsts[number] === index ? 0 : this.ends.at(index - 1);
    return Buffer.from(chunk.buffer, from, this.ends.at(index) - from).toString('utf8');
  }

  /** The number of the chunk with a text. */
  private chunkOf(index: number): number {
    let [low, high] = [0, this.firsts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.firsts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
