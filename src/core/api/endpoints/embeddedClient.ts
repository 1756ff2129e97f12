import type { ServiceClient } from '../client';
import { Gateway } from '../http/gateway';
import type { Exchange } from '../http/gatewayTypes';
import type { OnDropped } from '../schemas/fields';
import { createServiceClient } from './serviceClient';

interface Deps {
  /** Passes a request to the local service in the worker; no socket is opened. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onDropped?: OnDropped;
}

/** The client of the local service in the worker: the same code path as for a remote one, without a key. */
export function createEmbeddedClient(deps: Deps): ServiceClient {
  const { fetch, now, onExchange, onDropped } = deps;
  const gateway = new Gateway({
    fetch,
    baseUrl: 'http://localhost',
    key: () => Promise.resolve(undefined),
    now,
    userAgent: 'threat-lookups',
    // The worker may be busy with an import; it responds in turn.
    limits: { concurrent: 8, maxBytes: 256 * 1024 * 1024 },
    onExchange,
  });
  return createServiceClient({ gateway, embedded: true, onDropped });
}
