import assert from 'node:assert/strict';
import type { ExploreAnswer, ExploreRequest, Outcome } from '../../../../src/core/api/index';
import { findIndicators, parseIndicator } from '../../../../src/core/indicators';
import { AnswerSizes, MemoryRequestLog } from '../../../../src/core/lookups';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';
import type { BlockReason } from '../../../../src/core/lookups/types';
import { isReserved } from '../../../../src/core/indicators/registry/reserved';
import { emptyRecord } from '../../../../src/core/records/record';
import { fullUrlsIn, findBlockedTerm } from '../../../../src/core/explore';
import { runQuery, type RunPorts } from '../../../../src/core/runs';
import { plain } from '../../../harness/plain';

const nothing: Outcome<ExploreAnswer> = {
  ok: true,
  value: { format: 'json', found: { type: 'indicators', rows: [], unreadable: 0 } },
};

/** Runs a query against a fake service; returns its requests and the request log. */
async function run(request: ExploreRequest, answer: Outcome<ExploreAnswer>, ports: Partial<RunPorts> = {}) {
  const requested: ExploreRequest[] = [];
  const sent = new MemoryRequestLog(() => 1_000);
  let now = 0;
  const outcome = await runQuery(request, {
    service: {
      address: 'https://lookups-test-9.com',
      remote: true,
      budget: () => ({}),
      explore: (given, options) => {
        requested.push(given);
        options?.onRequest?.();
        return Promise.resolve(answer);
      },
    },
    mode: 'onDemand',
    blocked: () => undefined,
    requestLog: sent,
    sizes: new AnswerSizes(),
    readText: () => Promise.resolve(undefined),
    now: () => (now += 40),
    signal: new AbortController().signal,
    ...ports,
  });
  return { outcome, requested, sent: sent.list() };
}

const tools = { parseIndicator, findIndicators };
const rule = createSendPolicy(() => [{ pattern: '*.kept.lookups-test-2.com', origin: 'user' }]);
const blocked = (query: string) =>
  findBlockedTerm<BlockReason>(query, tools, {
    indicator: (indicator) => (isReserved(indicator) ? { kind: 'reserved', what: 'address' } : undefined),
    text: rule.inText,
  });

describe('runQuery', () => {
  const request = { query: 'ioc=lookups-test-1.com', limit: 5 };

  it('sends one logged request, and returns the duration and results', async () => {
    const rows = [emptyRecord('lookups-test-1.com', 'domain')];
    const answer = { format: 'json', found: { type: 'indicators', rows, unreadable: 2 } } as const;
    const { outcome, requested, sent } = await run(request, { ok: true, value: answer });
    assert.deepEqual(requested, [request]);
    assert.deepEqual(outcome.end, { kind: 'answered', millis: 40, count: 1, unreadable: 2 });
    assert.deepEqual(outcome.finding?.found.rows, rows);
    assert.deepEqual(
      sent.map(({ to, what, why, outcome: came }) => [to, what, why, came]),
      [['https://lookups-test-9.com', [request.query], 'query', 'answered']],
    );
  });

  it('counts and logs each of several requests', async () => {
    const service: RunPorts['service'] = {
      address: 'https://lookups-test-9.com',
      remote: true,
      budget: () => ({}),
      explore: (_, options) => {
        options?.onRequest?.();
        options?.onRequest?.();
        return Promise.resolve(nothing);
      },
    };
    const { outcome, sent } = await run(request, nothing, { service });
    assert.deepEqual(outcome.end, { kind: 'answered', millis: 40, count: 0, unreadable: 0, requests: 2 });
    assert.equal(sent.length, 2);
  });

  it('sends nothing in offline mode', async () => {
    const { outcome, requested, sent } = await run(request, nothing, { mode: 'offline' });
    assert.deepEqual([outcome.end.kind, requested, sent], ['offline', [], []]);
  });

  it('sends nothing if the query contains something blocked', async () => {
    const { outcome, requested, sent } = await run({ query: 'ioc=10.1.2.3' }, nothing, { blocked });
    assert.deepEqual(
      [outcome.end, requested, sent],
      [{ kind: 'blocked', value: '10.1.2.3', by: { kind: 'reserved', what: 'address' } }, [], []],
    );
  });

  it('sends nothing if the quota is used up, unless the user ignores it', async () => {
    const budget = (more: object) => ({
      address: 'https://lookups-test-9.com',
      remote: true,
      budget: () => more,
      explore: () => Promise.resolve(nothing),
    });
    const spent = budget({ day: 0, spent: { span: 'day', until: 90_000 } });
    const { outcome, sent } = await run(request, nothing, { service: spent });
    assert.deepEqual([outcome.end, sent], [{ kind: 'spent', span: 'day', until: 90_000 }, []]);
    const ignoreQuota = await run(request, nothing, { service: spent, ignoreQuota: true });
    assert.deepEqual([ignoreQuota.outcome.end.kind, ignoreQuota.sent.length], ['answered', 1]);
    const pausedBy = { kind: 'rateLimited', detail: '', retryAt: 9_000, serviceMessage: 'Daily limit reached.' };
    const service = budget({ pausedUntil: 9_000, pausedBy });
    const paused = await run(request, nothing, { service, ignoreQuota: true });
    const error = { ...pausedBy, detail: 'the service requested a pause' };
    assert.deepEqual(plain([paused.outcome.end, paused.sent]), [
      { kind: 'spent', span: 'pause', until: 9_000, error },
      [],
    ]);
    const soon = await run(request, nothing, { service: budget({ day: 3, pausedUntil: 1_000 }) });
    assert.equal(soon.outcome.end.kind, 'answered');
  });

  it('runs any query on the local service in any mode, without a log entry', async () => {
    let requested = 0;
    const service = {
      address: 'local:',
      remote: false,
      budget: () => ({ day: 0, spent: { span: 'day' as const, until: Infinity } }),
      explore: () => {
        requested++;
        return Promise.resolve(nothing);
      },
    };
    const { outcome, sent } = await run({ query: 'ioc=10.1.2.3' }, nothing, { mode: 'offline', blocked, service });
    assert.deepEqual([outcome.end.kind, requested, sent], ['answered', 1, []]);
  });

  it('distinguishes a rejected query from other errors', async () => {
    const error = { kind: 'badRequest', detail: 'HTTP 429: limit', status: 429, serviceMessage: 'limit' } as const;
    const refused = await run(request, { ok: false, error });
    assert.ok(refused.outcome.end.kind === 'failed' && refused.outcome.end.refusal?.kind === 'limitAbovePlan');
    const down = await run(request, { ok: false, error: { kind: 'unreachable', detail: '' } });
    assert.ok(down.outcome.end.kind === 'failed' && down.outcome.end.refusal === undefined);
    assert.equal(down.sent[0]?.outcome, 'unreachable');
  });

  it('reports cancellation', async () => {
    const { outcome, sent } = await run(request, { ok: false, error: { kind: 'canceled', detail: '' } });
    assert.deepEqual([outcome.end, sent[0]?.outcome], [{ kind: 'canceled', millis: 40 }, 'canceled']);
  });

  it('reports an answer in another format', async () => {
    const { outcome } = await run({ ...request, format: 'stix' }, { ok: true, value: { format: 'stix', text: 'no' } });
    assert.ok(outcome.end.kind === 'failed' && outcome.end.error.kind === 'badShape');
  });
});

describe('findBlockedTerm', () => {
  it('checks every field, wildcards, and malformed queries', () => {
    for (const query of [
      'ioc=intranet.internal',
      'ioc=*.printer.local',
      'a=192.168.1.1',
      'ioc=10.*',
      'ioc=192.168.*',
      'ioc="https://10.0.0.1/a?b=c"',
      'risk=high and (port=443 or not ioc=fileserver.local',
      'redirect to https://wiki.internal/x',
      'ioc=192.168.*.*',
      'ioc="redir-site.com/10.0.0.5/login"',
      'ioc="https://redir-site.com/go?next=%2F%2Fwiki.local%2F"',
      'threat="https%253A%252F%252Fwiki.corp.example"',
      `a="https://redir-site.com/${Buffer.from('https://mail.kept.lookups-test-2.com/').toString('base64')}"`,
      'ioc=*mail.kept.lookups-test-2.com/x*',
    ]) {
      assert.notEqual(blocked(query), undefined, query);
    }
  });

  it('checks each value separately in long queries', () => {
    const terms = Array.from({ length: 2_000 }, (_, index) => `ioc=lookups-test-${index}.com`);
    assert.equal(blocked(terms.join(' or ')), undefined);
    const found = blocked([...terms, 'ioc="https://redir-site.com/?to=wiki%2Elocal"'].join(' or '));
    assert.deepEqual(found?.by, { kind: 'reserved', what: 'name' });
  });

  it('allows public indicators', () => {
    for (const query of ['ioc=lookups-test-1.com', 'risk=high and seen=7d', 'ioc=8.8.*', 'threat="Example Kit"', '']) {
      assert.equal(blocked(query), undefined, query);
    }
  });

  it('finds URLs that would be sent in full', () => {
    const outgoing = ({ value }: { readonly value: string }): string => value.replace(/\?.*/, '');
    const query = 'ioc="https://lookups-test-1.com/a?token=1" or ioc="https://lookups-test-2.com/b"';
    assert.deepEqual(fullUrlsIn(query, tools, outgoing), ['https://lookups-test-1.com/a?token=1']);
  });

  describe('with the same number of rows as another answer', () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => emptyRecord(`n${index}.lookups-test-2.com`, 'domain'));
    const answerOf = (count: number): Outcome<ExploreAnswer> => ({
      ok: true,
      value: { format: 'json', found: { type: 'indicators', rows: rowsOf(count), unreadable: 0 } },
    });
    const runTruncated = async (
      sizes: AnswerSizes,
      query: string,
      count: number,
      more: Partial<ExploreRequest> = {},
    ) => {
      const { outcome } = await run({ query, limit: 5_000, ...more }, answerOf(count), { sizes });
      return outcome.end.kind === 'answered' && outcome.end.mayBeTruncated === true;
    };

    it('reports possible truncation, only for a different query', async () => {
      const sizes = new AnswerSizes();
      assert.equal(await runTruncated(sizes, 'risk=high', 703), false);
      assert.equal(await runTruncated(sizes, 'risk=high', 703), false, 'the same question has the same answer');
      assert.equal(await runTruncated(sizes, 'risk=low', 703), true);
      assert.equal(await runTruncated(sizes, 'risk=low', 702), false);
      assert.equal(await runTruncated(sizes, 'risk=medium', 703, { limit: 703 }), false, 'the limit itself says it');
      assert.equal(await runTruncated(sizes, 'type=url', 1_000), true, 'what a plan gives at once');
    });

    it('ignores small numbers of rows', async () => {
      const sizes = new AnswerSizes();
      assert.equal(await runTruncated(sizes, 'risk=high', 3), false);
      assert.equal(await runTruncated(sizes, 'risk=low', 3), false);
      await runTruncated(sizes, 'type=url', 30);
      await runTruncated(sizes, 'type=ip', 20);
      assert.equal(await runTruncated(sizes, 'type=domain', 20), false, 'the service is known to give more');
    });

    it("doesn't mistake the number of known indicators of a batch for a maximum", () => {
      const sizes = new AnswerSizes();
      sizes.note('https://intel.example', 'batch', 'a b c', 60);
      assert.equal(sizes.mayBeTruncated('https://intel.example', 'batch', 'd e f', 60), true);
      assert.equal(sizes.mayBeTruncated('https://intel.example', 'search', 'risk=high', 60), false);
      sizes.stopped('https://intel.example', 60);
      assert.equal(
        sizes.mayBeTruncated('https://intel.example', 'search', 'risk=high', 60),
        true,
        'a proven one counts',
      );
    });

    it('recognizes round numbers of rows, and a service that reports more', async () => {
      const sizes = new AnswerSizes();
      assert.equal(await runTruncated(sizes, 'risk=high', 100), true);
      assert.equal(await runTruncated(sizes, 'risk=low', 101), false);
      const found = { type: 'indicators' as const, rows: rowsOf(3), unreadable: 0, hasMore: true as const };
      const { outcome } = await run({ query: 'risk=none' }, { ok: true, value: { format: 'json', found } }, { sizes });
      assert.ok(outcome.end.kind === 'answered' && outcome.end.mayBeTruncated === true);
    });

    it('counts rows of CSV and STIX as well', async () => {
      const sizes = new AnswerSizes();
      const text: Outcome<ExploreAnswer> = { ok: true, value: { format: 'csv', text: '' } };
      const readText = () =>
        Promise.resolve({ found: { type: 'indicators' as const, rows: rowsOf(250), unreadable: 0 }, warnings: [] });
      const { outcome } = await run({ query: 'risk=high', format: 'csv', limit: 5_000 }, text, { sizes, readText });
      assert.ok(outcome.end.kind === 'answered' && outcome.end.mayBeTruncated === true);
    });
  });
});
