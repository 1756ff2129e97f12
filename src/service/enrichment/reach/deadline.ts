/** A signal that fires when `signal` does, or after a number of milliseconds (with a `TimeoutError`). */
export function deadline(signal: AbortSignal, millis: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(millis)]);
}

/** Why a signal fired, as an error. */
function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('Canceled');
}

/** Calls `fail` with the reason when `signal` fires, at once if it already has. Returns a function that stops that. */
export function onAbort(signal: AbortSignal, fail: (reason: Error) => void): () => void {
  const abort = (): void => fail(abortReason(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

/** Resolves like `promise`, unless `signal` fires first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, reject);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
  }
}
