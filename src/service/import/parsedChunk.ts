import { type SkippedItem, type Statement } from '../../core/records/statement';

/** What a piece of the input came to. `objects` counts what was looked at: objects, rows or lines. */
export interface ParsedChunk {
  readonly objects: number;
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}
