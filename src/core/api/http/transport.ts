import { limitDepth } from '../../text/nesting';
import type { GatewayPorts, GetOptions, Method, Validators } from './gatewayTypes';
import type { GatewayLimits } from './limits';
import type { RateLimitState } from './rateLimitState';
import type { RawAnswer } from './refusal';
import type { RequestError } from '../requestError';
import type { RequestKeys } from './requestKeys';
import { timeBound, untilAborted } from './waiting';
import { oneLine } from '../../text/redact';

const names = /^(?:ENOTFOUND|EAI_[A-Z]+|ENODATA|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_DNS_\w+)$/;
const refused = /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/;
const certificates =
  /^(?:CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERR_TLS_\w+|ERR_SSL_\w+|ERR_CERT_\w+|ERR_BAD_SSL_\w+|EPROTO)$/;
/** The other side doesn't answer in TLS, as a service that uses plain HTTP. */
const noTls = /^(?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|PROTOCOL_ERROR))$/;
const timeouts = /^(?:ETIMEDOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|UND_ERR_\w*TIMEOUT)$/;

/**
 * Maps what `fetch` or a body threw: Node's and undici's codes along the chain of causes, and Electron's `net::ERR_…`
 * messages. `clean` removes the key.
 */
function toRequestError(error: unknown, afterMillis: number, clean: (text: string) => string): RequestError {
  const errors = chain(error);
  const codes = errors.flatMap(codesOf);
  const detail = oneLine(clean([...new Set([...codes, ...errors.map(messageOf)])].filter(Boolean).join(' · ')), 400);
  if (codes.some((code) => noTls.test(code))) return { kind: 'noTls', detail };
  if (codes.some((code) => certificates.test(code))) return { kind: 'certificate', detail };
  if (codes.some((code) => names.test(code))) return { kind: 'nameNotFound', detail };
  if (codes.some((code) => refused.test(code))) return { kind: 'connectionRefused', detail };
  if (codes.some((code) => timeouts.test(code))) return { kind: 'timeout', detail, afterMillis };
  return { kind: 'unreachable', detail: detail === '' ? 'no reason given' : detail };
}

/** An error, its causes and its bundled errors; bounded, because both may be circular. */
function chain(error: unknown): unknown[] {
  const found: unknown[] = [];
  const next = [error];
  while (next.length > 0 && found.length < 16) {
    const each = next.shift();
    if (each === undefined || each === null || found.includes(each)) continue;
    found.push(each);
    if (typeof each !== 'object') continue;
    if ('errors' in each && Array.isArray(each.errors)) next.push(...(each.errors as unknown[]).slice(0, 8));
    if ('cause' in each) next.push(each.cause);
  }
  return found;
}

function codesOf(each: unknown): string[] {
  const code = typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined;
  const words = [...messageOf(each).matchAll(/\bnet::(ERR_[A-Z0-9_]+)/g)].map((match) => match[1] ?? '');
  return typeof code === 'string' ? [code, ...words] : words;
}

function messageOf(each: unknown): string {
  if (typeof each === 'string') return each;
  const message = typeof each === 'object' && each !== null && 'message' in each ? each.message : undefined;
  return typeof message === 'string' ? message : '';
}

/** A request, apart from its URL. */
export interface RequestKind {
  readonly method: Method;
  /** Any media type other than JSON's: the response may be any text. */
  readonly mediaType: string;
  /** The body of a successful response isn't parsed. */
  readonly unread?: boolean;
  /** The JSON to send. */
  readonly body?: string;
}

/** How one attempt ended. */
export type Attempt =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | {
      readonly kind: 'failed';
      readonly error: RequestError;
      /** The server had closed a kept-alive connection and has not received this request. */
      readonly isUnprocessed?: boolean;
    };

export const canceled: RequestError = { kind: 'canceled', detail: 'nobody waits for the answer any more' };

/** The part of an unread body that is inspected. */
const headBytes = 1_024;

/** No connection is kept alive for longer. */
const keepAliveMillis = 5 * 60_000;

/**
 * A connection that the server has closed fails as soon as something is written to it: at once on this machine, after a
 * round trip elsewhere. A later reset may come from a server that has started to process the request.
 */
const staleConnectionMillis = 50;

/** The state of one attempt. */
interface Progress {
  readonly startedAt: number;
  /** When the last request of this attempt was sent. */
  sentAt?: number;
  status?: number;
  bytes: number;
}

/** Sends single requests, each with its redirects; the key is sent to the base URL's origin only. */
export class Transport {
  /** When the last response started: a connection may be kept alive from then. */
  private lastResponseAt: number | undefined;

  constructor(
    private readonly ports: GatewayPorts,
    private readonly origin: string,
    private readonly limits: GatewayLimits,
    private readonly keys: RequestKeys,
  ) {}

  /** Sends a request once and reads its response; never rejects. */
  async attempt(
    kind: RequestKind,
    url: string,
    rateLimits: RateLimitState,
    { signal, onRequest, onBytes, bounds, validators, uncompressed = false }: GetOptions,
  ): Promise<Attempt> {
    const { timeoutMillis, maxBytes } = { ...this.limits, ...bounds };
    const bound = timeBound(signal, timeoutMillis);
    const progress: Progress = { startedAt: this.ports.now(), bytes: 0 };
    let result: Attempt;
    try {
      const key = await untilAborted(this.keys.current(), bound.signal);
      const onLeave = (): void => {
        progress.sentAt = this.ports.now();
        onRequest?.();
      };
      const { response, error } = await this.follow(
        { kind, url, key, validators, uncompressed },
        bound.signal,
        onLeave,
      );
      if (error !== undefined) {
        result = { kind: 'failed', error };
      } else {
        progress.status = response.status;
        this.lastResponseAt = this.ports.now();
        rateLimits.readHeaders(response.headers);
        const read =
          kind.unread === true && response.ok
            ? await readUnparsed(response, maxBytes, bound.signal)
            : await readParsed(response, maxBytes, bound.signal, onBytes);
        progress.bytes = read?.size ?? 0;
        const { status, headers } = response;
        result =
          read === undefined
            ? { kind: 'failed', error: { kind: 'tooLarge', detail: `more than ${maxBytes} bytes`, maxBytes } }
            : { kind: 'answer', answer: { status, headers, hadKey: key !== undefined, ...read.content } };
      }
    } catch (cause) {
      const error = this.errorOfThrown(cause, signal, bound.timedOut(), timeoutMillis);
      result = { kind: 'failed', error, isUnprocessed: this.isUnprocessed(error, progress) };
    } finally {
      bound.done();
    }
    this.report(kind, url, progress, result);
    return result;
  }

  private follow(
    {
      kind: { method, mediaType, body },
      url,
      key,
      validators,
      uncompressed,
    }: {
      readonly kind: RequestKind;
      readonly url: string;
      readonly key: string | undefined;
      readonly validators: Validators | undefined;
      readonly uncompressed: boolean;
    },
    signal: AbortSignal,
    onLeave: () => void,
  ) {
    return followRedirects(url, {
      method,
      origin: this.origin,
      maxRedirects: this.limits.redirects,
      fetch: (target) => {
        onLeave();
        const signedIn = this.keys.signedIn(target, key);
        const headers = {
          Accept: mediaType,
          'User-Agent': this.ports.userAgent,
          ...(uncompressed ? { 'Accept-Encoding': 'identity' } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...conditions(validators),
          ...signedIn.headers,
        };
        const init: RequestInit = {
          method,
          headers,
          signal,
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          ...(body === undefined ? {} : { body }),
        };
        return untilAborted(this.ports.fetch(signedIn.url, init), signal);
      },
    });
  }

  private errorOfThrown(
    cause: unknown,
    signal: AbortSignal | undefined,
    timedOut: boolean,
    afterMillis: number,
  ): RequestError {
    if (signal?.aborted === true) return canceled;
    if (timedOut) return { kind: 'timeout', detail: `no whole answer within ${afterMillis} ms`, afterMillis };
    return toRequestError(cause, afterMillis, (text) => this.keys.redact(text));
  }

  private isUnprocessed(error: RequestError, { startedAt, sentAt, status }: Progress): boolean {
    const isKeptAlive = this.lastResponseAt !== undefined && startedAt - this.lastResponseAt < keepAliveMillis;
    const isAtOnce = sentAt !== undefined && this.ports.now() - sentAt <= staleConnectionMillis;
    return isKeptAlive && isAtOnce && status === undefined && isReset(error);
  }

  private report(kind: RequestKind, url: string, { startedAt, status, bytes }: Progress, result: Attempt): void {
    this.ports.onExchange?.({
      method: kind.method,
      url: this.keys.redact(url),
      ...(status === undefined ? {} : { status }),
      ...(result.kind === 'failed' ? { error: result.error } : {}),
      millis: this.ports.now() - startedAt,
      bytes,
    });
  }
}

function conditions({ etag, lastModified }: Validators = {}): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { 'If-None-Match': etag }),
    ...(lastModified === undefined ? {} : { 'If-Modified-Since': lastModified }),
  };
}

/** A body as a part of a response, and its size. */
interface ReadBody {
  readonly size: number;
  readonly content: Pick<RawAnswer, 'text' | 'body' | 'bytes'>;
}

async function readUnparsed(response: Response, maxBytes: number, signal: AbortSignal): Promise<ReadBody | undefined> {
  const bytes = await readBytes(response, maxBytes, signal);
  if (bytes === undefined) return undefined;
  // Enough to detect what it is, or that it is empty.
  const text = new TextDecoder().decode(bytes.subarray(0, headBytes));
  return { size: bytes.byteLength, content: { text, body: undefined, bytes } };
}

async function readParsed(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<ReadBody | undefined> {
  const read = await readBody(response, maxBytes, signal, onBytes);
  return read && { size: read.bytes, content: { text: read.text, body: parsed(read.text) } };
}

function parsed(text: string): unknown {
  try {
    // Parsed bodies are stored, posted to other threads and shown: none of these can handle any depth.
    return limitDepth(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The connection was reset, as after the server closed it while idle: in Node's, undici's and Electron's words. */
function isReset({ kind, detail }: RequestError): boolean {
  const words =
    /\b(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED)|ERR_EMPTY_RESPONSE)\b|socket hang up/;
  return kind === 'unreachable' && words.test(detail);
}

type Followed =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly error: RequestError; readonly response?: undefined };

/** How {@link followRedirects} sends one request, and how far it follows. */
interface RedirectOptions {
  readonly method: Method;
  /** The only origin that is followed to. */
  readonly origin: string;
  readonly maxRedirects: number;
  readonly fetch: (url: string) => Promise<Response>;
}

/** Sends a request and follows its redirects within one origin. */
async function followRedirects(
  first: string,
  { method, origin, maxRedirects, fetch }: RedirectOptions,
): Promise<Followed> {
  let url = first;
  for (let hop = 0; ; hop++) {
    const response = await fetch(url);
    const to = redirectTarget(response, url);
    if (to === 'none') return { response };
    dropBody(response);
    if (to === 'unknown') return { error: redirectRefused('an unknown address') };
    if (to.origin !== origin || hop >= maxRedirects || !mayFollow(method, response))
      return { error: redirectRefused(/^https?:$/.test(to.protocol) ? to.host : to.protocol) };
    url = to.href;
  }
}

/** The target of a redirect; browsers don't report it, and a Location may be missing or invalid. */
function redirectTarget(response: Response, from: string): URL | 'none' | 'unknown' {
  if (response.type === 'opaqueredirect') return 'unknown';
  if (![301, 302, 303, 307, 308].includes(response.status)) return 'none';
  const location = response.headers.get('location') ?? '';
  if (location === '' || !URL.canParse(location, from)) return 'unknown';
  const to = new URL(location, from);
  to.username = '';
  to.password = '';
  to.hash = '';
  return to;
}

/** After a POST only the codes that mean “the same request, there”: with others it may have been processed. */
function mayFollow(method: Method, { status }: Response): boolean {
  return method === 'GET' || status === 307 || status === 308;
}

function redirectRefused(to: string): RequestError {
  return { kind: 'redirectRefused', detail: `redirected to ${to}`, to };
}

/**
 * Reads a body in chunks; resolves with false where it is too large. Rejects where it breaks off or `signal` is
 * aborted.
 */
async function readChunks(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => void,
): Promise<boolean> {
  const declared = Number(response.headers.get('content-length') ?? '0');
  if (declared > maxBytes) {
    dropBody(response);
    return false;
  }
  if (response.body === null) return true;
  const reader = response.body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) return true;
      bytes += value.byteLength;
      if (bytes > maxBytes) return false;
      take(value);
    }
  } finally {
    // After a complete read this does nothing; otherwise it frees the connection.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads a body as UTF-8; undefined where it has more than `maxBytes`. Rejects where it breaks off or `signal` is
 * aborted.
 */
async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ readonly text: string; readonly bytes: number } | undefined> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const isWhole = await readChunks(response, maxBytes, signal, (chunk) => {
    bytes += chunk.byteLength;
    onBytes?.(bytes);
    parts.push(decoder.decode(chunk, { stream: true }));
  });
  if (!isWhole) return undefined;
  parts.push(decoder.decode());
  return { text: parts.join(''), bytes };
}

/** Like `readBody`, but returns bytes in a buffer that can be transferred to another thread. */
async function readBytes(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  if (!(await readChunks(response, maxBytes, signal, (chunk) => chunks.push(chunk)))) return undefined;
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Frees the connection of a response whose body is not needed. */
function dropBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
