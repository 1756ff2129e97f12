/** A connection of a client. */
interface ClientConnection {
  readonly destroyed: boolean;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/** The bytes of answers that clients have not read yet, by connection. */
export interface UnreadAnswers {
  /** Makes room for an answer by closing the connections that have read nothing for longest. */
  add(socket: ClientConnection, bytes: number): void;
  /** The client has read that much of it. */
  read(socket: ClientConnection, bytes: number): void;
  /** The bytes of all answers. */
  readonly bytes: number;
}

/** Bounds the memory of answers that clients don't read; only a single answer may be larger. */
export function limitUnread(max: number): UnreadAnswers {
  /** The connection that has read nothing for longest is the first. */
  const unread = new Map<ClientConnection, number>();
  const watched = new WeakSet<ClientConnection>();
  let total = 0;
  const drop = (socket: ClientConnection): void => {
    total -= unread.get(socket) ?? 0;
    unread.delete(socket);
  };
  const set = (socket: ClientConnection, bytes: number): void => {
    drop(socket);
    if (bytes > 0) unread.set(socket, bytes);
    total += bytes;
  };
  return {
    add(socket, bytes) {
      if (socket.destroyed) return;
      if (!watched.has(socket)) socket.once('close', () => drop(socket));
      watched.add(socket);
      const before = unread.get(socket);
      for (const slowest of unread.keys()) {
        if (total + bytes <= max) break;
        drop(slowest);
        slowest.destroy();
        if (slowest === socket) return;
      }
      set(socket, (before ?? 0) + bytes);
    },
    read(socket, bytes) {
      const before = unread.get(socket);
      if (before !== undefined) set(socket, Math.max(0, before - bytes));
    },
    get bytes() {
      return total;
    },
  };
}
