import { type QuerySettings } from '../explore/directives';
import { type FoundRows } from '../records/found';
import { type RequestError } from './requestError';

/** One question to Explore (api-spec: “Explore search”); what is absent is left to the service's default. */
export interface ExploreRequest extends Pick<QuerySettings, 'limit' | 'type' | 'format'> {
  /** As it is sent. */
  readonly query: string;
}

/** An answer of Explore: rows, or the text of another form as it came (`core/results` reads it). */
export type ExploreAnswer =
  { readonly format: 'json'; readonly found: FoundRows } | { readonly format: 'csv' | 'stix'; readonly text: string };

/** Why a service does not answer this question, where asking it another way would help. */
export type ExploreRefusal =
  /** The plan allows fewer results (429); waiting does not help. */
  | { readonly kind: 'limitAbovePlan'; readonly limit: number; readonly serviceMessage?: string }
  /** Fewer than one result (400). */
  | { readonly kind: 'limitTooSmall'; readonly serviceMessage?: string }
  /** STIX is for registered users: 401, or 403 of a service that knows who asks. */
  | {
      readonly kind: 'needsAccount';
      readonly hadKey: boolean;
      readonly status?: number;
      readonly serviceMessage?: string;
    }
  /** The address would be longer than servers take; nothing was sent. */
  | { readonly kind: 'tooLong'; readonly length: number }
  /** An unknown field, or something else in the query (400). */
  | { readonly kind: 'query'; readonly serviceMessage?: string };

/** A query whose address is longer than servers take. */
export function tooLong(length: number): RequestError {
  return { kind: 'badRequest', detail: `address too long: ${length} characters`, status: 0, addressLength: length };
}

/** What of a trouble is due to the question itself; undefined where it is the way or the service. */
export function exploreRefusal(error: RequestError, request: ExploreRequest): ExploreRefusal | undefined {
  const message = 'serviceMessage' in error ? { serviceMessage: error.serviceMessage } : {};
  if (error.kind === 'keyRejected') {
    const { hadKey, status = 401 } = error;
    return request.format === 'stix' ? { kind: 'needsAccount', hadKey, status, ...message } : undefined;
  }
  if (error.kind !== 'badRequest') return undefined;
  const { status, addressLength } = error;
  if (addressLength !== undefined) return { kind: 'tooLong', length: addressLength };
  const isAboutLimit = /\blimit\b/i.test(message.serviceMessage ?? '');
  if (status === 429) return { kind: 'limitAbovePlan', limit: request.limit ?? 0, ...message };
  if (status !== 400 && status !== 200) return undefined;
  if (isAboutLimit && request.limit !== undefined) {
    return request.limit < 1
      ? { kind: 'limitTooSmall', ...message }
      : { kind: 'limitAbovePlan', limit: request.limit, ...message };
  }
  return { kind: 'query', ...message };
}
