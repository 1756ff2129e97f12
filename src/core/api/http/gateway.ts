import { parseBaseUrl } from '../baseUrl';
import type { Budget } from '../client';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrencyLimiter';
import type { GatewayPorts, GetOptions, JsonAnswer, Method, Params, TextAnswer, UnreadAnswer } from './gatewayTypes';
import { defaultLimits, type GatewayLimits } from './limits';
import { RateLimitState } from './rateLimitState';
import { percentEncode } from '../../text/redact';
import { isRateLimit, errorOfResponse, type RawAnswer } from './refusal';
import type { Outcome } from '../requestError';
import { RequestKeys } from './requestKeys';
import { canceled, Transport, type Attempt, type RequestKind } from './transport';
import { delay } from './waiting';

/** Requests that share a queue and pauses. */
interface Lane {
  readonly rateLimits: RateLimitState;
  readonly turns: ConcurrencyLimiter;
}

const jsonType = 'application/json';

/**
 * The only way to the network: the gateway to one service. Returns errors instead of throwing,
 * and exposes the key to the request alone. With an invalid base URL every request fails with `badBaseUrl`.
 */
export class Gateway {
  /** The base URL without a trailing slash. */
  readonly address: string;
  /** The host, with a nonstandard port. */
  readonly host: string;
  /** Removes every key that was used from a text. */
  readonly redact = (text: string): string => this.keys.redact(text);
  private readonly limits: GatewayLimits;
  private readonly base: ReturnType<typeof parseBaseUrl>;
  private readonly keys: RequestKeys;
  private readonly transport: Transport;
  private readonly counted: Lane;
  private readonly uncounted: Lane;

  constructor(ports: GatewayPorts) {
    this.limits = { ...defaultLimits, ...ports.limits };
    this.base = parseBaseUrl(ports.baseUrl, { allowHttp: ports.allowHttp ?? false });
    const url = this.base.ok ? new URL(this.base.url) : undefined;
    this.address = this.base.ok ? this.base.url : ports.baseUrl;
    this.host = url?.host ?? ports.baseUrl;
    this.keys = new RequestKeys(ports.key, ports.signIn);
    this.transport = new Transport(ports, url?.origin ?? '', this.limits, this.keys);
    const { initialPauseMillis, maxPauseMillis, concurrent } = this.limits;
    const lane = (max: (rateLimits: RateLimitState) => number): Lane => {
      const rateLimits = new RateLimitState(ports.now, initialPauseMillis, maxPauseMillis);
      return { rateLimits, turns: createConcurrencyLimiter(() => max(rateLimits)) };
    };
    this.counted = lane((rateLimits) => (rateLimits.isThrottled() ? 1 : concurrent));
    this.uncounted = lane(() => 1);
  }

  /** `path` starts with a slash and follows the base URL's path prefix. */
  getJson(path: string, params: Params, options?: GetOptions): Promise<Outcome<JsonAnswer>> {
    return this.requestJson('GET', path, params, options);
  }

  /** Like `getJson`, but as POST with the parameters in the query string. Never retried: it may have been processed. */
  postJson(path: string, params: Params, options?: GetOptions): Promise<Outcome<JsonAnswer>> {
    return this.requestJson('POST', path, params, options);
  }

  /** Sends JSON as a PATCH; never a second time. */
  async patchJson(path: string, params: Params, content: unknown, options?: GetOptions): Promise<Outcome<JsonAnswer>> {
    const kind = { method: 'PATCH', mediaType: jsonType, body: JSON.stringify(content) } as const;
    return asJson(await this.request(kind, path, params, options));
  }

  /** Like `getJson`, but for another format; `mediaType` is sent as Accept. An error body is an error here as well. */
  async getText(path: string, params: Params, mediaType: string, options?: GetOptions): Promise<Outcome<TextAnswer>> {
    const outcome = await this.request({ method: 'GET', mediaType }, path, params, options);
    if (!outcome.ok) return outcome;
    const { status, text, body, hadKey } = outcome.value;
    return { ok: true, value: { status, text, body, hadKey } };
  }

  /** Like `getText`, but with the headers, for JSON that is parsed elsewhere: a 2xx body isn't parsed here. */
  async getUnread(
    path: string,
    params: Params,
    mediaType: string,
    options?: GetOptions,
  ): Promise<Outcome<UnreadAnswer>> {
    const outcome = await this.request({ method: 'GET', mediaType, unread: true }, path, params, options);
    if (!outcome.ok) return outcome;
    const { status, headers, hadKey, bytes = new Uint8Array() } = outcome.value;
    return { ok: true, value: { status, bytes, headers, hadKey } };
  }

  budget(): Budget {
    return this.counted.rateLimits.budget();
  }

  onBudget(listener: (budget: Budget) => void): () => void {
    return this.counted.rateLimits.onBudget(listener);
  }

  private async requestJson(
    method: Method,
    path: string,
    params: Params,
    options?: GetOptions,
  ): Promise<Outcome<JsonAnswer>> {
    return asJson(await this.request({ method, mediaType: jsonType }, path, params, options));
  }

  private async request(
    kind: RequestKind,
    path: string,
    params: Params,
    options: GetOptions = {},
  ): Promise<Outcome<RawAnswer>> {
    const { base } = this;
    if (!base.ok) return { ok: false, error: { kind: 'badBaseUrl', detail: `not a base URL: ${base.problem.kind}` } };
    const lane = options.uncounted === true ? this.uncounted : this.counted;
    const query = params.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
    const release = await lane.turns.take(options.signal);
    if (release === undefined) return { ok: false, error: canceled };
    try {
      return await this.send(kind, `${base.url}${path}${query === '' ? '' : `?${query}`}`, lane, options);
    } finally {
      release();
    }
  }

  /** Waits for a pause to end, sends the request, and retries it once where that may help. */
  private async send(kind: RequestKind, url: string, lane: Lane, options: GetOptions): Promise<Outcome<RawAnswer>> {
    for (let tries = 1; ; tries++) {
      const wait = lane.rateLimits.wait();
      if (wait.error !== undefined && wait.millis > this.limits.holdMillis) return { ok: false, error: wait.error };
      if (wait.millis > 0 && !(await delay(wait.millis, options.signal))) return { ok: false, error: canceled };
      const result = await this.transport.attempt(kind, url, lane.rateLimits, options);
      const canRetry = tries === 1 && lane === this.counted && kind.method === 'GET';
      if (canRetry && mayHelp(result, options.once) && (await delay(this.limits.retryMillis, options.signal))) continue;
      if (result.kind === 'failed') return { ok: false, error: result.error };
      return this.checkAnswer(result.answer, kind.mediaType !== jsonType, lane, options);
    }
  }

  private checkAnswer(
    answer: RawAnswer,
    isText: boolean,
    { rateLimits }: Lane,
    options: GetOptions,
  ): Outcome<RawAnswer> {
    const { status } = answer;
    if (isExpected(answer, options)) {
      rateLimits.resetBackoff();
      return { ok: true, value: answer };
    }
    const retryAt = isRateLimit(answer, options.untriedLimit) ? rateLimits.nextRetryAt(answer.headers) : undefined;
    const error = errorOfResponse(answer, retryAt, this.redact, isText);
    if (error?.kind === 'rateLimited') rateLimits.pause(error.retryAt, error);
    else if (error !== undefined && status === 503) rateLimits.pause(rateLimits.nextRetryAt(answer.headers), error);
    // Whether a 429 that may be about the limit is the rate limit, the next request shows.
    else if (status !== 429) rateLimits.resetBackoff();
    return error === undefined ? { ok: true, value: answer } : { ok: false, error };
  }
}

function asJson(outcome: Outcome<RawAnswer>): Outcome<JsonAnswer> {
  if (!outcome.ok) return outcome;
  const { status, body, hadKey } = outcome.value;
  return { ok: true, value: { status, body, hadKey } };
}

/** Whether the caller takes an answer as it is, whatever its status. */
function isExpected({ status, body }: RawAnswer, { accept, validators }: GetOptions): boolean {
  return (body !== undefined && accept?.(body, status) === true) || (status === 304 && validators !== undefined);
}

/** Whether a second read-only request may help: where the network or a machine on the way failed. */
function mayHelp(result: Attempt, once: GetOptions['once']): boolean {
  if (once === true) return false;
  if (once === 'unlessUnprocessed') return result.kind === 'failed' && result.isUnprocessed === true;
  if (result.kind === 'failed') return result.error.kind === 'unreachable';
  const { status, headers } = result.answer;
  return [502, 503, 504].includes(status) && !headers.has('retry-after');
}
