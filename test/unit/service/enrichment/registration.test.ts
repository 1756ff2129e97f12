import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment } from '../../../../src/service/enrichment/reach/environment';
import { createEnricher } from '../../../../src/service/enrichment';
import { readRdapObject } from '../../../../src/service/enrichment/registration/rdapObject';
import type { CertificateName } from './helpers/certificates';
import { startHttp, startHttps, startWhois } from './helpers/servers';
import {
  domain,
  enrich,
  ip,
  shortLimits,
  testLimits,
  fakeNetwork,
  url,
  useDns,
  useStopping,
} from './helpers/environment';
import { readBootstrap, rdapServiceFor } from '../../../../src/service/enrichment/registration/rdap';

const card = (fields: Readonly<Record<string, string>>): unknown => [
  'vcard',
  [['version', {}, 'text', '4.0'], ...Object.entries(fields).map(([name, value]) => [name, {}, 'text', value])],
];

const registered = {
  objectClassName: 'domain',
  ldhName: 'LOOKUPS-TEST-1.COM',
  events: [
    { eventAction: 'registration', eventDate: '2024-02-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2030-02-01T00:00:00Z' },
    { eventAction: 'last changed', eventDate: '2024-02-20T10:11:12.5Z' },
    { eventAction: 'last update of RDAP database', eventDate: 'soon' },
  ],
  nameservers: [{ ldhName: 'NS1.LOOKUPS-TEST-1.COM' }, { ldhName: 'ns2.lookups-test-1.com' }, 'odd'],
  entities: [
    {
      roles: ['registrar'],
      vcardArray: card({ fn: 'Lookups Test Registrar' }),
      entities: [
        {
          roles: ['abuse'],
          vcardArray: card({ fn: 'Abuse', email: 'abuse@lookups-test-3.com', tel: 'tel:+1.5550100' }),
        },
      ],
    },
    {
      roles: ['registrant'],
      vcardArray: card({ fn: 'Ana Example', org: 'Lookups Test', email: 'ana@lookups-test-1.com' }),
    },
  ],
};

const network = {
  objectClassName: 'ip network',
  name: 'LOOKUPS-NET',
  country: 'us',
  events: [{ eventAction: 'registration', eventDate: '2010-01-01T00:00:00Z' }],
  entities: [{ roles: ['registrant'], vcardArray: card({ fn: 'Lookups Test Networks' }) }],
};

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (body: unknown, status = 200): Reply =>
  (_, response) => {
    response
      .writeHead(status, { 'content-type': 'application/rdap+json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('Registries', () => {
  const dns = useDns();
  const stopping = useStopping();
  const zone = {
    'lookups-test-1.com': { a: ['127.0.0.1'] },
    'data.lookups-test-2.com': { a: ['127.0.0.1'] },
    'rdap.lookups-test-2.com': { a: ['127.0.0.1'] },
    'whois.lookups-test-2.com': { a: ['127.0.0.1'] },
    'whois.lookups-test-3.com': { a: ['127.0.0.1'] },
  };

  /** Bootstrap files and registry on one server, by path. */
  async function registry(replies: Readonly<Record<string, Reply>>, certificate: CertificateName = 'good') {
    const requested: string[] = [];
    dns().zone = { ...zone };
    const server = await stopping(
      startHttps(certificate, (request, response) => {
        requested.push(request.url ?? '');
        const base = `https://rdap.lookups-test-2.com:${server.port}/v1`;
        const services = (entries: readonly string[]): Reply =>
          json({ services: [[entries, ['http://odd/', base]], 'odd'] });
        const all: Readonly<Record<string, Reply>> = {
          '/b/dns.json': services(['com']),
          '/b/ipv4.json': services(['127.0.0.0/8']),
          ...replies,
        };
        (all[request.url ?? ''] ?? json({ errorCode: 404 }, 404))(request, response);
      }),
    );
    const environment: Partial<Environment> = { rdapBootstrap: `https://data.lookups-test-2.com:${server.port}/b/` };
    return { requested, environment, server };
  }

  it('fill whois and geo with the keys of the specification, by RDAP', async () => {
    const { environment } = await registry({
      '/v1/domain/lookups-test-1.com': json(registered),
      '/v1/ip/127.0.0.1': json(network),
    });
    const { properties, facts, errors } = await enrich(dns(), domain('lookups-test-1.com'), { environment });
    assert.deepEqual(properties['whois'], {
      '++registrar': ['Lookups Test Registrar'],
      '++registered': ['2024-02-01 00:00:00'],
      '++updated': ['2024-02-20 10:11:12'],
      '++expires': ['2030-02-01 00:00:00'],
      '++registrant': ['Ana Example'],
      'registrant organization': ['Lookups Test'],
      '++email': ['abuse@lookups-test-3.com', 'ana@lookups-test-1.com'],
      '++phone': ['+1.5550100'],
      'name server': ['ns1.lookups-test-1.com', 'ns2.lookups-test-1.com'],
      '++privacy': ['0'],
      '++gdpr': ['0'],
    });
    assert.deepEqual(properties['geo'], {
      countrycode: ['US'],
      country: ['United States'],
      org: ['Lookups Test Networks'],
    });
    assert.equal(facts.registered, Date.UTC(2024, 1, 1));
    assert.deepEqual(errors, []);
  });

  it('are queried once for the registered name of many hosts, and once for the list of registries', async () => {
    const { environment, requested } = await registry({
      '/v1/domain/lookups-test-1.com': json(registered),
      '/v1/ip/127.0.0.1': json(network),
    });
    dns().zone['www.lookups-test-1.com'] = { a: ['127.0.0.1'] };
    const enricher = createEnricher({ resolver: dns().address, environment: fakeNetwork(environment) });
    for (const request of [
      url('http://www.lookups-test-1.com/secret?a=b'),
      domain('www.lookups-test-1.com'),
      domain('lookups-test-1.com'),
    ]) {
      await enricher.enrich(request, {
        mode: 'passive',
        signal: new AbortController().signal,
        onStage: () => undefined,
      });
    }
    assert.deepEqual([...requested].sort(), [
      '/b/dns.json',
      '/b/ipv4.json',
      '/v1/domain/lookups-test-1.com',
      '/v1/ip/127.0.0.1',
    ]);
  });

  it('return the network of an address', async () => {
    const { environment } = await registry({ '/v1/ip/127.0.0.1': json(network) });
    const { properties, facts } = await enrich(dns(), ip('127.0.0.1'), { environment });
    assert.deepEqual(properties['geo']?.['countrycode'], ['US']);
    assert.deepEqual(properties['whois']?.['registrant organization'], ['Lookups Test Networks']);
    assert.equal(facts.registered, undefined);
  });

  it('refer to the registrar, whose answer is merged with theirs', async () => {
    const { environment, server } = await registry({
      '/v1/domain/lookups-test-1.com': (request, response) =>
        json({
          ...registered,
          entities: [],
          links: [
            {
              rel: 'related',
              type: 'application/rdap+json',
              href: `https://rdap.lookups-test-2.com:${server.port}/registrar`,
            },
          ],
        })(request, response),
      '/registrar': json(registered),
    });
    const { properties } = await enrich(dns(), domain('lookups-test-1.com'), { environment });
    assert.deepEqual(properties['whois']?.['++registrar'], ['Lookups Test Registrar']);
  });

  it('may redirect to another registry', async () => {
    const { environment } = await registry({
      '/v1/ip/127.0.0.1': (_, response) => void response.writeHead(302, { location: '../other' }).end(),
      '/v1/other': json(network),
    });
    const { properties } = await enrich(dns(), ip('127.0.0.1'), { environment });
    assert.deepEqual(properties['geo']?.['org'], ['Lookups Test Networks']);
  });

  it("report that a domain isn't registered, without further queries", async () => {
    const { environment } = await registry({});
    const { errors } = await enrich(dns(), domain('lookups-test-1.com'), { environment });
    assert.ok(errors.some((error) => /not registered/.test(error)));
    assert.ok(!dns().requested.some((question) => question.includes('whois')));
  });

  describe('that fall back to WHOIS', () => {
    const answer = 'Domain Name: LOOKUPS-TEST-1.COM\nRegistrar: By WHOIS\nCreation Date: 2024-02-01T00:00:00Z\n';
    async function whois(answers: readonly string[] = ['refer: whois.lookups-test-3.com\nregistrar: IANA', answer]) {
      const rest = [...answers];
      return stopping(startWhois(() => rest.shift() ?? answers.at(-1) ?? ''));
    }

    const faults: readonly (readonly [string, Reply])[] = [
      ['answers with garbage', json('<html>')],
      ['answers with another object', json({ objectClassName: 'help', notices: [] })],
      ['answers with an error', json({}, 500)],
      ['is busy', json({}, 429)],
      ['never answers', () => undefined],
      ['closes the connection', (_, response) => void response.socket?.destroy()],
      [
        'redirects to the private network',
        (_, response) => void response.writeHead(302, { location: 'https://192.168.0.1/' }).end(),
      ],
      [
        'redirects to an unexpected port',
        (_, response) => void response.writeHead(302, { location: 'https://rdap.lookups-test-2.com:22/' }).end(),
      ],
      ['redirects in a loop', (request, response) => void response.writeHead(302, { location: request.url }).end()],
      ['answers without end', (_, response) => endless(response)],
    ];
    for (const [what, reply] of faults) {
      it(`do so if RDAP ${what}`, async () => {
        const { environment } = await registry({
          '/v1/domain/lookups-test-1.com': reply,
          '/v1/ip/127.0.0.1': json(network),
        });
        const server = await whois();
        const { properties, facts } = await enrich(dns(), domain('lookups-test-1.com'), {
          environment: {
            ...environment,
            whois: { host: 'whois.lookups-test-2.com', port: server.port },
            limits: what === 'never answers' ? shortLimits : testLimits,
          },
        });
        assert.deepEqual(properties['whois']?.['++registrar'], ['By WHOIS']);
        assert.equal(facts.registered, Date.UTC(2024, 1, 1));
        assert.deepEqual(server.requested, ['lookups-test-1.com', 'lookups-test-1.com']);
      });
    }

    it('do so if RDAP redirects to plain HTTP, which could be intercepted', async () => {
      const plain = await stopping(startHttp((_, response) => void response.end(JSON.stringify(registered))));
      const { environment } = await registry({
        '/v1/domain/lookups-test-1.com': (_, response) =>
          void response.writeHead(302, { location: `http://rdap.lookups-test-2.com:${plain.port}/` }).end(),
      });
      const server = await whois();
      const { properties } = await enrich(dns(), domain('lookups-test-1.com'), {
        environment: {
          ...environment,
          redirectPorts: [plain.port],
          whois: { host: 'whois.lookups-test-2.com', port: server.port },
        },
      });
      assert.deepEqual(properties['whois']?.['++registrar'], ['By WHOIS']);
      assert.equal(plain.connections(), 0);
    });

    it('do so if the certificate of the registry is invalid', async () => {
      const { environment, requested } = await registry(
        { '/v1/domain/lookups-test-1.com': json(registered) },
        'selfSigned',
      );
      const server = await whois();
      const { properties } = await enrich(dns(), domain('lookups-test-1.com'), {
        environment: { ...environment, whois: { host: 'whois.lookups-test-2.com', port: server.port } },
      });
      assert.deepEqual(properties['whois']?.['++registrar'], ['By WHOIS']);
      assert.deepEqual(requested, []);
    });

    const whoisFaults: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['garbage', ['refer: whois.lookups-test-3.com', '\u0000\u0001\u0002'.repeat(100)], /invalid WHOIS response/],
      ['nothing', [''], /empty response/],
      ['of a server in the private network', ['refer: 192.168.0.1'], /not a public address/],
      ['of a server that does not exist', ['refer: whois.lookups-test-9.com'], /the name has no address/],
      ['that nothing is registered', ['refer: whois.lookups-test-3.com', 'No match for "X".'], /not registered/],
      ['of no server at all', ['domain: COM\nregistrar: IANA'], /no registry is known/],
    ];
    for (const [what, answers, sentence] of whoisFaults) {
      it(`report that the answer is ${what}`, async () => {
        const { environment } = await registry({ '/b/dns.json': json({ services: [] }) });
        const server = await whois(answers);
        const { properties, errors } = await enrich(dns(), domain('lookups-test-1.com'), {
          environment: { ...environment, whois: { host: 'whois.lookups-test-2.com', port: server.port } },
        });
        assert.equal(properties['whois'], undefined);
        assert.ok(
          errors.some((error) => sentence.test(error)),
          errors.join('\n'),
        );
      });
    }

    it('read an endless answer up to the limit', async () => {
      const { environment } = await registry({ '/b/dns.json': json({}, 500) });
      const server = await whois(['refer: whois.lookups-test-3.com', `${answer}${'x'.repeat(5_000_000)}`]);
      const { properties } = await enrich(dns(), domain('lookups-test-1.com'), {
        environment: {
          ...environment,
          whois: { host: 'whois.lookups-test-2.com', port: server.port },
          limits: { ...testLimits, whoisBytes: 4096 },
        },
      });
      assert.deepEqual(properties['whois']?.['++registrar'], ['By WHOIS']);
    });
  });

  it('have their addresses checked like those of hosts', async () => {
    const { environment, requested } = await registry({ '/v1/domain/lookups-test-1.com': json(registered) });
    dns().zone['rdap.lookups-test-2.com'] = { a: ['127.0.0.1', '169.254.169.254'] };
    const { errors } = await enrich(dns(), domain('lookups-test-1.com'), { environment });
    assert.deepEqual([...requested].sort(), ['/b/dns.json', '/b/ipv4.json']);
    assert.ok(errors.some((error) => error.includes('resolves to 169.254.169.254')));
  });

  it("aren't affected by a canceled scan while others wait for the same list", async () => {
    let hold: (() => void) | undefined;
    const { environment } = await registry({
      '/v1/domain/lookups-test-1.com': json(registered),
      '/v1/ip/127.0.0.1': json(network),
      '/b/dns.json': (request, response) => {
        if (hold === undefined) hold = () => response.destroy();
        else
          json({ services: [[['com'], [`https://rdap.lookups-test-2.com:${request.socket.localPort ?? 0}/v1/`]]] })(
            request,
            response,
          );
      },
    });
    const enricher = createEnricher({
      resolver: dns().address,
      environment: fakeNetwork(environment),
    });
    const first = new AbortController();
    const stages: string[] = [];
    const start = (signal: AbortSignal) =>
      enricher.enrich(domain('lookups-test-1.com'), {
        mode: 'passive',
        signal,
        onStage: (stage) => stages.push(stage),
      });
    const canceled = assert.rejects(start(first.signal), { name: 'AbortError' });
    const other = start(new AbortController().signal);
    while (hold === undefined || stages.length < 4) await new Promise((resolve) => setImmediate(resolve));
    first.abort();
    await canceled;
    assert.deepEqual((await other).properties['whois']?.['++registrar'], ['Lookups Test Registrar']);
  });
});

function endless(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

describe('An RDAP object', () => {
  it('distinguishes redacted data from a privacy service', () => {
    const of = (fields: Readonly<Record<string, string>>, rest: object = {}) =>
      readRdapObject({ ...registered, entities: [{ roles: ['registrant'], vcardArray: card(fields) }], ...rest });
    const redactedContact = of({ fn: 'REDACTED FOR PRIVACY', org: 'REDACTED FOR PRIVACY' });
    assert.deepEqual(
      [
        redactedContact?.redacted,
        redactedContact?.privacy,
        redactedContact?.registrants,
        redactedContact?.organization,
      ],
      [true, false, [], undefined],
    );
    const proxied = of({ fn: 'Registration Private', org: 'Lookups Privacy Service' });
    assert.deepEqual([proxied?.redacted, proxied?.privacy], [false, true]);
    assert.equal(of({}, { redacted: [{ name: { description: 'Registrant Name' } }] })?.redacted, true);
  });

  it('is parsed safely whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(
          'entities',
          'events',
          'nameservers',
          'redacted',
          'remarks',
          'country',
          'name',
          'objectClassName',
        ),
        (odd, key) => {
          readRdapObject(odd);
          readRdapObject({ ...registered, [key]: odd });
          readRdapObject({ ...registered, entities: [{ roles: odd, vcardArray: odd, entities: [odd] }] });
        },
      ),
    );
  });
});

describe('The list of registries', () => {
  const services = readBootstrap({
    services: [
      [
        ['com', 'co.uk'],
        ['http://a/', 'https://a.lookups-test-2.com/rdap'],
      ],
      [['2001::/16'], ['https://six.lookups-test-2.com/']],
      [['1.0.0.0/8'], ['https://eight.lookups-test-2.com/']],
      [['1.2.0.0/16'], ['https://sixteen.lookups-test-2.com/']],
    ],
  });
  it('matches the most specific entry with https', () => {
    assert.equal(rdapServiceFor(domain('x.co.uk'), services)?.href, 'https://a.lookups-test-2.com/rdap/');
    assert.equal(rdapServiceFor(domain('xcom'), services), undefined);
    assert.equal(rdapServiceFor(ip('1.2.3.4'), services)?.host, 'sixteen.lookups-test-2.com');
    assert.equal(rdapServiceFor(ip('1.3.3.4'), services)?.host, 'eight.lookups-test-2.com');
    assert.equal(rdapServiceFor(ip('2001::1'), services)?.host, 'six.lookups-test-2.com');
  });
  it('is parsed safely whatever it is', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (odd) =>
          void rdapServiceFor(ip('1.2.3.4'), readBootstrap({ services: [odd, [[odd], [odd]], [['com', odd], [odd]]] })),
      ),
    );
  });
});
