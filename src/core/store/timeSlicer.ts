import { setImmediate } from 'node:timers/promises';
import { type Connection } from './sqlite';

/**
 * Work in slices: each step does a few milliseconds of it and yields, so that whoever drives it may let others through, or
 * stop (`return`), between any two.
 */
export type Steps<T> = Generator<void, T, void>;

/** So long at a time, then others get through. */
const sliceMillis = 8;

/** Does work in slices, between which others get through; rejects with the signal's reason once it is aborted. */
export type TimeSlicer = <T>(begin: (connection: Connection) => Steps<T>, signal?: AbortSignal) => Promise<T>;

/** {@link TimeSlicer} over a store whose every access is `guarded`. */
export function createTimeSlicer(guarded: <T>(work: (connection: Connection) => T) => T): TimeSlicer {
  return async <T>(begin: (connection: Connection) => Steps<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const steps = guarded(begin);
    try {
      let began = performance.now();
      for (;;) {
        const step = guarded(() => steps.next());
        if (step.done === true) return step.value;
        if (performance.now() - began < sliceMillis) continue;
        await setImmediate();
        signal?.throwIfAborted();
        began = performance.now();
      }
    } finally {
      // Ends statements that are still being read.
      guarded(() => steps.return(undefined as T));
    }
  };
}
