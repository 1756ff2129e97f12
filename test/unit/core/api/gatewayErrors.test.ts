import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getServiceMessage, type RequestErrorKind } from '../../../../src/core/api/requestError';
import type { Budget } from '../../../../src/core/api/client';
import { fakeFetch, fault, gatewayOn, json, text, theKey } from './fakes';
import { plain } from '../../../harness/plain';

const now = 1_700_000_000_000;

async function errorOf(...answers: Parameters<typeof fakeFetch>) {
  const outcome = await gatewayOn(fakeFetch(...answers).fetch).gateway.getJson('/x', []);
  assert.ok(!outcome.ok, 'no error');
  return outcome.error;
}

describe('Errors thrown by fetch', () => {
  const cases: readonly (readonly [RequestErrorKind, Error])[] = [
    ['nameNotFound', fault('ENOTFOUND', 'getaddrinfo ENOTFOUND lookups-test-1.com')],
    ['nameNotFound', fault('EAI_AGAIN')],
    ['nameNotFound', new Error('net::ERR_NAME_NOT_RESOLVED')],
    ['connectionRefused', fault('ECONNREFUSED')],
    ['connectionRefused', new TypeError('fetch failed', { cause: new AggregateError([fault('ECONNREFUSED')]) })],
    ['connectionRefused', new TypeError('Failed to fetch', { cause: new Error('net::ERR_CONNECTION_REFUSED') })],
    ['certificate', fault('CERT_HAS_EXPIRED')],
    ['certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['certificate', fault('SELF_SIGNED_CERT_IN_CHAIN')],
    ['certificate', fault('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['certificate', fault('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['noTls', fault('ERR_SSL_WRONG_VERSION_NUMBER')],
    ['certificate', new Error('net::ERR_CERT_AUTHORITY_INVALID')],
    ['timeout', fault('UND_ERR_CONNECT_TIMEOUT')],
    ['timeout', fault('ETIMEDOUT')],
    ['timeout', new Error('net::ERR_TIMED_OUT')],
    ['unreachable', fault('ECONNRESET')],
    ['unreachable', fault('UND_ERR_SOCKET', 'other side closed')],
    ['unreachable', new Error('net::ERR_INTERNET_DISCONNECTED')],
    ['unreachable', new Error('')],
  ];
  for (const [kind, error] of cases) {
    const code = (error.cause as { code?: string } | undefined)?.code ?? error.message;
    it(`map ${code} to ${kind}`, async () => assert.equal((await errorOf(error)).kind, kind));
  }

  it('may have circular causes', async () => {
    const error = new Error('a');
    error.cause = error;
    assert.equal((await errorOf(error)).kind, 'unreachable');
  });
});

describe('Error responses', () => {
  const cases: readonly (readonly [string, RequestErrorKind, Response])[] = [
    ['an HTML page', 'notJson', text('<!doctype html><title>Sign in</title>')],
    ['cut JSON', 'notJson', text('{"results": [{"iid": 1')],
    ['nothing', 'notJson', text('')],
    ['400', 'badRequest', json({ error: 'Bad value.' }, 400)],
    ['401', 'keyRejected', json({ error: 'Invalid key.' }, 401)],
    ['401 in HTML', 'keyRejected', text('<html>', 401)],
    ['403', 'keyRejected', json({ error: 'Forbidden.' }, 403)],
    ['403 of a guard in front', 'badRequest', text('<html>blocked', 403)],
    ['404 of another server', 'notFound', text('<html>not here', 404)],
    ['407', 'unreachable', text('', 407)],
    ['429', 'rateLimited', json({ error: 'API rate limit exceeded: slow down.' }, 429)],
    ['429 in HTML', 'rateLimited', text('<html>', 429)],
    ['500', 'serverError', json({ error: 'Oops.' }, 500)],
    ['502 in HTML', 'serverError', text('<html>', 502)],
    ['304', 'badRequest', new Response(null, { status: 304 })],
    ['an error body with 200', 'badRequest', json({ error: 'What?' })],
    ['a rate limit with 400', 'rateLimited', json({ error: 'API rate limit exceeded' }, 400)],
    ['a limit, to a request without one', 'rateLimited', json({ error: 'The limit of your plan is 50 results.' }, 429)],
  ];
  for (const [name, kind, answer] of cases) {
    it(`map ${name} to ${kind}`, async () => assert.equal((await errorOf(answer)).kind, kind));
  }

  it('state whether there was a key to reject', async () => {
    const error = await errorOf(json({ error: 'no' }, 401));
    assert.ok(error.kind === 'keyRejected' && error.hadKey);
  });

  it('are answers where the caller accepts the body, whatever the status', async () => {
    for (const status of [200, 400, 404, 500]) {
      const { gateway } = gatewayOn(fakeFetch(json({ error: 'Indicator not found.' }, status)).fetch);
      const outcome = await gateway.getJson('/x', [], { accept: () => true });
      assert.ok(outcome.ok);
    }
  });
});

describe('Retry', () => {
  for (const [name, first] of [
    ['a broken connection', fault('ECONNRESET')],
    ['502', text('', 502)],
    ['503', text('', 503)],
    ['504', text('', 504)],
  ] as const) {
    it(`follows ${name}, once`, async () => {
      const good = fakeFetch(first, json({ a: 1 }));
      assert.ok((await gatewayOn(good.fetch).gateway.getJson('/x', [])).ok);
      const bad = fakeFetch(first);
      assert.ok(!(await gatewayOn(bad.fetch).gateway.getJson('/x', [])).ok);
      assert.equal(bad.seen.length, 2);
    });
  }
  for (const [name, first] of [
    ['500', text('', 500)],
    ['429', text('', 429)],
    ['a certificate', fault('CERT_HAS_EXPIRED')],
    ['an unknown name', fault('ENOTFOUND')],
  ] as const) {
    it(`doesn't follow ${name}`, async () => {
      const { fetch, seen } = fakeFetch(first);
      await gatewayOn(fetch).gateway.getJson('/x', []);
      assert.equal(seen.length, 1);
    });
  }
});

describe('Rate limits', () => {
  const limited = (headers: Record<string, string> = {}): Response =>
    json({ error: 'API rate limit exceeded' }, 429, headers);

  for (const [name, headers, after] of [
    ['in seconds', { 'Retry-After': '40' }, 40_000],
    ['as a date', { 'Retry-After': new Date(now + 90_000).toUTCString() }, 90_000],
    [
      'as a date of a server whose clock is an hour ahead',
      {
        'Retry-After': new Date(now + 3_690_000).toUTCString(),
        Date: new Date(now + 3_600_000).toUTCString(),
      },
      90_000,
    ],
    ['long gone', { 'Retry-After': new Date(now - 90_000).toUTCString() }, 1_000],
    ['for ever', { 'Retry-After': '999999999' }, 86_400_000],
    ['in words', { 'Retry-After': 'soon' }, 5_000],
    ['not at all', {}, 5_000],
  ] as const) {
    it(`obey a 429 with ${name}`, async () => {
      const { fetch, seen } = fakeFetch(limited(headers), json({}));
      let time = now;
      const { gateway } = gatewayOn(fetch, { now: () => time, limits: { holdMillis: 0 } });
      const first = await gateway.getJson('/x', []);
      assert.ok(!first.ok && first.error.kind === 'rateLimited');
      assert.equal(first.error.retryAt, now + after);
      assert.equal(gateway.budget().pausedUntil, now + after);
      time += after - 1;
      const second = await gateway.getJson('/x', []);
      assert.deepEqual(second, first, 'said again without asking');
      assert.equal(seen.length, 1);
      time += 1;
      assert.ok((await gateway.getJson('/x', [])).ok);
      assert.equal(gateway.budget().pausedUntil, undefined);
    });
  }

  it('grow without a Retry-After, and start small again after a success', async () => {
    const { fetch } = fakeFetch(limited(), limited(), limited(), json({}), limited());
    let time = now;
    const { gateway } = gatewayOn(fetch, { now: () => time });
    const pauses: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const outcome = await gateway.getJson('/x', []);
      if (!outcome.ok && outcome.error.kind === 'rateLimited') pauses.push(outcome.error.retryAt - time);
      time += 3_600_000;
    }
    assert.deepEqual(pauses, [5_000, 10_000, 20_000, 5_000]);
  });

  it('obey a 503 with a Retry-After also', async () => {
    const { fetch, seen } = fakeFetch(text('', 503, { 'Retry-After': '60' }));
    const { gateway } = gatewayOn(fetch);
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await gateway.getJson('/x', []);
      assert.ok(!outcome.ok && outcome.error.kind === 'serverError');
    }
    assert.equal(seen.length, 1);
    assert.equal(gateway.budget().pausedUntil, now + 60_000);
  });

  it("don't pause for a limit above the plan", async () => {
    const { fetch, seen } = fakeFetch(json({ error: 'The limit of your plan is 50 results.' }, 429), json({}));
    const { gateway } = gatewayOn(fetch);
    const untriedLimit = { limit: 1_000, isLowerTry: false };
    const refused = await gateway.getJson('/x', [], { untriedLimit });
    assert.ok(!refused.ok && refused.error.kind === 'badRequest');
    assert.ok((await gateway.getJson('/x', [])).ok);
    assert.equal(seen.length, 2);
  });

  it('are read from the headers, kept where those are missing, and reported when they change', async () => {
    const reported: Budget[] = [];
    const { fetch } = fakeFetch(
      json({}, 200, { 'X-Requests-Remaining-Day': '38', 'X-Requests-Remaining-Month': '900' }),
      json({}, 200, { 'X-Requests-Remaining-Day': '37' }),
      json({}, 200, { 'X-Requests-Remaining-Day': 'lots' }),
      limited({ 'Retry-After': '40' }),
    );
    const { gateway } = gatewayOn(fetch);
    gateway.onBudget((budget) => reported.push(budget));
    for (let turn = 0; turn < 4; turn++) await gateway.getJson('/x', []);
    assert.deepEqual(
      [reported[2]?.pausedBy?.kind, getServiceMessage(reported[2]?.pausedBy)],
      ['rateLimited', 'API rate limit exceeded'],
    );
    assert.deepEqual(plain(reported), [
      { day: 38, month: 900 },
      { day: 37, month: 900 },
      { day: 37, month: 900, pausedUntil: now + 40_000, pausedBy: reported[2]?.pausedBy },
    ]);
  });

  it('that have run out apply to their own day or month, in UTC, only', async () => {
    const { fetch } = fakeFetch(
      json({}, 200, { 'X-Requests-Remaining-Day': '0', 'X-Requests-Remaining-Month': '4' }),
      json({}, 200, { 'X-Requests-Remaining-Day': '9', 'X-Requests-Remaining-Month': '0' }),
    );
    let time = Date.UTC(2025, 11, 30, 23, 30);
    const { gateway } = gatewayOn(fetch, { now: () => time });
    assert.equal(gateway.budget().spent, undefined);
    await gateway.getJson('/x', []);
    assert.deepEqual(gateway.budget().spent, { span: 'day', until: Date.UTC(2025, 11, 31) });
    time = Date.UTC(2025, 11, 31);
    assert.equal(gateway.budget().spent, undefined);
    await gateway.getJson('/x', []);
    assert.deepEqual(gateway.budget().spent, { span: 'month', until: Date.UTC(2026, 0, 1) });
    time = Date.UTC(2026, 0, 1);
    assert.equal(gateway.budget().spent, undefined);
  });

  it('wait for a short pause, and send nothing when the wait is canceled', async () => {
    const { fetch, seen } = fakeFetch(json({}, 200, { 'X-Requests-Remaining-Second': '0' }), json({}));
    let time = now;
    const { gateway } = gatewayOn(fetch, { now: () => time });
    await gateway.getJson('/x', []);
    const left = new AbortController();
    const waiting = gateway.getJson('/x', [], { signal: left.signal });
    await new Promise((resolve) => setImmediate(resolve));
    left.abort();
    assert.ok(!(await waiting).ok);
    assert.equal(seen.length, 1);
    time += 990;
    const startedAt = performance.now();
    assert.ok((await gateway.getJson('/x', [])).ok);
    assert.ok(performance.now() - startedAt >= 8);
    assert.equal(seen.length, 2);
  });

  it('per second allow one request at a time', async () => {
    const open: (() => void)[] = [];
    const { fetch, seen } = fakeFetch(
      json({}, 200, { 'X-Requests-Remaining-Second': '1' }),
      () => new Promise((resolve) => open.push(() => resolve(json({})))),
    );
    const { gateway } = gatewayOn(fetch);
    await gateway.getJson('/1', []);
    const both = [gateway.getJson('/2', []), gateway.getJson('/3', [])];
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(seen.length, 2);
    open.shift()?.();
    await both[0];
    await new Promise((resolve) => setImmediate(resolve));
    open.shift()?.();
    assert.ok((await Promise.all(both)).every((outcome) => outcome.ok));
  });
});

describe('Key', () => {
  const keys = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 }).filter((key) => key.trim() === key);
  const everything = (outcome: unknown, exchanges: unknown): string => JSON.stringify([outcome, exchanges]);

  it('is in no error and no log, wherever the service or fetch repeats it', async () => {
    const forms = fc.constantFrom<(key: string, url: string) => Response | Error>(
      (key) => json({ error: `The key ${key} is not valid` }, 401),
      (key) => json({ error: `?key=${encodeURIComponent(key)}` }, 400),
      (key) => json({ error: `API rate limit exceeded: ${key}` }, 429),
      (key) => text(`<html>${key}`, 500),
      (_key, url) => new TypeError(`Failed to parse URL from ${url}`),
      (_key, url) => text('', 302, { location: url.replace('lookups-test-1', 'lookups-test-2') }),
      (key) => Object.assign(new Error(`socket of ${key}`), { code: 'ECONNRESET' }),
    );
    await fc.assert(
      fc.asyncProperty(keys, forms, async (key, form) => {
        const { fetch } = fakeFetch((seen) => form(key, seen.url.href));
        const { gateway, exchanges } = gatewayOn(fetch, { key: () => Promise.resolve(key) });
        const reported = everything(await gateway.getJson('/x', [['indicator', 'a.test']]), exchanges);
        for (const spelled of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) {
          assert.ok(!reported.includes(spelled), reported);
        }
      }),
    );
  });

  it('stays out of any body, which is an answer or an error, never an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 200, max: 599 }), async (body, status) => {
        const empty = [204, 205, 304].includes(status);
        const { fetch } = fakeFetch(() => new Response(empty ? null : body, { status }));
        await gatewayOn(fetch).gateway.getJson('/x', []);
      }),
    );
  });

  it('is removed from texts even after it was replaced', async () => {
    let key = 'first-key-of-two';
    const { fetch } = fakeFetch(json({}));
    const { gateway } = gatewayOn(fetch, { key: () => Promise.resolve(key) });
    await gateway.getJson('/x', []);
    key = 'second-key-of-two';
    await gateway.getJson('/x', []);
    assert.equal(gateway.redact('first-key-of-two second-key-of-two').includes('key'), false);
    assert.equal(gateway.redact(`http://a.test/?a=1&key=${theKey}`).includes('k3y'), false);
  });
});
