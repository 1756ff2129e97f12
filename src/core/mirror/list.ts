import { type BaseUrl, parseBaseUrl } from '../api/baseUrl';
import type { Gateway } from '../api/gateway';
import type { RequestOptions } from '../api/requestOptions';
import { serviceMessageSuffix, taxiiErrorMessage } from '../api/taxii/errorMessage';
import type { Outcome, RequestError } from '../api/requestError';

/** A list of a million lines fits. */
const bounds = { maxBytes: 64 * 1024 * 1024, timeoutMillis: 120_000 };
const wanted = 'text/plain, text/csv;q=0.9, application/json;q=0.8, */*;q=0.5';

/** Reads the address of a list as a user types it: https, or http as a base URL may have it; a query is kept. */
export function parseListAddress(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // What a base URL may not have is judged without the query, which is a list's own.
  const read = parseBaseUrl(url === undefined || url.username + url.password !== '' ? trimmed : url.origin, options);
  if (!read.ok || url === undefined) return read;
  return { ok: true, url: url.origin + url.pathname + url.search };
}

/** Asks for a list at `address`, of whose origin the gateway is; the bytes as they came. A page for people is none. */
export async function fetchList(
  gateway: Pick<Gateway, 'getUnread'>,
  address: string,
  options: RequestOptions,
): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  const { pathname, searchParams } = new URL(address);
  const answer = await gateway.getUnread(pathname, [...searchParams], wanted, { ...options, bounds });
  if (!answer.ok) return answer;
  const { bytes } = answer.value;
  const head = new TextDecoder().decode(bytes.subarray(0, 4_000));
  if (head.trim() === '') return { ok: false, error: { kind: 'notJson', detail: 'an empty body', isEmpty: true } };
  if (/^\s*(?:<!doctype\s+html|<html|<head|<body)/i.test(head.replace(/<!--.*?-->/gs, ''))) {
    return { ok: false, error: { kind: 'badShape', detail: 'a web page' } };
  }
  return { ok: true, value: bytes };
}

/** A trouble with a list as one sentence; `host` is its server's. */
export function listErrorMessage(error: RequestError, host: string): string {
  const serviceMessage = serviceMessageSuffix(error);
  switch (error.kind) {
    case 'notJson':
      return error.isEmpty === true ? `${host} answered with nothing.` : webPage(host);
    case 'badShape':
      return webPage(host);
    case 'keyRejected':
      if (error.status === 403) {
        return error.hadKey
          ? `${host} doesn't let this user read the list (HTTP 403).${serviceMessage}`
          : `${host} doesn't let you read the list without signing in (HTTP 403).${serviceMessage}`;
      }
      return error.hadKey
        ? `${host} refused user and password (HTTP 401).${serviceMessage}`
        : `${host} asks for a user and a password (HTTP 401).${serviceMessage}`;
    case 'badRequest':
      return `${host} refused the request (HTTP ${error.status}).${serviceMessage}`;
    case 'notFound':
      return `${host} has nothing at this address (HTTP 404).${serviceMessage}`;
    case 'redirectRefused':
      return `${host} leads on to ${error.to}; subscribe to the address there if you trust it.`;
    default:
      return taxiiErrorMessage(error, host);
  }
}

function webPage(host: string): string {
  return `${host} answered with a web page, not with a list.`;
}
