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
 * Parses a base URL as a user types it (api-spec: “The base address is {base_url}”): https, or http for loopback only
 * unless `allowHttp`; no credentials, query or fragment. Keeps a path prefix, removes a trailing slash.
 */
export function parseBaseUrl(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return refused({ kind: 'empty' });
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    const suggestion = `https://${trimmed.replace(/^\/+/, '').replace(/^https?:\/*/i, '')}`;
    return refused({ kind: 'noScheme', suggestion: URL.canParse(suggestion) ? suggestion : undefined });
  }
  if (!URL.canParse(trimmed)) return refused({ kind: 'notUrl' });
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused({ kind: 'otherScheme', scheme: `${url.protocol}//` });
  }
  if (url.username !== '' || url.password !== '') return refused({ kind: 'credentials' });
  if (url.search !== '' || trimmed.includes('?')) return refused({ kind: 'query' });
  if (url.hash !== '' || trimmed.includes('#')) return refused({ kind: 'fragment' });
  const endpoint = /\/api\/[a-z0-9_-]+\.php\/?$/i.exec(url.pathname);
  if (endpoint !== null) {
    const suggestion = `${url.origin}${url.pathname.slice(0, endpoint.index)}`;
    return refused({ kind: 'endpoint', endpoint: endpoint[0], suggestion });
  }
  if (url.protocol === 'http:' && options.allowHttp !== true && !isLoopback(url.hostname)) {
    return refused({ kind: 'unencrypted' });
  }
  return { ok: true, url: url.origin + trimTrailing(url.pathname, /\//) };
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

function refused(problem: BaseUrlProblem): BaseUrl {
  return { ok: false, problem };
}
