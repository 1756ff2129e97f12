import { unknownPath } from '../core/api/http/nothingFound';
import type { TierName } from '../core/store/protocol/protocol';
import { type Answer, refusal, toResponse } from './http/answer';
import { type Accounts, getCallers, getKey } from './http/callers';
import type { Context, Endpoint, Method } from './http/endpoint';
import { endpoints } from './endpoints';
import { budgetHeaders } from './http/rateLimiter';
import { getParams } from './http/form';
import type { ServedRecords } from './servedRecords';
import type { SharedJudgments } from './sharedJudgments';
import type { ScanSubmissions } from './scans/scanSubmissions';
import { createTaxii, isTaxiiPath } from './taxii';
import { WorkLimitError } from './http/workLimiter';

export interface ServiceOptions {
  readonly store: ServedRecords;
  /** The scan queue; without one, `analyze.php` accepts no scans. */
  readonly scans?: ScanSubmissions;
  /** The plan of callers with the key; if embedded, of all callers. */
  readonly tier: TierName;
  /** Without a key, every key is wrong and all callers are Visitors. */
  readonly key?: string;
  /** The keys of people, instead of one key: each request needs one. */
  readonly accounts?: Accounts;
  /** Judgments of a team. */
  readonly judgments?: SharedJudgments;
  /** Called by the extension itself: no key, no rate limit. */
  readonly embedded: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Whether an error of the store passes, so that the caller may ask again. */
  readonly isPassing?: (error: unknown) => boolean;
  /** Called for internal errors, which the caller sees as a bare 500. */
  readonly onError?: (error: unknown) => void;
}

interface Admission {
  readonly context: Context;
  readonly headers: Record<string, string>;
  /** Ends the request's share of the processor time. */
  readonly end: () => void;
}

type RequestInfo = Pick<Context, 'address' | 'signal'> & { readonly client: string };

/** `client`: the IP address that the request comes from, if there is one. */
export type Service = (request: Request, client?: string) => Promise<Response>;

const byPath: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

/**
 * The local service: the documented interface over the store as one function (lookup API: “Endpoints”, “Errors”,
 * “Limits”). Never rejects. Only the path of the request's URL matters, not its origin.
 */
export function createService(options: ServiceOptions): Service {
  const { store, tier, embedded, now = Date.now } = options;
  const { accounts } = options;
  const callerOf = getCallers({ tier, key: options.key, accounts, now });

  async function admitted(
    given: string | undefined,
    free: boolean,
    { client, ...from }: RequestInfo,
  ): Promise<Admission | Answer> {
    const { scans, judgments } = options;
    if (embedded) {
      const all = {
        mayLookOutside: true,
        registered: true,
        pace: undefined,
      } as const;
      return { context: { store, tier, now, scans, ...all, ...from }, headers: {}, end: () => undefined };
    }
    const caller = await callerOf(given, client);
    // A wrong key always counts; otherwise, polling could be used to guess keys.
    const allowance = caller.take(free && caller.keyFits ? 0 : 1);
    const headers = budgetHeaders(allowance);
    if (allowance.exceeded !== undefined)
      return refusal(429, `API rate limit exceeded: no more requests this ${allowance.exceeded}.`, headers);
    if (!caller.keyFits) {
      const why =
        given === undefined
          ? 'This service needs an API key, as “Authorization: Bearer KEY” or as the parameter key.'
          : 'The API key is not valid.';
      return refusal(401, why, headers);
    }
    const hasKey = given !== undefined;
    const pace = caller.work.begin(from.signal);
    const { account } = caller;
    const rights = { tier: caller.tier, mayLookOutside: hasKey, registered: hasKey, account, judgments };
    return { context: { store, now, scans, pace, ...rights, ...from }, headers, end: () => pace.end() };
  }

  const taxii = createTaxii({ store, embedded, callerOf, onError: options.onError });

  async function answer(request: Request, url: URL, client: string): Promise<Answer & { readonly pretty?: boolean }> {
    const endpoint = byPath.get(url.pathname);
    if (endpoint === undefined) {
      return { status: 404, body: { error: 'There is nothing at this address.', code: unknownPath }, headers: {} };
    }
    const handler = isMethod(request.method) ? endpoint.methods[request.method] : undefined;
    if (handler === undefined)
      return refusal(405, `The method ${request.method} is not allowed here.`, {
        Allow: Object.keys(endpoint.methods).join(', '),
      });
    const params = await getParams(request, url);
    if ('status' in params) return params;
    const isFree = isMethod(request.method) && endpoint.free?.includes(request.method) === true;
    const admission = await admitted(getKey(request, params), isFree, {
      address: url.origin,
      signal: request.signal,
      client,
    });
    if ('status' in admission) return admission;
    const pretty = prettyOf(params);
    const handle = async (): Promise<Answer> => {
      if (!['', '0', '1'].includes(pretty)) return refusal(400, 'Parameter pretty must be 0 or 1.');
      try {
        const body = request.method === 'PATCH' ? await request.text() : undefined;
        return await handler(params, { ...admission.context, ...(body === undefined ? {} : { body }) });
      } catch (error) {
        if (error instanceof WorkLimitError) return tooMuchWork(error);
        throw error;
      }
    };
    const given = await handle().finally(admission.end);
    return { ...given, headers: { ...admission.headers, ...given.headers }, pretty: pretty === '1' };
  }

  return async (request, client = '') => {
    try {
      const url = new URL(request.url);
      if (isTaxiiPath(url.pathname)) return await taxii(request, url, client);
      const { pretty, ...given } = await answer(request, url, client);
      return toResponse(given, pretty ?? prettyOf(url.searchParams) === '1');
    } catch (error) {
      if (request.signal.aborted) return toResponse(refusal(500, 'The request was canceled.'), false);
      options.onError?.(error);
      if (options.isPassing?.(error) === true) return toResponse(unavailable, false);
      return toResponse(refusal(500, 'Internal server error.'), false);
    }
  };
}

const unavailable = refusal(503, 'The database does not answer. Try again in a moment.', { 'Retry-After': '5' });

function tooMuchWork({ status, message, retryAfter }: WorkLimitError): Answer {
  return refusal(status, message, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

function prettyOf(params: URLSearchParams): string {
  return params.getAll('pretty').at(-1) ?? '';
}

function isMethod(method: string): method is Method {
  return method === 'GET' || method === 'POST' || method === 'PATCH';
}
