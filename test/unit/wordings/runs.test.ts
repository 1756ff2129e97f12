import assert from 'node:assert/strict';
import type { ExploreRequest } from '../../../src/core/api/index';
import { readAnswer } from '../../../src/core/results';
import { getCompleteness, runQuery } from '../../../src/core/runs';
import { model } from '../../harness/wordings/model';
import type { Wording } from '../../harness/wordings/wording';
import { startSession, forEveryWording, settings, unlimited } from './session';

/** One run, judged as a panel would. */
async function run(wording: Wording, request: ExploreRequest) {
  const { client, lookups, service } = startSession(wording);
  const outcome = await runQuery(request, {
    service: client,
    mode: settings.mode,
    blocked: () => undefined,
    requestLog: lookups.requestLog,
    sizes: lookups.sizes,
    readText: (answer) => Promise.resolve(readAnswer(answer, request.type ?? 'indicators', 0)),
    now: () => 0,
    signal: new AbortController().signal,
  });
  const { query, ...own } = request;
  const origin = { address: client.address, host: client.host, remote: true };
  const completeness = getCompleteness({ id: '1', at: 0, query, settings: own, origin, end: outcome.end }, 'auto');
  return { ...outcome, completeness, service };
}

const limits = [undefined, 5, 10, 49, 50, 300, 5_000];
const queries = ['type=domain', 'risk=high', 'ioc=u1.lookups-test-4.com', `ioc=${model.indicators[7]?.value}`];
const sizes = [300, 60, 0, 1];

describe('A query run in any wording of the service', () => {
  for (const format of ['json', 'csv', 'stix'] as const) {
    it(`has the same rows as ${format}, and reports whether there may be more`, () =>
      forEveryWording(40, async (wording, at) => {
        const [limit, query, size] = [limits[at % 7], queries[at % 4] ?? '', sizes[at % 4] ?? 0];
        const { tier, larger } = wording.explore;
        const request = { query, format, ...(limit === undefined ? {} : { limit }) };
        const { end, finding, completeness } = await run(unlimited(wording), request);
        const isAbove = limit !== undefined && limit > tier && larger !== 'clamped';
        if (end.kind === 'failed' && isAbove) {
          assert.equal(end.refusal?.kind, 'limitAbovePlan');
          return;
        }
        assert.equal(end.kind, 'answered');
        const max = Math.min(limit ?? tier, tier);
        const rows = finding?.found.rows ?? [];
        assert.equal(rows.length, Math.min(max, size));
        assert.equal(finding?.found.unreadable, 0);
        if (size > max) assert.notEqual(completeness.kind, 'all');
      }));
  }

  it('reports the rate limit instead of an answer without rows', () =>
    forEveryWording(30, async (wording) => {
      const { end, service } = await run(
        { ...wording, limits: { ...wording.limits, requests: 0 } },
        { query: 'risk=high' },
      );
      assert.equal(end.kind === 'failed' && end.error.kind, 'rateLimited');
      assert.equal(end.kind === 'failed' && end.refusal, undefined);
      assert.equal(service.requests.length, 1);
    }));
});
