import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '../endpoints';
import { type Accounts, getCallers, getKey } from '../http/callers';
import { budgetHeaders } from '../http/rateLimiter';
import type { Service } from '../index';
import { isTaxiiPath } from '../taxii';

export interface OperationsOptions {
  readonly accounts: Accounts;
  /** Whether the database answers. Never rejects. */
  readonly isReady: () => Promise<boolean>;
  /** The connections to the database, by what they do. */
  readonly connections: () => Readonly<Record<'open' | 'idle' | 'waiting', number>>;
}

const apiPaths: ReadonlySet<string> = new Set(endpoints.map(({ path }) => path));

/**
 * A service with the addresses that its operators need: `/healthz` (the process answers), `/readyz` (so does the database),
 * and `/metrics` for Prometheus, with the key of an account.
 */
export function withOperations(service: Service, { accounts, isReady, connections }: OperationsOptions): Service {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'threat_lookups_request_seconds',
    help: 'How long answers take until they are sent, by address',
    labelNames: ['path'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'threat_lookups_answers_total',
    help: 'Answers, by address and status',
    labelNames: ['path', 'status'],
    registers: [registry],
  });
  new Gauge({
    name: 'threat_lookups_database_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });

  const callerOf = getCallers({ tier: 'visitor', key: undefined, accounts, now: Date.now });
  const operations = new Map<string, (request: Request, client: string) => Promise<Response>>([
    ['/healthz', () => Promise.resolve(text(200, 'ok'))],
    ['/readyz', async () => ((await isReady()) ? text(200, 'ok') : text(503, 'The database does not answer.'))],
    [
      '/metrics',
      async (request, client) => {
        const key = getKey(request, new URL(request.url).searchParams);
        const { keyFits, take } = await callerOf(key, client);
        const allowance = take(keyFits ? 0 : 1);
        if (allowance.exceeded !== undefined) return text(429, 'Too many requests.', budgetHeaders(allowance));
        if (!keyFits)
          return text(401, 'Send the key of an account, as “Authorization: Bearer KEY” or as the parameter key.', {
            'WWW-Authenticate': 'Bearer',
          });
        return text(200, await registry.metrics(), { 'Content-Type': registry.contentType });
      },
    ],
  ]);

  return async (request, client = '') => {
    const { pathname } = new URL(request.url);
    const operation = operations.get(pathname);
    if (operation !== undefined) {
      if (request.method === 'GET' || request.method === 'HEAD') return operation(request, client);
      return text(405, 'The method is not allowed here.', { Allow: 'GET, HEAD' });
    }
    // Addresses that strangers make up must not become labels.
    const path = apiPaths.has(pathname) ? pathname : isTaxiiPath(pathname) ? '/taxii2/' : 'other';
    const done = seconds.startTimer({ path });
    const response = await service(request, client);
    done();
    answers.inc({ path, status: response.status });
    return response;
  };
}

function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}
