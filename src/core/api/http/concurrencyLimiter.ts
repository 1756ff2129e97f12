/** Lets `maxRunning()` tasks run at once; the others wait in the order they came. */
export interface ConcurrencyLimiter {
  /** Resolves with a function that releases the slot, or with undefined once `signal` is aborted. */
  take(signal?: AbortSignal): Promise<(() => void) | undefined>;
}

/** A small queue; `maxRunning` is called again whenever a slot is released. */
export function createConcurrencyLimiter(maxRunning: () => number): ConcurrencyLimiter {
  const waiting = new Set<() => void>();
  let running = 0;

  const advance = (): void => {
    for (const start of waiting) {
      if (running >= maxRunning()) return;
      start();
    }
  };
  const acquire = (): (() => void) => {
    running++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
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
        const start = (): void => settle(acquire());
        const leave = (): void => settle(undefined);
        signal?.addEventListener('abort', leave);
        waiting.add(start);
        advance();
      }),
  };
}
