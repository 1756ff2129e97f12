import type { Gateway } from '../http/gateway';
import type { Params, UnreadAnswer } from '../http/gatewayTypes';
import type { SignIn } from '../http/requestKeys';
import type { RequestOptions } from '../requestOptions';
import type { Outcome } from '../requestError';
import type { TaxiiErrorContext } from './errorContext';

/** The media type of requests and responses (lookup API: “Versioning”). */
export const taxiiMediaType = 'application/taxii+json;version=2.1';

/** A page of a thousand large objects fits; a server that ignores `limit` may send a whole collection. */
const pageBounds = { maxBytes: 256 * 1024 * 1024, timeoutMillis: 120_000 };

/** Selects a page; times are the server's own text. */
interface PageQuery {
  readonly addedAfter?: string | undefined;
  readonly next?: string | undefined;
  readonly limit: number;
}

/** An unparsed page of objects: it is parsed where it is stored. */
export interface TaxiiPage {
  /** UTF-8, in a buffer of their own. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** X-TAXII-Date-Added-First and -Last. */
  readonly first?: string;
  readonly last?: string;
  /** The server's clock as it answered (`Date`), milliseconds since 1970. */
  readonly date?: number;
}

/** One TAXII 2.1 server at one origin. Never throws for an expected error. */
export interface TaxiiClient {
  readonly origin: string;
  readonly host: string;
  /** The context for error messages about this server. */
  readonly errorContext: TaxiiErrorContext;
  /** Any resource of the server (discovery, API root, collections, one collection) as JSON. */
  resource(url: string, options?: RequestOptions): Promise<Outcome<unknown>>;
  /**
   * One page of a collection's objects (lookup API: “TAXII collection objects”); a page by `next` is requested exactly
   * once: a cursor may be stateful, and a repeat would skip a page.
   */
  page(root: string, collection: string, query: PageQuery, options?: RequestOptions): Promise<Outcome<TaxiiPage>>;
  redact(text: string): string;
  /** The server requested a pause until then, milliseconds since 1970. */
  pausedUntil(): number | undefined;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** The URL of a collection below its API root. */
export function collectionUrl(root: string, collection: string): string {
  return `${withSlash(root)}collections/${encodeURIComponent(collection)}/`;
}

/** A typed TAXII 2.1 client over a gateway. */
export function createTaxiiClient(
  /** For the origin: URLs are passed as full paths. */
  gateway: Gateway,
  signIn: SignIn,
  /** The server is the connected lookup service; false by default. */
  isService = false,
): TaxiiClient {
  // In query mode the media type is also sent as a parameter (lookup API: “Versioning”).
  const always: Params = signIn.kind === 'query' ? [['accept', taxiiMediaType]] : [];

  function get(url: string, params: Params, options: Parameters<Gateway['getUnread']>[3]) {
    const { pathname } = new URL(url);
    return gateway.getUnread(withSlash(pathname), [...params, ...always], taxiiMediaType, options);
  }

  return {
    origin: gateway.address,
    host: gateway.host,
    errorContext: { isService, signIn: signIn.kind },
    async resource(url, options) {
      const answer = await get(url, [], options);
      if (!answer.ok) return answer;
      try {
        return { ok: true, value: JSON.parse(new TextDecoder().decode(answer.value.bytes)) as unknown };
      } catch {
        return { ok: false, error: { kind: 'notJson', detail: 'JSON that is broken or cut short' } };
      }
    },
    async page(root, collection, { addedAfter, next, limit }, options) {
      const params: Params = [
        ...(addedAfter === undefined ? [] : [['added_after', addedAfter] as const]),
        ['limit', String(limit)],
        ...(next === undefined ? [] : [['next', next] as const]),
      ];
      const url = `${collectionUrl(root, collection)}objects/`;
      // The first page of a chain can be requested again; later a cursor may have moved on.
      const once = next === undefined ? {} : ({ once: true } as const);
      const answer = await get(url, params, { ...options, ...once, bounds: pageBounds });
      return answer.ok ? { ok: true, value: pageOf(answer.value) } : answer;
    },
    redact: (text) => gateway.redact(text),
    pausedUntil: () => gateway.budget().pausedUntil,
  };
}

function pageOf({ bytes, headers }: UnreadAnswer): TaxiiPage {
  const timestamp = (name: string): string | undefined =>
    headers.get(`x-taxii-date-added-${name}`)?.trim() || undefined;
  const [first, last] = [timestamp('first'), timestamp('last')];
  const date = Date.parse(headers.get('date') ?? '');
  return {
    bytes,
    first,
    last,
    date: Number.isNaN(date) ? undefined : date,
  };
}
