import { type SkippedItem } from '../../core/records/statement';
import { type ImportCounts } from '../../core/store/importRun';
import { type ImportResult, type ImportFormat } from '../../core/store/protocol';

const maxExamples = 5;
const exampleLength = 120;
/** Reasons hold words from the file; a file of a thousand object types does not make a thousand lines. */
const maxReasons = 40;

/** Where nothing was written at all. */
export const noCounts: ImportCounts = { added: 0, updated: 0, unchanged: 0, again: 0, threats: 0, feeds: 0 };

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > exampleLength ? `${line.slice(0, exampleLength)}…` : line;
}

/** Keeps count of what an import leaves out. */
export class ImportTally {
  private readonly reasons = new Map<string, { count: number; readonly examples: string[] }>();
  objects = 0;

  skip(skipped: readonly SkippedItem[]): void {
    for (const { reason, example } of skipped) this.add(reason, 1, example);
  }

  add(reason: string, count: number, example = ''): void {
    if (count === 0) return;
    const name = this.reasons.has(reason) || this.reasons.size < maxReasons ? shortened(reason) : 'Other reasons';
    const entry = this.reasons.get(name) ?? { count: 0, examples: [] };
    entry.count += count;
    const short = shortened(example);
    if (short !== '' && entry.examples.length < maxExamples && !entry.examples.includes(short))
      entry.examples.push(short);
    this.reasons.set(name, entry);
  }

  /** The account as it is told; the most frequent reason first. */
  result(
    source: string,
    format: ImportFormat,
    counts: ImportCounts,
    broke: string | undefined,
    complete: boolean,
  ): ImportResult {
    return {
      source,
      format,
      objects: this.objects,
      indicators: { added: counts.added, updated: counts.updated, unchanged: counts.unchanged },
      threats: counts.threats,
      feeds: counts.feeds,
      skipped: [...this.reasons]
        .map(([reason, { count, examples }]) => ({ reason, count, examples }))
        .toSorted((a, b) => b.count - a.count),
      complete,
      ...(broke === undefined ? {} : { broke }),
    };
  }
}
