/** Waits until the time has passed (true) or `signal` is aborted (false). */
export function delay(millis: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve(false);
      return;
    }
    const settle = (passed: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      resolve(passed);
    };
    const leave = (): void => settle(false);
    const timer = setTimeout(() => settle(true), millis);
    signal?.addEventListener('abort', leave);
  });
}

/** Rejects as soon as `signal` is aborted, even if the promise doesn't listen. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A signal that ends with `outer` or after `millis`; `timedOut` is true for the latter; `done` frees its timer. */
export function timeBound(outer: AbortSignal | undefined, millis: number) {
  const controller = new AbortController();
  let late = false;
  const leave = (): void => controller.abort();
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, millis);
  if (outer?.aborted === true) leave();
  outer?.addEventListener('abort', leave);
  return {
    signal: controller.signal,
    timedOut: () => late,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', leave);
    },
  };
}
