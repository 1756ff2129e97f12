import assert from 'node:assert/strict';
import { getCompleteness, largerLimit, type QueryRun, smallerLimit } from '../../../../src/core/runs';
import type { PlanName } from '../../../../src/core/lookups';

function assess(
  count: number,
  {
    limit,
    plan = 'auto',
    remote = true,
    unreadable = 0,
    mayBeTruncated = false,
  }: {
    readonly limit?: number;
    readonly plan?: PlanName;
    readonly remote?: boolean;
    readonly unreadable?: number;
    readonly mayBeTruncated?: boolean;
  } = {},
) {
  const run: QueryRun = {
    id: '1',
    at: 0,
    query: 'risk=high',
    settings: limit === undefined ? {} : { limit },
    origin: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote },
    end: { kind: 'answered', millis: 1, count, unreadable, ...(mayBeTruncated ? { mayBeTruncated } : {}) },
  };
  return getCompleteness(run, plan);
}

describe('completenessOf', () => {
  it('recognizes a reached limit', () => {
    assert.deepEqual(assess(49, { limit: 50 }), { kind: 'all' });
    assert.deepEqual(assess(50, { limit: 50 }), { kind: 'limited', limit: 50 });
  });

  it('counts unreadable rows', () => {
    assert.deepEqual(assess(48, { limit: 50, unreadable: 2 }), { kind: 'limited', limit: 50 });
  });

  it('is uncertain at the default limit of the plan, or of any plan if it is unknown', () => {
    assert.deepEqual(assess(50), { kind: 'planDefault', limit: 50 });
    assert.deepEqual(assess(250, { plan: 'pro' }), { kind: 'planDefault', limit: 250 });
    assert.deepEqual(assess(51), { kind: 'all' });
    assert.deepEqual(assess(0), { kind: 'all' });
  });

  it('is uncertain at the default limit of another plan, since the setting may be outdated', () => {
    assert.deepEqual(assess(50, { plan: 'pro' }), { kind: 'planDefault', limit: 50 });
  });

  it('is uncertain if fewer rows arrive than requested, but as many as a plan or service returns at once', () => {
    for (const rows of [10, 50, 250, 1_000]) {
      assert.deepEqual(assess(rows, { limit: 5_000 }), { kind: 'maybeTruncated', limit: rows });
      assert.deepEqual(assess(rows - 2, { limit: 5_000, unreadable: 2 }), { kind: 'maybeTruncated', limit: rows });
      assert.deepEqual(assess(rows - 1, { limit: 5_000, plan: 'business' }), { kind: 'all' });
    }
    assert.deepEqual(assess(700, { limit: 5_000, mayBeTruncated: true }), { kind: 'maybeTruncated', limit: 700 });
    assert.deepEqual(assess(700, { mayBeTruncated: true }), { kind: 'maybeTruncated', limit: 700 });
    assert.deepEqual(assess(1_000, { limit: 5_000, remote: false, mayBeTruncated: true }), { kind: 'all' });
  });

  it('is certain for the local service', () => {
    assert.deepEqual(assess(50, { remote: false }), { kind: 'all' });
    assert.deepEqual(assess(10_000, { remote: false }), { kind: 'planDefault', limit: 10_000 });
  });

  it('finds the next larger and smaller limits', () => {
    assert.deepEqual([largerLimit(50), largerLimit(60), largerLimit(10_000)], [250, 250, undefined]);
    assert.deepEqual([smallerLimit(250), smallerLimit(300), smallerLimit(10)], [50, 250, undefined]);
  });
});
