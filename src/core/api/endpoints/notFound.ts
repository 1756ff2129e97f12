import type { Gateway } from '../http/gateway';
import { messageBeyondNotFound } from '../http/nothingFound';
import { maxServiceMessageLength, oneLine } from '../../text/redact';
import { getServiceMessage, type Outcome, type RequestError } from '../requestError';

/** The outcome of a request for something that the service doesn't have, with what its body adds to that. */
export function notFoundOutcome<T>(value: T, body: unknown, { redact }: Pick<Gateway, 'redact'>): Outcome<T> {
  const serviceMessage = oneLine(redact(messageBeyondNotFound(body) ?? ''), maxServiceMessageLength);
  return serviceMessage === '' ? { ok: true, value } : { ok: true, value, serviceMessage };
}

/** A miss that was detected another way, with the service's message to the first request. */
export function withServiceMessage<T>(outcome: Answered<T>, error: RequestError): Answered<T> {
  const serviceMessage = outcome.serviceMessage ?? getServiceMessage(error);
  return serviceMessage === undefined ? outcome : { ...outcome, serviceMessage };
}

type Answered<T> = Extract<Outcome<T>, { ok: true }>;
