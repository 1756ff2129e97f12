import { authority } from '../unit/service/enrichment/helpers/certificates';
import { startDnsServer } from '../unit/service/enrichment/helpers/dnsServer';
import { startHttp, startHttps, startTcp, startWhois, type Running } from '../unit/service/enrichment/helpers/servers';
import { testLimits, tried } from '../unit/service/enrichment/helpers/environment';
import { loopbackEnrichment } from './loopbackEnrichment';

/** A host of the fake network, registered three days ago. */
export const newHost = 'lookups-test-1.com';
/** A host that is unknown to RDAP, but known to WHOIS. */
export const oldHost = 'lookups-test-5.net';

/**
 * Everything that an enrichment queries, on loopback: name server, RDAP, WHOIS, and a host with a web page, TLS, and a
 * banner.
 */
export interface FakeNetwork {
  /** The value for the name server setting. */
  readonly resolver: string;
  /** Files that overlay the installed extension, so that it uses these servers. */
  readonly overlay: Readonly<Record<string, string>>;
  /** Queries to the name server (`A name`), RDAP (paths), and WHOIS, in order. */
  readonly queries: {
    readonly dns: readonly string[];
    readonly rdap: readonly string[];
    readonly whois: readonly string[];
  };
  /** Number of connections made to the host itself. */
  connectionCount(): number;
  stop(): Promise<void>;
}

const whoisAnswer = 'Domain Name: lookups-test-5.net\nRegistrar: Old Registrar\nCreation Date: 2001-02-03T00:00:00Z\n';

/** Starts the servers. Stop them in an `after` hook. */
export async function startFakeNetwork(): Promise<FakeNetwork> {
  const here = { a: ['127.0.0.1'] } as const;
  const dns = await startDnsServer({
    [newHost]: { ...here, mx: [[10, `mail.${newHost}`]], ns: [`ns1.${newHost}`], txt: ['v=spf1 -all'] },
    [oldHost]: here,
    'data.lookups-test-2.com': here,
    'rdap.lookups-test-2.com': here,
    'whois.lookups-test-2.com': here,
    'whois.lookups-test-3.com': here,
  });
  const rdapRequests: string[] = [];
  const rdap: Running = await startHttps('good', (request, response) => {
    const path = request.url ?? '';
    rdapRequests.push(path);
    const answer = rdapAnswers(rdap.port)[path];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/rdap+json' });
    response.end(JSON.stringify(answer ?? { errorCode: 404 }));
  });
  let queryCount = 0;
  // The first server refers to the one that has the answer.
  const whois = await startWhois(() => (queryCount++ % 2 === 0 ? 'refer: whois.lookups-test-3.com\n' : whoisAnswer));
  const page = await startHttp((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', server: 'nginx' });
    response.end('<title>Sign in &amp; go on</title>');
  });
  const secure = await startHttps('selfSigned', (_, response) => void response.end());
  const ssh = await startTcp((socket) => void socket.write('SSH-2.0-Lookups\r\n'));
  const bundle = await loopbackEnrichment({
    rdapBootstrap: `https://data.lookups-test-2.com:${rdap.port}/b/`,
    whois: { host: 'whois.lookups-test-2.com', port: whois.port },
    web: { http: page.port, https: secure.port },
    redirectPorts: [],
    triedPorts: [tried(page.port, 'HTTP'), tried(secure.port, 'HTTPS'), tried(ssh.port, 'SSH', true)],
    trust: [authority],
    limits: testLimits,
  });
  return {
    resolver: dns.address,
    overlay: { 'dist/enrichment.mjs': bundle },
    queries: { dns: dns.requested, rdap: rdapRequests, whois: whois.requested },
    connectionCount: () => [page, secure, ssh].reduce((sum, server) => sum + server.connections(), 0),
    stop: async () => {
      for (const server of [dns, rdap, whois, page, secure, ssh]) await server.stop();
    },
  };
}

function rdapAnswers(port: number): Readonly<Record<string, object>> {
  const services = (entry: string): object => ({
    services: [[[entry], [`https://rdap.lookups-test-2.com:${port}/`]]],
  });
  const registered = new Date(Date.now() - 3 * 86_400_000).toISOString();
  return {
    '/b/dns.json': services('com'),
    '/b/ipv4.json': services('127.0.0.0/8'),
    [`/domain/${newHost}`]: {
      objectClassName: 'domain',
      events: [{ eventAction: 'registration', eventDate: registered }],
      entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Lookups Test Registrar']]] }],
    },
    '/ip/127.0.0.1': { objectClassName: 'ip network', name: 'LOOKUPS-NET', country: 'NL' },
  };
}
