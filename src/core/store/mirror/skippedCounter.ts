import type { SkippedCount } from '../../sync/ports';
import type { SkippedItem } from '../../records/statement';
import { skipKey } from '../../records/problems/skipReason';

/** Details come from the data: thousands of object types must not make thousands of rows. */
const maxReasons = 40;

/** Counts skipped items by reason. */
export class SkippedCounter {
  private readonly counts = new Map<string, Omit<SkippedCount, 'count'> & { count: number }>();

  add(skipped: readonly SkippedItem[]): void {
    for (const { reason, example } of skipped) {
      const isListed = this.counts.has(skipKey(reason)) || this.counts.size < maxReasons;
      const counted = isListed ? reason : ({ kind: 'other' } as const);
      const key = skipKey(counted);
      const entry = this.counts.get(key) ?? { reason: counted, count: 0, example: example.slice(0, 120) };
      entry.count++;
      this.counts.set(key, entry);
    }
  }

  clear(): void {
    this.counts.clear();
  }

  /** The counts, the most frequent reason first. */
  list(): readonly SkippedCount[] {
    return [...this.counts.values()].map((entry) => ({ ...entry })).toSorted((a, b) => b.count - a.count);
  }
}
