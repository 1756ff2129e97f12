import type { SkippedItem, Statement } from '../../core/records/statement';

/** The result of parsing a piece of the input. `objects` counts the objects, rows, or lines in it. */
export interface ParsedChunk {
  readonly objects: number;
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}
