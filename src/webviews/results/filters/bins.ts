import type { BinRange, ResultRow } from '../../messages/results';
import type { IndexedRow } from '../rowOrder';

/** Whether a row occurs in a part of the timeline. */
export function occursIn({ bins = [] }: ResultRow, { from, to }: BinRange): boolean {
  return bins.some((bin, index) => index % 2 === 0 && bin >= from && bin <= to);
}

/** The occurrences of rows by bin. */
export function binSums(rows: readonly IndexedRow[], count: number): readonly number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const { row } of rows) {
    const { bins = [] } = row;
    for (let at = 0; at + 1 < bins.length; at += 2) {
      const bin = bins[at] ?? 0;
      sums[bin] = (sums[bin] ?? 0) + (bins[at + 1] ?? 0);
    }
  }
  return sums;
}

/** The height of a bar: the root of its share, so that few occurrences can be seen beside many. */
export function barHeight(count: number, most: number, height: number): number {
  return count === 0 ? 0 : Math.max(2, Math.sqrt(count / Math.max(1, most)) * height);
}
