import { type Server } from 'node:http';
import { type Socket } from 'node:net';

/** Bounds of the connections to the local service; times in milliseconds. */
export interface ConnectionLimits {
  /** A request's head must be here by then. */
  readonly headers: number;
  /** A whole request must be here by then. */
  readonly request: number;
  /** A connection without a request is kept open for so long. */
  readonly keepAlive: number;
  /** An answer of which nobody takes anything for so long is broken off. */
  readonly stalledAnswer: number;
  /** How often the first two are looked at. */
  readonly checking: number;
  /** Connections that owe a request, at most: for a further one the one that has waited longest goes. */
  readonly waiting: number;
  /** Connections of any kind, at most. */
  readonly all: number;
}

export const connectionLimits: ConnectionLimits = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 5_000,
  stalledAnswer: 30_000,
  checking: 1_000,
  waiting: 100,
  all: 500,
};

/** Connections that owe a request: they have sent nothing yet, or a part of one, or are kept open after an answer. */
export interface Waiting {
  /** A request has come whole: its connection stays until it is answered. */
  arrived(socket: Socket): void;
  /** It is answered: the connection may be kept for another. */
  answered(socket: Socket): void;
}

/**
 * Keeps room for new connections. Whoever opens many and sends nothing pushes out only their own: a client that sends its
 * request at once is answered.
 */
export function limitWaiting(server: Server, most: number): Waiting {
  const waiting = new Set<Socket>();
  const wait = (socket: Socket): void => {
    if (socket.destroyed) return;
    // The end of the set is who came last.
    waiting.delete(socket);
    waiting.add(socket);
    const [oldest] = waiting;
    if (waiting.size > most) oldest?.destroy();
  };
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => waiting.delete(socket));
    wait(socket);
  });
  return { arrived: (socket) => void waiting.delete(socket), answered: wait };
}
