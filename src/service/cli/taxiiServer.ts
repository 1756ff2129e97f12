import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { Gateway, isLoopback, parseBaseUrl, type SignIn } from '../../core/api';
import { addressProblemMessage } from '../../core/api/strings';
import { createTaxiiClient, type TaxiiClient } from '../../core/api/taxii';
import { UsageError } from './command';

export interface TaxiiServerOptions {
  /** As entered by the user. */
  readonly url: string;
  readonly key: string | undefined;
  readonly signIn: SignIn;
  readonly allowHttp: boolean;
}

/** Shorter than any server keeps idle connections: a connection closed during a request costs a whole chain. */
const kept = { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 };

/** The longest pause after a 429 or 503 without a Retry-After. */
const maxPauseMillis = 60_000;

/** The client of a TAXII server in a terminal, with the proxies of the environment, except for this machine. */
export function taxiiServer({ url, key, signIn, allowHttp }: TaxiiServerOptions): {
  readonly client: TaxiiClient;
  readonly server: string;
  readonly close: () => Promise<void>;
} {
  const base = parseBaseUrl(url, { allowHttp });
  if (!base.ok) throw new UsageError(`--url: ${addressProblemMessage(base.problem)}`);
  const { origin, hostname } = new URL(base.url);
  const dispatcher = isLoopback(hostname) ? new Agent(kept) : new EnvHttpProxyAgent(kept);
  const gateway = new Gateway({
    // undici's types of fetch differ from the platform's in name only.
    fetch: (address, init) =>
      undiciFetch(address, { ...init, dispatcher } as Parameters<
        typeof undiciFetch
      >[1]) as unknown as Promise<Response>,
    baseUrl: origin,
    allowHttp,
    key: () => Promise.resolve(key),
    now: Date.now,
    userAgent: 'threat-lookups',
    signIn,
    limits: { maxPauseMillis },
  });
  return { client: createTaxiiClient({ gateway, signIn }), server: base.url, close: () => dispatcher.destroy() };
}
