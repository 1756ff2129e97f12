import { Gateway, type Exchange, type GatewayPorts } from '../../../../src/core/api/index';

/** One request as the fake service saw it. */
export interface Seen {
  readonly url: URL;
  readonly init: RequestInit;
}

export type Answer = Response | Error | Promise<Response>;

/** A `fetch` that returns the answers of a list in turn, the last one forever, and records requests. */
export function fakeFetch(...answers: (Answer | ((seen: Seen) => Answer))[]) {
  const seen: Seen[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const request = { url: new URL(url), init };
    seen.push(request);
    const next = answers[Math.min(seen.length, answers.length) - 1];
    const answer = typeof next === 'function' ? next(request) : next instanceof Response ? next.clone() : next;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? json({}));
  };
  return { fetch, seen };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

export function text(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers });
}

/** An error of `fetch`: a TypeError with the real fault as its cause. */
export function fault(code: string, message = 'it broke'): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

export const theKey = 'k3y-0f-the-tests+&#';

export function gatewayOn(
  fetch: GatewayPorts['fetch'],
  ports: Partial<GatewayPorts> = {},
): { gateway: Gateway; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  const gateway = new Gateway({
    fetch,
    baseUrl: 'https://lookups-test-1.com/prefix/',
    key: () => Promise.resolve(theKey),
    now: () => 1_700_000_000_000,
    userAgent: 'threat-lookups/test',
    onExchange: (exchange) => exchanges.push(exchange),
    ...ports,
    limits: { retryMillis: 0, ...ports.limits },
  });
  return { gateway, exchanges };
}
