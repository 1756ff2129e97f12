import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a web page sent the request, as indicated by the browser. A page could learn something even from an answer
 * that it can't read, for example whether an `<object>` loads. Requests from the address bar and from other programs
 * don't have these headers.
 */
export function isFromWebPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
}

/** Sent with every answer, including errors: no page may embed it, sniff its type, cache it, or run anything in it. */
export const protectiveHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  // The key may be in the URL.
  'Referrer-Policy': 'no-referrer',
};
