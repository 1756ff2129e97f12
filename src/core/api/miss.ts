import type { Gateway } from './gateway';
import { saidBeyondMiss } from './nothingFound';
import { longestSaid, oneLine } from './redact';
import type { Outcome, RequestError } from './requestError';

/** The outcome of a question that the service has nothing for, with what its body says beyond that. */
export function miss<T>(value: T, body: unknown, { redact }: Pick<Gateway, 'redact'>): Outcome<T> {
  const said = oneLine(redact(saidBeyondMiss(body) ?? ''), longestSaid);
  return { ok: true, value, ...(said === '' ? {} : { said }) };
}

/** A miss that was found out another way, with what the service said to the first question. */
export function withSaid<T>(outcome: Answered<T>, error: RequestError): Answered<T> {
  const said = outcome.said ?? ('said' in error ? error.said : undefined);
  return said === undefined ? outcome : { ...outcome, said };
}

type Answered<T> = Extract<Outcome<T>, { ok: true }>;
