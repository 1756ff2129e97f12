import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Connection } from '../../../src/core/store/sqlite/sqlite';
import { createTimeSlicer, type Pace, type Steps } from '../../../src/core/store/sqlite/timeSlicer';
import type { StixEntry } from '../../../src/core/store/stix/entries';
import { groups } from '../../../src/core/store/stix/position';
import type { ServedObjects } from '../../../src/service/servedRecords';
import { createService, type Service } from '../../../src/service';
import { tiers } from '../../../src/service/http/tiers';
import { WorkLimiter, WorkLimitError, type WorkRates } from '../../../src/service/http/workLimiter';
import type { ServedRecords } from '../../../src/service/servedRecords';
import { noon, servedRecords, someRecord } from './servedRecords';

const neverAborted = new AbortController().signal;
const connection = Connection.open(':memory:', { readOnly: false, busyMillis: 0 });

describe('Processor time of a caller', () => {
  const rates: WorkRates = { request: 1_000, burst: 3_000, share: 0.5, atOnce: 3 };
  let now: number;
  let limiter: WorkLimiter;
  beforeEach(() => {
    now = noon;
    limiter = new WorkLimiter(rates, () => now);
  });

  const limitError = (status: number, retryAfter?: number) => (error: unknown) =>
    error instanceof WorkLimitError && error.status === status && error.retryAfter === retryAfter;

  /** A request that takes so long and ends. */
  async function use(millis: number): Promise<void> {
    const work = limiter.begin(neverAborted);
    try {
      work.spend(millis);
      await work.proceed();
    } finally {
      work.end();
    }
  }

  it('ends a request that takes more than its share', async () => {
    const work = limiter.begin(neverAborted);
    work.spend(600);
    await work.proceed();
    work.spend(600);
    await assert.rejects(work.proceed(), /more than 1 seconds of processor time\. Narrow the query/);
    work.end();
  });

  it('is used up by long requests, not by short ones, and comes back with time', async () => {
    for (let count = 0; count < 100; count++) await use(40);
    for (let count = 0; count < 3; count++) await use(1_000);
    await assert.rejects(use(1_000), limitError(429, 2));
    await use(40);
    now += 20_000;
    await use(1_000);
  });

  it('comes back after a clock was set back', async () => {
    for (let count = 0; count < 3; count++) await use(1_000);
    now -= 86_400_000;
    await assert.rejects(use(1_000), limitError(429, 2));
    now += 20_000;
    await use(1_000);
  });

  it('is divided in turns among long requests, of which there are only so many', async () => {
    const order: number[] = [];
    const works = [0, 1, 2].map(() => limiter.begin(neverAborted));
    const run = async (name: number, pace: Pace): Promise<void> => {
      for (let slice = 0; slice < 3; slice++) {
        pace.spend(100);
        await pace.proceed();
        order.push(name);
        await setImmediate();
      }
    };
    const running = works.map((work, name) => run(name, work).finally(() => work.end()));
    await assert.rejects(use(100), limitError(429, 1));
    await use(40);
    await Promise.all(running);
    assert.deepEqual(order, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    await use(100);
  });

  it('passes to the next request when one is canceled, running or waiting', async () => {
    const canceled = new AbortController();
    const [first, second, third] = [canceled.signal, canceled.signal, neverAborted].map((each) => limiter.begin(each));
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    for (const work of [first, second, third]) work.spend(100);
    await first.proceed();
    const waiting = [second.proceed(), third.proceed()];
    canceled.abort();
    await Promise.all(waiting);
    third.end();
  });
});

describe('Work in slices', () => {
  it('reports its processor time, and ends where it may not continue', async () => {
    let clock = 0;
    let steps = 0;
    let isEnded = false;
    function* endless(): Steps<undefined> {
      try {
        for (;;) {
          clock += 4;
          steps++;
          yield;
        }
      } finally {
        isEnded = true;
      }
    }
    let spent = 0;
    const pace: Pace = {
      spend: (millis) => void (spent += millis),
      proceed: () => (spent >= 80 ? Promise.reject(new Error('too long')) : Promise.resolve()),
    };
    const slicer = createTimeSlicer(
      (work) => work(connection),
      () => clock,
    );
    await assert.rejects(slicer(endless, { pace }), /too long/);
    assert.deepEqual([spent, steps, isEnded], [80, 20, true]);
  });
});

describe('Queries of the local service', () => {
  let clock: number;
  let steps: Record<string, number>;
  beforeEach(() => {
    clock = 0;
    steps = {};
  });

  /** A store whose queries take the number of steps in their `ioc`, 10 ms each. */
  function store(): ServedRecords {
    const slicer = createTimeSlicer(
      (work) => work(connection),
      () => clock,
    );
    return {
      ...servedRecords(),
      search: (query, options) => {
        const count = query.kind === 'term' ? Number(query.value) : 0;
        function* work(): Steps<readonly []> {
          for (let step = 0; step < count; step++) {
            clock += 10;
            steps[count] = (steps[count] ?? 0) + 1;
            yield;
          }
          return [];
        }
        return slicer(work, options);
      },
    };
  }

  function get(service: Service, q: string, key?: string): Promise<Response> {
    const params = new URLSearchParams({ q, ...(key === undefined ? {} : { key }) });
    return service(new Request(`http://127.0.0.1/api/explore.php?${params.toString()}`));
  }

  const served = (embedded = false): Service =>
    createService({ store: store(), tier: 'pro', key: 'test-key', embedded, now: () => noon });

  it('that take too long without the key end with an error, while others are answered', async () => {
    const service = served();
    const rude = Array.from({ length: tiers.visitor.work.atOnce + 2 }, () => get(service, 'ioc=100000'));
    const short = get(service, 'ioc=3');
    const good = await get(service, 'ioc=200', 'test-key');
    assert.equal(good.status, 200);
    // The visitors' requests, together, get no more than one caller's turns besides their first 50 ms each.
    assert.ok((steps['100000'] ?? 0) <= 2 * 200 + 10 * 6, JSON.stringify(steps));
    assert.equal((await short).status, 200);
    const answers = await Promise.all(rude);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array<number>(8).fill(400), 429, 429]);
    const busy = answers.find(({ status }) => status === 429);
    assert.equal(busy?.headers.get('retry-after'), '1');
    const tooLong = answers.find(({ status }) => status === 400);
    assert.deepEqual(await tooLong?.json(), {
      error:
        'The answer takes too long: more than 5 seconds of processor time. Narrow the query, for example by a time or a type.',
    });
    assert.equal((await get(service, 'ioc=100000')).status, 429);
    assert.equal((await get(service, 'ioc=3')).status, 200);
  });

  it('of the extension itself take as long as they need', async () => {
    assert.equal((await get(served(true), 'ioc=7000')).status, 200);
  });

  it('have limits of terms and wildcards, which the error names, but not in the extension', async () => {
    const queries: readonly (readonly [query: string, error: string])[] = [
      [
        Array.from({ length: 501 }, (_, at) => `seen=2010-*-${at}*0`).join(' or '),
        'The query has 501 terms with wildcards. At most 500 are allowed.',
      ],
      [`ioc=${'*a'.repeat(1_001)}`, 'The query has 1001 wildcards. At most 1000 are allowed.'],
      [
        Array.from({ length: 10_001 }, (_, at) => `ioc=host-${at}.example`).join(' or '),
        'The query has 10001 terms. At most 10000 are allowed.',
      ],
    ];
    for (const [query, error] of queries) {
      const response = await get(served(), query, 'test-key');
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), { error });
      assert.equal((await get(served(true), query)).status, 200);
    }
    const batch = Array.from({ length: 10_000 }, (_, at) => `ioc=host-${at}.example`).join(' or ');
    assert.equal((await get(served(), batch)).status, 200);
  });

  it('share nothing with requests for one record', async () => {
    const service = createService({ store: servedRecords(someRecord({ iid: 1 })), tier: 'pro', embedded: false });
    const response = await service(new Request('http://127.0.0.1/api/indicator.php?iid=1'));
    assert.equal(response.status, 200);
  });
});

describe('Pages of the TAXII server', () => {
  let clock: number;
  before(() => {
    clock = 0;
    mock.method(performance, 'now', () => clock);
  });
  after(() => mock.restoreAll());

  const source = { id: 1, kind: 'import', name: 'list.csv', address: '', asOf: noon } as const;
  const entry: StixEntry = {
    kind: 'original',
    type: 'note',
    id: 'note--1',
    spec: '2.1',
    modified: '',
    body: '{}',
    sortKey: { created: '2026-01-01T00:00:00.000000Z', group: groups.original, source: 1, id: 1, part: 0 },
  };
  let more = false;
  /** A store with a page that takes 10 s. */
  const stix: ServedObjects = {
    sources: () => Promise.resolve([source]),
    changedUntil: () => Promise.resolve(0),
    version: () => Promise.resolve('1'),
    original: () => Promise.resolve(undefined),
    page: () => {
      clock += 10_000;
      return Promise.resolve({ entries: [entry], more });
    },
  };

  const get = (service: Service, query: string): Promise<Response> =>
    service(
      new Request(`http://127.0.0.1/taxii2/api/collections/all/objects/${query}`, {
        headers: {
          Accept: 'application/taxii+json;version=2.1',
          Authorization: `Basic ${btoa('taxii2:test-key')}`,
        },
      }),
    );
  const served = (embedded = false): Service =>
    createService({ store: { ...servedRecords(), stix }, tier: 'pro', key: 'test-key', embedded, now: () => noon });

  it('count as processor time of their caller', async () => {
    const service = served();
    more = false;
    const { burst } = tiers.pro.work;
    const fit = Math.ceil(burst / (10_000 - 50));
    for (let count = 1; count < fit; count++) assert.equal((await get(service, '')).status, 200);
    const refused = await get(service, '');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const { title } = (await refused.json()) as { title: string };
    assert.match(title, /^The processor time for long requests is used up\./);
    assert.equal((await get(served(true), '')).status, 200);
  });

  it('that take too long to find end with an error', async () => {
    more = true;
    const response = await get(served(), '?match[type]=malware');
    assert.equal(response.status, 400);
    assert.match(await response.text(), /more than 60 seconds of processor time/);
  });
});
