import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createServiceClient } from '../../../../src/core/api';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { fakeFetch, gatewayOn, json } from '../api/fakes';
import { type Batch, domains, exploringWorld, type ExploringWorld } from './exploring';
import { hour, minute, record, settled, start, world } from './fakes';

const values = (here: ExploringWorld): string[] => here.batches.flatMap((batch) => [...batch.values]);
const tooHigh = (limit: number): RequestError => ({
  kind: 'badRequest',
  detail: `HTTP 429: limit ${limit} is above your plan's`,
  status: 429,
});

describe('Lookup of visible indicators', () => {
  it('sends few requests, one row below the limit of a plan without a key', async () => {
    const here = exploringWorld();
    await here.lookups.lookUpVisible(domains(20));
    assert.deepEqual(here.batches.map((batch) => [batch.values.length, batch.limit]).slice(0, 1), [[9, 10]]);
    assert.deepEqual(
      values(here).sort(),
      domains(20)
        .map(({ value }) => value)
        .sort(),
    );
    assert.deepEqual(here.requested(), []);
  });

  it("stores summaries, and doesn't request them again", async () => {
    const here = exploringWorld();
    const changed: (string | undefined)[] = [];
    here.lookups.onChanged((key) => changed.push(key));
    const [first] = domains(1) as [Indicator];
    await here.lookups.lookUpVisible([first]);
    const { known, state } = here.lookups.local(first, 'visible');
    assert.equal(known[0]?.record.risk, 'high');
    assert.equal(known[0].detail, 'summary');
    assert.equal(state.kind, 'settled');
    assert.deepEqual(changed, [first.value]);
    assert.equal(here.kept[0]?.knowledge.kind, 'known');
    await here.lookups.lookUpVisible([first]);
    assert.equal(here.batches.length, 1);
  });

  it('remembers indicators missing from the answer as misses, as long as other misses', async () => {
    const here = exploringWorld({ knows: () => false });
    await here.lookups.lookUpVisible(domains(3));
    assert.equal(here.lookups.local(domains(1)[0] as Indicator, 'hover').notFound.length, 1);
    here.now = start + 59 * minute;
    await here.lookups.lookUpVisible(domains(3));
    assert.equal(here.batches.length, 1);
    here.now = start + 61 * minute;
    await here.lookups.lookUpVisible(domains(3));
    assert.equal(here.batches.length, 2);
  });

  it('logs each request with its reason and result', async () => {
    const here = exploringWorld({ knows: (value) => value.startsWith('n0') });
    await here.lookups.lookUpVisible(domains(3));
    const [entry, ...others] = here.lookups.requestLog.list();
    assert.deepEqual(others, []);
    assert.deepEqual(
      entry?.what,
      domains(3).map(({ value }) => value),
    );
    assert.equal(entry.why, 'visible');
    assert.deepEqual([entry.outcome, entry.known, entry.knownAt, entry.what.length], ['answered', 1, [0], 3]);
  });

  for (const mode of ['offline', 'onDemand', 'onHover'] as const) {
    it(`sends nothing in mode ${mode}`, async () => {
      const here = exploringWorld({ settings: { mode } });
      await here.lookups.lookUpVisible(domains(3));
      assert.deepEqual(here.batches, []);
    });
  }

  for (const mode of ['onDemand', 'onHover', 'automatic'] as const) {
    it(`sends and logs everything in mode ${mode} after confirmation`, async () => {
      const here = exploringWorld({ settings: { mode } });
      const { requests } = await here.lookups.lookUpVisible(domains(3), { reason: 'triage' });
      assert.equal(requests, 1);
      assert.deepEqual(
        values(here),
        domains(3).map(({ value }) => value),
      );
      assert.equal(here.lookups.requestLog.list()[0]?.why, 'triage');
    });
  }

  it('sends nothing in Offline mode despite confirmation, and never ignored or reserved indicators', async () => {
    const offline = exploringWorld({ settings: { mode: 'offline' } });
    await offline.lookups.lookUpVisible(domains(3), { reason: 'triage' });
    assert.deepEqual(offline.batches, []);
    const here = exploringWorld({
      settings: { mode: 'onDemand', ignore: [{ pattern: 'n1.lookups-test-3.com', origin: 'user' }] },
    });
    const reserved: Indicator = { type: 'ip', value: '10.0.0.7' };
    await here.lookups.lookUpVisible([...domains(3), reserved], { reason: 'triage' });
    assert.deepEqual(values(here), ['n0.lookups-test-3.com', 'n2.lookups-test-3.com']);
  });

  it('can be canceled by the user with its request, and sends nothing that waits', async () => {
    const here = exploringWorld({ settings: { mode: 'onDemand' } });
    here.hold();
    const ending = new AbortController();
    const lookup = here.lookups.lookUpVisible(domains(20), { reason: 'triage', signal: ending.signal });
    await settled();
    ending.abort();
    here.release?.();
    const { error, requests } = await lookup;
    assert.equal(requests, 1);
    assert.equal(error?.kind, 'canceled');
    assert.equal(here.lookups.requestLog.list()[0]?.outcome, 'canceled');
  });

  it('sends nothing if there is only the local service', async () => {
    const here = exploringWorld({ remote: false });
    await here.lookups.lookUpVisible(domains(3));
    assert.deepEqual(here.batches, []);
  });

  it('requests a URL once, as a hover does', async () => {
    const here = exploringWorld({ settings: { urls: 'hostOnly' } });
    const url = (path: string): Indicator => ({ type: 'url', value: `https://n0.lookups-test-3.com/${path}` });
    await here.lookups.lookUpVisible([url('a?token=1'), url('b'), ...domains(1)]);
    assert.deepEqual(values(here), ['n0.lookups-test-3.com']);
    assert.equal(here.lookups.local(url('a'), 'visible').known[0]?.record.risk, 'high');
  });

  it('skips well-known hosts while the setting is on', async () => {
    const wellKnown: Indicator = { type: 'ip', value: '8.8.8.8' };
    const on = exploringWorld({ settings: { skipWellKnown: true } });
    await on.lookups.lookUpVisible([wellKnown, ...domains(1)]);
    assert.deepEqual(
      values(on),
      domains(1).map(({ value }) => value),
    );
    const off = exploringWorld();
    await off.lookups.lookUpVisible([wellKnown]);
    assert.deepEqual(values(off), ['8.8.8.8']);
  });

  it("leaves indicators that Explore can't express safely to hovers", async () => {
    const here = exploringWorld({ settings: { urls: 'full' } });
    const odd: Indicator = { type: 'url', value: 'https://lookups-test-3.com/?q="a"*' };
    const long: Indicator = { type: 'url', value: `https://lookups-test-3.com/${'a'.repeat(9_000)}` };
    await here.lookups.lookUpVisible([odd, long, ...domains(1)]);
    assert.deepEqual(values(here), ['lookups-test-3.com', ...domains(1).map(({ value }) => value)]);
    const { requests, about } = await exploringWorld({ settings: { urls: 'full' } }).lookups.estimate([odd, long]);
    assert.deepEqual([requests, about], [1, 1], 'of both, only the host is in the batch');
  });

  it('requests URLs and their hosts together, each host once', async () => {
    const url = (path: string): Indicator => ({ type: 'url', value: `https://n0.lookups-test-3.com/${path}` });
    const urls = [url('a'), url('b')];
    const here = exploringWorld({ knows: (value) => !value.includes('://') });
    const planned = await here.lookups.planned([...urls, ...domains(2)]);
    const expected = [urls[0], domains(1)[0], urls[1], domains(2)[1]].map((each) => each?.value);
    assert.deepEqual(planned?.values, expected);
    assert.deepEqual(await here.lookups.estimate([...urls, ...domains(2)]), { requests: 1, about: 4 });
    const changed: (string | undefined)[] = [];
    here.lookups.onChanged((key) => changed.push(key));
    await here.lookups.lookUpVisible([...urls, ...domains(2)]);
    assert.deepEqual(
      here.batches.map((batch) => batch.values),
      [expected],
    );
    assert.deepEqual(
      here.lookups.requestLog.list().map(({ what }) => what),
      [expected],
    );
    const { notFound, worseHost, state } = here.lookups.local(url('b'), 'visible');
    assert.deepEqual([notFound.length, worseHost?.record.risk, state.kind], [1, 'high', 'settled']);
    assert.ok(changed.includes(url('b').value), 'what shows the URL hears of its host');
    await here.lookups.lookUpVisible([...urls, url('c')]);
    assert.deepEqual(here.batches[1]?.values, [url('c').value]);
  });

  it('requests the host of a URL separately if a batch has room for one value', async () => {
    const here = exploringWorld({
      plan: { name: 'auto', withKey: false },
      refuse: ({ limit }) =>
        limit > 1 ? { kind: 'badRequest', status: 400, detail: 'limit', serviceMessage: 'limit' } : undefined,
    });
    const page: Indicator = { type: 'url', value: 'https://n0.lookups-test-3.com/a' };
    await here.lookups.lookUpVisible([page]);
    const { about } = await here.lookups.estimate([
      { ...page, value: `${page.value}b` },
      { type: 'url', value: 'https://n1.lookups-test-3.com/' },
    ]);
    assert.equal(about, 2);
    const { known, host } = here.lookups.local(page, 'visible');
    assert.deepEqual([known.length, host?.length], [1, 1]);
  });

  it('asks only about the host of a URL that is too long to check', async () => {
    const here = exploringWorld({ settings: { urls: 'full' } });
    await here.lookups.lookUpVisible([{ type: 'url', value: `https://lookups-test-3.com/${'a'.repeat(9_000)}` }]);
    assert.deepEqual(values(here), ['lookups-test-3.com']);
  });

  it('limits request URLs to 8,000 characters', async () => {
    const here = exploringWorld({});
    here.client = here.client && { ...here.client };
    const long = Array.from({ length: 60 }, (_, index): Indicator => ({
      type: 'url',
      value: `https://n${index}.lookups-test-3.com/${'häuser/'.repeat(30)}`,
    }));
    await here.lookups.lookUpVisible(long);
    assert.equal(values(here).length, 120);
  });
});

describe('A batch', () => {
  it('never contains reserved, ignored, or internal indicators, nor more of a URL than the setting allows', async () => {
    const hosts = fc.constantFrom(
      '10.0.0.1',
      '192.0.2.7',
      'box.local',
      'a.corp.lookups-test-3.com',
      'ok.lookups-test-3.com',
      '[::1]',
      'intranet.example',
    );
    const indicator = fc
      .tuple(hosts, fc.constantFrom('', '/a?token=1#x', '/r?to=http://10.0.0.1/', '/u@p'))
      .map(([host, rest]): Indicator =>
        rest === ''
          ? { type: /^[\d[]/.test(host) ? 'ip' : 'domain', value: host.replace(/[[\]]/g, '') }
          : { type: 'url', value: `http://me:pw@${host}${rest}` },
      );
    const ignore = [{ pattern: '*.corp.lookups-test-3.com', origin: 'user' as const }];
    await fc.assert(
      fc.asyncProperty(
        fc.array(indicator, { maxLength: 30 }),
        fc.constantFrom('hostOnly' as const, 'withoutQuery' as const, 'full' as const),
        async (all, urls) => {
          const here = exploringWorld({ settings: { urls, ignore } });
          await here.lookups.lookUpVisible(all);
          for (const value of values(here)) {
            assert.match(value, /^(?:https?:\/\/)?ok\.lookups-test-3\.com/, value);
            assert.doesNotMatch(value, /pw|#|10\.0\.0\.1/);
            if (urls !== 'full') assert.doesNotMatch(value, /token/);
          }
          assert.deepEqual(
            here.lookups.requestLog
              .list()
              .flatMap(({ what }) => what)
              .sort(),
            values(here).sort(),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is checked again right before it is sent', async () => {
    const here = exploringWorld();
    let requested = 0;
    const plan = domains(40);
    const settings = here.settings;
    Object.defineProperty(here, 'settings', {
      get: () => (requested++ > 150 ? { ...settings, mode: 'offline' as const } : settings),
    });
    await here.lookups.lookUpVisible(plan);
    assert.ok(here.batches.length < 5);
  });
});

describe('A full answer', () => {
  it('may be truncated: missing indicators are requested again, in halves', async () => {
    const here = exploringWorld();
    here.strays = Array.from({ length: 6 }, (_, index) =>
      record({ type: 'domain', value: `s${index}.lookups-test-4.com` }),
    );
    await here.lookups.lookUpVisible(domains(9));
    for (const indicator of domains(9)) {
      assert.equal(here.lookups.local(indicator, 'visible').known[0]?.record.risk, 'high', indicator.value);
    }
    assert.deepEqual(
      here.batches.map((batch) => batch.values.length),
      [9, 3, 2],
    );
  });

  it("for one indicator without its row is no miss, and isn't requested again automatically", async () => {
    const here = exploringWorld();
    here.strays = Array.from({ length: 10 }, (_, index) =>
      record({ type: 'domain', value: `s${index}.lookups-test-4.com` }),
    );
    await here.lookups.lookUpVisible(domains(1));
    const { known, notFound } = here.lookups.local(domains(1)[0] as Indicator, 'visible');
    assert.deepEqual([known.length, notFound.length], [0, 0]);
    await here.lookups.lookUpVisible(domains(1));
    assert.equal(here.batches.length, 1);
  });

  it('with a row in another spelling is no miss of a URL', async () => {
    const url: Indicator = { type: 'url', value: 'http://lookups-test-3.com/A' };
    const here = exploringWorld({ knows: () => false });
    here.strays = [record({ type: 'url', value: 'lookups-test-3.com/a/' })];
    await here.lookups.lookUpVisible([url, ...domains(1)]);
    assert.equal(here.lookups.local(url, 'visible').notFound.length, 0);
    assert.equal(here.lookups.local(domains(1)[0] as Indicator, 'visible').notFound.length, 1);
  });
});

describe('An answer truncated by the service', () => {
  const truncatingWorld = (truncateAt: number): ExploringWorld =>
    exploringWorld({ plan: { name: 'auto', withKey: true }, truncateAt });
  const known = (here: ExploringWorld, indicator: Indicator): boolean =>
    here.lookups.local(indicator, 'visible').known.length > 0;

  for (const truncateAt of [10, 50]) {
    it(`at ${truncateAt} rows turns no missing row into a miss, and leads to smaller requests`, async () => {
      const here = truncatingWorld(truncateAt);
      await here.lookups.lookUpVisible(domains(200));
      for (const indicator of domains(200)) assert.ok(known(here, indicator), indicator.value);
      assert.ok(here.batches.length < 40, `${here.batches.length} requests`);
      const late = here.batches.slice(-3);
      assert.ok(late.every(({ values: requested }) => requested.length < truncateAt));
    });
  }

  it('at a number unlike any plan is detected when another answer has the same number', async () => {
    const here = truncatingWorld(23);
    await here.lookups.lookUpVisible(domains(200));
    for (const indicator of domains(200)) assert.ok(known(here, indicator), indicator.value);
  });

  it('at the limit of a plan is detected after the service returned more', async () => {
    let truncateAt = Infinity;
    const here = exploringWorld({
      plan: { name: 'auto', withKey: true },
      get truncateAt() {
        return truncateAt;
      },
    });
    await here.lookups.lookUpVisible(domains(49));
    truncateAt = 10;
    await here.lookups.lookUpVisible(domains(200));
    for (const indicator of domains(200)) assert.ok(known(here, indicator), indicator.value);
  });

  it('is distinguished from a complete one, whose missing rows are misses', async () => {
    const few = new Set(['n1', 'n4', 'n7'].map((name) => `${name}.lookups-test-3.com`));
    const here = exploringWorld({ plan: { name: 'auto', withKey: true }, knows: (value) => few.has(value) });
    await here.lookups.lookUpVisible(domains(49));
    assert.equal(here.batches.length, 1);
    assert.equal(domains(49).filter((each) => known(here, each)).length, 3);
    assert.equal(domains(49).filter((each) => here.lookups.local(each, 'visible').notFound.length > 0).length, 46);
  });

  it('with as many rows as a plan gives by chance is requested once more, and then accepted', async () => {
    const ten = new Set(domains(10).map(({ value }) => value));
    const here = exploringWorld({ plan: { name: 'auto', withKey: true }, knows: (value) => ten.has(value) });
    await here.lookups.lookUpVisible(domains(49));
    assert.equal(here.batches.length, 3);
    assert.equal(domains(49).filter((each) => here.lookups.local(each, 'visible').notFound.length > 0).length, 39);
  });

  it('never loses a verdict, wherever it is truncated and whatever is known', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 1, max: 140 }),
        fc.boolean(),
        async (truncateAt, count, withKey) => {
          const here = exploringWorld({ plan: { name: 'auto', withKey }, truncateAt });
          await here.lookups.lookUpVisible(domains(count));
          const missed = domains(count).filter((each) => here.lookups.local(each, 'visible').notFound.length > 0);
          // A single answer that stops at a number unlike any plan can't be distinguished from a complete one.
          const cut = here.batches.filter(({ values: requested }) => requested.length > truncateAt);
          if (cut.length !== 1 || [10, 50].includes(truncateAt)) assert.deepEqual(missed, []);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('The limit of a plan', () => {
  const withKey = (here: ExploringWorld): readonly number[] => here.batches.map(({ limit }) => limit);

  it('starts at 50 with a key, or at the configured plan', async () => {
    for (const [name, expected] of [
      ['auto', 50],
      ['visitor', 10],
      ['pro', 250],
      ['business', 10_000],
    ] as const) {
      const here = exploringWorld({ plan: { name, withKey: true } });
      await here.lookups.lookUpVisible(domains(30));
      assert.equal(here.batches[0]?.limit, expected, name);
    }
  });

  it('grows if more is needed and the service allows it', async () => {
    const here = exploringWorld({ plan: { name: 'auto', withKey: true } });
    await here.lookups.lookUpVisible(domains(400));
    assert.deepEqual(withKey(here).slice(0, 3), [50, 250, 250]);
    assert.equal(values(here).length, 400);
  });

  it("doesn't grow if few requests remain", async () => {
    const here = exploringWorld({ plan: { name: 'auto', withKey: true } });
    here.budget = { day: 30 };
    await here.lookups.lookUpVisible(domains(200));
    assert.deepEqual(new Set(withKey(here)), new Set([50]));
  });

  it("shrinks after a rejection, and the rejected one isn't tried again", async () => {
    const refuse = ({ limit }: { readonly limit: number }): RequestError | undefined =>
      limit > 50 ? tooHigh(limit) : undefined;
    const here = exploringWorld({ plan: { name: 'team', withKey: true }, refuse });
    await here.lookups.lookUpVisible(domains(120));
    assert.deepEqual(withKey(here), [1_000, 50, 50, 50]);
    for (const indicator of domains(120)) assert.equal(here.lookups.local(indicator, 'visible').known.length, 1);
  });

  it('shrinks step by step if a 400 refers to it', async () => {
    const refuse = ({ limit }: { readonly limit: number }): RequestError | undefined =>
      limit > 50 ? { kind: 'badRequest', detail: 'HTTP 400: limit is too large', status: 400 } : undefined;
    const here = exploringWorld({ plan: { name: 'team', withKey: true }, refuse });
    await here.lookups.lookUpVisible(domains(120));
    assert.deepEqual(withKey(here), [1_000, 250, 50, 50, 50]);
  });

  it('is lower for a service that allows less than any plan', async () => {
    const refuse = ({ limit }: { readonly limit: number }): RequestError | undefined =>
      limit > 1 ? tooHigh(limit) : undefined;
    const here = exploringWorld({ refuse });
    await here.lookups.lookUpVisible(domains(3));
    assert.deepEqual(withKey(here), [10, 5, 1, 1, 1]);
    assert.equal(here.lookups.local(domains(3)[2] as Indicator, 'visible').known.length, 1);
  });
});

/** A service whose 429 doesn't state its reason, as the client interprets it. */
function tooMany(isRefused: (limit: number) => boolean) {
  return ({ limit, untriedLimit }: Batch): RequestError | undefined => {
    if (!isRefused(limit)) return undefined;
    return untriedLimit === 'first'
      ? { kind: 'badRequest', detail: 'HTTP 429', status: 429 }
      : { kind: 'rateLimited', detail: 'HTTP 429', retryAt: start + minute };
  };
}

describe('A 429 of unclear meaning', () => {
  for (const [name, withKey] of [
    ['auto', true],
    ['auto', false],
    ['team', true],
  ] as const) {
    it(`causes two requests for a triage of 200: the first, and one with a lower limit (${name}, ${withKey})`, async () => {
      const here = exploringWorld({ plan: { name, withKey }, refuse: tooMany(() => true) });
      const { error, requests } = await here.lookups.lookUpVisible(domains(200), { reason: 'triage' });
      assert.deepEqual([error?.kind, requests], ['rateLimited', 2]);
      const [first, lower] = here.batches as [Batch, Batch];
      assert.ok(lower.limit < first.limit);
      assert.deepEqual([first.untriedLimit, lower.untriedLimit], ['first', 'lower']);
    });
  }

  it('is a rate limit after an answer with the same limit', async () => {
    let isOver = false;
    const here = exploringWorld({ plan: { name: 'pro', withKey: true }, refuse: tooMany(() => isOver) });
    await here.lookups.lookUpVisible(domains(200));
    isOver = true;
    const others = domains(400).slice(200);
    const { error, requests } = await here.lookups.lookUpVisible(others);
    assert.deepEqual([error?.kind, requests], ['rateLimited', 1]);
  });

  it('lowers the limit if the lower one is granted', async () => {
    const here = exploringWorld({ plan: { name: 'team', withKey: true }, refuse: tooMany((limit) => limit > 50) });
    await here.lookups.lookUpVisible(domains(120));
    assert.deepEqual(
      here.batches.map(({ limit }) => limit),
      [1_000, 50, 50, 50],
    );
    assert.equal(values(here).length, 240);
  });

  it('leads to the limit of a service that allows less than any plan, after pauses', async () => {
    const here = exploringWorld({ plan: { name: 'auto', withKey: true }, refuse: tooMany((limit) => limit > 1) });
    for (let times = 0; times < 6; times++) {
      await here.lookups.lookUpVisible(domains(3));
      here.now += 2 * minute;
    }
    const known = domains(3).filter((indicator) => here.lookups.local(indicator, 'visible').known.length > 0);
    assert.equal(known.length, 3);
    assert.ok(here.batches.length <= 12);
  });
});

describe('Triage of 200 indicators after the daily limit is reached', () => {
  for (const message of ['Daily limit reached.', 'Limit!', 'The limit of your plan is reached.', '']) {
    it(`sends at most two requests, and reports no miss (“${message}”)`, async () => {
      const { fetch, seen } = fakeFetch(json({ error: message }, 429));
      const here = world({ settings: { mode: 'onDemand' }, plan: { name: 'auto', withKey: true } });
      here.client = createServiceClient({ gateway: gatewayOn(fetch, { now: () => here.now }).gateway });
      const { error } = await here.lookups.lookUpVisible(domains(200), { reason: 'triage' });
      assert.equal(error?.kind, 'rateLimited');
      assert.ok(seen.length <= 2, String(seen.length));
      const one = await here.lookups.lookUp(domains(1)[0] as Indicator, { reason: 'click' });
      assert.ok(one.state.kind === 'failed' && one.state.error.kind === 'rateLimited' && one.notFound.length === 0);
      assert.ok(seen.length <= 2, String(seen.length));
    });
  }
});

describe('An empty answer as a message', () => {
  it('applies to the whole batch, in any language', async () => {
    const here = exploringWorld({ knows: () => false, emptyMessage: () => 'Keine Treffer' });
    await here.lookups.lookUpVisible(domains(9));
    assert.equal(here.batches.length, 1);
    for (const indicator of domains(9)) {
      assert.equal(here.lookups.local(indicator, 'visible').notFound[0]?.serviceMessage, 'Keine Treffer');
    }
  });

  it('that refers to one value is no miss of the others', async () => {
    const bad = 'n3.lookups-test-3.com';
    const here = exploringWorld({
      knows: (value) => value !== bad,
      refuse: () => undefined,
      emptyMessage: ({ values: all }) => (all.includes(bad) ? 'This TLD is not supported.' : undefined),
      emptyFor: ({ values: all }) => all.includes(bad),
    });
    await here.lookups.lookUpVisible(domains(8));
    const known = domains(8).filter((indicator) => here.lookups.local(indicator, 'visible').known.length > 0);
    assert.equal(known.length, 7);
    const [serviceMessage] = here.lookups.local({ type: 'domain', value: bad }, 'visible').notFound;
    assert.equal(serviceMessage?.serviceMessage, 'This TLD is not supported.');
  });
});

describe('A service that rejects every batch', () => {
  it('gets no further requests for a triage of 200', async () => {
    for (const detail of ['HTTP 400: no', 'HTTP 400: limit']) {
      const here = exploringWorld({ refuse: () => ({ kind: 'badRequest', detail, status: 400 }) });
      const { error, requests } = await here.lookups.lookUpVisible(domains(200), { reason: 'triage' });
      assert.equal(error?.kind, 'badRequest');
      assert.ok(requests <= 15, String(requests));
    }
  });
});

describe('An error of a batch', () => {
  it('by the service ends the batch, and pauses requests for a while', async () => {
    const here = exploringWorld({ refuse: () => ({ kind: 'connectionRefused', detail: '' }) });
    const { error } = await here.lookups.lookUpVisible(domains(30));
    assert.equal(error?.kind, 'connectionRefused');
    assert.equal(here.batches.length, 1);
    await here.lookups.lookUpVisible(domains(30));
    assert.equal(here.batches.length, 1);
  });

  it('by a rate limit includes the time of the next attempt', async () => {
    const here = exploringWorld();
    const pausedBy = { kind: 'serverError', detail: '', status: 503, serviceMessage: 'Back at noon.' } as const;
    here.budget = { pausedUntil: start + minute, pausedBy };
    const { error, requests } = await here.lookups.lookUpVisible(domains(3));
    assert.deepEqual(
      [error, requests],
      [
        {
          kind: 'rateLimited',
          detail: 'the service requested a pause',
          retryAt: start + minute,
          serviceMessage: 'Back at noon.',
          status: 503,
        },
        0,
      ],
    );
    here.now = start + 2 * minute;
    await here.lookups.lookUpVisible(domains(3));
    assert.equal(here.batches.length, 1);
  });

  it("doesn't use up the last requests of a day", async () => {
    const here = exploringWorld();
    here.budget = { day: 5 };
    await here.lookups.lookUpVisible(domains(3));
    assert.deepEqual(here.batches, []);
  });

  it("about one value doesn't delay answers for others for long", async () => {
    const refuse = ({ values: all }: { readonly values: readonly string[] }): RequestError | undefined =>
      all.includes('n3.lookups-test-3.com') ? { kind: 'badRequest', detail: 'HTTP 400', status: 400 } : undefined;
    const here = exploringWorld({ refuse });
    await here.lookups.lookUpVisible(domains(8));
    const known = domains(8).filter((indicator) => here.lookups.local(indicator, 'visible').known.length > 0);
    assert.equal(known.length, 7);
    const requests = here.batches.length;
    await here.lookups.lookUpVisible(domains(8));
    assert.equal(here.batches.length, requests);
  });
});

describe('A batch next to other lookups', () => {
  it('skips what a hover is requesting', async () => {
    const here = exploringWorld();
    const [first, second] = domains(2) as [Indicator, Indicator];
    const hover = here.lookups.lookUp(first, { reason: 'hover' });
    await here.lookups.lookUpVisible([first, second]);
    assert.deepEqual(values(here), [second.value]);
    await here.requests[0]?.answer(record(first));
    await hover;
  });

  it('answers a hover that starts while it is in progress', async () => {
    const here = exploringWorld({ knows: () => false });
    here.hold();
    const batch = here.lookups.lookUpVisible(domains(2));
    await settled();
    const hover = here.lookups.lookUp(domains(1)[0] as Indicator, { reason: 'hover' });
    await settled();
    assert.deepEqual(here.requested(), []);
    here.release?.();
    assert.equal((await hover).notFound.length, 1);
    assert.deepEqual(here.requested(), []);
    await batch;
  });

  it('delays no hover beyond its usual wait', async () => {
    const here = exploringWorld();
    here.hold();
    const batch = here.lookups.lookUpVisible(domains(2));
    await settled();
    const hover = await here.lookups.lookUp(domains(1)[0] as Indicator, { reason: 'hover', waitMillis: 5 });
    assert.equal(hover.state.kind, 'pending');
    here.release?.();
    await batch;
  });

  it('waits for the previous one', async () => {
    const here = exploringWorld();
    here.hold();
    const first = here.lookups.lookUpVisible(domains(2));
    const second = here.lookups.lookUpVisible(domains(5).slice(2));
    await settled();
    assert.equal(here.batches.length, 1);
    here.release?.();
    await Promise.all([first, second]);
    assert.equal(here.batches.length, 2);
  });

  it("isn't sent if its indicators are out of view, but a sent one is completed", async () => {
    const here = exploringWorld();
    here.hold();
    const leaving = new AbortController();
    const batch = here.lookups.lookUpVisible(domains(30), { signal: leaving.signal });
    await settled();
    leaving.abort();
    here.release?.();
    await batch;
    assert.equal(here.batches.length, 1);
    assert.equal(here.lookups.local(domains(1)[0] as Indicator, 'visible').known.length, 1);
  });

  it('is canceled when the user turns off automatic lookups', async () => {
    const here = exploringWorld();
    here.hold();
    const batch = here.lookups.lookUpVisible(domains(30));
    await settled();
    here.settings = { ...here.settings, mode: 'onHover', freshMillis: hour };
    here.lookups.forget();
    here.release?.();
    await batch;
    assert.equal(here.batches.length, 1);
    assert.equal(here.lookups.requestLog.list()[0]?.outcome, 'canceled');
    assert.equal(here.lookups.local(domains(1)[0] as Indicator, 'visible').known.length, 0);
  });
});
