import { InputError } from '../../../core/records/problems/inputFailure';

/** A stream that throws an InputError as soon as the signal is aborted, even if no more bytes ever come. */
export async function* interruptible(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
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
    // A stream that never gives anything else can't be waited for.
    const ended = iterator.return?.(undefined);
    if (signal.aborted) void ended?.catch(() => undefined);
    else await ended;
  }
}
