import { type IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that a web page sends a request, by whatever means: a page learns something even from an answer it
 * can't read, for instance whether an `<object>` loads. What a person types into the address bar is no page's request, and
 * programs send neither header.
 */
export function isFromWebPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
}

/** On every answer, errors too: no page may embed it, guess a type for it, keep it, or run anything in it. */
export const protectiveHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  // The key may be in the address.
  'Referrer-Policy': 'no-referrer',
};
