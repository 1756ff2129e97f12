import assert from 'node:assert/strict';
import { createServiceClient, type ServiceClient } from '../../../../src/core/api/index';
import { type Answer, fakeFetch, fault, gatewayOn, json, type Seen, text, theKey } from './fakes';

const domain = { type: 'domain', value: 'lookups-test-2.com' } as const;
const record = { iid: 7, indicator: domain.value, type: 'domain', risk: 'high' };

function clientOn(...answers: Parameters<typeof fakeFetch>): { client: ServiceClient; seen: Seen[] } {
  const { fetch, seen } = fakeFetch(...answers);
  const { gateway } = gatewayOn(fetch);
  return { client: createServiceClient({ gateway }), seen };
}

/** File and parameters of a request, without the key that all of them carry. */
function requested({ url }: Seen): string {
  assert.equal(url.searchParams.get('key'), theKey);
  url.searchParams.delete('key');
  return `${url.pathname.replace('/prefix/api/', '')}${url.search}`;
}

const value = (outcome: { ok: boolean; value?: unknown }): unknown => (outcome.ok ? outcome.value : outcome);

describe('Full records', () => {
  const requests: readonly (readonly [string, (client: ServiceClient) => Promise<unknown>])[] = [
    ['indicator.php?iid=7&schema=1', (c) => c.fullIndicator({ iid: 7 }, { schema: true })],
    ['indicator.php?iid=7&historical=1', (c) => c.indicatorHistory({ iid: 7 })],
    ['indicator.php?indicator=lookups-test-2.com', (c) => c.fullIndicator({ indicator: domain })],
    ['indicator.php?iid=7&get=links', (c) => c.indicatorLinks({ iid: 7 })],
    [
      'indicator.php?indicator=lookups-test-2.com&get=links&page=2',
      (c) => c.indicatorLinks({ indicator: domain }, { page: 2 }),
    ],
    ['threat.php?tid=5', (c) => c.threat({ tid: 5 })],
    ['threat.php?threat=Kit%20%26%20Co%2B%23', (c) => c.threat({ threat: 'Kit & Co+#' })],
    ['threat.php?tid=5&get=links&summary=1', (c) => c.threatSummary({ tid: 5 })],
    ['threat.php?tid=5&get=links&summary=1&splitrisk=1', (c) => c.threatSummary({ tid: 5 }, { splitRisk: true })],
    ['threat.php?tid=5&get=links', (c) => c.threatLinks({ tid: 5 })],
    ['threat.php?threat=Kit&get=links&page=0', (c) => c.threatLinks({ threat: 'Kit' }, { page: 0 })],
    ['feed.php?fid=3&iid=3', (c) => c.feed({ fid: 3 })],
    ['feed.php?feed=F&organization=O', (c) => c.feed({ feed: 'F', organization: 'O' })],
    ['feed.php?feed=F&get=links&summary=1&splitrisk=1', (c) => c.feedSummary({ feed: 'F' }, { splitRisk: true })],
    ['feed.php?fid=3&iid=3&get=links&page=1', (c) => c.feedLinks({ fid: 3 }, { page: 1 })],
  ];

  for (const [expected, ask] of requests) {
    it(`are one GET for ${expected}`, async () => {
      const { client, seen } = clientOn(json({ error: 'Nothing of the kind.' }, 400), json({ results: [] }));
      await ask(client);
      assert.ok(seen[0] !== undefined);
      assert.equal(requested(seen[0]).replaceAll('+', '%20'), expected);
      assert.ok(seen.every(({ init }) => init.method === 'GET'));
    });
  }

  for (const status of [200, 400, 404, 500]) {
    it(`are missing according to the words, with status ${status}`, async () => {
      const miss = (kind: string): Answer => json({ error: `${kind} not found.` }, status);
      assert.equal(value(await clientOn(miss('Threat')).client.threat({ tid: 1 })), undefined);
      assert.equal(value(await clientOn(miss('Feed')).client.feedLinks({ fid: 1 })), undefined);
      assert.equal(value(await clientOn(miss('Indicator')).client.fullIndicator({ iid: 1 })), undefined);
    });
  }

  it('have the properties of earlier scans, and display names apart from the record', async () => {
    const dns = [
      { name: 'a', value: '192.0.2.1', latest: 1 },
      { name: 'a', value: '192.0.2.2', latest: 0 },
      { name: 'mx', value: 'mx.lookups-test-2.com', latest: 0 },
    ];
    const { client } = clientOn(json({ ...record, properties: { dns }, schema: { port: { 443: 'HTTPS' } } }));
    const history = await client.indicatorHistory({ iid: 7 });
    assert.ok(history.ok && history.value !== undefined);
    assert.deepEqual(
      history.value['dns']?.['a']?.map(({ latest }) => latest),
      [true, false],
    );
    const outcome = await client.fullIndicator({ iid: 7 }, { schema: true });
    assert.ok(outcome.ok && outcome.value !== undefined);
    assert.deepEqual(outcome.value.record.properties, { dns: { a: ['192.0.2.1'] } });
    assert.deepEqual(outcome.value.displayNames, { port: { 443: 'HTTPS' } });
    assert.deepEqual(outcome.value.record.other, {});
  });

  it("are found by iid where the service doesn't support lookups by value", async () => {
    const { client, seen } = clientOn(
      json({ error: 'Parameter iid is missing.' }, 400),
      json({ results: [record] }),
      json({ 'Active DNS': [] }),
    );
    const outcome = await client.indicatorLinks({ indicator: domain }, { page: 1 });
    assert.ok(outcome.ok && outcome.value !== undefined);
    assert.equal(seen.length, 3);
    assert.match(seen[2]?.url.search ?? '', /iid=7&get=links&page=1/);
  });

  const faults: readonly (readonly [string, Answer, string])[] = [
    ['a wrong key', json({ error: 'bad key' }, 401), 'keyRejected'],
    ['a rate limit', json({ error: 'API rate limit exceeded' }, 429, { 'Retry-After': '30' }), 'rateLimited'],
    ['a fault of the service', json({ error: 'oops' }, 500), 'serverError'],
    ['an address that is none', json({ error: 'There is nothing here.' }, 404), 'notFound'],
    ['a page in place of JSON', text('<html>sign in</html>'), 'notJson'],
    ['an answer cut short', text('{"results":[{"iid":1'), 'notJson'],
    ['another shape', json({ hello: 'there' }), 'badShape'],
    ['an empty list', json([]), 'badShape'],
    [
      'a redirect elsewhere',
      new Response(null, { status: 302, headers: { Location: 'https://lookups-test-9.com/' } }),
      'redirectRefused',
    ],
    ['a closed port', fault('ECONNREFUSED'), 'connectionRefused'],
  ];
  for (const [name, answer, kind] of faults) {
    it(`map ${name} to ${kind}`, async () => {
      for (const ask of [
        (c: ServiceClient) => c.threat({ tid: 1 }),
        (c: ServiceClient) => c.threatSummary({ tid: 1 }),
        (c: ServiceClient) => c.feed({ fid: 1 }),
      ]) {
        const outcome = await ask(clientOn(answer).client);
        assert.ok(!outcome.ok, JSON.stringify(outcome));
        assert.equal(outcome.error.kind, kind);
        assert.ok(!JSON.stringify(outcome).includes(theKey));
      }
    });
  }

  it('end the request when it is canceled', async () => {
    const controller = new AbortController();
    const { client, seen } = clientOn(new Promise<Response>(() => undefined));
    const outcome = client.threatLinks({ tid: 1 }, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const ended = await outcome;
    assert.ok(!ended.ok && ended.error.kind === 'canceled');
    assert.equal(seen[0]?.init.signal?.aborted, true);
  });

  it('report every request sent', async () => {
    let sent = 0;
    const { client } = clientOn(json({}, 502), json({ threat: 'X' }));
    await client.threat({ tid: 1 }, { onRequest: () => sent++ });
    assert.equal(sent, 2);
  });
});
