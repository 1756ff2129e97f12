import type { BaseUrlProblem } from './baseUrl';

/**
 * Why a request failed, as data. The gateway returns one of these and never throws for an expected error;
 * `features/shared` formats it as a sentence with an action. `detail` is for the output channel, has no key, and is
 * never shown in a hover. `serviceMessage` is the message of the service's own error body, one line, without the key:
 * untrusted, and fit for a panel.
 */
export type RequestError =
  | { readonly kind: 'badBaseUrl'; readonly detail: string; readonly problem?: BaseUrlProblem }
  | { readonly kind: 'nameNotFound'; readonly detail: string }
  | { readonly kind: 'connectionRefused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'certificate'; readonly detail: string }
  | { readonly kind: 'noTls'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly detail: string; readonly afterMillis: number }
  | { readonly kind: 'canceled'; readonly detail: string }
  | { readonly kind: 'tooLarge'; readonly detail: string; readonly maxBytes: number }
  | {
      /** Only a part of the body arrived, or the body doesn't match its length or its compression. */
      readonly kind: 'partial';
      readonly detail: string;
      /** How much came, and how much was announced; missing where that isn't known. */
      readonly bytes?: { readonly received: number; readonly announced: number };
    }
  | { readonly kind: 'redirectRefused'; readonly detail: string; readonly to: string }
  | { readonly kind: 'notJson'; readonly detail: string; /** The response was empty. */ readonly isEmpty?: boolean }
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
      /** 403 where the service knows the user and denies access; 401 otherwise. */
      readonly status?: number;
    }
  | { readonly kind: 'notFound'; readonly detail: string; readonly serviceMessage?: string }
  | {
      readonly kind: 'rateLimited';
      readonly detail: string;
      readonly retryAt: number;
      readonly serviceMessage?: string;
      /** The remaining requests, reserved for hovers and clicks: the service has rejected nothing. */
      readonly left?: number;
      /** The status of a response that isn't a rate limit, but also requested a pause: 503. */
      readonly status?: number;
    }
  | {
      readonly kind: 'serverError';
      readonly detail: string;
      readonly status: number;
      readonly serviceMessage?: string;
    };

export type RequestErrorKind = RequestError['kind'];

/** The service's message in an error, if any; untrusted. */
export function getServiceMessage(error: RequestError | undefined): string | undefined {
  return error !== undefined && 'serviceMessage' in error ? error.serviceMessage : undefined;
}

/** A response, or the error instead of it. */
export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /**
       * The service's message where it doesn't have the requested item ("This TLD is not supported."), if that adds to
       * "not found": one line, without the key, untrusted.
       */
      readonly serviceMessage?: string;
    }
  | { readonly ok: false; readonly error: RequestError };
