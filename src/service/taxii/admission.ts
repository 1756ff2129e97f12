import type { TierName } from '../../core/store/protocol/protocol';
import type { Answer } from '../http/answer';
import type { Caller } from '../http/callers';
import { budgetHeaders } from '../http/rateLimiter';
import type { WorkLimiter } from '../http/workLimiter';
import { taxiiError } from './response';

const user = 'taxii2';
/** Plans without TAXII (api-spec: “Authentication”: a Pro or a Feed plan). */
const without: ReadonlySet<TierName> = new Set(['visitor', 'free']);
const challenge = { 'WWW-Authenticate': 'Basic realm="taxii2", charset="UTF-8"' };

/**
 * Authenticates by HTTP Basic as `taxii2` with the key, else by the parameter `key` (api-spec: “Authentication”).
 * Returns the headers of an admitted request and the limiter of its caller, or the error.
 */
export function admit(
  authorization: string | null,
  query: URLSearchParams,
  callerOf: (key: string | undefined) => Caller,
): { readonly headers: Readonly<Record<string, string>>; readonly work: WorkLimiter } | Answer {
  const given = authorization === null ? query.getAll('key').findLast((key) => key !== '') : keyIn(authorization);
  const { tier, keyFits, limiter, work } = callerOf(given === false ? '' : given);
  const allowance = limiter.take();
  const headers = budgetHeaders(allowance);
  if (allowance.exceeded !== undefined) {
    const title = `Rate limit exceeded: no more requests this ${allowance.exceeded}.`;
    return taxiiError(429, title, `Try again in ${allowance.retryAfter} seconds.`, headers);
  }
  const refused = (title: string): Answer =>
    taxiiError(
      401,
      title,
      `Send HTTP Basic with the user ${user} and the API key as password, or the parameters key and accept.`,
      {
        ...headers,
        ...challenge,
      },
    );
  if (given === undefined) return refused('Authentication is required.');
  if (given === false) return refused('The credentials are not valid.');
  if (!keyFits) return refused('The API key is not valid.');
  if (without.has(tier)) {
    return taxiiError(403, `The plan “${tier}” has no TAXII access.`, 'It takes a plan from Pro on, or Feed.', headers);
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
