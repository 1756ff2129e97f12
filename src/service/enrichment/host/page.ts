import { deadline } from '../deadline';
import { valueLimits } from '../limits';
import { plainText } from '../plainText';
import type { Environment } from '../environment';
import type { EgressGuard } from '../reach/egressGuard';
import { httpRequest, portOf, type HttpAnswer } from '../reach/httpRequest';
import { reasonOf, EgressRefusedError } from '../reach/reason';
import { decodeText, decompress } from './bodyText';
import { readPageHead, type PageHead } from './pageHead';

/** The page that a URL leads to. */
export interface Page {
  /** The URL that answered last, without user name and fragment. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  /** Of the last answer, by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Set on the way and by the last answer; none of them is sent back. */
  readonly cookies: ReadonlyMap<string, readonly string[]>;
  readonly head: PageHead;
}

export interface Visit {
  readonly page: Page;
  /** URLs that were followed, in their order, without the first. */
  readonly redirects: readonly string[];
  /** The way went on, but was not followed, and why. */
  readonly stopped?: { readonly at: string; readonly reason: string };
}

const maxUrlLength = 4_096;

/**
 * Gets a page and follows its redirects (status 3xx with a location, or a meta refresh). Every hop is a connection of its
 * own through the door. Rejects where the first URL gives no answer; a later hop that fails ends the way instead.
 */
export async function visit(
  start: URL,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<Visit> {
  const limit = deadline(signal, environment.limits.pageMillis);
  const cookies = new Map<string, string[]>();
  const redirects: string[] = [];
  const seen = new Set<string>();
  let url = stripCredentials(start);
  let page = await get(url, cookies, environment, egress, limit);
  for (;;) {
    seen.add(url.href);
    const target = targetOf(page);
    if (target === undefined) return { page, redirects };
    const refusal = refusalOf(target, start, seen, redirects.length, environment);
    if (refusal !== undefined) return { page, redirects, stopped: { at: displayUrl(target), reason: refusal } };
    const next = stripCredentials(new URL(target, url));
    try {
      page = await get(next, cookies, environment, egress, limit);
    } catch (error) {
      signal.throwIfAborted();
      return {
        page,
        redirects: error instanceof EgressRefusedError ? redirects : [...redirects, next.href],
        stopped: { at: displayUrl(next.href), reason: reasonOf(error) },
      };
    }
    redirects.push(next.href);
    url = next;
  }
}

/** Where an answer leads, absolute; text that is no URL as it stands. */
function targetOf({ url, status, headers, head }: Page): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location')?.[0] : undefined;
  const target = location === undefined || location.trim() === '' ? head.refresh : latin1AsUtf8(location.trim());
  if (target === undefined) return undefined;
  if (!URL.canParse(target, url)) return target;
  const absolute = stripCredentials(new URL(target, url)).href;
  // A page that refreshes itself stays where it is.
  return location === undefined && absolute === url.href ? undefined : absolute;
}

function refusalOf(
  target: string,
  start: URL,
  seen: ReadonlySet<string>,
  count: number,
  { limits, redirectPorts }: Environment,
): string | undefined {
  if (!URL.canParse(target)) return 'it is no URL';
  const url = new URL(target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'it is no address of the web';
  if (target.length > maxUrlLength) return 'it is too long';
  if (seen.has(url.href)) return 'it leads in a circle';
  if (count >= limits.redirects) return `there are more than ${limits.redirects} redirects`;
  const port = portOf(url);
  return port === portOf(start) || redirectPorts.includes(port) ? undefined : `it leads to port ${port}`;
}

async function get(
  url: URL,
  cookies: Map<string, string[]>,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<Page> {
  const { limits } = environment;
  const answer = await httpRequest(url, {
    egress,
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; ThreatLookups)',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
    },
    verify: false,
    trust: environment.trust,
    millis: limits.pageMillis,
    headBytes: limits.headBytes,
    bodyBytes: limits.pageBytes,
    signal,
  });
  addCookies(cookies, answer.headers.get('set-cookie') ?? []);
  return {
    url,
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    cookies,
    head: await headOf(answer, limits.pageBytes),
  };
}

/** What is no HTML has no title and no meta tags. */
async function headOf({ headers, body }: HttpAnswer, limit: number): Promise<PageHead> {
  const type = headers.get('content-type')?.[0] ?? '';
  if (type !== '' && !/html|xml/i.test(type)) return { meta: new Map() };
  return readPageHead(decodeText(await decompress(body, headers.get('content-encoding')?.[0], limit), type));
}

function addCookies(cookies: Map<string, string[]>, lines: readonly string[]): void {
  for (const line of lines) {
    const [name = '', ...value] = (line.split(';', 1)[0] ?? '').split('=');
    const key = plainText(name, valueLimits.keyLength);
    if (key === '' || (cookies.size >= valueLimits.keys && !cookies.has(key))) continue;
    const values = cookies.get(key) ?? [];
    const text = plainText(value.join('='), valueLimits.valueLength);
    if (values.length < valueLimits.values && !values.includes(text)) values.push(text);
    cookies.set(key, values);
  }
}

/** What is asked for: without user name, password and fragment. */
function stripCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  plain.hash = '';
  return plain;
}

function displayUrl(target: string): string {
  return plainText(target, 300);
}

/** Headers come as Latin-1; servers write UTF-8. */
function latin1AsUtf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}
