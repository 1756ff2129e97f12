import { hasError, isErrorBody, toSentence, getWords } from './errorBody';
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
 * it. A 429 may only be about the `limit` of an Explore request with a larger limit than was ever granted (lookup API:
 * “Limits”), unless it has a Retry-After or mentions a rate limit.
 */
export function isRateLimit({ status, headers, body }: RawAnswer, untried?: UntriedLimit): boolean {
  const serviceMessage = getWords(body);
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
  const { status, body, text } = answer;
  const hasSucceeded = isSuccess(status);
  const saysError = isErrorBody(body);
  const serviceMessage = hasSucceeded && !saysError ? undefined : messageIn(body, clean);
  const detail = `HTTP ${status}${serviceMessage === undefined ? notJsonWords(answer) : `: ${serviceMessage}`}`;
  if (retryAt !== undefined) return { kind: 'rateLimited', detail, retryAt, serviceMessage };
  if (!hasSucceeded) return errorOfStatus(answer, isText, { detail, serviceMessage });
  if (saysError) return { kind: 'badRequest', detail, status, serviceMessage };
  if (body !== undefined || (isText && isSomeText(answer))) return undefined;
  return { kind: 'notJson', detail, isEmpty: text.trim() === '' ? true : undefined };
}

/** Whether a status of HTTP is one of success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The service's own message, in one line without the key. */
function messageIn(body: unknown, clean: (text: string) => string): string | undefined {
  const message = oneLine(clean(toSentence(body) ?? ''), maxServiceMessageLength);
  return message === '' ? undefined : message;
}

function errorOfStatus(
  { status, hadKey, body }: RawAnswer,
  isText: boolean,
  said: { readonly detail: string; readonly serviceMessage?: string },
): RequestError {
  switch (status) {
    case 401:
      return { kind: 'keyRejected', hadKey, status, ...said };
    case 403:
      return body === undefined
        ? { kind: 'badRequest', status, ...said }
        : { kind: 'keyRejected', hadKey, status, ...said };
    case 404:
    case 410: {
      // With an `error` it comes from the API itself; a response without may come from another server.
      const isOfApi = !isText && hasError(body) && !isAboutAddress(body);
      return isOfApi ? { kind: 'badRequest', status, ...said } : { kind: 'notFound', ...said };
    }
    case 407:
      return { kind: 'unreachable', detail: `${said.detail} (the proxy asks for a sign-in)` };
    default:
      return { kind: status >= 500 ? 'serverError' : 'badRequest', status, ...said };
  }
}

/** Not empty, and not a proxy's page. */
function isSomeText({ text }: RawAnswer): boolean {
  const start = text.slice(0, 512).trimStart();
  return start !== '' && !start.startsWith('<');
}

/** Describes a response that isn't JSON, without repeating its text. */
function notJsonWords(answer: RawAnswer): string {
  if (answer.body !== undefined) return '';
  const start = answer.text.slice(0, 512).trimStart();
  if (start === '') return ', nothing in the answer';
  if (start.startsWith('<')) return ', an HTML page instead of JSON';
  if (/^[{["]/.test(start)) return ', JSON that is broken or cut short';
  return ', a text that is not JSON';
}
