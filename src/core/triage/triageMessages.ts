import type { LookupContext } from '../lookups/options';
import type { UnreadStore } from '../lookups/unreadStore';
import type { Indicator } from '../indicators/identity/types';
import type { UncountedText } from './found';
import type { InputFailure } from '../records/problems/inputFailure';
import type { RowQuery, ShownRows } from '../rows/rowQuery';
import type { Triaged } from './assess';
import type { ListEntry } from './rowTexts';
import type { TimelineUnit } from './timeline';

/** Context for assessing that only the extension host has. Nothing is sent to the service. */
export interface AssessingContext extends LookupContext {
  /** Why the local store isn't read, if so. */
  readonly unread?: UnreadStore | undefined;
  /** Sets apart indicators that only lists rate, by mistake, although well-known hosts aren't set apart. */
  readonly skipFalsePositives?: boolean | undefined;
}

/** Context for the texts of rows that only the extension host has. */
export interface RowsContext {
  /** The names of the files that locations refer to by index. */
  readonly files: readonly string[];
  readonly hasOneFile: boolean;
  readonly isFolding: boolean;
  /** The triage list. */
  readonly entries: readonly (readonly [key: string, entry: ListEntry])[];
  /** The display language, with its messages. */
  readonly locale?:
    { readonly language: string; readonly bundle?: Readonly<Record<string, unknown>> | undefined } | undefined;
}

/** One text of a reading that was read. */
export type TextSummary =
  | {
      readonly kind: 'read';
      readonly bytes: number;
      readonly lines: number;
      readonly counted: number;
      /** Its indicators. */
      readonly found: number;
      /** Occurrences of indicators beyond the maximum listed. */
      readonly unlisted: number;
      readonly timelineUnit?: TimelineUnit | undefined;
      /** Why it wasn't read to its end. */
      readonly failure?: InputFailure | undefined;
    }
  | UncountedText;

/** Indicators that aren't from a text, with their places in a file. */
export type GivenEntries = readonly (Indicator & { readonly locations: readonly number[] })[];

/** Rows of a triage, each with its number. */
export type NumberedRows = readonly (readonly [number: number, row: Triaged])[];

/** The rows of a reading that a query shows. */
export interface QueriedRows extends Omit<ShownRows, 'folded'> {
  /** How many rows are folded. */
  readonly folded: number;
  /** The first of the rows. */
  readonly first: NumberedRows;
}

/** Which rows of a reading are needed: some, a part of those of a query, or those to look up. */
export type WantedRows =
  | { readonly numbers: readonly number[] }
  | {
      readonly query: RowQuery;
      /** Also those that are folded, which follow. */
      readonly withFolded: boolean;
      readonly from: number;
      readonly count: number;
    }
  | { readonly open: number };

/** A reading that the worker doesn't have, because it was closed, or because the worker was started again. */
export const unknownTriage = 'UnknownTriage';
