import { parseServiceUrl } from '../baseUrl';
import type { Budget, ServiceClient } from '../client';
import type { TeamClient } from '../teamClient';
import { localHost, localSource } from '../../records/sourceId';

/** The fields of a service that are known before its client is loaded. */
export type ServiceName = Pick<ServiceClient, 'address' | 'host' | 'remote'>;

/** The embedded local service. */
export const localServiceName: ServiceName = { address: localSource, host: localHost, remote: false };

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
  const team = async (): Promise<TeamClient> => {
    const { team: loadedTeam } = await client();
    if (loadedTeam === undefined) throw new RangeError('the local service has no team');
    return loadedTeam;
  };
  return {
    ...name,
    ...(name.remote
      ? {
          team: {
            access: async (options) => (await team()).access(options),
            changes: async (since, options) => (await team()).changes(since, options),
            change: async (indicator, change, options) => (await team()).change(indicator, change, options),
          } satisfies TeamClient,
        }
      : {}),
    indicator: async (indicator, options) => (await client()).indicator(indicator, options),
    indicatorByIid: async (iid, options) => (await client()).indicatorByIid(iid, options),
    exploreIndicators: async (values, limit, options) => (await client()).exploreIndicators(values, limit, options),
    explore: async (request, options) => (await client()).explore(request, options),
    submitScan: async (request, options) => (await client()).submitScan(request, options),
    pollScan: async (qid, requested, options) => (await client()).pollScan(qid, requested, options),
    fullIndicator: async (requested, options) => (await client()).fullIndicator(requested, options),
    indicatorHistory: async (requested, options) => (await client()).indicatorHistory(requested, options),
    indicatorLinks: async (requested, options) => (await client()).indicatorLinks(requested, options),
    threat: async (requested, options) => (await client()).threat(requested, options),
    threatSummary: async (requested, options) => (await client()).threatSummary(requested, options),
    threatLinks: async (requested, options) => (await client()).threatLinks(requested, options),
    feed: async (requested, options) => (await client()).feed(requested, options),
    feedSummary: async (requested, options) => (await client()).feedSummary(requested, options),
    feedLinks: async (requested, options) => (await client()).feedLinks(requested, options),
    check: async (options) => (await client()).check(options),
    budget: () => loaded?.budget() ?? {},
    onBudget: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
