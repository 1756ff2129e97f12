import { delay } from '../api/http/waiting';
import { hostOf } from '../indicators/identity/hostOf';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import { assess, type Assessment } from '../triage/assess';

/** Indicators that are read at once, which takes a few milliseconds. */
const atOnce = 128;

/** What assessing many indicators needs. */
export interface AssessingParts {
  readonly lookups: Pick<Lookups, 'local' | 'blocked'>;
  /** Runs reads of the local store in one transaction, and reads what is needed about the keys at once. */
  readonly together: <T>(work: () => T, keys: readonly string[]) => T;
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
  let sliceEnds = performance.now() + sliceMillis;
  while (assessments.length < indicators.length) {
    const some = indicators.slice(assessments.length, assessments.length + atOnce);
    together(() => {
      for (const indicator of some) assessments.push(assess(indicator, lookups, false, true));
    }, some.flatMap(keysOf));
    if (performance.now() < sliceEnds) continue;
    await delay(0, signal);
    signal.throwIfAborted();
    sliceEnds = performance.now() + sliceMillis;
  }
  return assessments;
}

/** The keys that an assessment reads. */
function keysOf(indicator: Indicator): readonly string[] {
  const host = indicator.type === 'url' ? hostOf(indicator) : undefined;
  return [lookupKey(indicator), ...(host === undefined ? [] : [lookupKey(host)])];
}
