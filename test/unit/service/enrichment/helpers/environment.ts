import type { Indicator } from '../../../../../src/core/indicators/identity/types';
import type { ScanKind } from '../../../../../src/core/records/scan';
import { createEnricher } from '../../../../../src/service/enrichment';
import { defaultLimits, type Limits } from '../../../../../src/service/enrichment/reach/limits';
import type { TriedPort, Environment } from '../../../../../src/service/enrichment/reach/environment';
import type { EnrichOptions, Enrichment } from '../../../../../src/service/scans/enricher';
import { authority } from './certificates';
import { startDnsServer, type DnsServer } from './dnsServer';

/** The address of the test servers. */
const loopback = '127.0.0.1';

/** Limits that a machine under load doesn't reach. */
export const testLimits: Limits = {
  ...defaultLimits,
  dnsMillis: 10_000,
  connectMillis: 10_000,
  registryMillis: 10_000,
  registriesMillis: 30_000,
  portMillis: 10_000,
  certificateMillis: 10_000,
  pageMillis: 10_000,
};

/** Those that end a test soon in which something never ends. */
export const shortLimits: Limits = {
  ...testLimits,
  dnsMillis: 500,
  registryMillis: 2_000,
  portMillis: 1_500,
  certificateMillis: 1_500,
  pageMillis: 1_500,
};

/** An environment for tests that only connects to this machine. */
export function fakeNetwork(parts: Partial<Environment> = {}): Partial<Environment> {
  return {
    allowAddress: (address) => address === loopback,
    rdapBootstrap: 'https://data.lookups-test-2.com:1/rdap/',
    whois: { host: 'whois.lookups-test-2.com', port: 1 },
    web: { http: 1, https: 2 },
    redirectPorts: [],
    triedPorts: [],
    trust: [authority],
    limits: testLimits,
    ...parts,
  };
}

/** A port as an active scan tries it. */
export function tried(port: number, protocol = 'HTTP', sendsBanner = false): TriedPort {
  return { port, protocol, sendsBanner };
}

export interface EnrichParts extends Partial<EnrichOptions> {
  readonly environment?: Partial<Environment>;
  readonly mode?: ScanKind;
}

/** Enriches against a name server of the tests. */
export function enrich(
  dns: DnsServer,
  indicator: Indicator,
  { environment, ...options }: EnrichParts = {},
): Promise<Enrichment> {
  const enricher = createEnricher({ resolver: dns.address, environment: fakeNetwork(environment) });
  return enricher.enrich(indicator, {
    mode: 'passive',
    signal: new AbortController().signal,
    onStage: () => undefined,
    ...options,
  });
}

export const domain = (value: string): Indicator => ({ type: 'domain', value });
export const ip = (value: string): Indicator => ({ type: 'ip', value });
export const url = (value: string): Indicator => ({ type: 'url', value });

/** Registers hooks of the surrounding `describe` that start and stop a name server; each test begins with an empty zone. */
export function useDns(): () => DnsServer {
  let server: DnsServer | undefined;
  before(async () => {
    server = await startDnsServer();
  });
  beforeEach(() => {
    if (server === undefined) return;
    server.zone = {};
    server.requested.length = 0;
  });
  after(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('The name server is not up.');
    return server;
  };
}

/** Stops what a test started when it ends. */
export function useStopping(): <T extends { stop(): Promise<void> }>(server: Promise<T>) => Promise<T> {
  const servers: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  return async (server) => {
    const started = await server;
    servers.push(started);
    return started;
  };
}
