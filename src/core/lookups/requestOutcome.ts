import type { RequestError, RequestErrorKind } from '../api/requestError';

/** A kind of error; those that differ only in a status have their own code. */
export type RequestErrorCode = RequestErrorKind | 'keyRequired' | 'notAllowed';

/**
 * The result of a logged request. `opened` is a page in the browser, whose answer isn't known. `retried` has a further entry, `queued` is an accepted scan, `interrupted` a request
 * whose window was closed, and `failed` an error outside of the request.
 */
export type RequestOutcome =
  'pending' | 'answered' | 'noRecord' | 'queued' | 'opened' | 'retried' | 'interrupted' | 'failed' | RequestErrorCode;

/** Further facts about a result. */
export interface OutcomeDetails {
  /** Set where a pause of the service prevented the request. */
  readonly notSent?: true;
  /** How many of the sent values the service knows. */
  readonly known?: number;
  /** Which of them, by their index; earlier versions only stored the number. */
  readonly knownAt?: readonly number[];
  /** The number of requests in one entry, for a sync. */
  readonly requests?: number;
}

/** The code of an error. */
export function requestErrorCode(error: RequestError): RequestErrorCode {
  if (error.kind === 'keyRejected') {
    if (!error.hadKey) return 'keyRequired';
    if (error.status === 403) return 'notAllowed';
  }
  return error.kind === 'rateLimited' && error.status !== undefined ? 'serverError' : error.kind;
}
