import type { RequestOptions } from '../client';
import type { UntriedLimit } from './limitTracker';
import type { RequestError } from '../requestError';
import type { GatewayLimits } from './limits';
import type { SignIn } from './requestKeys';

export type Method = 'GET' | 'POST' | 'PATCH';

/** One request as it may be logged: without the key. */
export interface Exchange {
  readonly method: Method;
  readonly url: string;
  /** Missing where there was no response. */
  readonly status?: number;
  readonly error?: RequestError;
  readonly millis: number;
  readonly bytes: number;
}

export interface GatewayPorts {
  /** Inside VS Code `globalThis.fetch`, which supports proxies and the system's certificates. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  /** http to other machines, because the user allows it. */
  readonly allowHttp?: boolean;
  /** Called before every request; the key may change. */
  readonly key: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly userAgent: string;
  /** How the key is sent: as the parameter `key` (the default) or in a header (lookup API: “Authentication”). */
  readonly signIn?: SignIn;
  readonly limits?: Partial<GatewayLimits>;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A JSON response; `status` is other than 2xx only where the caller's `accept` took the body. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly hadKey: boolean;
}

export interface GetOptions extends RequestOptions {
  /** Accepts bodies whatever the status: the body is tested before the status (lookup API: “Errors”). */
  readonly accept?: (body: unknown, status: number) => boolean;
  /** For an Explore request whose `limit` the service has not granted yet: a 429 may be about that. */
  readonly untriedLimit?: UntriedLimit | undefined;
  /**
   * Never sends the request a second time. `unlessUnprocessed`: except where a kept-alive connection was reset at once,
   * before the server can have processed it; `true`: not even then, since a repeat would change the response.
   */
  readonly once?: true | 'unlessUnprocessed';
  /** Limits of this request instead of the gateway's. */
  readonly bounds?: Partial<Pick<GatewayLimits, 'timeoutMillis' | 'maxBytes'>>;
  /**
   * A request that doesn't count against the rate limit (lookup API: “Limits”, polling) and is paced by the caller: it
   * has its own queue and pauses, and is never retried here.
   */
  readonly uncounted?: boolean;
  /**
   * Asks for an uncompressed body: `fetch` decompresses truncated data and doesn't report that it was truncated. A
   * server may compress it nevertheless.
   */
  readonly uncompressed?: boolean;
  /** The validators of an earlier response: an answer of 304, without a body, is a success then. */
  readonly validators?: Validators | undefined;
}

/** Headers of a response that identify the version of a resource. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A response that may be any text. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** The parsed text where it is JSON. */
  readonly body: unknown;
  readonly hadKey: boolean;
}

/** A response whose body the caller reads, with its headers; the bytes are in a buffer of their own. */
export interface UnreadAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly hadKey: boolean;
}

export type Params = readonly (readonly [name: string, value: string])[];
