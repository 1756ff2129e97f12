import { headerProblem, isHeaderValue } from './headerName';
import { percentEncode, redact } from '../../text/redact';

/** How the key is sent. */
export type SignIn =
  | { readonly kind: 'query' }
  | { readonly kind: 'basic'; readonly user: string }
  /** `Authorization: Bearer` and the key (RFC 6750). */
  | { readonly kind: 'bearer' }
  /** The key as is, in a header of this name, which {@link headerProblem} accepts. */
  | { readonly kind: 'header'; readonly name: string }
  /** The key in place of `{key}` in the URL. */
  | { readonly kind: 'address' };

/** The keys of one service: reads the current one, puts it into requests, and removes every used one from texts. */
export class RequestKeys {
  /** Replaced or removed keys may still occur in a pending response. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly read: () => Promise<string | undefined>,
    private readonly signIn: SignIn = { kind: 'query' },
  ) {}

  /** The key for the next request; undefined if none is set or it can't be read. */
  async current(): Promise<string | undefined> {
    try {
      const key = (await this.read())?.trim() ?? '';
      if (key === '') return undefined;
      this.seen.add(key);
      if (this.signIn.kind === 'basic') this.seen.add(basicOf(this.signIn.user, key));
      return key;
    } catch {
      // The secret storage may be locked or unavailable; the service also responds without a key.
      return undefined;
    }
  }

  /** The URL and the headers of a request with the key. Throws for a header that isn't allowed, so that nothing is sent. */
  signedIn(url: string, key: string | undefined): { readonly url: string; readonly headers: Record<string, string> } {
    if (this.signIn.kind === 'query') return { url: withKey(url, key), headers: {} };
    if (this.signIn.kind === 'address') return { url: withFilledKey(url, key), headers: {} };
    return { url, headers: key === undefined ? {} : signInHeader(this.signIn, key) };
  }

  /** Removes every key that was used from a text. */
  redact(text: string): string {
    return [...this.seen].reduce(redact, redact(text, undefined));
  }
}

function signInHeader(signIn: Exclude<SignIn, { kind: 'query' | 'address' }>, key: string): Record<string, string> {
  if (signIn.kind === 'basic') return { Authorization: `Basic ${basicOf(signIn.user, key)}` };
  if (!isHeaderValue(key)) throw new Error('the key contains characters that a header can not contain');
  if (signIn.kind === 'bearer') return { Authorization: `Bearer ${key}` };
  if (headerProblem(signIn.name) !== undefined) throw new Error('no header of this name can hold a key');
  return { [signIn.name]: key };
}

/** User and key in Basic authorization: Base64 of UTF-8 (RFC 7617). */
function basicOf(user: string, key: string): string {
  const bytes = new TextEncoder().encode(`${user}:${key}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Throws without a key, so that nothing is sent. */
function withFilledKey(url: string, key: string | undefined): string {
  if (!/%7Bkey%7D|\{key\}/i.test(url)) return url;
  if (key === undefined) throw new Error('the key for the address is missing');
  return url.replaceAll(/%7Bkey%7D|\{key\}/gi, () => percentEncode(key));
}

function withKey(url: string, key: string | undefined): string {
  if (key === undefined) return url;
  const target = new URL(url);
  if (target.searchParams.has('key')) return url;
  return `${url}${target.search === '' ? '?' : '&'}key=${percentEncode(key)}`;
}
