import { hasError, isErrorBody, sentenceOf, wordsOf } from './errorBody';
import type { UntriedLimit } from './limitTracker';
import { isAboutAddress } from './nothingFound';
import { mentionsRateLimit } from './rateLimitText';
import { maxServiceMessageLength, oneLine } from '../../text/redact';
import type { RequestError } from '../requestError';

/** An unchecked response: `body` is undefined if the text isn't JSON. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  readonly hadKey: boolean;
  /** The whole body where it was not parsed; `text` is its start then. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Whether the service's rate limit was reached: every 429, whatever its text, and other statuses whose text mentions
 * it. A 429 may only be about the `limit` of an Explore request with a larger limit than was ever granted (API-FACTS),
 * unless it has a Retry-After or mentions a rate limit.
 */
export function isRateLimit({ status, headers, body }: RawAnswer, untried?: UntriedLimit): boolean {
  const serviceMessage = wordsOf(body);
  // 509: “Bandwidth Limit Exceeded”, of publishers of lists.
  if (status === 509) return true;
  if (status !== 429) return isErrorBody(body) && mentionsRateLimit(serviceMessage);
  if (untried === undefined || headers.has('retry-after') || mentionsRateLimit(serviceMessage)) return true;
  return untried.isLowerTry && !namesLimit(serviceMessage, untried.limit);
}

/** Whether a text names the requested limit. */
function namesLimit(serviceMessage: string, limit: number): boolean {
  const numbers = serviceMessage.replace(/(?<=\d)[,.\u202f\u00a0 ](?=\d{3}\b)/g, '').matchAll(/\d+/g);
  return limit > 1 && /\blimit\b/i.test(serviceMessage) && [...numbers].some(([number]) => number === String(limit));
}

/**
 * Why a response is an error, or undefined; `retryAt` is for the rate limit only. With `isText` it need not be JSON.
 */
export function errorOfResponse(
  answer: RawAnswer,
  retryAt: number | undefined,
  clean: (text: string) => string,
  isText = false,
): RequestError | undefined {
  const { status, hadKey, body } = answer;
  const isGood = status >= 200 && status < 300;
  const text = oneLine(
    clean((isGood && !isErrorBody(body) ? undefined : sentenceOf(body)) ?? ''),
    maxServiceMessageLength,
  );
  const serviceMessage = text === '' ? {} : { serviceMessage: text };
  const detail = `HTTP ${status}${serviceMessage.serviceMessage === undefined ? notJsonWords(answer) : `: ${serviceMessage.serviceMessage}`}`;
  if (retryAt !== undefined) return { kind: 'rateLimited', detail, retryAt, ...serviceMessage };
  if (isGood) {
    if (body === undefined && !(isText && isSomeText(answer))) {
      return { kind: 'notJson', detail, isEmpty: answer.text.trim() === '' ? true : undefined };
    }
    return isErrorBody(body) ? { kind: 'badRequest', detail, status, ...serviceMessage } : undefined;
  }
  if (status === 401 || (status === 403 && body !== undefined))
    return { kind: 'keyRejected', detail, hadKey, status, ...serviceMessage };
  if (status === 404 || status === 410) {
    // With an `error` it comes from the API itself; a response without may come from another server.
    const isOfInterface = !isText && hasError(body) && !isAboutAddress(body);
    return isOfInterface
      ? { kind: 'badRequest', detail, status, ...serviceMessage }
      : { kind: 'notFound', detail, ...serviceMessage };
  }
  if (status === 407) return { kind: 'unreachable', detail: `${detail} (the proxy asks for a sign-in)` };
  if (status >= 500) return { kind: 'serverError', detail, status, ...serviceMessage };
  return { kind: 'badRequest', detail, status, ...serviceMessage };
}

/** Not empty, and not a proxy's page. */
function isSomeText({ text }: RawAnswer): boolean {
  const start = text.slice(0, 512).trimStart();
  return start !== '' && !start.startsWith('<');
}

/** What the response is instead of JSON; its text isn't repeated. */
function notJsonWords(answer: RawAnswer): string {
  if (answer.body !== undefined) return '';
  const start = answer.text.slice(0, 512).trimStart();
  if (start === '') return ', nothing in the answer';
  if (start.startsWith('<')) return ', an HTML page instead of JSON';
  if (/^[{["]/.test(start)) return ', JSON that is broken or cut short';
  return ', a text that is not JSON';
}
