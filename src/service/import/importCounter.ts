import type { InputFailure } from '../../core/records/problems/inputFailure';
import { isDescriptive, type ListKind } from '../../core/records/context';
import { looksLikeIndicator } from '../../core/lists/entries';
import { skipKey, type SkipReason } from '../../core/records/problems/skipReason';
import type { RiskLevel } from '../../core/records/risk';
import type { SkippedItem } from '../../core/records/statement';
import type { ParsedChunk } from './parsedChunk';
import type { ImportCounts } from '../../core/store/writing/importRun';
import type { ImportResult, ImportFormat } from '../../core/store/protocol/protocol';

const maxExamples = 5;
const exampleLength = 120;
/** Details come from the file: a thousand object types must not make a thousand rows. */
const maxReasons = 40;

/** Counts of an import that wrote nothing. */
export const noCounts: ImportCounts = { added: 0, updated: 0, unchanged: 0, again: 0, threats: 0, feeds: 0 };

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > exampleLength ? `${line.slice(0, exampleLength)}…` : line;
}

interface Reason {
  readonly reason: SkipReason;
  count: number;
  readonly examples: string[];
  readonly lines: number[];
}

/** Whether nothing was taken from a value that looks like an indicator: of a cell, a line, or a STIX object. */
function isUnread({ kind }: SkipReason, example: string): boolean {
  return (
    kind === 'unreadValue' || kind === 'unreadableUrl' || (kind === 'patternSyntax' && looksLikeIndicator(example))
  );
}

function withShortDetail({ kind, detail }: SkipReason): SkipReason {
  return detail === undefined ? { kind } : { kind, detail: shortened(detail) };
}

/** Counts what an import reads and skips. */
export class ImportCounter {
  private readonly reasons = new Map<string, Reason>();
  private readonly kinds: Partial<Record<ListKind, number>> = {};
  private readonly risks: Partial<Record<RiskLevel, number>> = {};
  private shape: ParsedChunk['shape'];
  private taken: ParsedChunk['taken'];
  private unrated = 0;
  private repeated = 0;
  private unreadCount = 0;
  /** The first lines of values that weren't read, if they have any. */
  private readonly unreadLines: number[] = [];
  objects = 0;

  /** Counts a chunk of the input. */
  read({ objects, statements, skipped, shape, taken, kinds = {}, unrated = 0, repeated = 0 }: ParsedChunk): void {
    this.objects += objects;
    this.shape ??= shape;
    this.taken ??= taken;
    for (const each of statements)
      if (each.kind === 'indicator' && !isDescriptive(each.record))
        this.risks[each.record.risk] = (this.risks[each.record.risk] ?? 0) + 1;
    this.unrated += unrated;
    this.repeated += repeated;
    for (const [kind, count] of Object.entries(kinds) as [ListKind, number][])
      this.kinds[kind] = (this.kinds[kind] ?? 0) + count;
    this.skip(skipped);
  }

  skip(skipped: readonly SkippedItem[]): void {
    for (const { reason, example, line = 0 } of skipped) {
      this.add(reason, 1, example, line);
      if (!isUnread(reason, example)) continue;
      this.unreadCount++;
      if (line > 0 && this.unreadLines.length < maxExamples) this.unreadLines.push(line);
    }
  }

  add(given: SkipReason, count: number, example = '', line = 0): void {
    if (count === 0) return;
    const isListed = this.reasons.has(skipKey(given)) || this.reasons.size < maxReasons;
    // Rows with an unknown risk aren't skipped, and counted on their own.
    const rest = { kind: given.kind === 'unknownRisk' ? given.kind : 'other' } as const;
    const reason: SkipReason = isListed ? withShortDetail(given) : rest;
    const entry = this.reasons.get(skipKey(reason)) ?? { reason, count: 0, examples: [], lines: [] };
    entry.count += count;
    const short = shortened(example);
    if (short !== '' && entry.examples.length < maxExamples && !entry.examples.includes(short)) {
      entry.examples.push(short);
      entry.lines.push(line);
    }
    this.reasons.set(skipKey(reason), entry);
  }

  /** Entries with a value that wasn't read, with the first of their lines; undefined if there are none. */
  unread(): InputFailure | undefined {
    const { unreadCount: count, objects: rows, unreadLines: lines } = this;
    return count === 0 ? undefined : { kind: 'unreadRows', count, rows, lines };
  }

  /** The result of the import, the most frequent reason first. */
  result(
    source: string,
    format: ImportFormat,
    counts: ImportCounts,
    failure: InputFailure | undefined,
    complete: boolean,
  ): ImportResult {
    const duplicates = counts.again + this.repeated;
    return {
      source,
      format,
      ...(this.shape === undefined ? {} : { shape: this.shape.id, kind: this.shape.kind }),
      kinds: { ...this.kinds },
      unrated: this.unrated,
      // Relationships rate indicators of STIX, wherever they are.
      risks: format === 'stix' ? undefined : { ...this.risks },
      taken: this.taken,
      objects: this.objects,
      indicators: { added: counts.added, updated: counts.updated, unchanged: counts.unchanged },
      threats: counts.threats,
      feeds: counts.feeds,
      duplicates: duplicates === 0 ? undefined : duplicates,
      skipped: [...this.reasons.values()]
        .toSorted((a, b) => b.count - a.count)
        .map(({ lines, ...reason }) => (lines.some((line) => line > 0) ? { ...reason, lines } : reason)),
      complete,
      failure,
    };
  }
}
