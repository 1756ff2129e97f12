import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { startRecordingService, type RecordingService } from '../../../harness/recordingService';
import { Gateway, createServiceClient, exploreRefusal } from '../../../../src/core/api/index';
import type { ExploreRequest } from '../../../../src/core/api/index';
import type { ServiceClient } from '../../../../src/core/api/client';
import { fakeFetch, fault, gatewayOn, json, text, theKey } from './fakes';

const query = 'ioc=lookups-test-1.com';

function clientAt(baseUrl: string): ServiceClient {
  const gateway = new Gateway({
    fetch: (url, init) => globalThis.fetch(url, init),
    baseUrl,
    key: () => Promise.resolve(theKey),
    now: Date.now,
    userAgent: 'threat-lookups/test',
  });
  return createServiceClient({ gateway });
}

function clientOn(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, seen } = fakeFetch(...answers);
  const { gateway, exchanges } = gatewayOn(fetch);
  return { client: createServiceClient({ gateway }), seen, exchanges };
}

/** Returns a refusal as it is read. */
async function refusalOf(request: ExploreRequest, status: number, error: string) {
  const { client } = clientOn(json({ error }, status));
  const outcome = await client.explore(request);
  assert.ok(!outcome.ok);
  return exploreRefusal(outcome.error, request);
}

describe('Query to Explore', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(() => ({ body: { results: [] } }));
  });
  after(() => service.stop());

  it('is one request with every parameter, under the path of the base URL', async () => {
    const before = service.requests.length;
    const client = clientAt(`${service.url}/prefix/`);
    const outcome = await client.explore({ query, limit: 250, type: 'threats', format: 'json' });
    assert.ok(outcome.ok);
    const [request, ...others] = service.requests.slice(before);
    assert.deepEqual(others, []);
    assert.equal(request?.method, 'GET');
    assert.equal(request.path, '/prefix/api/explore.php');
    assert.deepEqual(request.query, { q: query, limit: '250', type: 'threats', format: 'json', key: theKey });
  });

  it('leaves missing settings to the service', async () => {
    await clientAt(service.url).explore({ query });
    assert.deepEqual(Object.keys(service.requests.at(-1)?.query ?? {}), ['q', 'key']);
  });

  it('arrives verbatim, whatever it contains', async () => {
    const client = clientAt(service.url);
    const awkward = [
      'threat="Example & Sons + Co #1" and (seen=7d or not risk=low)',
      'registrar="Müller %41 ключ 鍵 🔑"',
      "org='a\\b' and ++title=100%",
      'a=1&format=csv&key=stolen#fragment',
    ];
    for (const each of awkward) {
      await client.explore({ query: each });
      const request = service.requests.at(-1);
      assert.equal(request?.query.q, each);
      assert.equal(request.query.key, theKey);
      assert.equal(request.query.format, undefined);
    }
    const target = service.requests.at(-4)?.target ?? '';
    assert.ok(target.includes('%20%26%20Sons%20%2B%20Co%20%231'), target);
  });

  it('arrives verbatim for any text', async () => {
    const client = clientAt(service.url);
    const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((each) => each !== '');
    await fc.assert(
      fc.asyncProperty(anyText, async (each) => {
        await client.explore({ query: each });
        assert.equal(service.requests.at(-1)?.query.q, each.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  it("isn't sent where its URL would be longer than servers accept", async () => {
    const before = service.requests.length;
    const request = { query: `ioc=${'a'.repeat(9_000)}` };
    const outcome = await clientAt(service.url).explore(request);
    assert.equal(service.requests.length, before);
    const refusal = outcome.ok ? undefined : exploreRefusal(outcome.error, request);
    assert.ok(refusal?.kind === 'tooLong' && refusal.length > 9_000);
  });

  it('ends its request when it is canceled', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const ended = new AbortController();
    const requested = once(server, 'request') as Promise<[IncomingMessage]>;
    const outcome = clientAt(`http://127.0.0.1:${address.port}`).explore({ query }, { signal: ended.signal });
    const [message] = await requested;
    message.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => message.on('close', resolve));
    ended.abort();
    await closed;
    const met = await outcome;
    assert.ok(!met.ok && met.error.kind === 'canceled');
    server.close();
    server.closeAllConnections();
  });

  it('is sent once, even if the connection breaks', async () => {
    for (const answer of [fault('ECONNRESET'), json({ error: 'x' }, 503), json({}, 502)]) {
      const { client, seen } = clientOn(answer, json({ results: [] }));
      assert.equal((await client.explore({ query })).ok, false);
      assert.equal(seen.length, 1);
    }
  });

  it('shows no key in the log', async () => {
    const { client, exchanges } = clientOn(json({ results: [] }));
    await client.explore({ query });
    assert.ok(exchanges.length === 1 && !JSON.stringify(exchanges).includes(theKey));
  });
});

describe('Rows of an Explore response', () => {
  const rowsOf = async (body: unknown, type: 'indicators' | 'threats' = 'indicators', status = 200) => {
    const outcome = await clientOn(json(body, status)).client.explore({ query, type });
    assert.ok(outcome.ok && outcome.value.format === 'json', JSON.stringify(outcome));
    return outcome.value.found;
  };

  it('may name properties like the columns of the CSV', async () => {
    const found = await rowsOf({
      results: [
        {
          indicator: 'lookups-test-1.com',
          risk: 'low',
          stamp_retired: '2025-01-02 09:05:26',
          retired: 1,
          dns_ptr: 'ptr.lookups-test-1.com',
          geo_city: 'Kassel',
          geo_: 'kept',
          reference: 'https://a.example/1',
          summary: { properties: { geo: { city: 'Bonn', org: 'Example Hosting' } } },
        },
      ],
    });
    assert.ok(found.type === 'indicators');
    const [row] = found.rows;
    assert.deepEqual(row?.properties, {
      geo: { city: ['Bonn'], org: ['Example Hosting'] },
      dns: { ptr: ['ptr.lookups-test-1.com'] },
    });
    assert.equal(row.timestamps.retired, Date.UTC(2025, 0, 2, 9, 5, 26));
    assert.deepEqual(row.other, { geo_city: 'Kassel', geo_: 'kept', reference: 'https://a.example/1' });
  });

  it('are read one by one, and unreadable ones are counted', async () => {
    const found = await rowsOf({
      results: [
        { iid: '7', indicator: 'lookups-test-1.com', type: 'domain', risk: 'HIGH', stamp_seen: '2025-01-02 9:05:26' },
        'nonsense',
        { indicator: '198.51.100.7', risk: 'purple', summary: [] },
      ],
    });
    assert.ok(found.type === 'indicators');
    assert.deepEqual(
      found.rows.map(({ value, type, risk, iid }) => [value, type, risk, iid]),
      [
        ['lookups-test-1.com', 'domain', 'high', 7],
        ['198.51.100.7', 'ip', 'unknown', undefined],
      ],
    );
    assert.equal(found.unreadable, 1);
  });

  it('whose value is not what its type says are counted, not shown', async () => {
    const right = [
      ['ip', '198.51.100.7'],
      ['ip', '2001:db8::7'],
      ['ip', '203.0.113.0/24'],
      ['domain', 'lookups-test-1.com'],
      ['domain', 'büro_1.lookups-test-1.com'],
      ['domain', 'lookups-test-2[.]com'],
      ['domain', 'build.internal'],
      ['url', 'https://lookups-test-1.com/a?b'],
      ['url', 'tcp://lookups-test-1.com:99'],
      ['url', 'lookups-test-1.com/a'],
    ];
    const wrong = [
      ['ip', 'lookups-test-1.com'],
      ['ip', '198.51.100.700'],
      ['domain', '198.51.100.7'],
      ['domain', '<img src=x>'],
      ['domain', '=cmd|calc!A1'],
      ['domain', 'two words'],
      ['domain', 'https://lookups-test-1.com/'],
      ['domain', '44d88612fea8a8f36de82e1278abb02f/..'],
      ['url', 'lookups-test-1.com'],
      ['url', 'http://['],
      [undefined, 'not an indicator'],
    ];
    const found = await rowsOf({ results: [...right, ...wrong].map(([type, indicator]) => ({ type, indicator })) });
    assert.ok(found.type === 'indicators');
    assert.deepEqual(
      found.rows.map(({ type, value }) => [type, value]),
      right,
    );
    assert.equal(found.unreadable, wrong.length);
  });

  it('are empty where the service reports none, as a list or in words', async () => {
    for (const [body, status] of [
      [{ results: [] }, 200],
      [{ results: null }, 200],
      [[], 200],
      [{ error: 'No results found.' }, 404],
      [{ error: 'Indicator not found.' }, 404],
    ] as const) {
      assert.deepEqual(await rowsOf(body, 'indicators', status), { type: 'indicators', rows: [], unreadable: 0 });
    }
  });

  it('are threats in any of the shapes that services use', async () => {
    const row = { tid: '4', category: 'malware', risk: 'critical' };
    for (const body of [
      { results: [{ ...row, threat: 'Example Kit' }] },
      { results: [{ ...row, name: 'Example Kit' }] },
      { threats: [{ ...row, name: 'Example Kit' }] },
      [{ ...row, threat: 'Example Kit' }],
    ]) {
      const found = await rowsOf(body, 'threats');
      assert.ok(found.type === 'threats');
      const [threat] = found.rows;
      assert.deepEqual(
        [threat?.name, threat?.tid, threat?.category, threat?.risk],
        ['Example Kit', 4, 'malware', 'critical'],
      );
    }
  });

  it('are an error where the response has none', async () => {
    const outcome = await clientOn(json({ hello: 1 })).client.explore({ query });
    assert.ok(!outcome.ok && outcome.error.kind === 'badShape');
  });

  it('come as text in the other formats, with their media types', async () => {
    const { client, seen } = clientOn(text('# title\nindicator\nlookups-test-1.com\n'));
    const outcome = await client.explore({ query, format: 'csv' });
    assert.deepEqual(outcome, {
      ok: true,
      value: { format: 'csv', text: '# title\nindicator\nlookups-test-1.com\n' },
    });
    assert.equal(new Headers(seen[0]?.init.headers).get('accept'), 'text/csv');
  });

  it("aren't a proxy's page, and nothing isn't a response", async () => {
    for (const answer of [text('<html>sign in</html>'), text('  ')]) {
      const outcome = await clientOn(answer).client.explore({ query, format: 'stix' });
      assert.ok(!outcome.ok && outcome.error.kind === 'notJson');
    }
  });
});

describe('Rejected query', () => {
  it("reports that the limit is above the plan, and that waiting doesn't help", async () => {
    const serviceMessage = 'The limit of your plan is 50 results.';
    assert.deepEqual(await refusalOf({ query, limit: 1000 }, 429, serviceMessage), {
      kind: 'limitAbovePlan',
      limit: 1000,
      serviceMessage,
    });
  });

  it("isn't one where the rate limit is reached", async () => {
    assert.equal(await refusalOf({ query, limit: 1000 }, 429, 'API rate limit exceeded: 10 per minute'), undefined);
  });

  it('reports that STIX requires an account', async () => {
    const serviceMessage = 'Registered users alone.';
    const request = { query, format: 'stix' } as const;
    assert.deepEqual(await refusalOf(request, 401, serviceMessage), {
      kind: 'needsAccount',
      hadKey: true,
      status: 401,
      serviceMessage,
    });
    assert.equal(await refusalOf({ query }, 401, serviceMessage), undefined);
  });

  it("names the field that the service doesn't know", async () => {
    const serviceMessage = 'Unknown field: colour';
    assert.deepEqual(await refusalOf({ query: 'colour=red' }, 400, serviceMessage), { kind: 'query', serviceMessage });
  });

  it('reports that a limit is too small', async () => {
    const serviceMessage = 'Parameter limit must be 1 or more.';
    assert.deepEqual(await refusalOf({ query, limit: 0 }, 400, serviceMessage), {
      kind: 'limitTooSmall',
      serviceMessage,
    });
  });

  it('repeats no key that a service repeats', async () => {
    const refusal = await refusalOf({ query }, 400, `Bad key=${theKey}`);
    assert.ok(refusal !== undefined && !JSON.stringify(refusal).includes(theKey));
  });
});
