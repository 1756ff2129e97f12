import { deadline } from './deadline';
import type { EgressGuard } from './egressGuard';
import { EgressRefusedError } from './reason';
import { startTls } from './tls';
import type { Client as AnyClient } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';

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
  const client = httpClient(url.origin, {
    connect: (_, callback) => {
      open(url, options, signal).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
    allowH2: false,
    maxHeaderSize: options.headBytes,
    headersTimeout: options.millis,
    bodyTimeout: options.millis,
    strictContentLength: false,
  });
  try {
    const answer = await sendRequest(client, {
      method: 'GET',
      path: url.pathname + url.search,
      headers: options.headers,
      signal,
    });
    const { body, truncated } = await read(answer.body, options.bodyBytes);
    return {
      status: answer.statusCode,
      statusText: answer.statusText,
      headers: headersOf(answer.headers),
      body,
      truncated,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    signal.throwIfAborted();
    throw error;
  } finally {
    // The rest of the response isn't needed.
    void client.destroy().catch(() => undefined);
  }
}

async function open(url: URL, { egress, verify, trust }: HttpOptions, signal: AbortSignal) {
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

function headersOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat()]],
    ),
  );
}

// The index of `undici` would also load and ship proxies, mocks, caches, and fetch.

/** undici's client for one origin. */
type HttpClient = AnyClient;

/** A client with a connector of its own. */
function httpClient(origin: string, options: AnyClient.Options): HttpClient {
  return new Client(origin, options);
}

/** Sends one request. @returns its status, headers, and body as a stream */
function sendRequest(
  client: HttpClient,
  options: Parameters<HttpClient['request']>[0],
): ReturnType<HttpClient['request']> {
  return request.call(client, options);
}
