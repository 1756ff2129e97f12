import { parseServiceUrl } from './baseUrl';
import type { Budget, ServiceClient } from './client';

/** What is known about a service before its client is loaded. */
export type ServiceName = Pick<ServiceClient, 'address' | 'host' | 'remote'>;

/** The embedded local service. */
export const localServiceName: ServiceName = { address: 'local:', host: 'local service', remote: false };

/** The name of the service at a base URL; an invalid base URL is its own name. */
export function remoteServiceName(baseUrl: string, allowHttp: boolean): ServiceName {
  const read = parseServiceUrl(baseUrl, { allowHttp });
  return read.ok
    ? { address: read.url, host: new URL(read.url).host, remote: true }
    : { address: baseUrl, host: baseUrl, remote: true };
}

/**
 * A client whose code (gateway, schemas) is loaded by its first request, so that activation doesn't load it. A failed
 * `load` is retried by the next request.
 */
export function lazyServiceClient(name: ServiceName, load: () => Promise<ServiceClient>): ServiceClient {
  const listeners = new Set<(budget: Budget) => void>();
  let loaded: ServiceClient | undefined;
  let loading: Promise<ServiceClient> | undefined;
  const client = (): Promise<ServiceClient> => {
    loading ??= load().then(
      (ready) => {
        loaded = ready;
        ready.onBudget((budget) => listeners.forEach((listener) => listener(budget)));
        return ready;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    ...name,
    indicator: async (indicator, options) => (await client()).indicator(indicator, options),
    indicatorByIid: async (iid, options) => (await client()).indicatorByIid(iid, options),
    exploreIndicators: async (values, limit, options) => (await client()).exploreIndicators(values, limit, options),
    explore: async (request, options) => (await client()).explore(request, options),
    submitScan: async (request, options) => (await client()).submitScan(request, options),
    pollScan: async (qid, asked, options) => (await client()).pollScan(qid, asked, options),
    fullIndicator: async (asked, options) => (await client()).fullIndicator(asked, options),
    indicatorHistory: async (asked, options) => (await client()).indicatorHistory(asked, options),
    indicatorLinks: async (asked, options) => (await client()).indicatorLinks(asked, options),
    threat: async (asked, options) => (await client()).threat(asked, options),
    threatSummary: async (asked, options) => (await client()).threatSummary(asked, options),
    threatLinks: async (asked, options) => (await client()).threatLinks(asked, options),
    feed: async (asked, options) => (await client()).feed(asked, options),
    feedSummary: async (asked, options) => (await client()).feedSummary(asked, options),
    feedLinks: async (asked, options) => (await client()).feedLinks(asked, options),
    check: async (options) => (await client()).check(options),
    budget: () => loaded?.budget() ?? {},
    onBudget: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
