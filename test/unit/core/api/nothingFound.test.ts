import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createServiceClient, type ServiceClient } from '../../../../src/core/api/index';
import type { Outcome } from '../../../../src/core/api/requestError';
import { fakeFetch, gatewayOn, json, text } from './fakes';

const domain = { type: 'domain', value: 'lookups-test-2.com' } as const;

function clientOn(...answers: Parameters<typeof fakeFetch>): ServiceClient {
  return createServiceClient({ gateway: gatewayOn(fakeFetch(...answers).fetch).gateway });
}

/** Every request that may find nothing, and the response to that. */
const questions: readonly (readonly [
  name: string,
  ask: (client: ServiceClient) => Promise<Outcome<unknown>>,
  nothing: unknown,
])[] = [
  ['a lookup by value', (client) => client.indicator(domain), undefined],
  ['a lookup by iid', (client) => client.indicatorByIid(7), undefined],
  ['a record', (client) => client.fullIndicator({ indicator: domain }), undefined],
  ['the history of a record', (client) => client.indicatorHistory({ iid: 7 }), undefined],
  ['links', (client) => client.indicatorLinks({ iid: 7 }), undefined],
  ['a threat', (client) => client.threat({ tid: 7 }), undefined],
  ['a threat by name', (client) => client.threat({ threat: 'Example Kit' }), undefined],
  ['the summary of a threat', (client) => client.threatSummary({ tid: 7 }), undefined],
  ['the links of a threat', (client) => client.threatLinks({ tid: 7 }), undefined],
  ['a feed', (client) => client.feed({ fid: 7 }), undefined],
  ['the links of a feed', (client) => client.feedLinks({ fid: 7 }), undefined],
  ['a batch', (client) => client.exploreIndicators([domain.value, 'lookups-test-3.com'], 50), []],
  [
    'a query',
    (client) => client.explore({ query: 'risk=high' }),
    { format: 'json', found: { type: 'indicators', rows: [], unreadable: 0 } },
  ],
  [
    'a query for threats',
    (client) => client.explore({ query: 'risk=high', type: 'threats' }),
    { format: 'json', found: { type: 'threats', rows: [], unreadable: 0 } },
  ],
  [
    'a query as CSV',
    (client) => client.explore({ query: 'risk=high', format: 'csv' }),
    { format: 'json', found: { type: 'indicators', rows: [], unreadable: 0 } },
  ],
];

const certain = [
  'Indicator not found.',
  'Indicator lookups-test-2.com was not found',
  'The indicator could not be found',
  'No such indicator',
  'No such threat.',
  'No results',
  'No results found.',
  'no results for your query',
  'No indicators found',
  'No matching indicators',
  'Not found',
  'NOT FOUND.',
  '404 Not Found',
  'Threat not found',
  'Feed not found.',
  'Nothing found',
  'Nothing was found for this name.',
  'Unknown indicator',
  'The threat does not exist.',
  'No data',
  '0 results',
];

describe('Error body that means that nothing was found', () => {
  for (const [name, ask, nothing] of questions) {
    it(`is a miss for ${name} with 200, 400 and 404`, async () => {
      for (const serviceMessage of certain) {
        for (const status of [200, 400, 404, 410]) {
          for (const body of [
            { error: serviceMessage },
            { error: serviceMessage, code: status },
            { success: false, error: { message: serviceMessage } },
          ]) {
            const outcome = await ask(clientOn(json(body, status)));
            assert.ok(outcome.ok, `${status} ${JSON.stringify(body)} ${JSON.stringify(outcome)}`);
            assert.deepEqual(outcome.value, nothing);
            assert.equal(outcome.serviceMessage, undefined, 'no more than “not found”');
          }
        }
      }
    });

    it(`is a miss for ${name} with 404 in any words and any language`, async () => {
      for (const error of ['Keine Treffer', '見つかりません', 'Introuvable', 'nope', 'ENOENT', 'Resource missing']) {
        const outcome = await ask(clientOn(json({ error }, 404)));
        assert.deepEqual([outcome.ok && outcome.value, outcome.ok && outcome.serviceMessage], [nothing, error]);
      }
    });
  }

  it('needs no particular words with 404', async () => {
    const words = fc.stringMatching(/^[a-zäé]{2,9}( [a-zäé]{2,9}){0,5}[.!]?$/);
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom(404, 410),
        fc.constantFrom(...questions),
        async (error, status, [, ask, nothing]) => {
          const outcome = await ask(clientOn(json({ error }, status)));
          assert.ok(outcome.ok, error);
          assert.deepEqual(outcome.value, nothing);
        },
      ),
    );
  });

  it('keeps what the service adds to that, without the key', async () => {
    const serviceMessage = 'This TLD is not supported.';
    for (const body of [
      { error: serviceMessage },
      { error: { message: serviceMessage } },
      { error: 'not_found', message: serviceMessage },
    ]) {
      const outcome = await clientOn(json(body, 404)).indicator(domain);
      assert.deepEqual(outcome, { ok: true, value: undefined, serviceMessage });
    }
    const long = await clientOn(json({ error: `no\n\n${'x'.repeat(900)} ?key=abc` }, 404)).threat({ tid: 1 });
    assert.ok(
      long.ok &&
        long.serviceMessage !== undefined &&
        long.serviceMessage.length <= 301 &&
        !/\n|abc/.test(long.serviceMessage),
    );
  });

  it("doesn't affect rows that come with words about what was not found", async () => {
    const rows = [{ iid: 7, indicator: domain.value, type: 'domain', risk: 'high' }];
    const body = { error: 'Some indicators were not found.', results: rows };
    const outcome = await clientOn(json(body)).exploreIndicators([domain.value, 'lookups-test-3.com'], 50);
    assert.ok(outcome.ok && outcome.value.length === 1);
  });

  it("isn't a miss with another status and other words", async () => {
    for (const error of [
      'This TLD is not supported.',
      'Parameter indicator not found',
      'Missing parameter: no indicator given.',
      'No indicator was provided.',
      'API key not found',
      'Unknown field: color',
      'Keine Treffer',
    ]) {
      for (const status of [200, 400]) {
        const outcome = await clientOn(json({ error }, status)).explore({ query: 'risk=high' });
        assert.ok(!outcome.ok && outcome.error.kind === 'badRequest', `${status} ${error}`);
        assert.equal(outcome.error.serviceMessage, error);
      }
    }
    for (const status of [401, 403]) {
      const outcome = await clientOn(json({ error: 'No results without a key.' }, status)).indicator(domain);
      assert.ok(!outcome.ok && outcome.error.kind === 'keyRejected');
    }
  });
});

describe('404 that means a wrong address', () => {
  for (const [name, answer] of [
    ['an HTML page', text('<!doctype html><h1>Not Found</h1>', 404)],
    ['nothing', text('', 404)],
    ['a text', text('404 page not found', 404)],
    ['no error', json({ message: 'Not Found' }, 404)],
    ['a detail', json({ detail: 'Not Found' }, 404)],
    ['an unknown endpoint', json({ error: 'Unknown endpoint' }, 404)],
    [
      'an unknown route',
      json({ error: 'Not Found', message: 'Route GET:/api/indicator.php not found', statusCode: 404 }, 404),
    ],
    ['a framework', json({ statusCode: 404, message: 'Cannot GET /api/indicator.php', error: 'Not Found' }, 404)],
    [
      'an error page of a framework',
      json({ timestamp: 'x', status: 404, error: 'Not Found', path: '/api/indicator.php' }, 404),
    ],
    ['a missing file', json({ error: 'File not found.' }, 404)],
    ['a missing method', json({ error: 'API method does not exist' }, 404)],
    ['a server', json({ error: 'The requested URL was not found on this server.' }, 404)],
    ['the local service', json({ error: 'Indicator not found.', code: 'unknownPath' }, 404)],
    ['an earlier local service', json({ error: 'There is nothing at this address.' }, 404)],
    ['a number', json({ error: '' }, 404)],
  ] as const) {
    it(`is an error of every request, and of the check (${name})`, async () => {
      for (const [, ask] of [...questions, ['check', (client: ServiceClient) => client.check()] as const]) {
        const outcome = await ask(clientOn(answer.clone()));
        assert.ok(!outcome.ok && outcome.error.kind === 'notFound', JSON.stringify(outcome));
      }
    });
  }

  it("passes the check where the service doesn't know the name, in any words", async () => {
    for (const error of ['Indicator not found.', 'Not found', 'Unbekannt']) {
      const outcome = await clientOn(json({ error }, 404)).check();
      assert.deepEqual(outcome.ok && outcome.value, { withKey: true });
    }
  });

  it("isn't assumed where a service requires the iid: the fallback is used", async () => {
    const client = clientOn(
      json({ error: 'Parameter iid is required' }, 404),
      json({ results: [{ iid: 7, indicator: domain.value, type: 'domain', risk: 'high' }] }),
      json({ iid: 7, indicator: domain.value, type: 'domain', risk: 'high' }),
    );
    const outcome = await client.indicator(domain);
    assert.ok(outcome.ok && outcome.value?.iid === 7);
  });
});
