import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { assess, type Triaged } from '../../../../src/core/triage/assess';
import { type LookUpParts, lookUpRows, rateLimitFor } from '../../../../src/features/triage/panel/lookUpRows';
import { domains, type ExploringOptions, exploringWorld } from '../../core/lookups/exploring';
import { RequestCounter } from '../../../../src/features/triage/panel/triagePanel';

const host = 'lookups-test-1.com';

function setUp(options: ExploringOptions = {}) {
  const here = exploringWorld({ settings: { mode: 'onDemand' }, ...options });
  const { lookups } = here;
  const parts: LookUpParts = { lookups, settings: { current: () => ({ lookups: here.settings }) } };
  const rows = domains(100).map((indicator): Triaged => ({
    indicator,
    reserved: false,
    lines: 1,
    files: 1,
    locations: [],
    ...assess(indicator, lookups, false),
  }));
  const sent: (readonly Indicator[])[] = [];
  const ending = new AbortController();
  const ask = () => lookUpRows(rows, host, parts, ending.signal, (indicators) => sent.push(indicators));
  return { here, lookups, rows, sent, ending, ask, limit: () => rateLimitFor(rows, host, parts) };
}

describe('Lookup of triage rows', () => {
  it('reports that all indicators were sent where every request was answered', async () => {
    const { ask, sent, here } = setUp({ knows: (value) => value.startsWith('n1') });
    const summary = await ask();
    assert.deepEqual([summary.requested, summary.sent, summary.known, summary.notFound], [100, 100, 11, 89]);
    assert.equal(summary.requests, here.batches.length);
    assert.deepEqual(
      sent.map((those) => those.length),
      here.batches.map(({ values }) => values.length),
    );
  });

  it('counts a URL as not found if only its host is known, which the same lookup found to be risky', async () => {
    const { lookups, settings } = exploringWorld({
      settings: { mode: 'onDemand' },
      knows: (value) => !value.includes('/'),
    });
    const [name] = domains(1) as [Indicator];
    const indicators: readonly Indicator[] = [name, { type: 'url', value: `https://${name.value}/a` }];
    const rows = indicators.map((indicator): Triaged => ({
      indicator,
      reserved: false,
      lines: 1,
      files: 1,
      locations: [],
      ...assess(indicator, lookups, false),
    }));
    const parts: LookUpParts = { lookups, settings: { current: () => ({ lookups: settings }) } };
    const summary = await lookUpRows(rows, host, parts, new AbortController().signal, () => undefined);
    assert.deepEqual([summary.requested, summary.known, summary.notFound], [2, 1, 1]);
  });

  it('reports only the request before a server error as sent', async () => {
    const error: RequestError = { kind: 'serverError', status: 500, detail: '' };
    const { ask, here, lookups, limit } = setUp({ refuse: () => error });
    const summary = await ask();
    assert.equal(here.batches.length, 1);
    assert.deepEqual([summary.requests, summary.sent, summary.error], [1, here.batches[0]?.values.length, error]);
    assert.deepEqual(
      lookups.requestLog.list().map(({ what, why }) => [what.length, why]),
      [[summary.sent, 'triage']],
    );
    assert.equal(limit(), undefined);
  });

  it('sends nothing during a rate limit, and reports it', async () => {
    const retryAt = Date.now() + 40_000;
    const limited: RequestError = { kind: 'rateLimited', retryAt, detail: '' };
    const { ask, here, lookups, limit } = setUp({ refuse: () => limited });
    here.now = retryAt - 40_000;
    assert.equal((await ask()).requests, 1);
    const second = await ask();
    assert.deepEqual([second.requests, second.sent, second.error?.kind], [0, 0, 'rateLimited']);
    assert.equal(lookups.requestLog.list().length, 1);
    assert.deepEqual(limit()?.error, limited);
    here.now = retryAt + 1;
    assert.equal(limit(), undefined);
  });

  it('counts a canceled request', async () => {
    const { ask, here, ending, sent: batches } = setUp();
    here.hold();
    const lookup = ask();
    while (here.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    ending.abort();
    here.release?.();
    const { canceled, requests, sent } = await lookup;
    assert.deepEqual([canceled, requests, sent], [true, 1, here.batches[0]?.values.length]);
    const counter = new RequestCounter();
    for (const those of [...batches, ...batches]) counter.add(host, those);
    assert.deepEqual(counter.list(), [{ host, requests: 2, indicators: sent }]);
  });

  it('sends no more requests than estimated', async () => {
    for (const plan of ['visitor', 'auto'] as const) {
      const { ask, here, lookups, rows } = setUp({ plan: { name: plan, withKey: false } });
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
