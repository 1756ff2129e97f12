import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { refusal, toResponse } from './answer';
import { type Service } from './index';
import { isTaxiiPath } from './taxii';
import { taxiiRefusal } from './taxii/answer';

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** A loopback address; 127.0.0.1 where none is given. */
  readonly host?: '127.0.0.1' | '::1' | 'localhost';
  readonly onFault?: (error: unknown) => void;
}

export interface Listening {
  /** Without a trailing slash. */
  readonly url: string;
  /** Takes no more requests, lets those under way finish, and ends idle connections. */
  close(): Promise<void>;
}

/** Long enough for an Explore query of 10,000 terms in the address. */
const maxHeaderBytes = 512 * 1024;
const maxBodyBytes = 1024 * 1024;
/** What has not come to its end by then is cut off at closing. */
const closeMillis = 2_000;

/**
 * Serves the service on loopback. Requests whose Host header names anything but loopback and this port are refused, so
 * that no web page reaches it by a name of its own that points here; there is no CORS.
 */
export async function listen(
  service: Service,
  options: ListenOptions,
): Promise<Listening | { readonly portTaken: true }> {
  const host = options.host ?? '127.0.0.1';
  let port = options.port;
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requestTimeout: 30_000, headersTimeout: 10_000 });
  server.maxHeadersCount = 100;
  server.on('request', (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    responseTo(service, port, incoming, gone.signal)
      .then((response) => send(response, outgoing, server))
      .catch((error: unknown) => {
        options.onFault?.(error);
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
  server.on('error', (error) => options.onFault?.(error));
  port = (server.address() as AddressInfo).port;
  const name = host === '::1' ? '[::1]' : host;
  return { url: `http://${name}:${port}`, close: () => close(server) };
}

async function send(response: Response, outgoing: ServerResponse, server: Server): Promise<void> {
  if (response.headers.has('transfer-encoding')) {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    // Ends with the connection where the client has gone or the body breaks off.
    await pipeline(response.body ?? [], outgoing).catch(() => outgoing.destroy());
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  if (!server.listening) outgoing.setHeader('Connection', 'close');
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': body.length });
  // A connection that was busy when the server began to close is idle only now.
  outgoing.end(body, () => {
    if (!server.listening) server.closeIdleConnections();
  });
}

async function responseTo(
  service: Service,
  port: number,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const refused = (status: number, message: string): Response =>
    toResponse(isTaxiiPath(incoming.url ?? '') ? taxiiRefusal(status, message) : refusal(status, message), false);
  if (!isOwnHost(incoming.headers.host, port))
    return refused(403, 'This service answers to its loopback address alone.');
  // A page can send a form across origins without asking; what it could set off here is not its business.
  if (incoming.method === 'POST' && incoming.headers.origin !== undefined)
    return refused(403, 'This service takes nothing from web pages.');
  const url = addressOf(incoming, port);
  if (url === undefined) return refused(400, 'The address of the request can’t be read.');
  const body = await bodyOf(incoming);
  if (body === undefined) return refused(413, 'The body of the request is too large.');
  const method = incoming.method ?? 'GET';
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  try {
    const bodyless = method === 'GET' || method === 'HEAD' || body.length === 0;
    return await service(
      new Request(url, { method, headers, signal, ...(bodyless ? {} : { body: new Uint8Array(body) }) }),
    );
  } catch {
    // Methods that a Request can't have (TRACE, CONNECT), and headers that are none.
    return refused(405, `The method ${method} is not allowed here.`);
  }
}

function isOwnHost(host: string | undefined, port: number): boolean {
  const suffix = port === 80 ? '(:80)?' : `:${port}`;
  return host !== undefined && new RegExp(`^(127\\.0\\.0\\.1|localhost|\\[::1\\])${suffix}$`, 'i').test(host);
}

/** The address in origin form; one in absolute form or with an authority is none of ours. */
function addressOf(incoming: IncomingMessage, port: number): string | undefined {
  const target = incoming.url ?? '';
  const address = `http://127.0.0.1:${port}${target}`;
  return target.startsWith('/') && URL.canParse(address) ? address : undefined;
}

/**
 * The whole body, or undefined where it is larger than a request may be; what is too much is read and dropped, since a
 * client that is still sending would not hear the answer.
 */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
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
