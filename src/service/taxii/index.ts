import type { Pace } from '../../core/store/sqlite/timeSlicer';
import { type Answer, toResponse } from '../http/answer';
import { type CallerOf, getKey } from '../http/callers';
import { WorkLimitError, type WorkLimiter } from '../http/workLimiter';
import type { ServedRecords } from '../servedRecords';
import { isAnswer, taxiiError } from './response';
import { accepts, isTaxiiType, taxiiType } from './media';
import { getRoute } from './routes';
import type { TierName } from '../../core/store/protocol/protocol';
import { budgetHeaders } from '../http/rateLimiter';

const user = 'taxii2';
/** Plans without TAXII (lookup API: “Authentication”: a Pro or a Feed plan). */
const without: ReadonlySet<TierName> = new Set(['visitor', 'free']);
const challenge = { 'WWW-Authenticate': 'Basic realm="taxii2", charset="UTF-8"' };

/**
 * Authenticates by HTTP Basic as `taxii2` with the key, or by a bearer token or the parameter `key` (lookup API:
 * “Authentication”).
 * Returns the headers of an admitted request and the limiter of its caller, or the error.
 */
async function admit(
  request: Request,
  query: URLSearchParams,
  callerOf: (key: string | undefined) => ReturnType<CallerOf>,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly work: WorkLimiter } | Answer> {
  const authorization = request.headers.get('Authorization') ?? '';
  const given = /^$|^bearer /i.test(authorization) ? getKey(request, query) : keyIn(authorization);
  const { tier, keyFits, take, work } = await callerOf(given === false ? '' : given);
  const allowance = take();
  const headers = budgetHeaders(allowance);
  if (allowance.exceeded !== undefined) {
    const title = `Rate limit exceeded: no more requests this ${allowance.exceeded}.`;
    return taxiiError(429, title, `Try again in ${allowance.retryAfter} seconds.`, headers);
  }
  const refused = (title: string): Answer =>
    taxiiError(
      401,
      title,
      `Send HTTP Basic with the user ${user} and the API key as password, the key as a bearer token, or the parameters key and accept.`,
      {
        ...headers,
        ...challenge,
      },
    );
  if (given === undefined) return refused('Authentication is required.');
  if (given === false) return refused('The credentials are not valid.');
  if (!keyFits) return refused('The API key is not valid.');
  if (without.has(tier)) {
    return taxiiError(
      403,
      `The plan “${tier}” has no TAXII access.`,
      'TAXII requires the Pro, Team, Business, or Feed plan.',
      headers,
    );
  }
  return { headers, work };
}

/** The key in a Basic header; false for another header. */
function keyIn(authorization: string): string | false {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization.trim())?.[1];
  if (encoded === undefined) return false;
  const [name, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const key = rest.join(':');
  return name === user && key !== '' && key;
}

export interface TaxiiOptions {
  readonly store: Pick<ServedRecords, 'stix'>;
  /** Called by the extension: no key, no rate limit. */
  readonly embedded: boolean;
  readonly callerOf: CallerOf;
  /** Called with the service's internal errors, which the client sees as a bare 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Whether a URL, or its path with a query, belongs to the TAXII server. */
export function isTaxiiPath(path: string): boolean {
  return /^\/taxii2(?:[/?]|$)/.test(path);
}

/**
 * The TAXII 2.1 server over the store, read-only (lookup API: “TAXII discovery”, “TAXII collection objects”,
 * “Authentication”, “Versioning”; otherwise OASIS TAXII 2.1). Never rejects.
 */
export function createTaxii(options: TaxiiOptions): (request: Request, url: URL, client: string) => Promise<Response> {
  const { embedded, callerOf } = options;

  async function answer(request: Request, url: URL, client: string): Promise<Answer> {
    const query = url.searchParams;
    if (embedded) return admitted(request, url, undefined);
    const admission = await admit(request, query, (key) => callerOf(key, client));
    if (isAnswer(admission)) return admission;
    const pace = admission.work.begin(request.signal);
    const handle = async (): Promise<Answer> => {
      try {
        return await admitted(request, url, pace);
      } catch (error) {
        if (error instanceof WorkLimitError) return tooMuchWork(error);
        throw error;
      }
    };
    const given = await handle().finally(() => pace.end());
    return { ...given, headers: { ...admission.headers, ...given.headers } };
  }

  async function admitted(request: Request, url: URL, pace: Pace | undefined): Promise<Answer> {
    // The listener drops the body of a response to HEAD (RFC 9110, 9.3.2).
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const query = url.searchParams;
    const found = getRoute(url.pathname);
    const { stix: objectReader } = options.store;
    if (found === undefined || objectReader === undefined) {
      return taxiiError(
        404,
        'There is nothing at this address.',
        'Addresses end in a slash; /taxii2/ is the first of them.',
      );
    }
    const served = { objectReader, query, signal: request.signal, pace };
    if (method !== 'GET') {
      const missing = await found.missing(served);
      if (missing !== undefined) return missing;
      if (method !== found.writes)
        return taxiiError(405, `The method ${method} is not allowed here.`, undefined, { Allow: 'GET, HEAD' });
    }
    return refusal(method, request.headers, query) ?? found.answer(served);
  }

  return async (request, url, client) => {
    const pretty = prettyOf(url.searchParams) === '1';
    try {
      return toResponse(await answer(request, url, client), pretty);
    } catch (error) {
      if (request.signal.aborted) return toResponse(taxiiError(500, 'The request was canceled.'), false);
      options.onError?.(error);
      return toResponse(taxiiError(500, 'Internal server error.'), pretty);
    }
  };
}

/** Why a request isn't answered whose address and method there are: its media types, its parameters, or that it writes. */
function refusal(method: string, headers: Headers, query: URLSearchParams): Answer | undefined {
  if (!accepts(headers.get('Accept'), query)) {
    const how = `Ask for ${taxiiType} in the header Accept or in the parameter accept.`;
    return taxiiError(406, 'TAXII 2.1 alone is served.', how);
  }
  if (method === 'POST' && !isTaxiiType(headers.get('Content-Type') ?? '')) {
    return taxiiError(415, `The body must be ${taxiiType}.`);
  }
  if (method !== 'GET') return taxiiError(403, 'The collections are read only.');
  if (!['', '0', '1'].includes(prettyOf(query))) return taxiiError(400, 'Parameter pretty must be 0 or 1.');
  return undefined;
}

function tooMuchWork({ status, message, retryAfter }: WorkLimitError): Answer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return taxiiError(status, message, undefined, headers);
}

function prettyOf(query: URLSearchParams): string {
  return query.getAll('pretty').at(-1) ?? '';
}
