import { setImmediate } from 'node:timers/promises';
import type { Connection } from './sqlite';

/**
 * Work in slices: each step takes a few milliseconds and yields, so that the caller can let others run, or stop
 * (`return`), between two steps.
 */
export type Steps<T> = Generator<void, T, void>;

/** How long to work at a time before others get their turn. */
const sliceMillis = 8;

/** Limits the processor time of work in slices. */
export interface Pace {
  /** The work took this many milliseconds of processor time. */
  spend(millis: number): void;
  /** Resolves when the work may continue; rejects if it has to end. */
  proceed(): Promise<void>;
}

export interface SliceOptions {
  /** Aborts the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Asked between two slices. Without it, only the signal ends the work. */
  readonly pace?: Pace | undefined;
}

/** Works in time slices. */
export type TimeSlicer = <T>(begin: (connection: Connection) => Steps<T>, options?: SliceOptions) => Promise<T>;

/**
 * A {@link TimeSlicer} over a store whose accesses go through `withConnection`.
 * @param clock milliseconds since any time
 */
export function createTimeSlicer(
  withConnection: <T>(work: (connection: Connection) => T) => T,
  clock: () => number = () => performance.now(),
): TimeSlicer {
  return async <T>(begin: (connection: Connection) => Steps<T>, { signal, pace }: SliceOptions = {}): Promise<T> => {
    signal?.throwIfAborted();
    const steps = withConnection(begin);
    try {
      let startedAt = clock();
      for (;;) {
        const step = withConnection(() => steps.next());
        const millis = clock() - startedAt;
        if (step.done === true) {
          pace?.spend(millis);
          return step.value;
        }
        if (millis < sliceMillis) continue;
        pace?.spend(millis);
        await setImmediate();
        signal?.throwIfAborted();
        await pace?.proceed();
        signal?.throwIfAborted();
        startedAt = clock();
      }
    } finally {
      // Ends statements that are still being read.
      withConnection(() => steps.return(undefined as T));
    }
  };
}
