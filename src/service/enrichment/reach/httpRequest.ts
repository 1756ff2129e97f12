import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { deadline } from './deadline';
import type { EgressGuard } from './egressGuard';
import { EgressRefusedError } from './reason';
import { startTls } from './tls';

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
  let socket: Socket | undefined;
  try {
    socket = await open(url, options, signal);
    const answer = await responseOf(url, socket, options, signal);
    const { body, truncated } = await read(answer, options.bodyBytes);
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      headers: headersOf(answer.rawHeaders),
      body,
      truncated,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    signal.throwIfAborted();
    throw error;
  } finally {
    // The rest of the response isn't needed.
    socket?.destroy();
  }
}

/** Sends the request over an open connection, without an agent. Resolves once the headers of the response arrived. */
function responseOf(
  url: URL,
  socket: Socket,
  { headers, headBytes }: HttpOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: url.hostname,
      port: portOf(url),
      defaultPort: url.protocol === 'https:' ? 443 : 80,
      path: url.pathname + url.search,
      headers,
      maxHeaderSize: headBytes,
      signal,
      createConnection: () => socket,
    });
    // Their size is limited.
    sent.maxHeadersCount = 0;
    sent.once('response', resolve);
    // Stays attached, so that an error during the body doesn't end the thread.
    sent.on('error', reject);
    // A connection that is closed after an informational response, such as an upgrade, is no error for Node.
    sent.once('close', () => reject(new Error('the connection was closed')));
    sent.end();
  });
}

async function open(url: URL, { egress, verify, trust }: HttpOptions, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = await egress.connect(host, portOf(url), signal);
  return url.protocol === 'https:' ? startTls(socket, { host, verify, trust, signal }) : socket;
}

/** The port of a web URL, or the default of its scheme. */
export function portOf(url: URL): number {
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

/** @param raw names and values, alternating */
function headersOf(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    const values = headers.get(name.toLowerCase());
    if (values === undefined) headers.set(name.toLowerCase(), [value]);
    else values.push(value);
  }
  return headers;
}
