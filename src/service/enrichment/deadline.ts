/** A signal that fires when `signal` does, or after a number of milliseconds (with a `TimeoutError`). */
export function deadline(signal: AbortSignal, millis: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(millis)]);
}

/** Why a signal fired, as an error. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('Cancelled');
}

/** Resolves like `promise`, unless `signal` fires first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortReason(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
