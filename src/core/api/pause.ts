import type { Budget } from './client';
import type { RequestError } from './requestError';

/** The pause that a service asked for, with its words; undefined if no pause is running. `now` in milliseconds. */
export function pauseOf(
  { pausedUntil, pausedBy }: Budget,
  now: number,
): Extract<RequestError, { kind: 'rateLimited' }> | undefined {
  if (pausedUntil === undefined || pausedUntil <= now) return undefined;
  return {
    kind: 'rateLimited',
    detail: 'the service wants a pause',
    retryAt: pausedUntil,
    ...(pausedBy !== undefined && 'serviceMessage' in pausedBy ? { serviceMessage: pausedBy.serviceMessage } : {}),
    ...(pausedBy?.kind === 'serverError' ? { status: pausedBy.status } : {}),
  };
}
