import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import { UserCanceledError } from '../../../../src/core/lookups/requests/userCanceledError';
import { emptyRecord } from '../../../../src/core/records/record';
import {
  domain,
  fakeService,
  host,
  hour,
  known,
  minute,
  mirror,
  record,
  service,
  settled,
  start,
  world,
} from './fakes';
import { plain } from '../../../harness/plain';

const hover = { reason: 'hover' } as const;
const click = { reason: 'click' } as const;

describe('A lookup', () => {
  it('requests unknown indicators from the service, and stores and caches the answer', async () => {
    const here = world({ reply: (indicator) => record(indicator) });
    assert.deepEqual(here.lookups.local(domain, 'hover').state, { kind: 'pending', host });
    const result = await here.lookups.lookUp(domain, hover);
    assert.deepEqual(result.state, { kind: 'settled' });
    assert.deepEqual(result.known, [known(domain, service)]);
    assert.deepEqual(here.kept, [
      { key: 'lookups-test-2.com', address: `https://${host}/p`, knowledge: known(domain, service) },
    ]);
    assert.deepEqual(await here.lookups.lookUp({ type: 'domain', value: 'LOOKUPS-test-2.com' }, hover), {
      ...result,
      indicator: { type: 'domain', value: 'LOOKUPS-test-2.com' },
    });
    assert.equal(here.requests.length, 1);
  });

  it('is answered by a mirror without a request, unless the user requests a new lookup', async () => {
    const here = world({
      stored: [[domain, known(domain, mirror, { risk: 'low' }, start - 90 * 24 * hour)]],
      reply: (i) => record(i),
    });
    for (const reason of ['hover', 'click', 'record', 'visible', 'assistant'] as const) {
      assert.equal((await here.lookups.lookUp(domain, { reason })).state.kind, 'settled');
    }
    assert.equal(here.requests.length, 0);
    const again = await here.lookups.lookUp(domain, { ...click, again: true });
    assert.deepEqual(
      again.known.map((word) => word.source),
      [service, mirror],
      'the worst leads',
    );
    assert.equal(here.requests.length, 1);
  });

  it('sends a request if a list only names the indicator', async () => {
    const list = known(domain, { kind: 'import', name: 'list.txt' }, { risk: 'unknown' });
    const here = world({ stored: [[domain, list]], reply: (i) => record(i) });
    assert.equal((await here.lookups.lookUp(domain, hover)).known.length, 2);
  });

  it("for a record requires more than a summary, for a highlight doesn't", async () => {
    const summary = { ...known(domain, service), detail: 'summary' as const };
    const here = world({ settings: { mode: 'automatic' }, stored: [[domain, summary]], reply: (i) => record(i) });
    await here.lookups.lookUp(domain, { reason: 'visible' });
    assert.equal(here.requests.length, 0);
    await here.lookups.lookUp(domain, { reason: 'record' });
    assert.equal(here.requests.length, 1);
  });

  it('sends a request again when the stored answer is no longer fresh', async () => {
    const here = world({ stored: [[domain, known(domain, service)]], reply: (i) => record(i, { risk: 'low' }) });
    here.now += 24 * hour - 1;
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 0);
    here.now += 1;
    const result = await here.lookups.lookUp(domain, hover);
    assert.deepEqual(
      result.known.map((word) => word.record.risk),
      ['low'],
      'the newest word of a source counts',
    );
  });

  it('sends a request again when the stored answer is from the future, since a clock was wrong', async () => {
    const here = world({ stored: [[domain, known(domain, service)]], reply: (i) => record(i, { risk: 'low' }) });
    here.now -= 365 * 24 * hour;
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 1);
  });

  it("doesn't use the answer of another service", async () => {
    for (const address of ['https://lookups-test-9.com', 'https://lookups-test-1.com/another']) {
      const other = known(domain, { kind: 'service', name: new URL(address).host, address });
      const here = world({ stored: [[domain, other]], reply: () => undefined });
      const result = await here.lookups.lookUp(domain, hover);
      assert.deepEqual([result.known.length, result.notFound.length, here.requests.length], [1, 1, 1]);
    }
  });

  it('remembers a miss for an hour', async () => {
    const here = world({ reply: () => undefined });
    for (const passes of [0, 30 * minute, 30 * minute - 1]) {
      here.now += passes;
      const result = await here.lookups.lookUp(domain, hover);
      assert.deepEqual(plain(result.notFound), [{ kind: 'notFound', source: service, asOf: start }]);
      assert.deepEqual(result.state, { kind: 'settled' });
    }
    assert.equal(here.requests.length, 1);
    here.now += 1;
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 2);
  });

  it('never throws, whatever the client does', async () => {
    const here = world();
    here.client = { ...fakeService().client, indicator: () => Promise.reject(new Error('a fault of ours')) };
    assert.equal((await here.lookups.lookUp(domain, hover)).state.kind, 'failed');
  });

  it('reports which key has changed, or that all may have after clearing the cache', async () => {
    const reported: (string | undefined)[] = [];
    const here = world({ reply: (i) => record(i) });
    const stop = here.lookups.onChanged((key) => reported.push(key));
    await here.lookups.lookUp({ type: 'url', value: 'http://lookups-test-2.com/a?b' }, hover);
    here.lookups.forget();
    stop();
    here.lookups.forget();
    const url = ['http://lookups-test-2.com/a', 'http://lookups-test-2.com/a?b'];
    assert.deepEqual(reported, [...url, domain.value, url[1], undefined]);
  });
});

describe('Simultaneous lookups of an indicator', () => {
  it('share one request, and each gets the answer', async () => {
    const here = world();
    const all = [1, 2, 3].map(() => here.lookups.lookUp(domain, hover));
    await settled();
    await here.requests[0]?.answer(record(domain));
    assert.deepEqual(
      (await Promise.all(all)).map((result) => result.known.length),
      [1, 1, 1],
    );
    assert.equal(here.requests.length, 1);
  });

  it('cancel the request only when the last one is canceled', async () => {
    const here = world();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = here.lookups.lookUp(domain, { ...hover, signal: one.signal });
    const second = here.lookups.lookUp(domain, { ...hover, signal: two.signal });
    await settled();
    one.abort();
    await first;
    assert.equal(here.requests[0]?.signal?.aborted, false);
    two.abort();
    await second;
    assert.equal(here.requests[0].signal.aborted, true);
    await settled();
    assert.deepEqual(
      here.lookups.requestLog.list().map((entry) => entry.outcome),
      ['canceled'],
    );
  });

  it('start a new request after a canceled one, which is no error', async () => {
    const here = world();
    const controller = new AbortController();
    const left = here.lookups.lookUp(domain, { ...hover, signal: controller.signal });
    await settled();
    controller.abort();
    await left;
    const next = here.lookups.lookUp(domain, hover);
    await settled();
    assert.equal(here.requests.length, 2);
    await here.requests[1]?.answer(record(domain));
    assert.equal((await next).state.kind, 'settled');
  });

  it('end at once when the user cancels them, even if the answer would be used later', async () => {
    const here = world();
    await here.lookups.lookUp(domain, { ...hover, waitMillis: 1 });
    const controller = new AbortController();
    const watched = here.lookups.lookUp(domain, { reason: 'click', signal: controller.signal });
    await settled();
    controller.abort(new UserCanceledError());
    assert.equal((await watched).state.kind, 'pending');
    assert.equal(here.requests[0]?.signal?.aborted, true);
    assert.equal(here.requests.length, 1);
  });

  it("aren't started for a caller that has already canceled", async () => {
    const here = world();
    await here.lookups.lookUp(domain, { ...hover, signal: AbortSignal.abort() });
    assert.equal(here.requests.length, 0);
  });
});

describe('A slow service', () => {
  it('is reported after the time limit, the lookup continues, and the next one has the answer', async () => {
    const here = world();
    const controller = new AbortController();
    const result = await here.lookups.lookUp(domain, { ...hover, waitMillis: 1, signal: controller.signal });
    assert.deepEqual(result.state, { kind: 'pending', host });
    controller.abort();
    const impatient = new AbortController();
    const other = here.lookups.lookUp(domain, { ...hover, signal: impatient.signal });
    impatient.abort();
    await other;
    assert.equal(here.requests[0]?.signal?.aborted, false, 'somebody wants to find the answer later');
    await here.requests[0].answer(record(domain));
    assert.equal((await here.lookups.lookUp(domain, hover)).known.length, 1);
    assert.equal(here.requests.length, 1);
  });
});

describe('A failed lookup', () => {
  it('is reported next to local data', async () => {
    const old = known(domain, service, {}, start - 48 * hour);
    const error = { kind: 'certificate', detail: 'x' } as const;
    const here = world({ stored: [[domain, old]], reply: () => error });
    const result = await here.lookups.lookUp(domain, hover);
    assert.deepEqual(result.known, [old]);
    assert.deepEqual(result.state, { kind: 'failed', host, error });
  });

  for (const [kind, isTemporary] of [
    ['timeout', true],
    ['serverError', true],
    ['badRequest', false],
    ['keyRejected', false],
    ['notJson', false],
  ] as const) {
    it(`${isTemporary ? 'says' : "doesn't say"} when it is retried after ${kind}`, async () => {
      const here = world({ reply: () => ({ kind, detail: 'x', status: 500, afterMillis: 1 }) as RequestError });
      const { state } = await here.lookups.lookUp(domain, hover);
      assert.equal(state.kind === 'failed' && state.nextAt !== undefined, isTemporary);
    });
  }

  it('tells a hover when the next one retries, which then does', async () => {
    const here = world({ reply: () => ({ kind: 'connectionRefused', detail: 'x' }) });
    const other = { type: 'domain', value: 'lookups-test-3.com' } as const;
    await here.lookups.lookUp(domain, hover);
    const { state } = await here.lookups.lookUp(other, hover);
    assert.equal(state.kind === 'failed' ? state.nextAt : undefined, start + 15_000);
    assert.equal(here.requests.length, 1);
    here.now += 15_000;
    await here.lookups.lookUp(other, hover);
    assert.equal(here.requests.length, 2);
  });

  it("isn't repeated by the next hovers, but by a click and after a while", async () => {
    const here = world({ reply: () => ({ kind: 'connectionRefused', detail: 'x' }) });
    const other = { type: 'domain', value: 'lookups-test-3.com' } as const;
    await here.lookups.lookUp(domain, hover);
    assert.equal((await here.lookups.lookUp(other, hover)).state.kind, 'failed');
    assert.equal(here.lookups.local(other, 'hover').state.kind, 'failed');
    assert.equal(here.requests.length, 1);
    await here.lookups.lookUp(other, click);
    assert.equal(here.requests.length, 2);
    here.now += minute;
    await here.lookups.lookUp(other, hover);
    assert.equal(here.requests.length, 3);
  });

  it("of one indicator isn't reported for another, whose lookup a click may request", async () => {
    const error = { kind: 'unreachable', detail: 'x' } as const;
    const other = { ...domain, value: 'lookups-test-3.com' };
    const here = world({ reply: () => error });
    await here.lookups.lookUp(domain, { reason: 'record' });
    const reported = here.lookups.local(other, 'record').state;
    assert.deepEqual(reported, { kind: 'failed', host, error, wouldSend: other.value });
    assert.deepEqual((await here.lookups.lookUp(other, { reason: 'record' })).state, reported);
    assert.equal(here.requests.length, 1, 'the service is left alone for a while');
    const own = here.lookups.local(domain, 'record').state;
    assert.deepEqual(own, { kind: 'failed', host, error, triedAt: start });
  });

  it("doesn't block other indicators", async () => {
    const here = world({ reply: (i) => (i.value === domain.value ? { kind: 'badShape', detail: 'x' } : record(i)) });
    await here.lookups.lookUp(domain, hover);
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 1);
    assert.equal(
      (await here.lookups.lookUp({ type: 'domain', value: 'lookups-test-3.com' }, hover)).state.kind,
      'settled',
    );
  });

  it('of a rate limit also blocks clicks until it ends', async () => {
    const retryAt = start + 40_000;
    const here = world({ reply: () => ({ kind: 'rateLimited', detail: 'x', retryAt }) });
    await here.lookups.lookUp(domain, hover);
    here.now = retryAt - 1;
    const again = await here.lookups.lookUp(domain, { ...click, again: true });
    assert.ok(again.state.kind === 'failed' && again.state.error.kind === 'rateLimited');
    assert.equal(here.requests.length, 1);
    here.now = retryAt;
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 2);
  });

  it('is reset by a new key', async () => {
    const here = world({ reply: () => ({ kind: 'keyRejected', detail: 'x', hadKey: true }) });
    await here.lookups.lookUp(domain, hover);
    here.lookups.forget();
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 2);
  });
});

describe('A lookup by click in mode onDemand', () => {
  const onDemand = { mode: 'onDemand' } as const;
  const cut = { kind: 'unreachable', detail: 'x' } as const;
  const other = { type: 'domain', value: 'lookups-test-3.com' } as const;

  it('passes its error to the next hovers, with the time and the value that another click sends', async () => {
    const here = world({ settings: onDemand, reply: () => cut });
    await here.lookups.lookUp(domain, click);
    here.now += minute;
    for (const reason of ['hover', 'record'] as const) {
      const reported = { kind: 'failed', host, error: cut, triedAt: start, wouldSend: domain.value };
      assert.deepEqual(here.lookups.local(domain, reason).state, reported);
    }
    assert.equal(here.lookups.local(other, 'hover').state.kind, 'notRequested', 'another one was never tried');
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 1, 'a hover sends nothing');
  });

  it('is reset by an answer, and forgotten after a while', async () => {
    let reply: typeof cut | undefined = cut;
    const here = world({ settings: onDemand, reply: () => reply });
    await here.lookups.lookUp(domain, click);
    await here.lookups.lookUp(other, click);
    reply = undefined;
    await here.lookups.lookUp(domain, click);
    assert.equal(here.lookups.local(domain, 'hover').state.kind, 'settled');
    assert.equal(here.lookups.local(other, 'hover').state.kind, 'failed');
    here.now += 10 * minute;
    assert.equal(here.lookups.local(other, 'hover').state.kind, 'notRequested');
  });

  it('shows for every indicator how long a rate limit lasts, and offers no lookup until then', async () => {
    const error = { kind: 'rateLimited', detail: 'x', retryAt: start + 40_000 } as const;
    const here = world({ settings: onDemand, reply: () => error });
    await here.lookups.lookUp(domain, click);
    assert.deepEqual(here.lookups.local(other, 'hover').state, { kind: 'failed', host, error });
    here.now += 40_000;
    assert.equal(here.lookups.local(other, 'hover').state.kind, 'notRequested');
    assert.equal(here.lookups.local(domain, 'hover').state.kind, 'notRequested');
  });

  it('is reported next to a stored answer that could not be renewed', async () => {
    const here = world({ settings: onDemand, stored: [[domain, known(domain, service)]], reply: () => cut });
    await here.lookups.lookUp(domain, { ...click, again: true });
    const result = here.lookups.local(domain, 'hover');
    assert.equal(result.known.length, 1);
    assert.deepEqual(result.state, { kind: 'failed', host, error: cut, triedAt: start });
  });

  it('is awaited by hovers while it is in progress', async () => {
    const url = { type: 'url', value: 'http://lookups-test-2.com/a?b' } as const;
    for (const wholeUrl of [false, true]) {
      const here = world({ settings: onDemand });
      const clicked = here.lookups.lookUp(url, { ...click, wholeUrl });
      await settled();
      assert.deepEqual(here.lookups.local(url, 'hover').state, { kind: 'pending', host });
      assert.equal(here.lookups.local(other, 'hover').state.kind, 'notRequested');
      const hovered = here.lookups.lookUp(url, hover);
      for (const request of here.requests) await request.answer(record(request.indicator));
      assert.equal((await hovered).known.length, 1);
      await clicked;
      assert.equal(here.requests.length, 2, 'the URL and its host');
    }
  });
});

describe('Modes', () => {
  const allowed = {
    offline: [],
    onDemand: ['click'],
    onHover: ['hover', 'click', 'record'],
    automatic: ['hover', 'click', 'record', 'visible', 'assistant'],
  } as const;
  for (const [mode, reasons] of Object.entries(allowed)) {
    it(`${mode} allows requests for ${reasons.join(', ') || 'nothing'}`, async () => {
      const sent: string[] = [];
      for (const reason of ['hover', 'click', 'record', 'visible', 'assistant'] as const) {
        const here = world({ settings: { mode: mode as keyof typeof allowed }, reply: (i) => record(i) });
        const result = await here.lookups.lookUp(domain, { reason });
        if (here.requests.length > 0) sent.push(reason);
        else if (mode === 'offline') assert.deepEqual(result.state, { kind: 'offline' });
        else assert.deepEqual(result.state, { kind: 'notRequested', host, wouldSend: domain.value });
        assert.equal(here.lookups.requestLog.list().length, here.requests.length);
      }
      assert.deepEqual(sent, reasons);
    });
  }

  it('offline cancels requests in progress, as does another service', async () => {
    for (const change of ['mode', 'service'] as const) {
      const here = world();
      const pending = here.lookups.lookUp(domain, hover);
      await settled();
      if (change === 'mode') here.settings = { ...here.settings, mode: 'offline' };
      else here.client = { ...fakeService().client, address: 'https://lookups-test-9.com' };
      here.lookups.forget();
      assert.equal(here.requests[0]?.signal?.aborted, true);
      assert.equal((await pending).state.kind, change === 'mode' ? 'offline' : 'pending');
    }
  });
});

describe('Without a remote service', () => {
  it('the local one answers in any mode, and nothing is logged as sent', async () => {
    const sample = { type: 'domain', value: 'login.corp.example' } as const;
    const here = world({
      remote: false,
      settings: { mode: 'offline', ignore: [{ pattern: '*.example', origin: 'user' }] },
      reply: (i) => record(i),
    });
    const result = await here.lookups.lookUp(sample, hover);
    assert.equal(result.known.length, 1);
    assert.deepEqual(result.state, { kind: 'settled' });
    assert.deepEqual(here.lookups.requestLog.list(), []);
    assert.deepEqual(here.kept, [], 'its records are in the store already');
  });

  it("answers of the local service don't repeat the statements of the store", async () => {
    const here = world({ remote: false, reply: (i) => record(i) });
    await here.lookups.lookUp(domain, hover);
    here.stored.set(domain.value, [known(domain, mirror)]);
    assert.deepEqual(
      here.lookups.local(domain, 'hover').known.map((word) => word.source),
      [mirror],
    );
    assert.equal((await here.lookups.lookUp(domain, { ...click, again: true })).known.length, 1);
  });

  it('an unknown indicator is “no service”, and is looked up again after an import', async () => {
    const here = world({ remote: false, reply: () => undefined });
    assert.deepEqual((await here.lookups.lookUp(domain, hover)).state, { kind: 'noService' });
    await here.lookups.lookUp(domain, hover);
    assert.equal(here.requests.length, 2);
    const internal = await here.lookups.lookUp({ type: 'ip', value: '10.0.0.1' }, hover);
    assert.deepEqual(internal.state, { kind: 'blocked', by: { kind: 'reserved', what: 'address' } });
  });

  it('lookups work without any service', async () => {
    const here = world();
    here.client = undefined;
    assert.deepEqual((await here.lookups.lookUp(domain, hover)).state, { kind: 'noService' });
    assert.deepEqual(here.lookups.local(domain, 'hover').state, { kind: 'noService' });
  });
});

describe('The cache in memory', () => {
  it('works without a store, and is limited', async () => {
    const here = world({ reply: (i) => ({ ...emptyRecord(i.value, i.type), risk: 'low' }) });
    const name = (index: number) => ({ type: 'domain', value: `n${index}.lookups-test-2.com` }) as const;
    for (let index = 0; index <= 5_000; index++) await here.lookups.lookUp(name(index), hover);
    await here.lookups.lookUp(name(5_000), hover);
    assert.equal(here.requests.length, 5_001);
    await here.lookups.lookUp(name(0), hover);
    assert.equal(here.requests.length, 5_002, 'the oldest had to go');
  });
});
