import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A request as received by the service. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with query, as on the wire. */
  readonly target: string;
  readonly path: string;
  /** The decoded query; the last value wins if a name is repeated. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<IncomingMessage['headers']>;
  readonly body: string;
}

/** How the service replies to a request: a response or a network failure. */
export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** A string is sent as is, anything else as JSON. */
      readonly body?: unknown;
      /** Delay before the response in milliseconds. */
      readonly after?: number;
    }
  /** Never replies. */
  | 'hang'
  /** Closes the connection immediately. */
  | 'cut';

export type ReplyFunction = (request: RecordedRequest) => Reply;

/** A service on loopback that records all requests. */
export interface RecordingService {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** All requests so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Requests aborted by the client before the response. */
  readonly abortedRequests: readonly RecordedRequest[];
  /** Requests whose path, query, or body contains the text (percent-encoded or not). */
  requestsContaining(text: string): readonly RecordedRequest[];
  /** Changes the replies from now on. */
  replyWith(reply: ReplyFunction): void;
  stop(): Promise<void>;
}

async function read(message: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const target = message.url ?? '/';
  const { pathname, searchParams } = new URL(target, 'http://service.test');
  return {
    method: message.method ?? 'GET',
    target,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: message.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

async function send(reply: Reply, response: ServerResponse, stopping: AbortSignal): Promise<void> {
  if (reply === 'hang') return;
  if (reply === 'cut') {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body = '', after = 0 } = reply;
  if (after > 0) await pause(after, undefined, { signal: stopping });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}

/**
 * Starts a service that records every request. Without `reply`, it responds with 404 and an error body. Stop it in an
 * `after` hook.
 */
export async function startRecordingService(
  reply: ReplyFunction = () => ({ status: 404, body: { error: 'Indicator not found.' } }),
): Promise<RecordingService> {
  const requests: RecordedRequest[] = [];
  const abortedRequests: RecordedRequest[] = [];
  const stopping = new AbortController();
  let current = reply;
  const server = createServer((message, response) => {
    const answered = read(message).then((request) => {
      requests.push(request);
      response.once('close', () => {
        if (!response.writableEnded) abortedRequests.push(request);
      });
      return send(current(request), response, stopping.signal);
    });
    answered.catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    abortedRequests,
    requestsContaining: (text) =>
      requests.filter(({ target, query, body }) =>
        [target, ...Object.values(query), body].some((part) => part.includes(text)),
      ),
    replyWith: (next) => {
      current = next;
    },
    stop: async () => {
      stopping.abort();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * A service that is started before the tests of a suite and stopped after them.
 * @returns the service, inside tests and hooks only
 */
export function useRecordingService(reply?: ReplyFunction): () => RecordingService {
  let running: RecordingService | undefined;
  before(async () => {
    running = await startRecordingService(reply);
  });
  after(() => running?.stop());
  return () => {
    if (running === undefined) throw new Error('The service runs inside tests and hooks only.');
    return running;
  };
}
