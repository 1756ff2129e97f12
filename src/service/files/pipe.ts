import { close, constants, open } from 'node:fs';
import { promisify } from 'node:util';

/**
 * The bytes of a pipe. A thread that waits for the writer of a pipe keeps the whole program from ending, so the pipe is
 * polled instead.
 */
export async function* pipeChunks(path: string): AsyncGenerator<Uint8Array, undefined> {
  const { Socket } = await import('node:net');
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let socket: InstanceType<typeof Socket>;
  try {
    socket = new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    await promisify(close)(fd);
    throw error;
  }
  try {
    yield* socket as AsyncIterable<Uint8Array>;
  } finally {
    socket.destroy();
  }
  return undefined;
}
