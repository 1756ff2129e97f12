import type { SkippedCount } from '../../mirror/ports';

const maxReasons = 40;

/** Counts what was left out, by reason. */
export class SkippedCounter {
  private readonly counts = new Map<string, { count: number; example: string }>();

  add(skipped: readonly { readonly reason: string; readonly example: string }[]): void {
    for (const { reason, example } of skipped) {
      const name = this.counts.has(reason) || this.counts.size < maxReasons ? reason : 'Other reasons';
      const held = this.counts.get(name) ?? { count: 0, example: example.slice(0, 120) };
      held.count++;
      this.counts.set(name, held);
    }
  }

  clear(): void {
    this.counts.clear();
  }

  told(): readonly SkippedCount[] {
    return [...this.counts].map(([reason, each]) => ({ reason, ...each })).toSorted((a, b) => b.count - a.count);
  }
}
