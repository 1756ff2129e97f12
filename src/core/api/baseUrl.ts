import { trimTrailing } from '../text/trim';

/** Why a text is not a base URL. */
export type BaseUrlProblem =
  | { readonly kind: 'empty' }
  /** `suggestion` is what the user may have meant. */
  | { readonly kind: 'noScheme'; readonly suggestion?: string }
  | { readonly kind: 'notUrl' }
  | { readonly kind: 'otherScheme'; readonly scheme: string }
  | { readonly kind: 'credentials' }
  | { readonly kind: 'query' }
  | { readonly kind: 'fragment' }
  /** The address of one endpoint; `suggestion` is the part before it. */
  | { readonly kind: 'endpoint'; readonly endpoint: string; readonly suggestion: string }
  | { readonly kind: 'unencrypted' };

export type BaseUrl =
  | { readonly ok: true; /** Without a trailing slash; a path prefix is kept. */ readonly url: string }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** Whether a host name or address stays on this machine: `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Parses a base URL as a user types it (lookup API: “Base URL”): https, or http for loopback only unless
 * `allowHttp`; no credentials, query or fragment. Keeps a path prefix, removes a trailing slash.
 */
export function parseBaseUrl(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const typed = text.trim();
  const notUrl = whyNotUrl(typed);
  if (notUrl !== undefined) return { ok: false, problem: notUrl };
  const url = new URL(typed);
  const problem = whyNotBase(url, typed, options.allowHttp === true);
  return problem === undefined
    ? { ok: true, url: url.origin + trimTrailing(url.pathname, /\//) }
    : { ok: false, problem };
}

function whyNotUrl(typed: string): BaseUrlProblem | undefined {
  if (typed === '') return { kind: 'empty' };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    const rest = typed.replace(/^\/+/, '').replace(/^https?:\/*/i, '');
    const parsed = URL.parse(`https://${rest}`);
    const scheme = parsed !== null && isLoopback(parsed.hostname) ? 'http' : 'https';
    return { kind: 'noScheme', suggestion: parsed === null ? undefined : `${scheme}://${rest}` };
  }
  return URL.canParse(typed) ? undefined : { kind: 'notUrl' };
}

function whyNotBase(url: URL, typed: string, allowHttp: boolean): BaseUrlProblem | undefined {
  const { protocol, pathname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'otherScheme', scheme: `${protocol}//` };
  if (url.username !== '' || url.password !== '') return { kind: 'credentials' };
  // Also where nothing follows them.
  if (typed.includes('?')) return { kind: 'query' };
  if (typed.includes('#')) return { kind: 'fragment' };
  const endpoint = /\/api\/[a-z0-9_-]+\.php\/?$/i.exec(pathname);
  if (endpoint !== null) {
    return { kind: 'endpoint', endpoint: endpoint[0], suggestion: url.origin + pathname.slice(0, endpoint.index) };
  }
  const isSafe = protocol === 'https:' || allowHttp || isLoopback(url.hostname);
  return isSafe ? undefined : { kind: 'unencrypted' };
}

/** Paths that documentation and examples append to a base URL: those of the API and of its TAXII server. */
const apiPath = /\/(?:api(?:\/[a-z0-9_-]+\.php)?|taxii2(?:\/api(?:\/.*)?)?)$/i;

/**
 * Parses the base URL of a service, see {@link parseBaseUrl}. Removes a trailing `/api`, `/api/indicator.php` or `/taxii2/`, which
 * requests append themselves, and keeps a path prefix before it.
 */
export function parseServiceUrl(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed) || /[?#]/.test(trimmed)) return parseBaseUrl(text, options);
  const url = new URL(trimmed);
  url.pathname = withoutApiPath(url.pathname);
  return parseBaseUrl(url.href, options);
}

function withoutApiPath(path: string): string {
  const bare = trimTrailing(path, /\//);
  const end = apiPath.exec(bare);
  return end === null ? bare : withoutApiPath(bare.slice(0, end.index));
}
