import type { Client as AnyClient } from 'undici';
import { request } from 'undici/lib/api/index.js';
// The index of `undici` would also load and ship proxies, mocks, caches, and fetch.
import Client from 'undici/lib/dispatcher/client.js';

/** undici's client for one origin. */
export type HttpClient = AnyClient;

/** A client with a connector of its own. */
export function httpClient(origin: string, options: AnyClient.Options): HttpClient {
  return new Client(origin, options);
}

/** Sends one request. @returns its status, headers, and body as a stream */
export function sendRequest(
  client: HttpClient,
  options: Parameters<HttpClient['request']>[0],
): ReturnType<HttpClient['request']> {
  return request.call(client, options);
}
