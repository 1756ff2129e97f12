import type { BaseUrlProblem } from '../api/baseUrl';
import type { RequestError } from '../api/requestError';
import type { TaxiiErrorContext } from '../api/taxii/errorContext';
import type { InputFailure } from '../records/problems/inputFailure';
import type { StoreProblem } from '../records/problems/storeProblem';

/** A request that failed, with the context of its message. */
export interface FailedRequest {
  readonly host: string;
  readonly error: RequestError;
  readonly context?: TaxiiErrorContext;
}

/** Why a sync did not complete. The message for it is made where it is shown. */
export type SyncError =
  | { readonly kind: 'canceled' }
  | ({ readonly kind: 'request' } & FailedRequest)
  /** The server promised another page, then refused it. */
  | ({ readonly kind: 'pageRefused' } & FailedRequest)
  /** The collection doesn't exist, or no longer. */
  | ({ readonly kind: 'collectionNotFound' } & FailedRequest)
  /** The collection exists, its objects don't. */
  | ({ readonly kind: 'objectsNotFound' } & FailedRequest)
  /** Pages bring nothing new and don't end. */
  | { readonly kind: 'endlessPages' }
  | { readonly kind: 'tooManyPages'; readonly pages: number }
  /** There is more, but neither a cursor nor a date to continue from. */
  | { readonly kind: 'noCursor' }
  /** More objects of one date than fit on a page, and no cursor. */
  | { readonly kind: 'tooManyOfOneDate' }
  | { readonly kind: 'sizeLimit'; readonly maxBytes: number }
  | { readonly kind: 'diskSpace'; readonly freeBytes: number }
  /** A list without a single indicator. */
  | { readonly kind: 'emptyList' }
  /** A list that ended before its last entry. */
  | { readonly kind: 'incompleteList'; readonly failure: InputFailure }
  /** A list that has lost half of its size since the last sync, or a tenth of it if the answer can't be verified. */
  | { readonly kind: 'smallerList'; readonly bytes: number; readonly before: number }
  /** A feed of which some events could not be fetched this time. */
  | { readonly kind: 'missingEvents'; readonly count: number; readonly error?: FailedRequest }
  /** The next download is allowed then, by its publisher at the host or by the default interval; never stored. */
  | { readonly kind: 'tooEarly'; readonly until: number; readonly host?: string }
  | { readonly kind: 'notMirrored' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'badAddress'; readonly problem: BaseUrlProblem }
  | { readonly kind: 'store'; readonly problem: StoreProblem }
  /** An exception; `detail` is technical. */
  | { readonly kind: 'exception'; readonly detail: string };

/** The stored form of an error. */
export function writeSyncError(error: SyncError): string {
  return JSON.stringify(error);
}
