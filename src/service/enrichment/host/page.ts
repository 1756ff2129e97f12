import { deadline } from '../reach/deadline';
import { valueLimits } from '../reach/limits';
import { plainText } from '../reach/plainText';
import type { Environment } from '../reach/environment';
import type { Reach } from '../reach/egressGuard';
import { httpRequest, getPort, type HttpAnswer } from '../reach/httpRequest';
import { getReason, EgressRefusedError } from '../reach/reason';
import { readPageHead, type PageHead } from './pageHead';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Decompresses at most `limit` bytes of a body; of corrupted data, the part before the error. */
async function decompress(body: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  const create = Object.entries(decompressors).find(([known]) => known === name)?.[1];
  if (create === undefined) return name === '' || name === 'identity' ? body.subarray(0, limit) : Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  const decompressor = create();
  try {
    for await (const chunk of Readable.from([body]).pipe(decompressor)) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch {
    // Truncated or corrupted: the part before the error is used.
  } finally {
    decompressor.destroy();
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes text by the charset in the `Content-Type`, or that in the page; UTF-8 by default. */
export function decodeText(body: Buffer, contentType: string): string {
  const head = body.subarray(0, 1024).toString('latin1');
  const label = charsetIn(contentType) ?? charsetIn(head) ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(text)?.[1];
}

/** The page that a URL leads to. */
export interface Page {
  /** The last URL, without credentials and fragment. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  /** Headers of the last response by lowercase name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Cookies of all responses; none of them is sent. */
  readonly cookies: ReadonlyMap<string, readonly string[]>;
  readonly head: PageHead;
}

export interface Visit {
  readonly page: Page;
  /** The redirects that were followed, in order. */
  readonly redirects: readonly string[];
  /** A redirect that wasn't followed, and why. */
  readonly stopped?: { readonly at: string; readonly reason: string };
}

const maxUrlLength = 4_096;

/**
 * Requests a page and follows its redirects (status 3xx with a location, or a meta refresh), each through the egress
 * guard. Rejects where the first request fails; the failure of a redirect is part of the result.
 */
export async function visit(start: URL, { environment, egress, signal }: Reach): Promise<Visit> {
  const inTime: Reach = { environment, egress, signal: deadline(signal, environment.limits.pageMillis) };
  const cookies = new Map<string, string[]>();
  const redirects: string[] = [];
  const seen = new Set<string>();
  let url = stripCredentials(start);
  let page = await get(url, cookies, inTime);
  for (;;) {
    seen.add(url.href);
    const target = targetOf(page);
    if (target === undefined) return { page, redirects };
    const refusal = refusalOf(target, start, seen, environment);
    if (refusal !== undefined) return { page, redirects, stopped: { at: displayUrl(target), reason: refusal } };
    const next = stripCredentials(new URL(target, url));
    try {
      page = await get(next, cookies, inTime);
    } catch (error) {
      signal.throwIfAborted();
      return {
        page,
        redirects: error instanceof EgressRefusedError ? redirects : [...redirects, next.href],
        stopped: { at: displayUrl(next.href), reason: getReason(error) },
      };
    }
    redirects.push(next.href);
    url = next;
  }
}

/** Returns the absolute target of a redirect, or its text if it isn't a URL. */
function targetOf({ url, status, headers, head }: Page): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location')?.[0] : undefined;
  const target = location === undefined || location.trim() === '' ? head.refresh : latin1AsUtf8(location.trim());
  if (target === undefined) return undefined;
  if (!URL.canParse(target, url)) return target;
  const absolute = stripCredentials(new URL(target, url)).href;
  // A page that refreshes itself isn't a redirect.
  return location === undefined && absolute === url.href ? undefined : absolute;
}

function refusalOf(
  target: string,
  start: URL,
  seen: ReadonlySet<string>,
  { limits, redirectPorts }: Environment,
): string | undefined {
  if (!URL.canParse(target)) return 'not a URL';
  const url = new URL(target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'not a web address';
  if (target.length > maxUrlLength) return 'too long';
  if (seen.has(url.href)) return 'redirect loop';
  // The first page was no redirect.
  if (seen.size > limits.redirects) return `more than ${limits.redirects} redirects`;
  const port = getPort(url);
  return port === getPort(start) || redirectPorts.includes(port) ? undefined : `unexpected port ${port}`;
}

async function get(url: URL, cookies: Map<string, string[]>, { environment, egress, signal }: Reach): Promise<Page> {
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

/** Only HTML has a title and meta tags. */
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

/** The URL without credentials and fragment. */
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

/** Node decodes headers as Latin-1; servers send UTF-8. */
function latin1AsUtf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}
