import assert from 'node:assert/strict';
import { unknownPath } from '../../../src/core/api/http/nothingFound';
import { tierNames, type TierName } from '../../../src/core/store/protocol/protocol';
import { createService, type Service } from '../../../src/service';
import { send, explore } from './send';
import { noon, servedRecords, someRecord } from './servedRecords';

const key = 'test-key';
const byIid = '/api/indicator.php?iid=1';

function embedded(): Service {
  return createService({
    store: servedRecords(someRecord({ iid: 1 })),
    tier: 'business',
    embedded: true,
    now: () => noon,
  });
}

function served(tier: TierName, now: () => number = () => noon): Service {
  return createService({ store: servedRecords(someRecord({ iid: 1 })), tier, key, embedded: false, now });
}

describe('All endpoints', () => {
  it('answer compact JSON, and indent it with pretty=1', async () => {
    for (const [path, compact] of [
      [byIid, true],
      [`${byIid}&pretty=0`, true],
      [`${byIid}&pretty=1`, false],
      ['/api/indicator.php?iid=7&pretty=1', false],
    ] as const) {
      const { text, body, headers } = await send(embedded(), path);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(text === JSON.stringify(body), compact, path);
      if (!compact) assert.match(text, /^\{\n {4}"/);
    }
  });

  const refusals: readonly (readonly [path: string, status: number, error: string, init?: RequestInit])[] = [
    [`${byIid}&pretty=2`, 400, 'Parameter pretty must be 0 or 1.'],
    ['/api/indicator.php?iid=one', 400, 'Parameter iid must be a whole number of at least 1.'],
    ['/api/explore.php', 400, 'Parameter q is missing.'],
    ['/api/explore.php?q=', 400, 'Parameter q is missing.'],
    [byIid, 405, 'The method POST is not allowed here.', { method: 'POST' }],
    [byIid, 405, 'The method DELETE is not allowed here.', { method: 'DELETE' }],
    [byIid, 405, 'The method OPTIONS is not allowed here.', { method: 'OPTIONS' }],
  ];
  for (const [path, status, error, init] of refusals) {
    it(`answer ${init?.method ?? 'GET'} ${path} with ${status} and one field`, async () => {
      const answer = await send(embedded(), path, init);
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, { error });
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      if (status === 405) assert.equal(answer.headers.get('allow'), 'GET');
    });
  }

  for (const path of ['/api/nothing.php', '/']) {
    it(`answer GET ${path} with a code for unknown paths`, async () => {
      const answer = await send(embedded(), path);
      assert.equal(answer.status, 404);
      assert.deepEqual(answer.body, { error: 'There is nothing at this address.', code: unknownPath });
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });
  }

  it('use the last of a repeated parameter and ignore unknown ones', async () => {
    assert.equal((await send(embedded(), '/api/indicator.php?iid=7&iid=1&page=3')).status, 200);
  });

  it('answer an internal error with a bare 500, and report it to the host only', async () => {
    const faults: unknown[] = [];
    const broken = createService({
      store: {
        ...servedRecords(),
        byIid: () => {
          throw new Error('at /home/someone/store.db');
        },
      },
      tier: 'business',
      embedded: true,
      onError: (fault) => faults.push(fault),
    });
    const { status, body } = await send(broken, byIid);
    assert.equal(status, 500);
    assert.deepEqual(body, { error: 'Internal server error.' });
    assert.equal(faults.length, 1);
  });
});

describe('API key', () => {
  it('is optional, but must be right if given', async () => {
    assert.equal((await send(served('pro'), byIid)).status, 200);
    assert.equal((await send(served('pro'), `${byIid}&key=${key}`)).status, 200);
    for (const wrong of ['test-kez', 'test', `${key}y`, 'ключ']) {
      const { status, body } = await send(served('pro'), `${byIid}&key=${encodeURIComponent(wrong)}`);
      assert.equal(status, 401);
      assert.deepEqual(body, { error: 'The API key is not valid.' });
    }
  });

  it('is always wrong if the service has none', async () => {
    const keyless = createService({ store: servedRecords(), tier: 'pro', embedded: false });
    assert.equal((await send(keyless, `${byIid}&key=undefined`)).status, 401);
  });

  it("isn't checked inside the extension", async () => {
    assert.equal((await send(embedded(), `${byIid}&key=any`)).status, 200);
  });
});

describe('Rate limit', () => {
  /** Asks until refused; how often it was answered, and the refusal. */
  async function untilRefused(service: Service, path: string) {
    for (let answered = 0; ; answered++) {
      const answer = await send(service, path);
      if (answer.status !== 200) return { answered, ...answer };
    }
  }

  it('reports what is left, and how long to wait', async () => {
    const service = served('pro');
    const first = await send(service, byIid);
    assert.equal(first.headers.get('x-requests-remaining-second'), '19');
    assert.equal(first.headers.get('x-requests-remaining-day'), '1999');
    assert.equal(first.headers.get('x-requests-remaining-month'), '19999');
    assert.equal(first.headers.get('retry-after'), null);
    const refused = await untilRefused(service, byIid);
    assert.equal(refused.answered, 19);
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.body, { error: 'API rate limit exceeded: no more requests this second.' });
    assert.equal(refused.headers.get('x-requests-remaining-second'), '0');
    assert.equal(refused.headers.get('retry-after'), '1');
  });

  it('is stricter without a key, and counted separately', async () => {
    const service = served('free');
    assert.equal((await untilRefused(service, byIid)).answered, 20);
    assert.equal((await untilRefused(service, `${byIid}&key=${key}`)).answered, 50);
  });

  it('applies to wrong keys', async () => {
    const service = served('pro');
    const tries = [];
    for (let n = 0; n < 21; n++) tries.push((await send(service, `${byIid}&key=guess-${n}`)).status);
    assert.deepEqual(new Set(tries.slice(0, 20)), new Set([401]));
    assert.equal(tries[20], 429);
  });

  it('is reset each second, day, and month', async () => {
    let now = noon;
    const service = served('pro', () => now);
    await untilRefused(service, byIid);
    now += 1000;
    assert.equal((await send(service, byIid)).status, 200);
    let spent = { answered: 0, body: {} as unknown, headers: new Headers() };
    while (!JSON.stringify(spent.body).includes('day')) {
      spent = await untilRefused(service, byIid);
      now += 1000;
    }
    assert.equal(spent.headers.get('retry-after'), String(Math.ceil((Date.UTC(2024, 2, 2) - (now - 1000)) / 1000)));
    now = Date.UTC(2024, 2, 2);
    assert.equal((await send(service, byIid)).status, 200);
  });

  it('does not apply inside the extension', async () => {
    const service = embedded();
    for (let n = 0; n < 100; n++) assert.equal((await send(service, byIid)).status, 200);
    assert.equal((await send(service, byIid)).headers.get('x-requests-remaining-second'), null);
  });
});

describe('Plan', () => {
  const limits: Readonly<Record<TierName, number>> = {
    visitor: 10,
    free: 50,
    pro: 250,
    team: 1000,
    business: 10_000,
    feed: 250,
  };
  const many = servedRecords(...Array.from({ length: 10_001 }, (_, n) => someRecord({ iid: n + 1, risk: 'high' })));

  for (const tier of tierNames) {
    it(`gives ${tier} ${limits[tier]} results by default, and no more`, async () => {
      const service = createService({ store: many, tier, key, embedded: false, now: () => noon });
      const { body } = await explore(service, { q: 'risk=high', key });
      assert.equal((body as { results: unknown[] }).results.length, limits[tier]);
      const over = await explore(service, { q: 'risk=high', key, limit: String(limits[tier] + 1) });
      assert.equal(over.status, 429);
      assert.deepEqual(over.body, {
        error: `Parameter limit is ${limits[tier] + 1}; the plan “${tier}” allows at most ${limits[tier]}.`,
      });
    });
  }

  it('is Visitor without a key', async () => {
    const service = createService({ store: many, tier: 'team', key, embedded: false, now: () => noon });
    const { body } = await explore(service, { q: 'risk=high' });
    assert.equal((body as { results: unknown[] }).results.length, 10);
  });
});
