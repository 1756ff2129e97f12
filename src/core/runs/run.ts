import { type ExploreRefusal } from '../api/exploreRequest';
import { type RequestError } from '../api/requestError';
import { type QuerySettings } from '../explore/directives';
import { type BlockReason } from '../lookups/types';
import { type FoundRows } from '../records/found';
import { type UtcMillis } from '../records/record';

/** Where a query is answered. */
export interface RunPlace {
  /** The base URL, or `local:`. */
  readonly address: string;
  /** What the user is shown. */
  readonly host: string;
  readonly remote: boolean;
}

/** What a query found, with the answer's own text where it was asked for in another form than JSON. */
export interface Finding {
  readonly found: FoundRows;
  readonly text?: string;
  /** What is odd about that text, in words. */
  readonly warnings: readonly string[];
}

/** How often a query left, where that was more than once: over a redirect, or again after a connection that was reset at once. */
interface Repeated {
  readonly requests?: number;
}

/** How a run ended, without what it found. Times in milliseconds. */
export type RunEnd =
  | ({
      readonly kind: 'answered';
      readonly millis: number;
      readonly count: number;
      readonly left: number;
      /** As many rows as another answer of the service stopped at. */ readonly mayBeCut?: true;
    } & Repeated)
  | ({ readonly kind: 'canceled'; readonly millis: number } & Repeated)
  | ({
      readonly kind: 'failed';
      readonly millis: number;
      readonly error: RequestError;
      /** Where the trouble is due to the question. */
      readonly refusal?: ExploreRefusal;
    } & Repeated)
  /** The service had said that nothing is left, or wants a pause: nothing was sent. `until` as far as is known. */
  | {
      readonly kind: 'spent';
      readonly span: 'day' | 'month' | 'pause';
      readonly until: UtcMillis;
      /** Of a pause: the answer that asked for it. */
      readonly error?: RequestError;
    }
  /** Mode `offline`: nothing was sent. */
  | { readonly kind: 'offline' }
  /** Something in the query must never leave: nothing was sent. */
  | { readonly kind: 'withheld'; readonly value: string; readonly by: BlockReason };

/** One run of a query. */
export interface QueryRun {
  readonly id: string;
  /** When it began. */
  readonly at: UtcMillis;
  /** As it is sent. */
  readonly query: string;
  readonly settings: QuerySettings;
  /** What stands behind `###` above it. */
  readonly title?: string;
  readonly place: RunPlace;
  /** Missing while it is under way. */
  readonly end?: RunEnd;
}

/** A run as history keeps it; what it found is kept beside it, as long as there is room. */
export interface StoredRun extends QueryRun {
  readonly pinned: boolean;
  readonly hasFinding: boolean;
  /** How often it was run, where that is more than once: the last run stands for those before. */
  readonly times?: number;
}

/** How much history keeps; what is pinned stays whatever they say. */
export interface HistoryLimits {
  readonly maxAgeMillis: number;
  /** Of what was found, all runs together. */
  readonly maxBytes: number;
}
