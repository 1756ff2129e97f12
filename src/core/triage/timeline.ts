/** What positions in a text are counted in: seconds since 1970 of its own timestamps, or lines. */
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

/** When an indicator occurs. */
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

  /** Counts everything that another histogram has counted. */
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

/** The histogram of some positions, in any order, and what another one has counted; undefined if there is nothing. */
export function histogramOf(positions: readonly number[], counted?: Histogram): Histogram | undefined {
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

/** What two histograms of the same unit have counted together. */
export function mergeTimelines(a: Timeline | undefined, b: Timeline | undefined): Timeline | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const merged = new TimelineCounter();
  merged.addAll(a);
  merged.addAll(b);
  return merged.plain();
}

/** A histogram of a text that follows others: each bin is moved to where it begins then. */
export function shiftTimeline({ scale, first, counts, from, to }: Timeline, by: number): Timeline {
  const shifted = new TimelineCounter();
  const width = 2 ** scale;
  for (const [index, count] of counts.entries()) {
    const at = Math.floor(((first + index) * width + by) / width);
    if (count > 0) shifted.addAll({ scale, first: at, counts: [count], from: from + by, to: to + by });
  }
  return shifted.plain();
}

/** The bins that show all of several histograms, which are added one after the other. */
export class CommonBins {
  private from = Infinity;
  private to = -Infinity;
  private scale = 0;

  add(timeline: Histogram | undefined): void {
    const count = timeline?.counts.length ?? 0;
    if (timeline === undefined || count === 0) return;
    const width = 2 ** timeline.scale;
    this.scale = Math.max(this.scale, timeline.scale);
    this.from = Math.min(this.from, timeline.first * width);
    this.to = Math.max(this.to, (timeline.first + count) * width - 1);
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

/** A histogram in common bins: index, count, index, count … of bins that have any. */
export function inBins({ scale, first, counts }: Histogram, bins: TimelineBins): readonly number[] {
  const sums = new Map<number, number>();
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const bin = Math.floor(((first + index) * 2 ** scale) / 2 ** bins.scale) - bins.first;
    sums.set(bin, (sums.get(bin) ?? 0) + count);
  }
  return [...sums].sort(([a], [b]) => a - b).flat();
}

/** Where a bin begins, in units. */
export function binStart({ scale, first }: TimelineBins, index: number): number {
  return (first + index) * 2 ** scale;
}
