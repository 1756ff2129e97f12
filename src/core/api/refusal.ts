import { oneLine } from './redact';
import type { Trouble } from './trouble';

/** An answer as it came: `body` is undefined where the text was not JSON. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  readonly hadKey: boolean;
  /** The whole body where it was not read; `text` is its beginning then. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** The text of an error body (api-spec: “Errors”, 2: an object with the one field `error`), else undefined. */
export function errorText(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return undefined;
  return body.error;
}

/** What an error body says in the other shapes that are in use: TAXII's `title` and `description`, and `description` or `message` of others. */
function otherErrorText(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const word = (key: string): string | undefined => {
    const value = (body as Readonly<Record<string, unknown>>)[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const words = [word('title'), word('description') ?? word('message')].filter((each) => each !== undefined);
  return words.length === 0
    ? undefined
    : words.map((each, at) => (at < words.length - 1 ? each.replace(/\.\s*$/, '') : each)).join(': ');
}

/** True for an error body that says nothing but the error; the poll of an unfinished scan has more fields. */
function isErrorBody(body: unknown): boolean {
  return errorText(body) !== undefined && Object.keys(body as object).every((key) => key === 'error' || key === 'code');
}

/** The service counts requests and has had too many. */
export function isRateLimit(answer: RawAnswer): boolean {
  const text = isErrorBody(answer.body) ? (errorText(answer.body) ?? '') : '';
  if (/rate limit|too many requests/i.test(text)) return true;
  if (answer.status !== 429) return false;
  // API-FACTS: an Explore limit above the plan's is a 429 too; waiting does not help against that.
  const aboutThePlan = /\blimit\b/i.test(text) && !/\b(?:rate|requests?|quota|exceeded)\b/i.test(text);
  return answer.headers.has('retry-after') || !aboutThePlan;
}

/** Why an answer is none, or undefined for one; `retryAt` is for the rate limit alone. With `isText` it need not be JSON. */
export function troubleOfAnswer(
  answer: RawAnswer,
  retryAt: number | undefined,
  clean: (text: string) => string,
  isText = false,
): Trouble | undefined {
  const { status, hadKey } = answer;
  const text = errorText(answer.body) ?? (isText && status >= 400 ? otherErrorText(answer.body) : undefined);
  const said = text === undefined ? {} : { said: oneLine(clean(text)) };
  const detail = `HTTP ${status}${said.said === undefined ? notJsonWords(answer) : `: ${said.said}`}`;
  if (retryAt !== undefined) return { kind: 'rateLimited', detail, retryAt, ...said };
  if (status >= 200 && status < 300) {
    if (answer.body === undefined && !(isText && isSomeText(answer))) {
      return { kind: 'notJson', detail, ...(answer.text.trim() === '' ? { isEmpty: true } : {}) };
    }
    return isErrorBody(answer.body) ? { kind: 'badRequest', detail, status, ...said } : undefined;
  }
  if (status === 401 || (status === 403 && answer.body !== undefined))
    return { kind: 'keyRefused', detail, hadKey, status, ...said };
  if (status === 404 || status === 410) return { kind: 'notFound', detail, ...said };
  if (status === 407) return { kind: 'unreachable', detail: `${detail} (the proxy asks for a sign-in)` };
  if (status >= 500) return { kind: 'serverError', detail, status, ...said };
  return { kind: 'badRequest', detail, status, ...said };
}

/** Something, and no page of a proxy. */
function isSomeText({ text }: RawAnswer): boolean {
  const start = text.slice(0, 512).trimStart();
  return start !== '' && !start.startsWith('<');
}

/** What stands in place of JSON; the text itself is not repeated. */
function notJsonWords(answer: RawAnswer): string {
  if (answer.body !== undefined) return '';
  const start = answer.text.slice(0, 512).trimStart();
  if (start === '') return ', nothing in the answer';
  if (start.startsWith('<')) return ', an HTML page instead of JSON';
  if (/^[{["]/.test(start)) return ', JSON that is broken or cut short';
  return ', a text that is not JSON';
}
