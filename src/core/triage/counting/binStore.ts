import { NumberList } from './numberList';
import { maxBins, type Timeline } from '../timeline';

/**
 * Histograms of many indicators of a text in one array. All have the same bins, which get wider when positions beyond them
 * are counted.
 */
export class BinStore {
  private scale = 0;
  /** The index of the first bin, and the lowest and the highest bin that were used. */
  private first = 0;
  private low = Infinity;
  private high = -Infinity;
  private counts = new Uint32Array(maxBins * 16);
  private rows = 0;
  /** By indicator: its row plus one. */
  private readonly rowOf = new NumberList();

  /** Counts occurrences of an indicator at a non-negative position. */
  add(indicator: number, position: number, count: number): void {
    let bin = Math.floor(position / 2 ** this.scale);
    if (bin < this.low || bin > this.high) {
      this.include(position);
      bin = Math.floor(position / 2 ** this.scale);
    }
    let row = this.rowOf.at(indicator) - 1;
    if (row === -1) {
      row = this.addRow();
      this.rowOf.set(indicator, row + 1);
    }
    const at = row * maxBins + bin - this.first;
    this.counts[at] = (this.counts[at] ?? 0) + count;
  }

  /** The histogram of an indicator; undefined if nothing was counted. */
  timeline(indicator: number): Timeline | undefined {
    const row = this.rowOf.at(indicator) - 1;
    if (row === -1) return undefined;
    const own = this.counts.subarray(row * maxBins, (row + 1) * maxBins);
    const from = own.findIndex((count) => count > 0);
    const to = own.findLastIndex((count) => count > 0);
    return { scale: this.scale, first: this.first + from, counts: Array.from(own.subarray(from, to + 1)) };
  }

  private addRow(): number {
    const row = this.rows++;
    if (this.rows * maxBins > this.counts.length) {
      const larger = new Uint32Array(2 * this.counts.length);
      larger.set(this.counts);
      this.counts = larger;
    }
    return row;
  }

  /** Makes a position part of the bins. */
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
    const counts = new Uint32Array(this.counts.length);
    for (let row = 0; row < this.rows; row++) {
      for (let at = 0; at < maxBins; at++) {
        const count = this.counts[row * maxBins + at] ?? 0;
        if (count === 0) continue;
        const moved = row * maxBins + index(firstBefore + at) - this.first;
        counts[moved] = (counts[moved] ?? 0) + count;
      }
    }
    this.counts = counts;
  }
}
