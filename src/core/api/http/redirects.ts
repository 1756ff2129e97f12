import { dropBody } from './body';
import type { Method } from './gatewayTypes';
import type { RequestError } from '../requestError';

export type Followed =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly error: RequestError; readonly response?: undefined };

/** How {@link followRedirects} sends one request, and how far it follows. */
export interface RedirectOptions {
  readonly method: Method;
  /** The only origin that is followed to. */
  readonly origin: string;
  readonly maxRedirects: number;
  readonly fetch: (url: string) => Promise<Response>;
}

/** Sends a request and follows its redirects within one origin. */
export async function followRedirects(
  first: string,
  { method, origin, maxRedirects, fetch }: RedirectOptions,
): Promise<Followed> {
  let url = first;
  for (let hop = 0; ; hop++) {
    const response = await fetch(url);
    const to = redirectTarget(response, url);
    if (to === 'none') return { response };
    dropBody(response);
    if (to === 'unknown') return { error: redirectRefused('an unknown address') };
    if (to.origin !== origin || hop >= maxRedirects || !mayFollow(method, response))
      return { error: redirectRefused(/^https?:$/.test(to.protocol) ? to.host : to.protocol) };
    url = to.href;
  }
}

/** The target of a redirect; browsers don't report it, and a Location may be missing or invalid. */
function redirectTarget(response: Response, from: string): URL | 'none' | 'unknown' {
  if (response.type === 'opaqueredirect') return 'unknown';
  if (![301, 302, 303, 307, 308].includes(response.status)) return 'none';
  const location = response.headers.get('location') ?? '';
  if (location === '' || !URL.canParse(location, from)) return 'unknown';
  const to = new URL(location, from);
  to.username = '';
  to.password = '';
  to.hash = '';
  return to;
}

/** After a POST only the codes that mean “the same request, there”: with others it may have been processed. */
function mayFollow(method: Method, { status }: Response): boolean {
  return method === 'GET' || status === 307 || status === 308;
}

function redirectRefused(to: string): RequestError {
  return { kind: 'redirectRefused', detail: `redirected to ${to}`, to };
}
