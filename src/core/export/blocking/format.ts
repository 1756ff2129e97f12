import type { UtcMillis } from '../../records/record';
import type { RiskLevel } from '../../records/risk';
import type { BlockEntry, EntryWriter } from './entry';

/** Properties of a file apart from its entries. */
export interface BodyOptions {
  readonly created: UtcMillis;
  /** The lowest risk of the entries. */
  readonly lowest: RiskLevel;
}

/** The lines of a file below its comments, and how many entries they express. */
export interface WrittenBody {
  readonly lines: readonly string[];
  readonly written: number;
}

/** A format in which indicators are blocked, detected, or searched. */
export interface BlockFormat {
  /** Of file names, without the leading dot. */
  readonly extension: string;
  /** VS Code's language ID. */
  readonly language: string;
  /** A text as a comment on a line of its own; absent if every line of the format is a value. */
  readonly comment?: (text: string) => string;
  /** Whether comments are before (default) or after the body. */
  readonly comments?: 'before' | 'after';
  /** Comments about the format itself. */
  readonly notes?: () => readonly string[];
  readonly body: (entries: readonly BlockEntry[], options: BodyOptions) => WrittenBody;
}

/** A body of lines for each entry, each line once, below lines that every file starts with. */
export function linesOfEntries(
  entries: readonly BlockEntry[],
  write: EntryWriter,
  head: readonly string[] = [],
): WrittenBody {
  const written = entries.map(write).filter((lines) => lines.length > 0);
  return { lines: [...head, ...new Set(written.flat())], written: written.length };
}
