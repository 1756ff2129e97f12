import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/index';
import type { GatewayPorts } from '../../../../src/core/api/http/gatewayTypes';
import type { ScanRequest } from '../../../../src/core/records/scan';
import { fakeFetch, fault, gatewayOn, json, text, theKey } from './fakes';

const domain = { type: 'domain', value: 'lookups-test-2.com' } as const;
const request: ScanRequest = { indicator: domain, kind: 'passive', store: false };

function clientOn(answers: Parameters<typeof fakeFetch>, ports: Partial<GatewayPorts> = {}) {
  const { fetch, seen } = fakeFetch(...answers);
  const { gateway, exchanges } = gatewayOn(fetch, ports);
  return { client: createServiceClient({ gateway }), seen, exchanges };
}

describe('Submission of a scan', () => {
  it('is one POST with its parameters in the query string', async () => {
    const { client, seen, exchanges } = clientOn([json({ qid: '31', error: 'Request added.' })]);
    assert.deepEqual(await client.submitScan(request), { ok: true, value: { qid: 31 } });
    assert.equal(seen.length, 1);
    assert.equal(seen[0]?.init.method, 'POST');
    assert.equal(seen[0].init.body, undefined);
    assert.equal(seen[0].url.pathname, '/prefix/api/analyze.php');
    assert.deepEqual(
      [...seen[0].url.searchParams],
      [
        ['value', 'lookups-test-2.com'],
        ['probe', '0'],
        ['submit', '0'],
        ['key', theKey],
      ],
    );
    assert.deepEqual([exchanges[0]?.method, exchanges[0]?.url.includes(theKey)], ['POST', false]);
  });

  it('states what is active and what is to be stored', async () => {
    const { client, seen } = clientOn([json({ qid: 1 })]);
    await client.submitScan({ indicator: domain, kind: 'active', store: true });
    const query = seen[0]?.url.searchParams;
    assert.deepEqual([query?.get('probe'), query?.get('submit')], ['1', '1']);
  });

  for (const value of [
    'http://lookups-test-2.com/?a=1&b=%20+x#y',
    'http://lookups-test-2.com/größe',
    'http://lookups-test-2.com/"<\u202e',
    `http://lookups-test-2.com/${'ü&'.repeat(20_000)}`,
  ]) {
    it(`sends special characters as the Base64 of their UTF-8: ${JSON.stringify(value.slice(0, 40))}`, async () => {
      const { client, seen } = clientOn([json({ qid: 1 })]);
      await client.submitScan({ ...request, indicator: { type: 'url', value } });
      const query = seen[0]?.url.searchParams;
      assert.equal(query?.has('value'), false);
      assert.equal(Buffer.from(query.get('ioc') ?? '', 'base64').toString('utf8'), value);
    });
  }

  for (const [name, answer, kind] of [
    ['a cut line', fault('ECONNRESET'), 'unreachable'],
    ['502', json({ error: 'x' }, 502), 'serverError'],
    ['503', text('', 503), 'serverError'],
    ['429', json({ error: 'API rate limit exceeded: x' }, 429), 'rateLimited'],
    ['401', json({ error: 'x' }, 401), 'keyRejected'],
    ['no qid', json({ success: 'Added.' }), 'badShape'],
    ['a page', text('<html>'), 'notJson'],
    ['303', new Response(null, { status: 303, headers: { location: '/prefix/api/analyze.php' } }), 'redirectRefused'],
  ] as const) {
    it(`isn't repeated after ${name}`, async () => {
      const { client, seen } = clientOn([answer]);
      const outcome = await client.submitScan(request);
      assert.ok(!outcome.ok && outcome.error.kind === kind, JSON.stringify(outcome));
      assert.equal(seen.length, 1);
    });
  }

  it('follows a redirect that keeps the method, on the same host', async () => {
    const moved = new Response(null, { status: 308, headers: { location: '/other/analyze.php' } });
    const { client, seen } = clientOn([moved, json({ qid: 4 })]);
    assert.deepEqual(await client.submitScan(request), { ok: true, value: { qid: 4 } });
    assert.deepEqual(
      seen.map(({ init }) => init.method),
      ['POST', 'POST'],
    );
  });
});

describe('Poll of a scan', () => {
  it("requests the qid and isn't repeated when it fails", async () => {
    const { client, seen } = clientOn([text('', 502)]);
    const outcome = await client.pollScan(31, domain);
    assert.ok(!outcome.ok && outcome.error.kind === 'serverError');
    assert.equal(seen.length, 1);
    assert.equal(seen[0]?.url.searchParams.get('qid'), '31');
    assert.equal(seen[0].init.method, 'GET');
  });

  it('takes “not found” as an end, not as an error', async () => {
    for (const [body, status] of [
      [{ status: 'not found', qid: 31 }, 404],
      [{ error: 'Queue request not found.' }, 404],
      [{ error: 'Not found.' }, 200],
      [{ error: 'Invalid qid' }, 404],
      [{ error: 'Bad qid.' }, 400],
    ] as const) {
      const outcome = await clientOn([json(body, status)]).client.pollScan(31, domain);
      assert.ok(outcome.ok && outcome.value.kind === 'notFound', JSON.stringify(body));
    }
  });

  it('is an error where the service rejects it, is broken, or returns something else', async () => {
    for (const [answer, kind] of [
      [json({ error: 'API rate limit exceeded: x' }, 429), 'rateLimited'],
      [json({ error: 'Internal error.' }, 500), 'serverError'],
      [json({ error: 'Bad key.' }, 401), 'keyRejected'],
      [json({ error: 'Bad API key.' }, 400), 'badRequest'],
      [json({ error: 'Unknown endpoint' }, 404), 'notFound'],
      [text('<html>', 404), 'notFound'],
      [json([]), 'badShape'],
    ] as const) {
      const outcome = await clientOn([answer]).client.pollScan(31, domain);
      assert.ok(!outcome.ok && outcome.error.kind === kind, JSON.stringify(outcome));
    }
  });

  it('continues while lookups have to wait, and delays no lookup', async () => {
    const limit = json({ error: 'API rate limit exceeded: x' }, 429, { 'retry-after': '60' });
    const { client } = clientOn([
      ({ url }) => (url.searchParams.has('qid') ? json({ qid: 31, status: 'processing', error: 'x' }) : limit),
    ]);
    const refused = await client.indicator(domain);
    assert.ok(!refused.ok && refused.error.kind === 'rateLimited');
    const poll = await client.pollScan(31, domain);
    assert.ok(poll.ok && poll.value.kind === 'processing');

    const other = clientOn([
      ({ url }) => (url.searchParams.has('qid') ? limit : json({ error: 'Indicator not found.' }, 404)),
    ]);
    assert.ok(!(await other.client.pollScan(31, domain)).ok);
    assert.ok((await other.client.indicator(domain)).ok);
    assert.equal(other.client.budget().pausedUntil, undefined);
  });
});
