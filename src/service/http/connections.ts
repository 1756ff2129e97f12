import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of connections to the local service; times in milliseconds. */
export interface ConnectionLimits {
  /** Time to receive the headers of a request. */
  readonly headers: number;
  /** Time to receive a whole request. */
  readonly request: number;
  /** How long an idle connection is kept open. */
  readonly keepAlive: number;
  /** An answer is aborted if the client reads nothing for this long. */
  readonly stalledAnswer: number;
  /** Time to read a whole answer. */
  readonly answer: number;
  /** Maximum number of bytes of all answers that aren't read yet; beyond that, the slowest clients are disconnected. */
  readonly unreadBytes: number;
  /** Interval for checking the first two. */
  readonly checking: number;
  /** Maximum number of connections without a complete request; beyond that, the oldest is closed. */
  readonly waiting: number;
  /** Maximum number of requests of a connection that wait for answers; beyond that, the connection is closed after them. */
  readonly ahead: number;
  /** Maximum number of all connections. */
  readonly all: number;
}

export const connectionLimits: ConnectionLimits = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 5_000,
  stalledAnswer: 30_000,
  answer: 300_000,
  unreadBytes: 128 * 1024 * 1024,
  checking: 1_000,
  waiting: 100,
  ahead: 32,
  all: 500,
};

/**
 * Connections without a complete request: new ones, ones with a partial request, and ones kept open after an answer.
 */
export interface Waiting {
  /** The request is complete; its connection stays until it is answered. */
  arrived(socket: Socket): void;
  /** The request is answered; the connection may be kept for another one. */
  answered(socket: Socket): void;
}

/**
 * Reserves room for new connections. A client that opens many without sending a request only closes its own; one that
 * sends its request right away is served.
 */
export function limitWaiting(server: Server, max: number): Waiting {
  const waiting = new Set<Socket>();
  const wait = (socket: Socket): void => {
    if (socket.destroyed) return;
    // Moves the socket to the end of the set.
    waiting.delete(socket);
    waiting.add(socket);
    const [oldest] = waiting;
    if (waiting.size > max) oldest?.destroy();
  };
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => waiting.delete(socket));
    wait(socket);
  });
  return { arrived: (socket) => void waiting.delete(socket), answered: wait };
}

/**
 * Answers the requests of a connection one after the other, each once the client has read the answers before it. A
 * client that sends requests ahead (HTTP/1.1 pipelining) therefore gets no more work done at a time than others. The
 * returned function resolves when a request may be answered; undefined if there are too many, and it won't be.
 */
export function answerInTurn(
  max: number,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | undefined {
  const queues = new WeakMap<Socket, { count: number; isClosing: boolean; last: Promise<void> }>();
  return ({ socket }, outgoing) => {
    const queue = queues.get(socket) ?? { count: 0, isClosing: false, last: Promise.resolve() };
    queues.set(socket, queue);
    if (queue.isClosing) {
      // The client sends the others again on a new connection (RFC 9112, 9.3.2).
      socket.pause();
      return undefined;
    }
    queue.count++;
    if (queue.count === max) {
      queue.isClosing = true;
      outgoing.setHeader('Connection', 'close');
    }
    const before = queue.last;
    queue.last = new Promise((resolve) => {
      outgoing.once('close', () => {
        queue.count--;
        resolve();
      });
    });
    return before;
  };
}
