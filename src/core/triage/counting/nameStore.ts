import { NumberList } from './numberList';

const chunkBytes = 1 << 18;

/** Many short texts in a few arrays of bytes, where they need no objects. Their order is that in which they were added. */
export class NameStore {
  private readonly chunks: Uint8Array[] = [];
  /** Bytes used of the last chunk. */
  private used = 0;
  /** By text: its chunk, its offset there, and its bytes. */
  private readonly places = new NumberList();

  get size(): number {
    return this.places.length / 3;
  }

  /** Adds a text of bytes in UTF-8. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    let chunk = this.chunks.at(-1);
    if (chunk === undefined || this.used + length > chunk.length) {
      chunk = new Uint8Array(Math.max(chunkBytes, length));
      this.chunks.push(chunk);
      this.used = 0;
    }
    chunk.set(bytes.subarray(from, to), this.used);
    this.places.add(this.chunks.length - 1);
    this.places.add(this.used);
    this.places.add(length);
    this.used += length;
  }

  /** A text by its index. */
  at(index: number): string {
    const chunk = this.chunks[this.places.at(3 * index)];
    if (chunk === undefined) return '';
    const from = this.places.at(3 * index + 1);
    return Buffer.from(chunk.buffer, from, this.places.at(3 * index + 2)).toString('utf8');
  }
}
