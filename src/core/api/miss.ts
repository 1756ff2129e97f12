import type { Gateway } from './gateway';
import { messageBeyondMiss } from './nothingFound';
import { maxServiceMessageLength, oneLine } from './redact';
import type { Outcome, RequestError } from './requestError';

/** The outcome of a question that the service has nothing for, with what its body says beyond that. */
export function miss<T>(value: T, body: unknown, { redact }: Pick<Gateway, 'redact'>): Outcome<T> {
  const serviceMessage = oneLine(redact(messageBeyondMiss(body) ?? ''), maxServiceMessageLength);
  return { ok: true, value, ...(serviceMessage === '' ? {} : { serviceMessage }) };
}

/** A miss that was found out another way, with what the service said to the first question. */
export function withServiceMessage<T>(outcome: Answered<T>, error: RequestError): Answered<T> {
  const serviceMessage = outcome.serviceMessage ?? ('serviceMessage' in error ? error.serviceMessage : undefined);
  return serviceMessage === undefined ? outcome : { ...outcome, serviceMessage };
}

type Answered<T> = Extract<Outcome<T>, { ok: true }>;
