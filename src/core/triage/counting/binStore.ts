import type { LocationStore } from './locationStore';
import { type Histogram, maxBins } from '../timeline';

/** Rows of a chunk: arrays grow without copies of all rows. */
const chunkShift = 10;
const chunkRows = 1 << chunkShift;
/** Bins have 16 bits, because few need more; the others have the rest elsewhere. */
const binRange = 1 << 16;
const noChunk = new Uint16Array();

/**
 * Histograms of many indicators of a text in a few arrays. All have the same bins, which get wider when positions beyond
 * them are counted.
 */
export class BinStore {
  loaded = 0;
  private scale = 0;
  /** The index of the first bin, and the lowest and the highest bin that were used. */
  private first = 0;
  private low = Infinity;
  private high = -Infinity;
  private readonly chunks: Uint16Array[] = [];
  private rows = 0;
  /** By bin of a row: how often its count passed {@link binRange}. */
  private carries = new Map<number, number>();

  /** The width of a bin: positions that have the same multiple of it may be counted together. */
  get width(): number {
    return 2 ** this.scale;
  }

  /** A new histogram. Histograms are numbered from 0. */
  addRow(): number {
    const row = this.rows++;
    if (row % chunkRows === 0) this.chunks.push(new Uint16Array(chunkRows * maxBins));
    return row;
  }

  /** Counts occurrences at a non-negative position. */
  add(row: number, position: number, count: number): void {
    let bin = this.binOf(position);
    if (bin < this.low || bin > this.high) {
      this.include(position);
      bin = this.binOf(position);
    }
    this.addCount(row, bin - this.first, count);
  }

  /** Loads the last bins of several indicators together, where most are counted; -1 means none. */
  preload(entries: Int32Array, count: number, locations: LocationStore): void {
    const last = Math.max(0, Math.min(maxBins - 1, this.high - this.first));
    let loaded = 0;
    for (let at = 0; at < count; at++) {
      const row = locations.noteOf(Math.max(0, entries[at] ?? 0)) - 1;
      if (row >= 0) loaded ^= this.chunkOf(row)[(row % chunkRows) * maxBins + last] ?? 0;
    }
    this.loaded = loaded;
  }

  /** A histogram; undefined if nothing was counted. */
  histogram(row: number): Histogram | undefined {
    const own = this.counts(row);
    const from = own.findIndex((count) => count > 0);
    if (from === -1) return undefined;
    const to = own.findLastIndex((count) => count > 0);
    return { scale: this.scale, first: this.first + from, counts: own.slice(from, to + 1) };
  }

  private counts(row: number): number[] {
    const chunk = this.chunkOf(row);
    const from = (row % chunkRows) * maxBins;
    const counts = Array.from(chunk.subarray(from, from + maxBins));
    if (this.carries.size === 0) return counts;
    return counts.map((count, at) => count + (this.carries.get(row * maxBins + at) ?? 0) * binRange);
  }

  /** The index of the bin of a position; shifted as long as it has 32 bits. */
  private binOf(position: number): number {
    return position < 2 ** 32 ? position >>> this.scale : Math.floor(position / 2 ** this.scale);
  }

  private addCount(row: number, at: number, count: number): void {
    const chunk = this.chunkOf(row);
    const index = (row % chunkRows) * maxBins + at;
    const sum = (chunk[index] ?? 0) + count;
    chunk[index] = sum;
    if (sum < binRange) return;
    const bin = row * maxBins + at;
    this.carries.set(bin, (this.carries.get(bin) ?? 0) + Math.floor(sum / binRange));
  }

  private chunkOf(row: number): Uint16Array {
    return this.chunks[row >> chunkShift] ?? noChunk;
  }

  /** Widens or moves the bins so that they include a position. */
  private include(position: number): void {
    const [before, firstBefore] = [this.scale, this.first];
    const index = (at: number): number => Math.floor(at / 2 ** (this.scale - before));
    const [low, high] = [this.low, this.high];
    const bin = (): number => Math.floor(position / 2 ** this.scale);
    while (Math.max(bin(), index(high)) - Math.min(bin(), index(low)) >= maxBins) this.scale++;
    this.low = Math.min(bin(), index(low));
    this.high = Math.max(bin(), index(high));
    if (this.scale === before && this.low >= this.first && this.high < this.first + maxBins) return;
    this.first = this.low;
    const all = this.carries.size === 0 ? undefined : Array.from({ length: this.rows }, (_, row) => this.counts(row));
    this.carries = new Map();
    const indexes = Array.from({ length: maxBins }, (_, at) => index(firstBefore + at) - this.first);
    const own = new Uint32Array(maxBins);
    for (let row = 0; row < this.rows; row++) {
      const from = (row % chunkRows) * maxBins;
      const chunk = this.chunkOf(row);
      own.set(all?.[row] ?? chunk.subarray(from, from + maxBins));
      chunk.fill(0, from, from + maxBins);
      for (let at = 0; at < maxBins; at++) if (own[at] !== 0) this.addCount(row, indexes[at] ?? 0, own[at] ?? 0);
    }
  }
}
