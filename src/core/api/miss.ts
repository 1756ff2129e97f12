import type { Gateway } from './gateway';
import { saidBeyondMiss } from './nothingFound';
import { longestSaid, oneLine } from './redact';
import type { Outcome } from './trouble';

/** The outcome of a question that the service has nothing for, with what its body says beyond that. */
export function miss<T>(value: T, body: unknown, { redact }: Pick<Gateway, 'redact'>): Outcome<T> {
  const said = oneLine(redact(saidBeyondMiss(body) ?? ''), longestSaid);
  return { ok: true, value, ...(said === '' ? {} : { said }) };
}
