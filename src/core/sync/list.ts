import { type BaseUrl, parseBaseUrl } from '../api/baseUrl';
import type { Gateway } from '../api/http/gateway';
import type { Validators } from '../api/http/gatewayTypes';
import type { RequestOptions } from '../api/requestOptions';
import type { Outcome, RequestError } from '../api/requestError';
import { isWebPage } from '../lists/notList';
import { withPlaceholder } from '../lists/gallery/preset';
import { shortOutageMillis } from './outage';

/** Fits a list of a million lines. */
const bounds = { maxBytes: 64 * 1024 * 1024, timeoutMillis: 120_000 };
const wanted = 'text/plain, text/csv;q=0.9, application/json;q=0.8, */*;q=0.5';
/** A longer validator isn't kept. */
const maxValidator = 300;

/** Parses the address of a list as a user types it: https, or http like a base URL; a query is kept. */
export function parseListAddress(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // Checked like a base URL, but without the query, which a list may have.
  const isWeb = url !== undefined && url.origin !== 'null' && url.username + url.password === '';
  const read = parseBaseUrl(isWeb ? url.origin : trimmed, options);
  if (!read.ok || url === undefined) return read;
  return { ok: true, url: withPlaceholder(url.origin + url.pathname + url.search) };
}

/** A file of a list as it was fetched, with the validators for the next request. */
export interface FetchedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly validators: Validators;
  /** The server compressed it on the way, although it wasn't asked to: nothing shows whether all of it came. */
  readonly isUnverified?: boolean;
}

export interface ListRequestOptions extends RequestOptions {
  /** Those of the stored version: the answer may be that nothing has changed. */
  readonly validators?: Validators | undefined;
}

/**
 * Requests a list at `address`, at the gateway's origin; returns the unmodified bytes, or `unchanged`. Neither a part of
 * it nor a web page is a list.
 */
export async function fetchList(
  gateway: Pick<Gateway, 'getUnread' | 'budget'>,
  address: string,
  options: ListRequestOptions,
): Promise<Outcome<FetchedFile | 'unchanged'>> {
  const { pathname, searchParams } = new URL(address);
  const answer = await gateway.getUnread(pathname, [...searchParams], wanted, {
    ...options,
    bounds,
    uncompressed: true,
  });
  if (!answer.ok) return { ok: false, error: partialOf(pauseOf(gateway, answer.error)) };
  const { status, bytes, headers } = answer.value;
  if (status === 304) return { ok: true, value: 'unchanged' };
  const isCompressed = !/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '');
  const partial = partialAnswer(status, bytes.length, isCompressed ? undefined : headers.get('content-length'));
  if (partial !== undefined) return { ok: false, error: partial };
  const head = new TextDecoder().decode(bytes.subarray(0, 4_000));
  if (head.trim() === '') return { ok: false, error: { kind: 'notJson', detail: 'an empty body', isEmpty: true } };
  if (isWebPage(head)) return { ok: false, error: { kind: 'badShape', detail: 'a web page' } };
  const file = { bytes, validators: validatorsOf(headers) };
  return { ok: true, value: isCompressed ? { ...file, isUnverified: true } : file };
}

/** Why a successful answer isn't all of a list. */
function partialAnswer(status: number, received: number, length: string | null | undefined): RequestError | undefined {
  if (status === 206) return { kind: 'partial', detail: 'HTTP 206 to a request without a range' };
  const announced = /^\s*\d+\s*$/.test(length ?? '') ? Number(length) : received;
  if (announced === received) return undefined;
  return {
    kind: 'partial',
    detail: `${received} bytes instead of ${announced}`,
    bytes: { received, announced },
  };
}

/** A body that broke off, or that can't be decompressed: in Node's, undici's, and Electron's words. */
const brokenBody =
  /(?:^|· )terminated\b|\bZ_[A-Z]+_ERROR\b|\bERR__ERROR_FORMAT|\bUND_ERR_RES_CONTENT_LENGTH_MISMATCH\b|\bERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|CONTENT_DECODING_FAILED)\b/;

/** An answer that broke off doesn't mean that the server can't be reached. */
function partialOf(error: RequestError): RequestError {
  return error.kind === 'unreachable' && brokenBody.test(error.detail)
    ? { kind: 'partial', detail: error.detail }
    : error;
}

/** An unavailable server that asks for a long pause is like one with a rate limit; a short pause is waited for. */
function pauseOf(gateway: Pick<Gateway, 'budget'>, error: RequestError): RequestError {
  if (error.kind !== 'serverError' || error.status !== 503) return error;
  const { pausedUntil } = gateway.budget();
  const isLong = pausedUntil !== undefined && pausedUntil - Date.now() > shortOutageMillis;
  return isLong ? { ...error, kind: 'rateLimited', retryAt: pausedUntil } : error;
}

function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag') ?? '';
  const lastModified = headers.get('last-modified') ?? '';
  const isKept = (text: string): boolean => text !== '' && text.length <= maxValidator;
  return { etag: isKept(etag) ? etag : undefined, lastModified: isKept(lastModified) ? lastModified : undefined };
}
