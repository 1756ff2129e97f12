import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createServiceClient, exploreRefusal } from '../../../../src/core/api/index';
import type { Outcome } from '../../../../src/core/api/requestError';
import { fakeFetch, gatewayOn, json } from './fakes';

const domain = { type: 'domain', value: 'lookups-test-2.com' } as const;
const now = 1_700_000_000_000;

function clientOn(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, seen } = fakeFetch(...answers);
  return { client: createServiceClient({ gateway: gatewayOn(fetch).gateway }), seen };
}

const kindOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.error.kind);

const wordings = [
  'Daily limit reached.',
  'The limit of your plan is 50 results.',
  'Limit!',
  'Your plan allows no more.',
  'Slow down',
  'Tageslimit erreicht',
  '',
];

describe('Status 429', () => {
  it('is a rate limit whatever its words, where no larger limit was requested', async () => {
    for (const error of wordings) {
      const many = json({ error }, 429);
      for (const ask of [
        () => clientOn(many).client.indicator(domain),
        () => clientOn(many).client.indicatorByIid(7),
        () => clientOn(many).client.fullIndicator({ iid: 7 }),
        () => clientOn(many).client.threatLinks({ tid: 7 }),
        () => clientOn(many).client.exploreIndicators([domain.value], 1),
        () => clientOn(many).client.explore({ query: 'risk=high' }),
        () => clientOn(many).client.explore({ query: 'risk=high', limit: 10 }),
        () => clientOn(many).client.submitScan({ indicator: domain, kind: 'passive', store: false }),
        () => clientOn(many).client.pollScan(7, domain),
        () => clientOn(many).client.check(),
      ]) {
        const outcome = await ask();
        assert.ok(!outcome.ok && outcome.error.kind === 'rateLimited', `${error} ${JSON.stringify(outcome)}`);
        assert.equal(outcome.error.retryAt, now + 5_000);
      }
    }
  });

  it('is one in other bodies also', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const { client } = clientOn(new Response(body, { status: 429 }));
        assert.equal(kindOf(await client.indicator(domain)), 'rateLimited');
      }),
    );
  });

  it('to a query with a larger limit is about that limit once; for a lower one it is the rate limit', async () => {
    for (const error of ['The limit of your plan is 50 results.', 'Limit!', '']) {
      const { client, seen } = clientOn(json({ error }, 429));
      const request = { query: 'risk=high', limit: 5_000 };
      for (let times = 0; times < 2; times++) {
        const outcome = await client.explore(request);
        assert.ok(!outcome.ok && exploreRefusal(outcome.error, request)?.kind === 'limitAbovePlan', error);
        assert.equal(client.budget().pausedUntil, undefined);
      }
      assert.equal(kindOf(await client.explore({ ...request, limit: 1_000 })), 'rateLimited');
      assert.equal(client.budget().pausedUntil, now + 5_000);
      assert.equal(seen.length, 3);
    }
  });

  it('that names the requested limit is about it, however often', async () => {
    for (const limit of [5_000, 1_000, 250]) {
      const serviceMessage = `Parameter limit is ${limit}; the plan “free” allows at most 50.`;
      const { client } = clientOn(json({ error: 'x' }, 429), json({ error: serviceMessage }, 429));
      await client.explore({ query: 'risk=high', limit: 10_000 });
      const outcome = await client.explore({ query: 'risk=high', limit });
      assert.ok(!outcome.ok && outcome.error.kind === 'badRequest');
    }
  });

  it('to a query with a limit that was granted before is the rate limit', async () => {
    const { client } = clientOn(json({ results: [] }), json({ error: 'Limit!' }, 429));
    assert.equal(kindOf(await client.explore({ query: 'risk=high', limit: 250 })), 'ok');
    assert.equal(kindOf(await client.explore({ query: 'risk=low', limit: 250 })), 'rateLimited');
  });

  it('that counts requests is the rate limit, whatever limit was requested', async () => {
    for (const many of [
      json({ error: 'Daily limit reached.' }, 429),
      json({ error: 'API rate limit exceeded: 10 per minute' }, 429),
      json({ error: 'Limit!' }, 429, { 'retry-after': '5' }),
    ]) {
      assert.equal(kindOf(await clientOn(many).client.explore({ query: 'risk=high', limit: 5_000 })), 'rateLimited');
      const batch = clientOn(many).client.exploreIndicators([domain.value], 5_000, { untriedLimit: 'first' });
      assert.equal(kindOf(await batch), 'rateLimited');
    }
  });

  it('to a batch is about its limit only where the caller marks it as untried', async () => {
    const many = json({ error: 'Limit!' }, 429);
    const untried = await clientOn(many).client.exploreIndicators([domain.value], 50, { untriedLimit: 'first' });
    assert.ok(!untried.ok && untried.error.kind === 'badRequest' && untried.error.status === 429);
    assert.equal(kindOf(await clientOn(many).client.exploreIndicators([domain.value], 50)), 'rateLimited');
  });
});

describe('Daily limit in words', () => {
  it('is a rate limit with another status also', async () => {
    for (const error of ['Daily limit reached.', 'Quota exceeded', 'Request limit exceeded', 'Too many requests']) {
      for (const status of [200, 400, 403]) {
        assert.equal(kindOf(await clientOn(json({ error }, status)).client.indicator(domain)), 'rateLimited', error);
      }
    }
  });
});
