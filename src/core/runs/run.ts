import type { ExploreRefusal } from '../api/exploreRequest';
import type { RequestError } from '../api/requestError';
import type { QuerySettings } from '../explore/syntax/directives';
import type { BlockReason } from '../lookups/types';
import type { FoundRows } from '../records/found';
import type { ResultWarning } from '../results/warnings';
import type { UtcMillis } from '../records/record';

/** The service or store that answers a query. */
interface RunOrigin {
  /** The base URL, or `local:`. */
  readonly address: string;
  /** Shown to the user. */
  readonly host: string;
  readonly remote: boolean;
}

/** Names the local store in exported files, which programs read; the same in every language. */
export const localStoreAddress = 'local store';

/** The result of a query, with the text of an answer in CSV or STIX. */
export interface Finding {
  readonly found: FoundRows;
  readonly text?: string;
  /** Problems in that text. */
  readonly warnings: readonly ResultWarning[];
}

/** Number of requests if more than one: after a redirect, or a connection that was reset immediately. */
interface Repeated {
  readonly requests?: number;
}

/** How a run ended, without its results. Times in milliseconds. */
export type RunEnd =
  | ({
      readonly kind: 'answered';
      readonly millis: number;
      readonly count: number;
      readonly unreadable: number;
      /** True if another answer of the service stopped at the same number of rows. */
      readonly mayBeTruncated?: true;
      /** Threats that the query asks for: all rows are linked to them, which the answer of a service may not repeat. */
      readonly threats?: readonly string[];
      /** Fields of the query that no record in the local store has, if it found nothing there. */
      readonly unusedFields?: readonly string[];
      /** How a query that found nothing can be broadened, if not by removing a term: only by wildcards, or not at all. */
      readonly broadening?: 'wildcards' | 'none';
    } & Repeated)
  | ({ readonly kind: 'canceled'; readonly millis: number } & Repeated)
  | ({
      readonly kind: 'failed';
      readonly millis: number;
      readonly error: RequestError;
      /** Set if the query itself is the reason. */
      readonly refusal?: ExploreRefusal;
    } & Repeated)
  /** The quota is used up, or the service asked to pause; nothing was sent. `until` as far as known. */
  | {
      readonly kind: 'spent';
      readonly span: 'day' | 'month' | 'pause';
      readonly until: UtcMillis;
      /** For a pause: the answer that asked for it. */
      readonly error?: RequestError;
    }
  /** Offline mode; nothing was sent. */
  | { readonly kind: 'offline' }
  /** The query contains something that must not be sent; nothing was sent. */
  | { readonly kind: 'blocked'; readonly value: string; readonly by: BlockReason };

/** One run of a query. */
export interface QueryRun {
  readonly id: string;
  /** Start time. */
  readonly at: UtcMillis;
  /** As it is sent. */
  readonly query: string;
  readonly settings: QuerySettings;
  /** The text after `###` above it. */
  readonly title?: string;
  readonly origin: RunOrigin;
  /** Missing while it is running. */
  readonly end?: RunEnd;
}

/** A run in the history; its results are stored separately, as long as there is room. */
export interface StoredRun extends QueryRun {
  readonly pinned: boolean;
  readonly hasFinding: boolean;
  /** Number of runs if more than one; the last run represents earlier ones. */
  readonly times?: number;
}

/** Limits of the history; pinned runs don't count. */
export interface HistoryLimits {
  readonly maxAgeMillis: number;
  /** Total size of the results of all runs. */
  readonly maxBytes: number;
}
