import { trimTrailing } from '../text/trim';

export type BaseUrl =
  | { readonly ok: true; /** Without a trailing slash; a path prefix is kept. */ readonly url: string }
  | { readonly ok: false; /** One sentence for the user. */ readonly problem: string };

/** True for names and addresses that never leave the machine: `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Reads a base URL as a user types it (api-spec: “The base address is {base_url}”): https, or http for loopback only
 * unless `allowHttp`; no sign-in, query or fragment; the path prefix is kept, a trailing slash is not.
 */
export function parseBaseUrl(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return problem('The base URL is empty.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    const guess = `https://${trimmed.replace(/^\/+/, '').replace(/^https?:\/*/i, '')}`;
    return problem(
      URL.canParse(guess)
        ? `A base URL begins with https://. Did you mean ${guess}?`
        : 'A base URL looks like https://intel.example, with https:// in front.',
    );
  }
  if (!URL.canParse(trimmed)) return problem('This is not a URL. A base URL looks like https://intel.example.');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return problem(`A base URL begins with https://, not with ${url.protocol}//.`);
  }
  if (url.username !== '' || url.password !== '') {
    return problem('A base URL holds no user name or password; the key is set with “Set API Key…”.');
  }
  if (url.search !== '' || trimmed.includes('?')) return problem('A base URL ends before the question mark.');
  if (url.hash !== '' || trimmed.includes('#')) return problem('A base URL holds no #fragment.');
  const endpoint = /\/api\/[a-z0-9_-]+\.php\/?$/i.exec(url.pathname);
  if (endpoint !== null) {
    return problem(
      `A base URL ends before ${endpoint[0]}: ${url.origin}${url.pathname.slice(0, endpoint.index)} is enough.`,
    );
  }
  if (url.protocol === 'http:' && options.allowHttp !== true && !isLoopback(url.hostname)) {
    return problem(
      'http:// would send indicators and the key readable for everyone on the way. Use https://, or allow it with the setting threatLookups.allowHttp.',
    );
  }
  return { ok: true, url: url.origin + trimTrailing(url.pathname, /\//) };
}

/** What documentation and examples write behind a base URL: the addresses of the interface itself, and those of its TAXII side. */
const ownPath = /\/(?:api(?:\/[a-z0-9_-]+\.php)?|taxii2(?:\/api(?:\/.*)?)?)$/i;

/**
 * Reads the base URL of a service, see {@link parseBaseUrl}; an end such as `/api`, `/api/indicator.php` or `/taxii2/`, which
 * requests bring along by themselves, is cut off, and a path prefix before it is kept.
 */
export function parseServiceUrl(text: string, options: { readonly allowHttp?: boolean } = {}): BaseUrl {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed) || /[?#]/.test(trimmed)) return parseBaseUrl(text, options);
  const url = new URL(trimmed);
  url.pathname = withoutOwnPath(url.pathname);
  return parseBaseUrl(url.href, options);
}

function withoutOwnPath(path: string): string {
  const bare = trimTrailing(path, /\//);
  const end = ownPath.exec(bare);
  return end === null ? bare : withoutOwnPath(bare.slice(0, end.index));
}

function problem(text: string): BaseUrl {
  return { ok: false, problem: text };
}
