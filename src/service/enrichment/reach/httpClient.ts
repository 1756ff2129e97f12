import type { Client as AnyClient } from 'undici';
import { request } from 'undici/lib/api/index.js';
// Not of `undici`: its index loads proxies, mocks, caches and fetch as well, which no scan needs, and which would ship.
import Client from 'undici/lib/dispatcher/client.js';

/** undici's client for one origin. */
export type HttpClient = AnyClient;

/** A client that connects as it is told. */
export function httpClient(origin: string, options: AnyClient.Options): HttpClient {
  return new Client(origin, options);
}

/** Sends one request over a client. @returns its status, headers, and body as a stream */
export function sendRequest(
  client: HttpClient,
  options: Parameters<HttpClient['request']>[0],
): ReturnType<HttpClient['request']> {
  return request.call(client, options);
}
