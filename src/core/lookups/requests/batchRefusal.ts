import type { ServiceClient } from '../../api/client';
import { pauseOf } from '../../api/http/pause';
import type { RequestError } from '../../api/requestError';

/** Requests of a day or month that are reserved for hovers and clicks. */
const reservedRequests = 5;

/** A rejection of the request, not a failure of the service. */
export type Refusal = Extract<RequestError, { kind: 'badRequest' }>;

/**
 * Whether a rejection is about the limit: a 429 only is if it may be (`BatchRequestOptions`), others by their
 * message.
 */
export function isAboutLimit(error: Refusal): boolean {
  return error.status === 429 || /\blimit\b/i.test(error.detail);
}

/** An empty answer whose message may be about one of the values, and so says nothing about the others. */
export function refusalOf({
  value,
  serviceMessage = '',
}: {
  readonly value: readonly unknown[];
  readonly serviceMessage?: string;
}) {
  const words = /\b(?:un)?support|\b(?:in)?valid\b|\btld\b|\bmalformed\b|\breserved\b|\bprivate\b|\billegal\b/i;
  if (value.length > 0 || !words.test(serviceMessage)) return undefined;
  return { kind: 'badRequest', detail: `HTTP 404: ${serviceMessage}`, status: 404, serviceMessage } satisfies Refusal;
}

/** Why nothing may be sent automatically now: a pause, or too few requests left. */
export function pauseReason(client: ServiceClient, now: number): RequestError | undefined {
  const budget = client.budget();
  const pause = pauseOf(budget, now);
  if (pause !== undefined) return pause;
  const { day, month } = budget;
  const left = Math.min(day ?? Infinity, month ?? Infinity);
  if (left > reservedRequests) return undefined;
  return { kind: 'rateLimited', detail: `${left} requests left, kept for hovers`, retryAt: now + 3_600_000, left };
}
