import type { BaseUrlProblem } from './baseUrl';

/**
 * What can go wrong between a request and its answer, as data. The gateway answers with one of these and never throws
 * for an expected fault; `features/common` turns them into one sentence and one action. `detail` is for the output
 * channel, holds no key, and is never shown in a hover. `said` is the text of the service's own error body, one line, without
 * the key: foreign, and fit for a panel.
 */
export type RequestError =
  | { readonly kind: 'badBaseUrl'; readonly detail: string; readonly problem?: BaseUrlProblem }
  | { readonly kind: 'nameNotFound'; readonly detail: string }
  | { readonly kind: 'connectionRefused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'certificate'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly detail: string; readonly afterMillis: number }
  | { readonly kind: 'canceled'; readonly detail: string }
  | { readonly kind: 'tooLarge'; readonly detail: string; readonly maxBytes: number }
  | { readonly kind: 'redirectRefused'; readonly detail: string; readonly to: string }
  | { readonly kind: 'notJson'; readonly detail: string; /** Nothing came at all. */ readonly isEmpty?: boolean }
  | { readonly kind: 'badShape'; readonly detail: string }
  | {
      readonly kind: 'badRequest';
      readonly detail: string;
      /** 0 where nothing was sent. */
      readonly status: number;
      readonly serviceMessage?: string;
      /** Set where the address of the request would be longer than servers accept. */
      readonly addressLength?: number;
    }
  | {
      readonly kind: 'keyRejected';
      readonly detail: string;
      readonly hadKey: boolean;
      readonly serviceMessage?: string;
      /** 403 where the service knows who asks and lets him not; 401 otherwise. */
      readonly status?: number;
    }
  | { readonly kind: 'notFound'; readonly detail: string; readonly serviceMessage?: string }
  | {
      readonly kind: 'rateLimited';
      readonly detail: string;
      readonly retryAt: number;
      readonly serviceMessage?: string;
      /** So many requests are left, which the extension keeps for people: the service has refused nothing. */
      readonly left?: number;
      /** That of an answer which was no refusal for too many requests, but wanted a pause as well: 503. */
      readonly status?: number;
    }
  | {
      readonly kind: 'serverError';
      readonly detail: string;
      readonly status: number;
      readonly serviceMessage?: string;
    };

export type RequestErrorKind = RequestError['kind'];

/** An answer or the trouble that kept it away. */
export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /**
       * What the service said in place of the answer that it doesn't have ("This TLD is not supported."), where that is more
       * than "not found": one line, without the key, foreign.
       */
      readonly serviceMessage?: string;
    }
  | { readonly ok: false; readonly error: RequestError };
