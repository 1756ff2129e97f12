import { deadline } from './deadline';
import type { EgressGuard } from './egressGuard';
import { EgressRefusedError } from './reason';
import { startTls } from './tls';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  /** By lowercase name, in the order sent. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** As sent: possibly compressed, and truncated at the limit or by the server. */
  readonly body: Buffer;
  /** Whether the body was truncated. */
  readonly truncated: boolean;
}

export interface HttpOptions {
  readonly egress: EgressGuard;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the server's certificate must be valid. */
  readonly verify: boolean;
  readonly trust?: readonly string[] | undefined;
  readonly millis: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
  readonly signal: AbortSignal;
}

/**
 * A GET request over a connection of its own, through the egress guard. Follows no redirects, stores no cookies, and
 * sends only the given headers.
 */
export async function httpRequest(url: URL, options: HttpOptions): Promise<HttpAnswer> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new EgressRefusedError(`${url.protocol} is not a web protocol`);
  const signal = deadline(options.signal, options.millis);
  try {
    const response = await send(url, await open(url, options, signal), options, signal);
    const { body, truncated } = await read(response, options.bodyBytes);
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: headersOf(response.rawHeaders),
      body,
      truncated,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    signal.throwIfAborted();
    throw error;
  }
}

/** Sends the request. @returns the response, whose headers arrived; its end closes the connection */
function send(url: URL, socket: Socket, options: HttpOptions, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({
      createConnection: () => socket,
      path: url.pathname + url.search,
      headers: { host: url.host, ...options.headers },
      maxHeaderSize: options.headBytes,
      signal,
    })
      .once('response', resolve)
      .on('close', () => {
        socket.destroy();
        // As after a switch to another protocol, which isn't an error.
        reject(new Error('the connection was closed'));
      })
      // Stays attached, so that an error after the headers doesn't end the thread.
      .on('error', reject)
      .end();
  });
}

async function open(url: URL, { egress, verify, trust }: HttpOptions, signal: AbortSignal) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = await egress.connect(host, getPort(url), signal);
  return url.protocol === 'https:' ? startTls(socket, { host, verify, trust, signal }) : socket;
}

/** The port of a web URL, or the default of its scheme. */
export function getPort(url: URL): number {
  return Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
}

/** Reads a body up to the limit; after a timeout or an error, returns what was received. */
async function read(stream: AsyncIterable<unknown>, limit: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk.subarray(0, limit - length));
      length += chunk.length;
      if (length > limit) break;
    }
  } catch {
    return { body: Buffer.concat(chunks), truncated: true };
  }
  return { body: Buffer.concat(chunks), truncated: length > limit };
}

function headersOf(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(rawHeaders[index + 1] ?? '');
    headers.set(name, values);
  }
  return headers;
}
