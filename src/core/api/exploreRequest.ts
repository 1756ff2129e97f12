import type { QuerySettings } from '../explore/syntax/directives';
import type { FoundRows } from '../records/found';
import type { RequestError } from './requestError';

/** One query to Explore (lookup API: “Explore search”); missing settings are left to the service's defaults. */
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
  if (error.kind === 'keyRejected' && request.format === 'stix') {
    const { hadKey, status = 401, serviceMessage } = error;
    return { kind: 'needsAccount', hadKey, status, serviceMessage };
  }
  return error.kind === 'badRequest' ? refusalOfRequest(error, request.limit) : undefined;
}

function refusalOfRequest(
  { status, addressLength, serviceMessage }: Extract<RequestError, { kind: 'badRequest' }>,
  limit: number | undefined,
): ExploreRefusal | undefined {
  if (addressLength !== undefined) return { kind: 'tooLong', length: addressLength };
  if (status === 429) return { kind: 'limitAbovePlan', limit: limit ?? 0, serviceMessage };
  if (status !== 400 && status !== 200) return undefined;
  if (limit === undefined || !/\blimit\b/i.test(serviceMessage ?? '')) return { kind: 'query', serviceMessage };
  return limit < 1 ? { kind: 'limitTooSmall', serviceMessage } : { kind: 'limitAbovePlan', limit, serviceMessage };
}
