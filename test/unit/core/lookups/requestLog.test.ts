import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/index';
import { MemoryRequestLog, type RequestLogEntry } from '../../../../src/core/lookups/index';
import { fakeFetch, fault, gatewayOn, json, text } from '../api/fakes';
import { domain, host, record, settled, start, world } from './fakes';

describe('Request log', () => {
  it('lists a request before it is sent, and its result', async () => {
    const here = world({ settings: { mode: 'onDemand' } });
    const pending = here.lookups.lookUp(domain, { reason: 'click' });
    assert.equal(here.requests.length, here.lookups.requestLog.list().length);
    const [entry] = here.lookups.requestLog.list();
    const common = { id: entry?.id, at: start, to: `https://${host}/p`, what: [domain.value], why: 'click' };
    assert.deepEqual(entry, { ...common, outcome: 'pending' });
    await settled();
    await here.requests[0]?.answer(record(domain));
    await pending;
    assert.deepEqual(here.lookups.requestLog.list(), [{ ...common, outcome: 'answered' }]);
    assert.deepEqual(
      here.saved.map(({ outcome }) => outcome),
      ['pending', 'answered'],
    );
  });

  it("marks what wasn't sent during a pause of the service", async () => {
    const limited = json({ error: 'Rate limit exceeded.' }, 429, { 'retry-after': '600' });
    const { fetch, seen } = fakeFetch(limited, json({}));
    const here = world();
    const { gateway } = gatewayOn(fetch);
    here.client = createServiceClient({ gateway });
    await gateway.getJson('/api/other.php', []);
    await here.lookups.lookUp(domain, { reason: 'hover' });
    assert.equal(seen.length, 1);
    assert.deepEqual(
      here.lookups.requestLog.list().map(({ outcome }) => outcome),
      ['rateLimited'],
    );
  });

  it('has a row for every request of a lookup', async () => {
    const moved = text('', 302, { location: '/elsewhere' });
    for (const first of [fault('ECONNRESET'), text('', 502), moved, json({ error: 'What?' }, 400)]) {
      const { fetch, seen } = fakeFetch(first, json({ error: 'Indicator not found.' }, 404));
      const here = world();
      here.client = createServiceClient({ gateway: gatewayOn(fetch).gateway });
      const { state } = await here.lookups.lookUp(domain, { reason: 'hover' });
      assert.equal(state.kind, 'settled');
      assert.equal(seen.length, 2);
      assert.deepEqual(
        here.lookups.requestLog.list().map(({ outcome, what }) => [outcome, ...what]),
        [
          ['noRecord', domain.value],
          ['retried', domain.value],
        ],
      );
    }
  });

  it('distinguishes misses and errors', async () => {
    for (const [reply, outcome] of [
      [undefined, 'noRecord'],
      [{ kind: 'keyRejected', detail: 'x', hadKey: false }, 'keyRequired'],
      [{ kind: 'keyRejected', detail: 'x', hadKey: true, status: 403 }, 'notAllowed'],
    ] as const) {
      const here = world({ reply: () => reply });
      await here.lookups.lookUp(domain, { reason: 'hover' });
      assert.equal(here.lookups.requestLog.list()[0]?.outcome, outcome);
    }
  });

  it('includes earlier sessions once they are loaded, newest first', async () => {
    const earlier: RequestLogEntry = {
      id: 'e',
      at: start - 5,
      to: 'https://x',
      what: ['a'],
      why: 'hover',
      outcome: 'answered',
    };
    const here = world({ sentBefore: [earlier], reply: (i) => record(i) });
    await here.lookups.lookUp(domain, { reason: 'hover' });
    let reported = 0;
    here.lookups.requestLog.onChanged(() => reported++);
    here.lookups.requestLog.list();
    await settled();
    assert.equal(reported, 1);
    assert.deepEqual(
      here.lookups.requestLog.list().map(({ at }) => at),
      [start, start - 5],
    );
  });

  it("can be cleared in memory and in the store, and pending requests don't reappear", async () => {
    const here = world();
    const pending = here.lookups.lookUp(domain, { reason: 'hover' });
    here.lookups.requestLog.clear();
    await settled();
    await here.requests[0]?.answer(undefined);
    await pending;
    assert.deepEqual(here.lookups.requestLog.list(), []);
    assert.deepEqual(here.saved, []);
  });

  it('is limited in size', () => {
    let time = 0;
    const log = new MemoryRequestLog(() => time++);
    for (let turn = 0; turn < 2_500; turn++) log.begin({ to: 'https://x', what: ['a'], why: 'check' })('answered');
    assert.equal(log.list().length, 2_000);
    assert.equal(log.list()[0]?.at, 2_499);
  });
});
