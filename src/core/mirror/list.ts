import { type BaseUrl, parseBaseUrl } from '../api/baseUrl';
import type { Gateway } from '../api/http/gateway';
import type { RequestOptions } from '../api/requestOptions';
import type { Outcome } from '../api/requestError';

/** Fits a list of a million lines. */
const bounds = { maxBytes: 64 * 1024 * 1024, timeoutMillis: 120_000 };
const wanted = 'text/plain, text/csv;q=0.9, application/json;q=0.8, */*;q=0.5';

/** Parses the address of a list as a user types it: https, or http like a base URL; a query is kept. */
export function parseListAddress(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // Checked like a base URL, but without the query, which a list may have.
  const read = parseBaseUrl(url === undefined || url.username + url.password !== '' ? trimmed : url.origin, options);
  if (!read.ok || url === undefined) return read;
  return { ok: true, url: url.origin + url.pathname + url.search };
}

/** Requests a list at `address`, at the gateway's origin; returns the unmodified bytes. A web page isn't a list. */
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
