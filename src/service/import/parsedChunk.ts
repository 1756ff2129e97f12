import { type SkippedItem, type Statement } from '../../core/records/statement';

/** What a piece of the input came to. `objects` counts what was looked at: objects, rows or lines. */
export interface ParsedChunk {
  readonly objects: number;
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}

/** The input can't be read on; the message says why, in plain words that go on from “it broke off:”. */
export class InputError extends Error {}
