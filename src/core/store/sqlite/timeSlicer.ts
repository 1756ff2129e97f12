import { setImmediate } from 'node:timers/promises';
import type { Connection } from './sqlite';

/**
 * Work in slices: each step takes a few milliseconds and yields, so that the caller can let others run, or stop
 * (`return`), between two steps.
 */
export type Steps<T> = Generator<void, T, void>;

/** How long to work at a time before others get their turn. */
const sliceMillis = 8;

/** Works in time slices; rejects with the signal's reason once it is aborted. */
export type TimeSlicer = <T>(begin: (connection: Connection) => Steps<T>, signal?: AbortSignal) => Promise<T>;

/** A {@link TimeSlicer} over a store whose accesses go through `withConnection`. */
export function createTimeSlicer(withConnection: <T>(work: (connection: Connection) => T) => T): TimeSlicer {
  return async <T>(begin: (connection: Connection) => Steps<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const steps = withConnection(begin);
    try {
      let startedAt = performance.now();
      for (;;) {
        const step = withConnection(() => steps.next());
        if (step.done === true) return step.value;
        if (performance.now() - startedAt < sliceMillis) continue;
        await setImmediate();
        signal?.throwIfAborted();
        startedAt = performance.now();
      }
    } finally {
      // Ends statements that are still being read.
      withConnection(() => steps.return(undefined as T));
    }
  };
}
