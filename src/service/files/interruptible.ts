import { InputError } from '../../core/records/problems/inputFailure';

/** A stream that throws an InputError as soon as the signal is aborted, even if nothing more ever comes. */
export async function* interruptible<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let interrupt = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new InputError({ kind: 'canceled' }));
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', interrupt);
    // Doesn't wait for a stream that may never end.
    const ended = iterator.return?.(undefined);
    if (signal.aborted) void ended?.catch(() => undefined);
    else await ended;
  }
}
