import type { Socket } from 'node:net';

/** The bytes of answers that clients have not read yet. */
export interface UnreadAnswers {
  /** Makes room for an answer by closing the connections that have read nothing for longest. */
  add(socket: Socket, bytes: number): void;
  /** The client has read some of an answer, or all of it. */
  read(socket: Socket, bytes: number): void;
  /** The bytes of all answers. */
  readonly bytes: number;
}

/**
 * Bounds the memory of answers that clients don't read. One answer may be larger.
 * @param onClosed called with the reason when a connection is closed
 */
export function limitUnread(max: number, onClosed: (reason: string) => void): UnreadAnswers {
  /** By connection, the one that has read nothing for longest first. */
  const unread = new Map<Socket, number>();
  let total = 0;
  const drop = (socket: Socket): void => {
    total -= unread.get(socket) ?? 0;
    unread.delete(socket);
  };
  return {
    add(socket, bytes) {
      if (socket.destroyed) return;
      const own = unread.get(socket);
      if (own === undefined) socket.once('close', () => drop(socket));
      for (const slowest of unread.keys()) {
        if (total + bytes <= max) break;
        if (slowest === socket) continue;
        drop(slowest);
        slowest.destroy();
        onClosed(`A client didn't read its answer: more than ${max} bytes were waiting.`);
      }
      unread.delete(socket);
      unread.set(socket, (own ?? 0) + bytes);
      total += bytes;
    },
    read(socket, bytes) {
      const own = unread.get(socket);
      if (own === undefined) return;
      total -= bytes;
      unread.delete(socket);
      // Stays in the map until it is closed, which frees what is left.
      unread.set(socket, own - bytes);
    },
    get bytes() {
      return total;
    },
  };
}
