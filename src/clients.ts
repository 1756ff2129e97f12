import { lazyServiceClient, localServiceName, remoteServiceName } from './core/api/endpoints/lazyClient';
import type { ServiceClient } from './core/api/client';
import type * as api from './core/api';
import { createEmbeddedFetch } from './core/store/protocol/embeddedFetch';
import type { StoreWorker } from './core/store/protocol/workerClient';
import { loggedUrl } from './features/shared/text/loggedUrl';
import type { SettingsFacade } from './features/shared/settings/settings';
import type { Output } from './features/shared/ui';
import type { Keys } from './features/connection/keys';

interface ClientsParts {
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  readonly output: Output;
  readonly worker: StoreWorker;
  readonly loadApi: () => Promise<typeof api>;
  /** The version of the extension, for the header `User-Agent`. */
  readonly version: string;
}

interface Clients {
  /** The client of a remote service. */
  readonly createClient: (baseUrl: string) => ServiceClient;
  /** The local service as a client sees it: the same interface, in process. */
  readonly embedded: ServiceClient;
}

/** The clients of remote services, and of the local one. */
export function createClients({ settings, keys, output, worker, loadApi, version }: ClientsParts): Clients {
  const onDropped = (path: string, why: string): void =>
    output.debug(`Part of a response was skipped: ${path}: ${why}`);
  const createClient = (baseUrl: string): ServiceClient => {
    const { allowHttp } = settings.current();
    const name = remoteServiceName(baseUrl, allowHttp);
    return lazyServiceClient(name, async () => {
      const { Gateway, createServiceClient } = await loadApi();
      const gateway = new Gateway({
        // VS Code's own `fetch` knows proxies and the system's certificates.
        fetch: (url, init) => globalThis.fetch(url, init),
        baseUrl: name.address,
        allowHttp,
        key: () => keys.get(name.address),
        now: Date.now,
        userAgent: `threat-lookups/${version}`,
        onExchange: ({ method, url, status, error, millis, bytes }) =>
          output.info(`${method} ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms, ${bytes} bytes`),
      });
      return createServiceClient({ gateway, onDropped });
    });
  };
  const embedded = lazyServiceClient(localServiceName, async () => {
    const { createEmbeddedClient } = await loadApi();
    return createEmbeddedClient({
      fetch: createEmbeddedFetch(worker),
      now: Date.now,
      onExchange: ({ url, status, error, millis }) =>
        output.debug(`Local service: ${loggedUrl(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms`),
      onDropped,
    });
  });
  return { createClient, embedded };
}
