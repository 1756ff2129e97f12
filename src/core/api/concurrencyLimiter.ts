/** Lets `most()` tasks run at once; the others wait in the order they came. */
export interface ConcurrencyLimiter {
  /** Resolves with a function that releases the slot, or with undefined once `signal` is aborted. */
  take(signal?: AbortSignal): Promise<(() => void) | undefined>;
}

/** A small queue; `most` is called again whenever a slot is released. */
export function createConcurrencyLimiter(most: () => number): ConcurrencyLimiter {
  const waiting = new Set<() => void>();
  let running = 0;

  const advance = (): void => {
    for (const start of waiting) {
      if (running >= most()) return;
      start();
    }
  };
  const turn = (): (() => void) => {
    running++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      running--;
      advance();
    };
  };

  return {
    take: (signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve(undefined);
          return;
        }
        const settle = (result: (() => void) | undefined): void => {
          waiting.delete(start);
          signal?.removeEventListener('abort', leave);
          resolve(result);
        };
        const start = (): void => settle(turn());
        const leave = (): void => settle(undefined);
        signal?.addEventListener('abort', leave);
        waiting.add(start);
        advance();
      }),
  };
}
