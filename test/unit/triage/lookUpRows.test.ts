import assert from 'node:assert/strict';
import type { RequestError } from '../../../src/core/api/requestError';
import type { Indicator } from '../../../src/core/indicators/types';
import { assess, type Triaged } from '../../../src/core/triage/assess';
import { lookUpRows, rateLimitFor } from '../../../src/features/triage/lookUpRows';
import { RequestTally } from '../../../src/features/triage/requestTally';
import type { AssessmentParts } from '../../../src/features/triage/triageModel';
import { domains, type ExploringOptions, exploringWorld } from '../lookups/exploring';

const host = 'lookups-test-1.com';

function asking(options: ExploringOptions = {}) {
  const here = exploringWorld({ settings: { mode: 'onDemand' }, ...options });
  const { lookups } = here;
  const parts: AssessmentParts = { lookups, settings: { current: () => ({ lookups: here.settings }) } };
  const rows = domains(100).map((indicator): Triaged => ({
    ...{ indicator, reserved: false, occurrences: 1, files: 1, locations: [] },
    ...assess(indicator, lookups, false),
  }));
  const told: (readonly Indicator[])[] = [];
  const ending = new AbortController();
  const ask = () => lookUpRows(rows, host, parts, ending.signal, (indicators) => told.push(indicators));
  return { here, lookups, rows, told, ending, ask, limit: () => rateLimitFor(rows, host, parts) };
}

describe('asking about what a triage found', () => {
  it('says what left: all of them where every request was answered', async () => {
    const { ask, told, here } = asking({ knows: (value) => value.startsWith('n1') });
    const asked = await ask();
    assert.deepEqual([asked.asked, asked.sent, asked.known, asked.notKnown], [100, 100, 11, 89]);
    assert.equal(asked.requests, here.batches.length);
    assert.deepEqual(
      told.map((those) => those.length),
      here.batches.map(({ values }) => values.length),
    );
  });

  it('says what left before a fault of the service: the one request alone', async () => {
    const fault: RequestError = { kind: 'serverError', status: 500, detail: '' };
    const { ask, here, lookups, limit } = asking({ refuse: () => fault });
    const asked = await ask();
    assert.equal(here.batches.length, 1);
    assert.deepEqual([asked.requests, asked.sent, asked.error], [1, here.batches[0]?.values.length, fault]);
    assert.deepEqual(
      lookups.requestLog.list().map(({ what, why }) => [what.length, why]),
      [[asked.sent, 'triage']],
    );
    assert.equal(limit(), undefined);
  });

  it('sends nothing while a rate limit holds, and says so', async () => {
    const retryAt = Date.now() + 40_000;
    const limited: RequestError = { kind: 'rateLimited', retryAt, detail: '' };
    const { ask, here, lookups, limit } = asking({ refuse: () => limited });
    here.now = retryAt - 40_000;
    assert.equal((await ask()).requests, 1);
    const second = await ask();
    assert.deepEqual([second.requests, second.sent, second.error?.kind], [0, 0, 'rateLimited']);
    assert.equal(lookups.requestLog.list().length, 1);
    assert.deepEqual(limit()?.error, limited);
    here.now = retryAt + 1;
    assert.equal(limit(), undefined);
  });

  it('counts what was called off with the request that held it', async () => {
    const { ask, here, ending, told } = asking();
    here.hold();
    const asked = ask();
    while (here.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    ending.abort();
    here.release?.();
    const { canceled, requests, sent } = await asked;
    assert.deepEqual([canceled, requests, sent], [true, 1, here.batches[0]?.values.length]);
    const tally = new RequestTally();
    for (const those of [...told, ...told]) tally.add(host, those);
    assert.deepEqual(tally.list(), [{ host, requests: 2, indicators: sent }]);
  });

  it('takes no more requests than it was said to take', async () => {
    for (const plan of ['visitor', 'auto'] as const) {
      const { ask, here, lookups, rows } = asking({ plan: { name: plan, withKey: false } });
      const { requests, about } = await lookups.estimate(
        rows.map(({ indicator }) => indicator),
        { reason: 'triage' },
      );
      assert.equal(here.batches.length, 0);
      assert.equal(about, 100);
      await ask();
      assert.ok(here.batches.length <= requests, `${here.batches.length} of ${requests} (${plan})`);
      if (plan === 'visitor') assert.equal(requests, 12);
    }
  });
});
