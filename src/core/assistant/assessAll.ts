import { delay } from '../api/http/waiting';
import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import { assess, type Assessment } from '../triage/assess';

/** What assessing many indicators needs. */
export interface AssessingParts {
  readonly lookups: Pick<Lookups, 'local' | 'blocked'>;
  /** Runs reads of the local store in one transaction. */
  readonly together: <T>(work: () => T) => T;
  /** How long to work before other work, such as a cancellation, is handled. */
  readonly sliceMillis: number;
}

/** Assesses indicators from memory and the local store, in their order and in time slices. Nothing is sent. */
export async function assessAll(
  indicators: readonly Indicator[],
  { lookups, together, sliceMillis }: AssessingParts,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  const assessments: Assessment[] = [];
  const assessSlice = (): void => {
    const endsAt = performance.now() + sliceMillis;
    while (assessments.length < indicators.length && performance.now() < endsAt) {
      const indicator = indicators[assessments.length];
      if (indicator !== undefined) assessments.push(assess(indicator, lookups, false, true));
    }
  };
  while (assessments.length < indicators.length) {
    together(assessSlice);
    await delay(0, signal);
    signal.throwIfAborted();
  }
  return assessments;
}
