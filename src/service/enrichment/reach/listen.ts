import type { Socket } from 'node:net';

/**
 * Reads from a connection until it ends, `limit` bytes or what `enough` waits for are received, or `signal` fires; then
 * closes it. Never rejects: returns what was received.
 */
export function listen(
  socket: Socket,
  limit: number,
  signal: AbortSignal,
  enough: (chunk: Buffer) => boolean = () => false,
): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      signal.removeEventListener('abort', finish);
      socket.destroy();
      resolve(Buffer.concat(chunks).subarray(0, limit));
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit || enough(chunk)) finish();
    });
    socket.once('end', finish);
    socket.once('error', finish);
    socket.once('close', finish);
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish, { once: true });
  });
}
