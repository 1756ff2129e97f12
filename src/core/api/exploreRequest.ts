import type { QuerySettings } from '../explore/syntax/directives';
import type { FoundRows } from '../records/found';
import type { RequestError } from './requestError';

/** One query to Explore (api-spec: “Explore search”); missing settings are left to the service's defaults. */
export interface ExploreRequest extends Pick<QuerySettings, 'limit' | 'type' | 'format'> {
  /** As sent. */
  readonly query: string;
}

/** A response of Explore: rows, or the unmodified text of another format (`core/results` reads it). */
export type ExploreAnswer =
  { readonly format: 'json'; readonly found: FoundRows } | { readonly format: 'csv' | 'stix'; readonly text: string };

/** Why a service rejected this query, where another query would help. */
export type ExploreRefusal =
  /** The plan allows fewer results (429); waiting doesn't help. */
  | { readonly kind: 'limitAbovePlan'; readonly limit: number; readonly serviceMessage?: string }
  /** Fewer than one result (400). */
  | { readonly kind: 'limitTooSmall'; readonly serviceMessage?: string }
  /** STIX requires a registered account: 401, or 403 of a service that knows the user. */
  | {
      readonly kind: 'needsAccount';
      readonly hadKey: boolean;
      readonly status?: number;
      readonly serviceMessage?: string;
    }
  /** The URL would be longer than servers accept; nothing was sent. */
  | { readonly kind: 'tooLong'; readonly length: number }
  /** An unknown field, or another error in the query (400). */
  | { readonly kind: 'query'; readonly serviceMessage?: string };

/** A query whose URL is longer than servers accept. */
export function tooLong(length: number): RequestError {
  return { kind: 'badRequest', detail: `address too long: ${length} characters`, status: 0, addressLength: length };
}

/** The part of an error that is about the query; undefined for errors of the network or the service. */
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
