import type { Budget } from '../client';
import { getServiceMessage, type RequestError } from '../requestError';

/** The pause that a service requested, with its message; undefined outside of a pause. `now` in milliseconds. */
export function getPause(
  { pausedUntil, pausedBy }: Budget,
  now: number,
): Extract<RequestError, { kind: 'rateLimited' }> | undefined {
  if (pausedUntil === undefined || pausedUntil <= now) return undefined;
  return {
    kind: 'rateLimited',
    detail: 'the service requested a pause',
    retryAt: pausedUntil,
    serviceMessage: getServiceMessage(pausedBy),
    status: pausedBy?.kind === 'serverError' ? pausedBy.status : undefined,
  };
}
