import { type BaseUrlProblem, parseBaseUrl } from '../../core/api/baseUrl';
import type { Gateway } from '../../core/api/http/gateway';
import type { SignIn } from '../../core/api/http/requestKeys';
import type { TaxiiClient } from '../../core/sync';
import type { MirrorServer } from '../../core/sync/subscriptions';
import { loggedListUrl, loggedUrl } from '../shared/text/loggedUrl';
import type { Output } from '../shared/ui';
import type { MirrorFeatureParts } from './sourcesParts';
import { sameOrigin } from './taxiiSecrets';

type Reachable = Pick<MirrorServer, 'address' | 'signIn'>;

/** The longest pause after a 429 or 503 without Retry-After. */
const maxPauseMillis = 60_000;

interface Deps extends Pick<MirrorFeatureParts, 'loadApi' | 'loadMirror'> {
  /** http to other machines, because the user allows it. */
  readonly allowHttp: () => boolean;
  /** The base URL of the connected lookup service; undefined for the local service. */
  readonly connected: () => string | undefined;
  readonly secretOf: (server: Reachable) => Promise<string | undefined>;
  readonly output: Pick<Output, 'info'>;
  readonly version: string;
}

/** Clients of TAXII servers, each for one origin; pauses that a server requested outlive a run. */
export class TaxiiServers {
  private readonly clients = new Map<string, Promise<TaxiiClient>>();

  constructor(private readonly deps: Deps) {}

  /** A client of a server that is set up. */
  client(server: Reachable): Promise<TaxiiClient> {
    const key = JSON.stringify([server.address, server.signIn, this.deps.allowHttp(), this.isService(server.address)]);
    const existing = this.clients.get(key) ?? this.create(server, () => this.deps.secretOf(server));
    this.clients.set(key, existing);
    existing.catch(() => this.clients.delete(key));
    return existing;
  }

  /** A client with a secret that isn't stored yet. */
  trial(server: Reachable, secret: string | undefined): Promise<TaxiiClient> {
    return this.create(server, () => (secret === undefined ? this.deps.secretOf(server) : Promise.resolve(secret)));
  }

  /** Why an address can't be used now: http to another machine, unless the user allows it. */
  problem(address: string): BaseUrlProblem | undefined {
    const read = parseBaseUrl(new URL(address).origin, { allowHttp: this.deps.allowHttp() });
    return read.ok ? undefined : read.problem;
  }

  /** Whether a server is the connected lookup service. */
  isService(address: string): boolean {
    const service = this.deps.connected();
    return service !== undefined && sameOrigin(service, address);
  }

  /** The gateway to the origin of a list's file, with the secret of the list. */
  async listGateway(list: Reachable, file = list.address): Promise<Gateway> {
    return (await this.gateway({ ...list, address: file }, () => this.deps.secretOf(list), loggedListUrl)).gateway;
  }

  /** Whether requests for a list would lack the secret that they need. */
  async isSecretMissing(list: Reachable): Promise<boolean> {
    return list.signIn.kind === 'address' && (await this.deps.secretOf(list)) === undefined;
  }

  /** Like {@link listGateway}, but with a secret that isn't stored yet. */
  async trialGateway(list: Reachable, secret: string | undefined): Promise<Gateway> {
    return (await this.gateway(list, () => Promise.resolve(secret), loggedListUrl)).gateway;
  }

  private async create(server: Reachable, key: () => Promise<string | undefined>): Promise<TaxiiClient> {
    const [{ createTaxiiClient }, { gateway, way }] = await Promise.all([
      this.deps.loadMirror(),
      this.gateway(server, key),
    ]);
    return createTaxiiClient(gateway, way, this.isService(server.address));
  }

  /** @param logged how the URL of a request is logged; that of a list may contain a secret */
  private async gateway({ address, signIn }: Reachable, key: () => Promise<string | undefined>, logged = loggedUrl) {
    const { Gateway } = await this.deps.loadApi();
    const way = getSignIn(signIn);
    const gateway = new Gateway({
      fetch: (url, init) => globalThis.fetch(url, init),
      baseUrl: new URL(address).origin,
      allowHttp: this.deps.allowHttp(),
      key,
      now: Date.now,
      userAgent: `threat-lookups/${this.deps.version}`,
      signIn: way,
      limits: { maxPauseMillis },
      onExchange: ({ method, url, status, error, millis, bytes }) =>
        this.deps.output.info(`${method} ${logged(url)}: ${error?.kind ?? status ?? ''}, ${millis} ms, ${bytes} bytes`),
    });
    return { gateway, way };
  }
}

/** The gateway's authentication for a stored one. */
export function getSignIn(signIn: MirrorServer['signIn']): SignIn {
  switch (signIn.kind) {
    case 'none':
      return { kind: 'basic', user: '' };
    case 'basic':
      return { kind: 'basic', user: signIn.user };
    case 'header':
      return { kind: 'header', name: signIn.name };
    default:
      return { kind: signIn.kind };
  }
}
