/** The unit of positions in a text: seconds since 1970 of its own timestamps, or lines. */
export type TimelineUnit = 'seconds' | 'lines';

/**
 * A small histogram. Bins are 2 ** `scale` units wide and begin at multiples of that, so that any two histograms can be
 * brought to the same bins without loss.
 */
export interface Histogram {
  readonly scale: number;
  /** The index of the first bin, which begins at `first * 2 ** scale`. */
  readonly first: number;
  readonly counts: readonly number[];
}

/** The occurrences of an indicator over time, or over the lines of texts. */
export interface Timeline extends Histogram {
  /** The first and the last position at which it occurs: exact ones of lines, unlike the edges of bins. */
  readonly from: number;
  readonly to: number;
}

/** The bins of one or several histograms. */
export interface TimelineBins {
  readonly scale: number;
  readonly first: number;
  readonly count: number;
}

/** Bins of a histogram. */
export const maxBins = 48;

/** A histogram that counts. */
export class TimelineCounter implements Timeline {
  scale = 0;
  first = 0;
  counts: number[] = [];
  from = Infinity;
  to = -Infinity;

  /** Counts occurrences at a non-negative position. */
  add(at: number, count = 1): void {
    this.from = Math.min(this.from, at);
    this.to = Math.max(this.to, at);
    this.addCount(Math.floor(at / 2 ** this.scale), count);
  }

  /** Adds the counts of another histogram. */
  addAll({ scale, first, counts, from, to }: Timeline): void {
    this.from = Math.min(this.from, from);
    this.to = Math.max(this.to, to);
    while (this.scale < scale) this.widen();
    for (const [index, count] of counts.entries()) {
      if (count > 0) this.addCount(Math.floor(((first + index) * 2 ** scale) / 2 ** this.scale), count);
    }
  }

  /** The histogram as plain data. */
  plain(): Timeline {
    const { scale, first, counts, from, to } = this;
    return { scale, first, counts, from, to };
  }

  private addCount(index: number, count: number): void {
    let bin = index;
    const { counts } = this;
    if (counts.length === 0) {
      this.first = bin;
      counts.push(count);
      return;
    }
    while (Math.max(bin, this.first + this.counts.length - 1) - Math.min(bin, this.first) >= maxBins) {
      this.widen();
      bin = Math.floor(bin / 2);
    }
    while (bin < this.first) {
      this.counts.unshift(0);
      this.first--;
    }
    while (bin >= this.first + this.counts.length) this.counts.push(0);
    this.counts[bin - this.first] = (this.counts[bin - this.first] ?? 0) + count;
  }

  /** Makes bins twice as wide. */
  private widen(): void {
    const first = Math.floor(this.first / 2);
    const counts: number[] = [];
    for (const [index, count] of this.counts.entries()) {
      const at = Math.floor((this.first + index) / 2) - first;
      counts[at] = (counts[at] ?? 0) + count;
    }
    this.scale++;
    this.first = first;
    this.counts = counts;
  }
}

/** Adds positions, in any order, to the counts of a histogram; undefined if both are empty. */
export function getHistogram(positions: readonly number[], counted?: Histogram): Histogram | undefined {
  if (positions.length === 0) return counted;
  const [only = 0] = positions;
  // Most indicators occur once.
  if (positions.length === 1 && counted === undefined) return { scale: 0, first: only, counts: [1] };
  let [low, high, scale] = [Infinity, -Infinity, counted?.scale ?? 0];
  for (const at of positions) {
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  if (counted !== undefined) {
    low = Math.min(low, counted.first * 2 ** scale);
    high = Math.max(high, (counted.first + counted.counts.length - 1) * 2 ** scale);
  }
  while (Math.floor(high / 2 ** scale) - Math.floor(low / 2 ** scale) >= maxBins) scale++;
  const first = Math.floor(low / 2 ** scale);
  const counts = new Array<number>(Math.floor(high / 2 ** scale) - first + 1).fill(0);
  const add = (at: number, count: number): void => {
    const bin = Math.floor(at / 2 ** scale) - first;
    counts[bin] = (counts[bin] ?? 0) + count;
  };
  for (const at of positions) add(at, 1);
  for (const [index, count] of (counted?.counts ?? []).entries())
    add((counted === undefined ? 0 : counted.first + index) * 2 ** (counted?.scale ?? 0), count);
  return { scale, first, counts };
}

/** Adds up two histograms of the same unit. */
export function mergeTimelines(a: Timeline | undefined, b: Timeline | undefined): Timeline | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const merged = new TimelineCounter();
  merged.addAll(a);
  merged.addAll(b);
  return merged.plain();
}

/** The part of a timeline between two positions, without counts outside of it. */
export function clippedTimeline(
  { scale, first, counts }: Timeline,
  { from, to }: Pick<Timeline, 'from' | 'to'>,
): Timeline {
  const width = 2 ** scale;
  const isIn = (start: number): boolean => start + width > from && start <= to;
  return { scale, first, counts: counts.map((count, at) => (isIn((first + at) * width) ? count : 0)), from, to };
}

/** The histogram of a text that follows others, with each bin moved to its new place. */
export function shiftTimeline({ scale, first, counts, from, to }: Timeline, by: number): Timeline {
  const shifted = new TimelineCounter();
  const width = 2 ** scale;
  for (const [index, count] of counts.entries()) {
    const at = Math.floor(((first + index) * width + by) / width);
    if (count > 0) shifted.addAll({ scale, first: at, counts: [count], from: from + by, to: to + by });
  }
  return shifted.plain();
}

/** Called with occurrences: their position, or the beginning of a bin, its width in units, and their number. */
export type VisitPosition = (position: number, width: number, count: number) => void;

/** Visits the bins of a histogram that aren't empty. */
export function forEachBin(histogram: Histogram | undefined, visit: VisitPosition): void {
  if (histogram === undefined) return;
  const width = 2 ** histogram.scale;
  for (const [index, count] of histogram.counts.entries())
    if (count > 0) visit((histogram.first + index) * width, width, count);
}

/** The bins that show all of several histograms, of which each is {@link include}d and then {@link end}ed. */
export class CommonBins {
  private from = Infinity;
  private to = -Infinity;
  private scale = 0;
  private low = Infinity;
  private high = -Infinity;
  private width = 1;

  /** Adds occurrences to the current histogram. */
  readonly include: VisitPosition = (position, width) => {
    if (position < this.low) this.low = position;
    if (position > this.high) this.high = position;
    if (width > this.width) this.width = width;
  };

  /** Ends the current histogram, which has at most {@link maxBins}. */
  end(): void {
    const { low, high } = this;
    let { width } = this;
    if (low > high) return;
    while (Math.floor(high / width) - Math.floor(low / width) >= maxBins) width *= 2;
    this.scale = Math.max(this.scale, Math.log2(width));
    this.from = Math.min(this.from, Math.floor(low / width) * width);
    this.to = Math.max(this.to, (Math.floor(high / width) + 1) * width - 1);
    [this.low, this.high, this.width] = [Infinity, -Infinity, 1];
  }

  /** Undefined if there are no histograms. */
  bins(): TimelineBins | undefined {
    const { from, to } = this;
    let { scale } = this;
    if (from > to) return undefined;
    const binOf = (at: number): number => Math.floor(at / 2 ** scale);
    while (binOf(to) - binOf(from) >= maxBins) scale++;
    return { scale, first: binOf(from), count: binOf(to) - binOf(from) + 1 };
  }
}

/** Counts the occurrences of one row after the other in common bins. */
export class BinCounts {
  private readonly sums: Float64Array;
  private low = Infinity;
  private high = -Infinity;

  constructor(private readonly bins: TimelineBins) {
    this.sums = new Float64Array(bins.count);
  }

  readonly add: VisitPosition = (position, _width, count) => {
    const bin = Math.floor(position / 2 ** this.bins.scale) - this.bins.first;
    this.sums[bin] = (this.sums[bin] ?? 0) + count;
    if (bin < this.low) this.low = bin;
    if (bin > this.high) this.high = bin;
  };

  /** Index, count, index, count … of the bins that aren't empty. Starts over. */
  take(visit: (number: number) => void): void {
    for (let bin = this.low; bin <= this.high; bin++) {
      const sum = this.sums[bin] ?? 0;
      if (sum === 0) continue;
      visit(bin);
      visit(sum);
      this.sums[bin] = 0;
    }
    this.low = Infinity;
    this.high = -Infinity;
  }
}

/** A histogram in common bins: index, count, index, count … of bins that aren't empty. */
export function inBins(histogram: Histogram, bins: TimelineBins): readonly number[] {
  const counts = new BinCounts(bins);
  forEachBin(histogram, counts.add);
  const numbers: number[] = [];
  counts.take((number) => numbers.push(number));
  return numbers;
}

/** The start of a bin, in units. */
export function binStart({ scale, first }: TimelineBins, index: number): number {
  return (first + index) * 2 ** scale;
}
