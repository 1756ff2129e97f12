import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { isTooDeep } from '../../../../src/core/text/nesting';
import { deepText } from '../../hostileJson';
import { fakeFetch, gatewayOn, json, text, theKey, type Seen } from './fakes';

function only(seen: readonly Seen[]): Seen {
  const [first, ...others] = seen;
  assert.ok(first !== undefined && others.length === 0, `${seen.length} requests`);
  return first;
}

describe('Request of the gateway', () => {
  it('keeps the path prefix, encodes every parameter and carries the key', async () => {
    const { fetch, seen } = fakeFetch(json({}));
    const value = 'http://a b.test/?x=1&y=+#ü/%2f';
    await gatewayOn(fetch).gateway.getJson('/api/indicator.php', [['indicator', value]]);
    const request = only(seen);
    assert.equal(request.url.pathname, '/prefix/api/indicator.php');
    assert.deepEqual(
      [...request.url.searchParams],
      [
        ['indicator', value],
        ['key', theKey],
      ],
    );
    assert.doesNotMatch(request.url.search, /[ +]/, 'a blank is %20, which every server reads');
  });

  it('sends any value unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
        const { fetch, seen } = fakeFetch(json({}));
        await gatewayOn(fetch).gateway.getJson('/x', [['indicator', value]]);
        const sent = only(seen).url.searchParams.get('indicator');
        assert.equal(sent, value.replace(/\p{Surrogate}/gu, '\ufffd'));
      }),
    );
  });

  it('cuts an endlessly nested response to a depth that can be stored and posted', async () => {
    const { fetch } = fakeFetch(text(`{"indicator":"lookups-test-2.com","x_own":${deepText()},"y":[${deepText(20)}]}`));
    const answer = await gatewayOn(fetch).gateway.getJson('/x', []);
    assert.ok(answer.ok);
    const body = answer.value.body as { readonly indicator: string; readonly y: unknown };
    assert.equal(body.indicator, 'lookups-test-2.com');
    assert.deepEqual(body.y, [JSON.parse(deepText(20))]);
    assert.equal(isTooDeep(body, 101), false);
    assert.deepEqual(structuredClone(JSON.parse(JSON.stringify(body))), body);
  });

  it('has no key if there is none, or where the secret storage fails', async () => {
    for (const key of [
      () => Promise.resolve(undefined),
      () => Promise.resolve('  '),
      () => Promise.reject(new Error('keyring is locked')),
    ]) {
      const { fetch, seen } = fakeFetch(json({}));
      const answer = await gatewayOn(fetch, { key }).gateway.getJson('/x', []);
      assert.ok(answer.ok);
      assert.equal(answer.value.hadKey, false);
      assert.equal(seen[0]?.url.searchParams.has('key'), false);
    }
  });

  it('has a user agent, accepts JSON, no cookies, and follows no redirect automatically', async () => {
    const { fetch, seen } = fakeFetch(json({}));
    await gatewayOn(fetch).gateway.getJson('/x', []);
    const headers = new Headers(only(seen).init.headers);
    assert.equal(headers.get('user-agent'), 'threat-lookups/test');
    assert.equal(headers.get('accept'), 'application/json');
    assert.equal(only(seen).init.redirect, 'manual');
    assert.equal(only(seen).init.credentials, 'omit');
  });

  it('is logged with its result and without the key', async () => {
    const { fetch } = fakeFetch(json({ a: 1 }));
    const { gateway, exchanges } = gatewayOn(fetch);
    await gateway.getJson('/x', [['q', 'ioc=lookups-test-2.com']]);
    assert.deepEqual(exchanges, [
      {
        method: 'GET',
        url: 'https://lookups-test-1.com/prefix/x?q=ioc%3Dlookups-test-2.com',
        status: 200,
        millis: 0,
        bytes: 7,
      },
    ]);
  });
});

describe('Response in progress', () => {
  it('reports the bytes received', async () => {
    const chunks = ['{"a":', '"', 'é', '"}'].map((chunk) => new TextEncoder().encode(chunk));
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const chunk = chunks.shift();
        if (chunk === undefined) stream.close();
        else stream.enqueue(chunk);
      },
    });
    const { fetch } = fakeFetch(new Response(body));
    const { gateway } = gatewayOn(fetch);
    const reported: number[] = [];
    const answer = await gateway.getJson('/x', [], { onBytes: (bytes) => reported.push(bytes) });
    assert.deepEqual(answer.ok && answer.value.body, { a: 'é' });
    assert.deepEqual(reported, [5, 6, 8, 10]);
  });
});

describe('Redirects', () => {
  const to = (location: string, status = 302): Response => text('', status, { location });

  it('are followed on the same origin, with the key', async () => {
    const { fetch, seen } = fakeFetch(to('/elsewhere?indicator=a'), json({ there: true }));
    const answer = await gatewayOn(fetch).gateway.getJson('/x', []);
    assert.ok(answer.ok);
    assert.deepEqual(answer.value.body, { there: true });
    assert.equal(seen.at(1)?.url.href.split('&')[0], 'https://lookups-test-1.com/elsewhere?indicator=a');
    assert.equal(seen.at(1)?.url.searchParams.get('key'), theKey);
  });

  for (const location of [
    'https://lookups-test-2.com/api',
    'http://lookups-test-1.com/api',
    'https://lookups-test-1.com:444/api',
    '//lookups-test-2.com/',
    'file:///etc/passwd',
    'https://[',
  ]) {
    it(`aren't followed to ${location}`, async () => {
      const { fetch, seen } = fakeFetch(to(location));
      const answer = await gatewayOn(fetch).gateway.getJson('/x', []);
      assert.ok(!answer.ok && answer.error.kind === 'redirectRefused');
      if (location.includes('test-2')) assert.equal(answer.error.to, 'lookups-test-2.com');
      assert.equal(seen.length, 1, 'nothing was asked there');
    });
  }

  it('are limited', async () => {
    const { fetch, seen } = fakeFetch(to('/again', 307));
    const answer = await gatewayOn(fetch, { limits: { redirects: 3 } }).gateway.getJson('/x', []);
    assert.ok(!answer.ok && answer.error.kind === 'redirectRefused');
    assert.equal(seen.length, 4);
  });
});

describe('Limits', () => {
  const never = (seen: Seen): Promise<Response> =>
    new Promise((_, reject) => seen.init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));

  it("end a request to a service that doesn't respond", async () => {
    const { fetch } = fakeFetch(never);
    const answer = await gatewayOn(fetch, { limits: { timeoutMillis: 10 } }).gateway.getJson('/x', []);
    assert.ok(!answer.ok && answer.error.kind === 'timeout');
    assert.equal(answer.error.afterMillis, 10);
  });

  it('end a body without end, and a fetch that ignores its signal', async () => {
    const endless = new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{"a":')) }));
    for (const answer of [endless, new Promise<Response>(() => undefined)]) {
      const { gateway } = gatewayOn(() => Promise.resolve(answer), { limits: { timeoutMillis: 10 } });
      const outcome = await gateway.getJson('/x', []);
      assert.ok(!outcome.ok && outcome.error.kind === 'timeout');
    }
  });

  it('end a body at its maximum, with or without a length, and discard the rest', async () => {
    let pulled = 0;
    const flood = (): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            pulled++;
            controller.enqueue(new Uint8Array(1_000));
          },
        }),
      );
    for (const answer of [flood(), text('x'.repeat(20_000), 200, { 'Content-Length': '20000' })]) {
      const outcome = await gatewayOn(() => Promise.resolve(answer), { limits: { maxBytes: 10_000 } }).gateway.getJson(
        '/x',
        [],
      );
      assert.ok(!outcome.ok && outcome.error.kind === 'tooLarge');
      assert.equal(outcome.error.maxBytes, 10_000);
    }
    assert.ok(pulled < 20);
  });

  it('end a canceled request at once and abort its signal', async () => {
    const controller = new AbortController();
    const { fetch, seen } = fakeFetch(never);
    const pending = gatewayOn(fetch).gateway.getJson('/x', [], { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const answer = await pending;
    assert.ok(!answer.ok && answer.error.kind === 'canceled');
    assert.equal(seen[0]?.init.signal?.aborted, true);
  });

  it('apply to concurrent requests, and a canceled one leaves the queue unsent', async () => {
    const open: (() => void)[] = [];
    const { fetch, seen } = fakeFetch(() => new Promise((resolve) => open.push(() => resolve(json({})))));
    const { gateway } = gatewayOn(fetch, { limits: { concurrent: 2 } });
    const third = new AbortController();
    const all = [
      gateway.getJson('/1', []),
      gateway.getJson('/2', []),
      gateway.getJson('/3', [], { signal: third.signal }),
      gateway.getJson('/4', []),
    ];
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await settled();
    assert.equal(seen.length, 2);
    third.abort();
    open.shift()?.();
    await settled();
    open.shift()?.();
    await settled();
    open.shift()?.();
    const outcomes = await Promise.all(all);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind)),
      ['ok', 'ok', 'canceled', 'ok'],
    );
    assert.deepEqual(
      seen.map(({ url }) => url.pathname),
      ['/prefix/1', '/prefix/2', '/prefix/4'],
    );
  });
});

describe('Real socket', () => {
  it('distinguishes a truncated response from a closed port', async () => {
    const server = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (request.url?.startsWith('/whole') === true) {
        response.end('{"a":1}');
        return;
      }
      response.setHeader('Content-Length', '100');
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const on = () => gatewayOn(globalThis.fetch, { baseUrl: `http://127.0.0.1:${port}` }).gateway;
    try {
      const whole = await on().getJson('/whole', []);
      assert.ok(whole.ok);
      assert.deepEqual(whole.value.body, { a: 1 });
      const cut = await on().getJson('/cut', []);
      assert.ok(!cut.ok && cut.error.kind === 'unreachable', JSON.stringify(cut));
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    const refused = await on().getJson('/whole', []);
    assert.ok(!refused.ok && refused.error.kind === 'connectionRefused', JSON.stringify(refused));
  });
});
