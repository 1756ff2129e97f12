import type { Socket } from 'node:net';

/**
 * What a server says over a connection until it ends, has said `limit` bytes or what `enough` waits for, or until `signal` fires. Never
 * rejects: what came until then is the answer. The connection is closed afterwards.
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
