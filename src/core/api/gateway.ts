import { limitDepth } from '../records/nesting';
import { RateLimitState } from './rateLimitState';
import { parseBaseUrl } from './baseUrl';
import { dropBody, readBody, readBytes } from './body';
import type { Budget, RequestOptions } from './client';
import { toRequestError } from './toRequestError';
import type { UntriedLimit } from './limitTracker';
import { percentEncode, redact } from './redact';
import { headerProblem, isHeaderValue } from './headerName';
import { isRateLimit, errorOfResponse, type RawAnswer } from './refusal';
import type { Outcome, RequestError } from './requestError';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrencyLimiter';
import { delay, timeBound, untilAborted } from './waiting';

/** Limits that the gateway enforces, whatever the service does. */
export interface GatewayLimits {
  /** For one request with its redirects and its body. */
  readonly timeoutMillis: number;
  readonly maxBytes: number;
  /** Concurrent requests; one at a time where the service counts per second. */
  readonly concurrent: number;
  readonly redirects: number;
  /** The longest pause to wait for; a longer one results in an error. */
  readonly holdMillis: number;
  readonly retryMillis: number;
  /** After a 429 or 503 without Retry-After; doubled each time up to `maxPauseMillis`. */
  readonly initialPauseMillis: number;
  readonly maxPauseMillis: number;
}

export const defaultLimits: GatewayLimits = {
  timeoutMillis: 20_000,
  maxBytes: 16 * 1024 * 1024,
  concurrent: 2,
  redirects: 3,
  holdMillis: 1_500,
  retryMillis: 250,
  initialPauseMillis: 5_000,
  maxPauseMillis: 5 * 60_000,
};

export type Method = 'GET' | 'POST';

/** One request as it may be logged: without the key. */
export interface Exchange {
  readonly method: Method;
  readonly url: string;
  /** Missing where there was no response. */
  readonly status?: number;
  readonly error?: RequestError;
  readonly millis: number;
  readonly bytes: number;
}

export type SignIn =
  | { readonly kind: 'query' }
  | { readonly kind: 'basic'; readonly user: string }
  /** `Authorization: Bearer` and the key (RFC 6750). */
  | { readonly kind: 'bearer' }
  /** The key as is, in a header of this name, which {@link headerProblem} accepts. */
  | { readonly kind: 'header'; readonly name: string };

export interface GatewayPorts {
  /** Inside VS Code `globalThis.fetch`, which supports proxies and the system's certificates. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  /** http to other machines, because the user allows it. */
  readonly allowHttp?: boolean;
  /** Called before every request; the key may change. */
  readonly key: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly userAgent: string;
  /** How the key is sent: as the parameter `key` (the default) or in a header (api-spec: “Authentication”). */
  readonly signIn?: SignIn;
  readonly limits?: Partial<GatewayLimits>;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A JSON response; `status` is other than 2xx only where the caller's `accept` took the body. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly hadKey: boolean;
}

export interface GetOptions extends RequestOptions {
  /** Accepts bodies whatever the status: the body is tested before the status (API-FACTS: a miss). */
  readonly accept?: (body: unknown, status: number) => boolean;
  /** For an Explore request whose `limit` the service has not granted yet: a 429 may be about that. */
  readonly untriedLimit?: UntriedLimit | undefined;
  /**
   * Never sends the request a second time. `unlessUnprocessed`: except where a kept-alive connection was reset at once,
   * before the server can have processed it; `true`: not even then, since a repeat would change the response.
   */
  readonly once?: true | 'unlessUnprocessed';
  /** Limits of this request instead of the gateway's. */
  readonly bounds?: Partial<Pick<GatewayLimits, 'timeoutMillis' | 'maxBytes'>>;
  /**
   * A request that doesn't count against the rate limit (api-spec: “Limits”, polling) and is paced by the caller: it
   * has its own queue and pauses, and is never retried here.
   */
  readonly uncounted?: boolean;
}

/** A response that may be any text. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** The parsed text where it is JSON. */
  readonly body: unknown;
  readonly hadKey: boolean;
}

/** A response whose body the caller reads, with its headers; the bytes are in a buffer of their own. */
export interface UnreadAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly hadKey: boolean;
}

export type Params = readonly (readonly [name: string, value: string])[];

/** The only way to the network. Returns errors instead of throwing, and exposes the key to the request alone. */
export interface Gateway {
  /** The base URL without a trailing slash. */
  readonly address: string;
  /** The host, with a nonstandard port. */
  readonly host: string;
  /** `path` starts with a slash and follows the base URL's path prefix. */
  getJson(path: string, params: Params, options?: GetOptions): Promise<Outcome<JsonAnswer>>;
  /** The same for another format; `mediaType` is sent as Accept. An error body is an error here also. */
  getText(path: string, params: Params, mediaType: string, options?: GetOptions): Promise<Outcome<TextAnswer>>;
  /** The same with the headers, for JSON that is parsed elsewhere: a 2xx body isn't parsed here. */
  getUnread(path: string, params: Params, mediaType: string, options?: GetOptions): Promise<Outcome<UnreadAnswer>>;
  /** The same as POST, parameters in the query string. Never sent a second time: it may have been processed. */
  postJson(path: string, params: Params, options?: GetOptions): Promise<Outcome<JsonAnswer>>;
  budget(): Budget;
  onBudget(listener: (budget: Budget) => void): () => void;
  /** Removes the key in use from a text. */
  redact(text: string): string;
}

/** Requests that share a queue and pauses. */
interface Lane {
  readonly rateLimits: RateLimitState;
  readonly turns: ConcurrencyLimiter;
}

/** A request, apart from its URL. */
interface Kind {
  readonly method: Method;
  /** Any media type other than JSON's: the response may be any text. */
  readonly mediaType: string;
  /** The body of a successful response isn't parsed. */
  readonly unread?: boolean;
}

const jsonType = 'application/json';

type Followed =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly error: RequestError; readonly response?: undefined };

type Attempt =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | {
      readonly kind: 'failed';
      readonly error: RequestError;
      /** The server had closed a kept-alive connection and has not received this request. */
      readonly isUnprocessed?: boolean;
    };

/**
 * Creates the gateway to one service (DESIGN.md, decision 4). With an invalid base URL every request fails with
 * `badBaseUrl`.
 */
export function createGateway(ports: GatewayPorts): Gateway {
  const limits = { ...defaultLimits, ...ports.limits };
  const base = parseBaseUrl(ports.baseUrl, { allowHttp: ports.allowHttp ?? false });
  const address = base.ok ? base.url : ports.baseUrl;
  const origin = base.ok ? new URL(base.url).origin : '';
  const newRateLimits = (): RateLimitState =>
    new RateLimitState(ports.now, limits.initialPauseMillis, limits.maxPauseMillis);
  const rateLimits = newRateLimits();
  const counted: Lane = {
    rateLimits,
    turns: createConcurrencyLimiter(() => (rateLimits.isThrottled() ? 1 : limits.concurrent)),
  };
  const uncounted: Lane = { rateLimits: newRateLimits(), turns: createConcurrencyLimiter(() => 1) };
  /** When the last response started: a connection may be kept alive from then. */
  let lastResponseAt: number | undefined;
  // Replaced or removed keys may still occur in a pending response.
  const seenKeys = new Set<string>();
  const clean = (text: string): string => [...seenKeys].reduce(redact, redact(text, undefined));

  async function currentKey(): Promise<string | undefined> {
    try {
      const key = (await ports.key())?.trim() ?? '';
      if (key === '') return undefined;
      seenKeys.add(key);
      if (ports.signIn?.kind === 'basic') seenKeys.add(basicOf(ports.signIn.user, key));
      return key;
    } catch {
      // The secret storage may be locked or unavailable; the service also responds without a key.
      return undefined;
    }
  }

  /** One request with its redirects; the key is sent to the base URL's origin only. */
  async function follow(
    { method, mediaType }: Kind,
    first: string,
    key: string | undefined,
    signal: AbortSignal,
    onRequest: GetOptions['onRequest'],
  ): Promise<Followed> {
    let url = first;
    for (let hop = 0; ; hop++) {
      onRequest?.();
      const { signIn } = ports;
      const isInAddress = signIn === undefined || signIn.kind === 'query';
      const signedIn = isInAddress || key === undefined ? {} : signInHeader(signIn, key);
      const init = requestInit(method, mediaType, ports.userAgent, signal, signedIn);
      const address = isInAddress ? withKey(url, key) : url;
      const response = await untilAborted(ports.fetch(address, init), signal);
      const to = redirectTarget(response, url);
      if (to === 'none') return { response };
      dropBody(response);
      if (to === 'unknown') return { error: redirectRefused('an unknown address') };
      if (to.origin !== origin || hop >= limits.redirects || !mayFollow(method, response))
        return { error: redirectRefused(to.host || to.protocol) };
      url = to.href;
    }
  }

  async function attempt(
    kind: Kind,
    url: string,
    { rateLimits }: Lane,
    { signal, onRequest, onBytes, bounds }: GetOptions,
  ): Promise<Attempt> {
    const startedAt = ports.now();
    const { timeoutMillis, maxBytes } = { ...limits, ...bounds };
    const bound = timeBound(signal, timeoutMillis);
    let status: number | undefined;
    /** When the last request of this attempt was sent. */
    let sentAt: number | undefined;
    const onLeave = (): void => {
      sentAt = ports.now();
      onRequest?.();
    };
    let bytes = 0;
    let result: Attempt;
    try {
      const key = await untilAborted(currentKey(), bound.signal);
      const { response, error } = await follow(kind, url, key, bound.signal, onLeave);
      if (error !== undefined) {
        result = { kind: 'failed', error };
      } else {
        status = response.status;
        lastResponseAt = ports.now();
        rateLimits.readHeaders(response.headers);
        const isUnread = kind.unread === true && response.ok;
        const body = isUnread
          ? await readBytes(response, maxBytes, bound.signal)
          : await readBody(response, maxBytes, bound.signal, onBytes);
        if (body.kind === 'tooLarge') {
          result = { kind: 'failed', error: { kind: 'tooLarge', detail: `more than ${maxBytes} bytes`, maxBytes } };
        } else {
          const { headers } = response;
          const answer = { status, headers, hadKey: key !== undefined };
          if (body.kind === 'bytes') {
            bytes = body.bytes.byteLength;
            // Enough to detect what it is, or that it is empty.
            const text = new TextDecoder().decode(body.bytes.subarray(0, headBytes));
            result = { kind: 'answer', answer: { ...answer, text, body: undefined, bytes: body.bytes } };
          } else {
            bytes = body.bytes;
            result = { kind: 'answer', answer: { ...answer, text: body.text, body: parsed(body.text) } };
          }
        }
      }
    } catch (cause) {
      const error = errorOfThrown(cause, signal, bound.timedOut(), timeoutMillis);
      const isKept = lastResponseAt !== undefined && startedAt - lastResponseAt < keepAliveMillis;
      const isAtOnce = sentAt !== undefined && ports.now() - sentAt <= staleConnectionMillis;
      result = { kind: 'failed', error, isUnprocessed: isKept && isAtOnce && status === undefined && isReset(error) };
    } finally {
      bound.done();
    }
    ports.onExchange?.({
      method: kind.method,
      url: clean(url),
      ...(status === undefined ? {} : { status }),
      ...(result.kind === 'failed' ? { error: result.error } : {}),
      millis: ports.now() - startedAt,
      bytes,
    });
    return result;
  }

  function errorOfThrown(
    cause: unknown,
    signal: AbortSignal | undefined,
    timedOut: boolean,
    afterMillis: number,
  ): RequestError {
    if (signal?.aborted === true) return canceled;
    if (timedOut) return { kind: 'timeout', detail: `no whole answer within ${afterMillis} ms`, afterMillis };
    return toRequestError(cause, afterMillis, clean);
  }

  function checkAnswer(
    answer: RawAnswer,
    isText: boolean,
    { rateLimits }: Lane,
    { accept, untriedLimit }: GetOptions,
  ): Outcome<RawAnswer> {
    const { status, body } = answer;
    if (body !== undefined && accept?.(body, status) === true) {
      rateLimits.resetBackoff();
      return { ok: true, value: answer };
    }
    const retryAt = isRateLimit(answer, untriedLimit) ? rateLimits.nextRetryAt(answer.headers) : undefined;
    const error = errorOfResponse(answer, retryAt, clean, isText);
    if (error?.kind === 'rateLimited') rateLimits.pause(error.retryAt, error);
    else if (error !== undefined && status === 503) rateLimits.pause(rateLimits.nextRetryAt(answer.headers), error);
    // Whether a 429 that may be about the limit is the rate limit, the next request shows.
    else if (status !== 429) rateLimits.resetBackoff();
    return error === undefined ? { ok: true, value: answer } : { ok: false, error };
  }

  async function send(kind: Kind, url: string, lane: Lane, options: GetOptions): Promise<Outcome<RawAnswer>> {
    for (let tries = 1; ; tries++) {
      const wait = lane.rateLimits.wait();
      if (wait.error !== undefined && wait.millis > limits.holdMillis) return { ok: false, error: wait.error };
      if (wait.millis > 0 && !(await delay(wait.millis, options.signal))) return { ok: false, error: canceled };
      const result = await attempt(kind, url, lane, options);
      const canRetry = tries === 1 && lane === counted && kind.method === 'GET' && options.once !== true;
      const isWorthRetrying =
        options.once === undefined ? isWorthRetry(result) : result.kind === 'failed' && result.isUnprocessed === true;
      if (canRetry && isWorthRetrying && (await delay(limits.retryMillis, options.signal))) continue;
      if (result.kind === 'failed') return { ok: false, error: result.error };
      return checkAnswer(result.answer, kind.mediaType !== jsonType, lane, options);
    }
  }

  async function request(
    kind: Kind,
    path: string,
    params: Params,
    options: GetOptions = {},
  ): Promise<Outcome<RawAnswer>> {
    if (!base.ok) return { ok: false, error: { kind: 'badBaseUrl', detail: `not a base URL: ${base.problem.kind}` } };
    const lane = options.uncounted === true ? uncounted : counted;
    const query = params.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
    const giveBack = await lane.turns.take(options.signal);
    if (giveBack === undefined) return { ok: false, error: canceled };
    try {
      return await send(kind, `${base.url}${path}${query === '' ? '' : `?${query}`}`, lane, options);
    } finally {
      giveBack();
    }
  }

  async function json(
    method: Method,
    path: string,
    params: Params,
    options?: GetOptions,
  ): Promise<Outcome<JsonAnswer>> {
    const outcome = await request({ method, mediaType: jsonType }, path, params, options);
    if (!outcome.ok) return outcome;
    const { status, body, hadKey } = outcome.value;
    return { ok: true, value: { status, body, hadKey } };
  }

  return {
    address,
    host: base.ok ? new URL(base.url).host : ports.baseUrl,
    getJson: (path, params, options) => json('GET', path, params, options),
    postJson: (path, params, options) => json('POST', path, params, options),
    getText: async (path, params, mediaType, options) => {
      const outcome = await request({ method: 'GET', mediaType }, path, params, options);
      if (!outcome.ok) return outcome;
      const { status, text, body, hadKey } = outcome.value;
      return { ok: true, value: { status, text, body, hadKey } };
    },
    getUnread: async (path, params, mediaType, options) => {
      const outcome = await request({ method: 'GET', mediaType, unread: true }, path, params, options);
      if (!outcome.ok) return outcome;
      const { status, headers, hadKey, bytes = new Uint8Array() } = outcome.value;
      return { ok: true, value: { status, bytes, headers, hadKey } };
    },
    budget: () => rateLimits.budget(),
    onBudget: (listener) => rateLimits.onBudget(listener),
    redact: clean,
  };
}

/** The part of an unread body that is inspected. */
const headBytes = 1_024;

const canceled: RequestError = { kind: 'canceled', detail: 'nobody waits for the answer any more' };

function requestInit(
  method: Method,
  mediaType: string,
  userAgent: string,
  signal: AbortSignal,
  signedIn: Readonly<Record<string, string>>,
): RequestInit {
  return {
    method,
    headers: { Accept: mediaType, 'User-Agent': userAgent, ...signedIn },
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  };
}

/** The header with the key. Throws for a header name that isn't allowed, so that nothing is sent. */
function signInHeader(signIn: Exclude<SignIn, { kind: 'query' }>, key: string): Readonly<Record<string, string>> {
  if (signIn.kind === 'basic') return { Authorization: `Basic ${basicOf(signIn.user, key)}` };
  if (!isHeaderValue(key)) throw new Error('the key contains characters that a header can not contain');
  if (signIn.kind === 'bearer') return { Authorization: `Bearer ${key}` };
  if (headerProblem(signIn.name) !== undefined) throw new Error('no header of this name can hold a key');
  return { [signIn.name]: key };
}

/** User and key in Basic authorization: Base64 of UTF-8 (RFC 7617). */
function basicOf(user: string, key: string): string {
  const bytes = new TextEncoder().encode(`${user}:${key}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function withKey(url: string, key: string | undefined): string {
  if (key === undefined) return url;
  const target = new URL(url);
  if (target.searchParams.has('key')) return url;
  return `${url}${target.search === '' ? '?' : '&'}key=${percentEncode(key)}`;
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

function parsed(text: string): unknown {
  try {
    // Parsed bodies are stored, posted to other threads and shown: none of these can handle any depth.
    return limitDepth(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** No connection is kept alive for longer. */
const keepAliveMillis = 5 * 60_000;

/**
 * A connection that the server has closed fails as soon as something is written to it: at once on this machine, after a
 * round trip elsewhere. A later reset may come from a server that has started to process the request.
 */
const staleConnectionMillis = 50;

/** The connection was reset, as after the server closed it while idle: in Node's, undici's and Electron's words. */
function isReset({ kind, detail }: RequestError): boolean {
  const words =
    /\b(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(?:RESET|CLOSED)|ERR_EMPTY_RESPONSE)\b|socket hang up/;
  return kind === 'unreachable' && words.test(detail);
}

/** A read-only request may be retried where the network or a machine on the way failed. */
function isWorthRetry(result: Attempt): boolean {
  if (result.kind === 'failed') return result.error.kind === 'unreachable';
  const { status, headers } = result.answer;
  return [502, 503, 504].includes(status) && !headers.has('retry-after');
}
