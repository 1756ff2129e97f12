import type { ListRow } from '../../core/lists/listRow';
import { isDescriptive, type ListKind } from '../../core/records/context';
import type { TakenColumns } from '../../core/records/sourceDetails';
import type { Exception, SkippedItem, Statement } from '../../core/records/statement';

/** The result of parsing a chunk of the input. `objects` counts the objects, rows, or lines in it. */
export interface ParsedChunk {
  readonly objects: number;
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
  /** Exceptions from the rules of the list. */
  readonly exceptions?: readonly Exception[];
  /** The known shape of the list, in its first chunk. */
  readonly shape?: { readonly id: string; readonly kind: ListKind };
  /** Assumed meanings of the columns in a table of unknown form, in its first chunk. */
  readonly taken?: TakenColumns;
  /** Statements of a known list by kind. */
  readonly kinds?: KindCounts;
  /** Statements of kind `malicious`, or of an unknown list, without a risk. */
  readonly unrated?: number;
  /** Lines that are the same as the one before. */
  readonly repeated?: number;
  /** Rows of a list of locations, which aren't statements. */
  readonly locations?: readonly ListRow[];
}

type KindCounts = Readonly<Partial<Record<ListKind, number>>>;

/** How many statements about indicators have no risk, and don't describe them instead. */
export function countUnrated(statements: readonly Statement[]): number {
  let count = 0;
  for (const each of statements)
    if (each.kind === 'indicator' && each.record.risk === 'unknown' && !isDescriptive(each.record)) count++;
  return count;
}
