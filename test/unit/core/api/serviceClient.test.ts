import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createEmbeddedClient, createServiceClient, type ServiceClient } from '../../../../src/core/api/index';
import { fakeFetch, gatewayOn, json, text, theKey, type Seen } from './fakes';

const domain = { type: 'domain', value: 'lookups-test-2.com' } as const;
const row = { iid: 7, indicator: 'lookups-test-2.com', type: 'domain', risk: 'high' };
const miss = { error: 'Indicator not found.' };

function clientOn(...answers: Parameters<typeof fakeFetch>): {
  client: ServiceClient;
  seen: Seen[];
  dropped: string[];
} {
  const { fetch, seen } = fakeFetch(...answers);
  const dropped: string[] = [];
  const { gateway } = gatewayOn(fetch);
  return {
    client: createServiceClient({ gateway, onDropped: (path, why) => dropped.push(`${path}: ${why}`) }),
    seen,
    dropped,
  };
}

const requested = (seen: readonly Seen[]): string[] =>
  seen.map(({ url }) => {
    const { searchParams: q } = url;
    return `${url.pathname.split('/').at(-1) ?? ''} ${q.get('indicator') ?? q.get('q') ?? q.get('iid') ?? ''}`;
  });

describe('Lookup by value', () => {
  it('requests indicator.php once and returns the record', async () => {
    const { client, seen } = clientOn(json({ ...row, riskfactors: [{ description: 'x', risk: 'high' }] }));
    const outcome = await client.indicator(domain);
    assert.ok(outcome.ok);
    assert.equal(outcome.value?.riskFactors.length, 1);
    assert.deepEqual(requested(seen), ['indicator.php lookups-test-2.com']);
    assert.equal(client.address, 'https://lookups-test-1.com/prefix');
    assert.equal(client.host, 'lookups-test-1.com');
    assert.equal(client.remote, true);
  });

  for (const status of [200, 400, 404, 500]) {
    it(`is a miss, not a failure, for “Indicator not found.” with ${status}`, async () => {
      const { client, seen } = clientOn(json(miss, status));
      assert.deepEqual(await client.indicator(domain), { ok: true, value: undefined });
      assert.equal(seen.length, 1);
    });
  }

  it("is an error where the response isn't a record", async () => {
    for (const body of [{}, [], null, 'x', { results: [] }]) {
      const outcome = await clientOn(json(body)).client.indicator(domain);
      assert.ok(!outcome.ok && outcome.error.kind === 'badShape', JSON.stringify(body));
    }
  });

  it('is an error where the response is about another indicator', async () => {
    for (const indicator of ['lookups-test-3.com', 'http://lookups-test-2.com/a', 'x.lookups-test-2.com', 'x']) {
      const outcome = await clientOn(json({ ...row, indicator, risk: 'none' })).client.indicator(domain);
      assert.ok(!outcome.ok && outcome.error.kind === 'badShape', indicator);
    }
  });

  it('accepts another spelling of the requested value', async () => {
    const url = { type: 'url', value: 'https://lookups-test-2.com/a' } as const;
    for (const indicator of [
      'lookups-test-2.com/a',
      'https://LOOKUPS-test-2.com/a/',
      'hxxps://lookups-test-2[.]com/a',
    ]) {
      const outcome = await clientOn(json({ ...row, indicator })).client.indicator(url);
      assert.ok(outcome.ok && outcome.value !== undefined, indicator);
    }
  });

  it('reports what it could not read, without the key', async () => {
    const { client, dropped } = clientOn(json({ ...row, qid: 'x', properties: { geo: { [theKey]: { a: 1 } } } }));
    await client.indicator(domain);
    assert.equal(dropped.length, 2);
    assert.ok(!dropped.join().includes(theKey));
  });
});

describe('Service without lookups by value', () => {
  for (const [name, refusal] of [
    ['400', json({ error: 'Bad request.' }, 400)],
    ['an answer that misses the iid', json({ error: 'Missing parameter: iid' })],
  ] as const) {
    it(`(${name}) is queried through Explore and then by iid, later directly`, async () => {
      const full = { ...row, submissions: 3 };
      const { client, seen } = clientOn(refusal, json({ results: [row] }), json(full), json({ results: [] }));
      const outcome = await client.indicator(domain);
      assert.ok(outcome.ok);
      assert.equal(outcome.value?.submissions, 3);
      assert.deepEqual(await client.indicator({ type: 'domain', value: 'lookups-test-3.com' }), {
        ok: true,
        value: undefined,
      });
      assert.deepEqual(requested(seen), [
        'indicator.php lookups-test-2.com',
        'explore.php ioc=lookups-test-2.com',
        'indicator.php 7',
        'explore.php ioc=lookups-test-3.com',
      ]);
    });
  }

  it("isn't assumed from one 400 once lookups by value have worked", async () => {
    const { client, seen } = clientOn(json(row), json({ error: 'Bad value.' }, 400));
    await client.indicator(domain);
    const outcome = await client.indicator(domain);
    assert.ok(!outcome.ok && outcome.error.kind === 'badRequest');
    assert.equal(seen.length, 2);
  });

  it("isn't assumed from a first value that it rejects", async () => {
    const serviceMessage = 'This TLD is not supported.';
    const { client, seen } = clientOn(json({ error: serviceMessage }, 400), json({ results: [] }), json(row));
    assert.deepEqual(await client.indicator({ type: 'domain', value: 'a.lookups-test-3.com' }), {
      ok: true,
      value: undefined,
      serviceMessage,
    });
    const outcome = await client.indicator(domain);
    assert.ok(outcome.ok && outcome.value?.iid === 7);
    assert.equal(requested(seen).at(-1), 'indicator.php lookups-test-2.com');
  });

  it('that also rejects it in Explore has rejected the value', async () => {
    const { client } = clientOn(json({ error: 'Bad value.' }, 400));
    const outcome = await client.indicator(domain);
    assert.ok(!outcome.ok && outcome.error.kind === 'badRequest');
    assert.match(outcome.error.detail, /Bad value/);
  });

  it('returns the row where the full record was deleted', async () => {
    const { client } = clientOn(json({ error: 'x' }, 400), json({ results: [row] }), json(miss, 404));
    const outcome = await client.indicator(domain);
    assert.ok(outcome.ok && outcome.value?.iid === 7);
  });
});

describe('Other requests', () => {
  it('look up by iid', async () => {
    const { client, seen } = clientOn(json(row));
    assert.ok((await client.indicatorByIid(7)).ok);
    assert.deepEqual(requested(seen), ['indicator.php 7']);
  });

  it('look up many at once through Explore, with the limit', async () => {
    const { client, seen } = clientOn(json({ results: [row] }));
    const outcome = await client.exploreIndicators(['lookups-test-2.com', 'http://lookups-test-3.com/?a=1&b'], 50);
    assert.ok(outcome.ok && outcome.value.length === 1);
    assert.equal(seen[0]?.url.searchParams.get('limit'), '50');
    assert.equal(seen[0].url.searchParams.get('q'), 'ioc=lookups-test-2.com or ioc="http://lookups-test-3.com/?a=1&b"');
  });

  it("send nothing that Explore can't express safely", async () => {
    const { client, seen } = clientOn(json({ results: [] }));
    for (const values of [[], ['http://lookups-test-2.com/"*']]) {
      assert.ok(!(await client.exploreIndicators(values, 5)).ok);
    }
    assert.equal(seen.length, 0);
  });

  it('check the service: a miss is fine, a rejected key is reported', async () => {
    assert.deepEqual(await clientOn(json(miss, 404)).client.check(), { ok: true, value: { withKey: true } });
    const refused = await clientOn(json({ error: 'no' }, 401)).client.check();
    assert.ok(!refused.ok && refused.error.kind === 'keyRejected');
    const elsewhere = await clientOn(text('<html>', 404)).client.check();
    assert.ok(!elsewhere.ok && elsewhere.error.kind === 'notFound');
  });
});

describe('Embedded client', () => {
  it('uses the same code without a socket and without a key', async () => {
    const { fetch, seen } = fakeFetch(json({ ...row, indicator: 'login.example' }));
    const client = createEmbeddedClient({ fetch, now: Date.now });
    const outcome = await client.indicator({ type: 'domain', value: 'login.example' });
    assert.ok(outcome.ok && outcome.value?.risk === 'high');
    assert.deepEqual([client.address, client.host, client.remote], ['local:', 'local service', false]);
    assert.equal(seen[0]?.url.pathname, '/api/indicator.php');
    assert.equal(seen[0].url.searchParams.has('key'), false);
  });
});

describe('Any body', () => {
  it('is an outcome of every request, and the key is in no report', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ ...row, properties: value, results: [value] })),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(200, 400, 404, 500), async (body, status) => {
        const { client, dropped } = clientOn(() => new Response(body, { status }));
        const errors = [
          await client.indicator(domain),
          await client.indicatorByIid(1),
          await client.exploreIndicators(['a.test'], 1),
        ]
          .map((outcome) => (outcome.ok ? '' : outcome.error.detail))
          .concat(dropped);
        assert.ok(!errors.join('\n').includes(theKey));
      }),
    );
  });
});
