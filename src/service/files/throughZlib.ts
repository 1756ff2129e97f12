import type { Zlib } from 'node:zlib';
import type { Duplex } from 'node:stream';
import type { Chunks } from './byteStream';

/** One piece at a time: buffered pieces would be lost if what follows turns out to be corrupted. */
export const zlibOptions = { chunkSize: 256 * 1024, readableHighWaterMark: 1, writableHighWaterMark: 1 };

/**
 * What a stream of Node.js makes of bytes, which are asked for one piece after the other, none ahead. If its format ends
 * before them, `unread` gets what it didn't use of the last piece. Throws what it throws, after everything before that.
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
      const piece = stream.read() as Uint8Array | null;
      if (piece !== null) yield piece;
      else if (state.failure !== undefined) throw state.failure;
      else if (state.hasEnded) break;
      // Otherwise, its format has ended within the last piece.
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
