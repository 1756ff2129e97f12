import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse, IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { refusal, toResponse } from './http/answer';
import { answerInTurn, limitWaiting, type ConnectionLimits, connectionLimits, type Waiting } from './http/connections';
import { limitUnread, type UnreadAnswers } from './http/unreadAnswers';
import type { TrustedProxies } from './http/trustedProxies';
import type { Service } from './index';
import { isTaxiiPath } from './taxii';
import { taxiiError } from './taxii/response';

/**
 * Whether a web page sent the request, as indicated by the browser. A page could learn something even from an answer
 * that it can't read, for example whether an `<object>` loads. Requests from the address bar and from other programs
 * don't have these headers.
 */
function isFromWebPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
}

/** Sent with every answer, including errors: no page may embed it, sniff its type, cache it, or run anything in it. */
const protectiveHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  // The key may be in the URL.
  'Referrer-Policy': 'no-referrer',
};

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** 127.0.0.1 by default; other addresses than loopback only make sense with {@link proxies}. */
  readonly host?: string;
  /** Proxies that speak HTTPS with other machines. Without them, only requests from this machine are answered. */
  readonly proxies?: TrustedProxies;
  readonly onError?: (error: unknown) => void;
  /** Overrides of {@link connectionLimits}. */
  readonly limits?: Partial<ConnectionLimits>;
}

export interface Listening {
  /** Without a trailing slash. */
  readonly url: string;
  /** The bytes of answers that clients have not read yet. */
  readonly unreadBytes: () => number;
  /** Accepts no more requests, finishes the current ones, and closes idle connections. */
  close(): Promise<void>;
}

/** Enough for an Explore query of 10,000 terms in the URL. */
const maxHeaderBytes = 512 * 1024;
const maxBodyBytes = 1024 * 1024;
/** A longer body isn't read any further: it may never end. */
const maxDiscardedBytes = 16 * maxBodyBytes;
/** Connections still open by then are terminated. */
const closeMillis = 2_000;
/** An answer is sent in chunks of this size, so that it shows whether the client reads it. */
const chunkBytes = 256 * 1024;

/**
 * Serves the service on loopback. Rejects requests whose Host header isn't loopback with this port, which prevents DNS
 * rebinding, except those of a trusted proxy, and requests from web pages. There is no CORS.
 */
export async function listen(
  service: Service,
  options: ListenOptions,
): Promise<Listening | { readonly portTaken: true }> {
  const host = options.host ?? '127.0.0.1';
  let port = options.port;
  const limits = { ...connectionLimits, ...options.limits };
  // Node.js loads its whole fetch with this module, which most commands don't need.
  const { createServer } = await import('node:http');
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.checking,
  });
  server.maxHeadersCount = 100;
  server.maxConnections = limits.all;
  const answering = new Set<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // After the headers of an answer, an error response would only become part of it.
    if (answering.has(socket) || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseBroken(error, socket);
  });
  const waiting = limitWaiting(server, limits.waiting);
  const unread = limitUnread(limits.unreadBytes);
  const turnOf = answerInTurn(limits.ahead);
  // Each request that is sent ahead on a connection listens for its end.
  server.on('connection', (socket: Socket) => socket.setMaxListeners(0));
  server.on('request', (incoming, outgoing) => {
    for (const [name, value] of Object.entries(protectiveHeaders)) outgoing.setHeader(name, value);
    outgoing.on('finish', () => {
      answering.delete(incoming.socket);
      waiting.answered(incoming.socket);
    });
    const aborted = new AbortController();
    outgoing.on('close', () => {
      answering.delete(incoming.socket);
      if (!outgoing.writableFinished) aborted.abort();
    });
    const { socket } = incoming;
    const turn = turnOf(incoming, outgoing);
    if (turn === undefined) return;
    const answer = async (): Promise<void> => {
      await turn;
      if (socket.destroyed) return;
      socket.setTimeout(0);
      const response = await responseTo(service, { port, waiting, proxies: options.proxies }, incoming, aborted.signal);
      // From here on, the client sets the pace; the service itself has no time limit.
      socket.setTimeout(limits.stalledAnswer);
      answering.add(socket);
      const late = setTimeout(() => socket.destroy(), limits.answer).unref();
      await send(response, outgoing, { server, unread }).finally(() => clearTimeout(late));
    };
    answer().catch((error: unknown) => {
      // A client that disconnects during its request is not an error of the service.
      if (incoming.complete) options.onError?.(error);
      outgoing.destroy();
    });
  });
  const taken = await new Promise<boolean>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(false);
    });
  });
  if (taken) return { portTaken: true };
  server.on('error', (error) => options.onError?.(error));
  port = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${port}`, unreadBytes: () => unread.bytes, close: () => close(server) };
}

async function send(
  response: Response,
  outgoing: ServerResponse,
  { server, unread }: { readonly server: Server; readonly unread: UnreadAnswers },
): Promise<void> {
  if (response.headers.has('transfer-encoding')) {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    // Ends with the connection if the client has disconnected or the body fails.
    await pipeline(response.body ?? [], outgoing).catch(() => outgoing.destroy());
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  if (!server.listening) outgoing.setHeader('Connection', 'close');
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': body.length });
  const { socket } = outgoing.req;
  unread.add(socket, body.length);
  if (socket.destroyed) return;
  const gone = new AbortController();
  const onGone = (): void => gone.abort();
  socket.once('close', onGone);
  try {
    for (let at = 0; at < body.length; at += chunkBytes) {
      const chunk = body.subarray(at, at + chunkBytes);
      if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone.signal });
      unread.read(socket, chunk.length);
    }
  } catch {
    // The client has disconnected, or has been disconnected.
    return;
  } finally {
    socket.off('close', onGone);
  }
  // A connection that was busy when the server started to close only becomes idle now.
  outgoing.end(() => {
    if (!server.listening) server.closeIdleConnections();
  });
}

interface Receiving {
  readonly port: number;
  readonly waiting: Waiting;
  readonly proxies: TrustedProxies | undefined;
}

async function responseTo(
  service: Service,
  { port, waiting, proxies }: Receiving,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const refused = (status: number, message: string): Response =>
    toResponse(isTaxiiPath(incoming.url ?? '') ? taxiiError(status, message) : refusal(status, message), false);
  const isForwarded = proxies?.includes(incoming.socket.remoteAddress) === true;
  // Checked before anything is looked up, including the key: neither the answer nor its timing reveals anything to a
  // page.
  const unknown = reasonAgainstSender(incoming, port);
  const sender = proxies === undefined ? unknown : proxies.reasonAgainst(incoming, unknown);
  const reason = sender ?? reasonAgainstPage(incoming);
  if (reason !== undefined) return refused(403, reason);
  const origin = isForwarded ? proxies.originOf(incoming) : undefined;
  const url = addressOf(incoming, origin ?? `http://127.0.0.1:${port}`);
  if (url === undefined) return refused(400, 'The URL of the request is invalid.');
  const body = await bodyOf(incoming);
  waiting.arrived(incoming.socket);
  if (body === undefined) {
    const response = refused(413, 'The body of the request is too large.');
    if (!incoming.complete) response.headers.set('Connection', 'close');
    return response;
  }
  try {
    return await service(requestTo(url, incoming, body, signal), clientOf(incoming, proxies));
  } catch {
    // Methods that a Request doesn't support (TRACE, CONNECT), and invalid headers.
    return refused(405, `The method ${incoming.method ?? ''} is not allowed here.`);
  }
}

/** The IP address that a request comes from, by its trusted proxy or by the connection. */
function clientOf(incoming: IncomingMessage, proxies: TrustedProxies | undefined): string | undefined {
  const { remoteAddress } = incoming.socket;
  return (proxies?.includes(remoteAddress) === true ? proxies.clientOf(incoming) : undefined) ?? remoteAddress;
}

function requestTo(
  url: string,
  { method = 'GET', headersDistinct }: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Request {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const bodyless = method === 'GET' || method === 'HEAD' || body.length === 0;
  return new Request(url, { method, headers, signal, body: bodyless ? undefined : new Uint8Array(body) });
}

/** Answers an invalid, oversized, or slow request, and closes the connection. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const headers = Object.entries({ ...protectiveHeaders, Connection: 'close', 'Content-Length': '0' });
  const lines = [`HTTP/1.1 ${status}`, ...headers.map((header) => header.join(': '))];
  // A client that keeps sending or doesn't read can't keep the connection open.
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Why a request isn't answered that comes from no trusted proxy, by where it was sent to. */
function reasonAgainstSender({ socket, headers, headersDistinct }: IncomingMessage, port: number): string | undefined {
  if (!isLoopback(socket.localAddress))
    return 'This service only accepts plain HTTP from this machine and from its proxies.';
  const isOwn = headersDistinct.host?.length === 1 && isOwnHost(headers.host, port);
  return isOwn ? undefined : 'This service only accepts requests to its loopback address.';
}

function reasonAgainstPage({ headers }: IncomingMessage): string | undefined {
  return isFromWebPage(headers) ? 'This service does not accept requests from web pages.' : undefined;
}

function isLoopback(address = ''): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === '::1';
}

function isOwnHost(host: string | undefined, port: number): boolean {
  const suffix = port === 80 ? '(:80)?' : `:${port}`;
  return host !== undefined && new RegExp(`^(127\\.0\\.0\\.1|localhost|\\[::1\\])${suffix}$`, 'i').test(host);
}

/** The URL in origin form; absolute and authority forms are rejected. */
function addressOf(incoming: IncomingMessage, origin: string): string | undefined {
  const target = incoming.url ?? '';
  const address = origin + target;
  return target.startsWith('/') && URL.canParse(address) ? address : undefined;
}

/**
 * The whole body, or undefined if it is too large. Some excess is read and discarded, since a client that is still
 * sending wouldn't receive the answer.
 */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Without destroying the connection, so that there is an answer.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (length > maxDiscardedBytes) break;
  }
  return length <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeMillis);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
