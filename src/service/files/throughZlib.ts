import type { Zlib } from 'node:zlib';
import type { Duplex } from 'node:stream';
import type { Chunks } from './byteStream';

/** One chunk at a time: buffered chunks would be lost if what follows turns out to be corrupted. */
export const zlibOptions = { chunkSize: 256 * 1024, readableHighWaterMark: 1, writableHighWaterMark: 1 };

/**
 * Yields the output of a stream of Node.js, and requests its input one chunk at a time, never ahead. If the format ends
 * before the input, `unread` gets the unused rest of the last chunk. Throws errors of the stream after all output.
 */
export async function* throughZlib(
  stream: Duplex & Zlib,
  next: () => Promise<Uint8Array | undefined>,
  unread: (bytes: Uint8Array) => void = () => undefined,
): Chunks {
  const state: { failure?: Error; hasEnded: boolean; isWritten: boolean } = { hasEnded: false, isWritten: true };
  let wake = (): void => undefined;
  let [given, isOver] = [0, false];
  let last: Uint8Array = new Uint8Array();
  stream.on('readable', () => wake());
  stream.on('end', () => {
    state.hasEnded = true;
    wake();
  });
  stream.on('error', (error: Error) => {
    state.failure = error;
    wake();
  });
  const give = async (): Promise<void> => {
    const bytes = await next();
    if (bytes === undefined) {
      isOver = true;
      stream.end();
      return;
    }
    [last, given, state.isWritten] = [bytes, given + bytes.length, false];
    stream.write(bytes, () => {
      state.isWritten = true;
      wake();
    });
  };
  try {
    for (;;) {
      const chunk = stream.read() as Uint8Array | null;
      if (chunk !== null) yield chunk;
      else if (state.failure !== undefined) throw state.failure;
      else if (state.hasEnded) break;
      // Otherwise, its format has ended within the last chunk.
      else if (!isOver && state.isWritten && stream.bytesWritten === given) await give();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stream.destroy();
  }
  const left = given - stream.bytesWritten;
  if (left > 0) unread(last.subarray(last.length - left));
  return undefined;
}
