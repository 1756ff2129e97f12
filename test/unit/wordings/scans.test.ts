import assert from 'node:assert/strict';
import type { Scan } from '../../../src/core/scans/index';
import { model } from '../../harness/wordings/model';
import { plain, type Wording } from '../../harness/wordings/wording';
import { Clock, FakeQueue, openWindow, SharedStore, type Window } from '../core/scans/fakes';
import { startSession, forEveryWording, indicatorOf, meaning, unlimited } from './session';

const first = model.indicators[0]?.value ?? '';
const scanned = [first, 'failed.lookups-test-6.com', 'forgotten.lookups-test-6.com', 'refused.lookups-test-6.com'];

/** Follows scans until all have ended, or a day has passed. */
async function ended(wording: Wording, values: readonly string[], requests?: number) {
  const clock = new Clock();
  const { client, service } = startSession({ ...wording, limits: { ...wording.limits, requests } }, { clock });
  const window: Window = openWindow(clock, new SharedStore(clock), new FakeQueue(clock));
  window.service = client;
  const orders = values
    .map(indicatorOf)
    .map((indicator) => ({ indicator, sent: indicator, kind: 'passive', store: false }) as const);
  await window.scans.add(orders);
  for (let seconds = 0; seconds < 30; seconds++) await clock.advance(1_000);
  window.scans.dispose();
  const byValue = new Map(window.scans.list().map((scan) => [scan.indicator.value, scan]));
  const kinds = values.map((value) => byValue.get(value)?.progress.kind);
  return { kinds, scans: values.map((value) => byValue.get(value)), learnt: window.learnt, service };
}

/** The message of the service about a scan, wherever it is stored. */
function messageOf(scan: Scan | undefined): string | undefined {
  const progress = scan?.progress;
  if (progress?.kind !== 'failed' && progress?.kind !== 'notFound') return undefined;
  const error = 'error' in progress ? progress.error : undefined;
  return progress.message ?? (error !== undefined && 'serviceMessage' in error ? error.serviceMessage : undefined);
}

describe('Scans in any wording of the service', () => {
  it('have the same result and record, and report why they failed', () =>
    forEveryWording(25, async (wording) => {
      const { kinds, scans, learnt } = await ended(wording, scanned);
      assert.deepEqual(kinds, ['done', 'failed', 'notFound', 'failed']);
      assert.equal(messageOf(scans[1]), wording.errors.refused);
      assert.equal(messageOf(scans[3]), wording.errors.refused);
      const expected = await ended(plain, [first]);
      assert.deepEqual(meaning(learnt[0]?.record, wording), meaning(expected.learnt[0]?.record, wording));
    }));

  it('wait if the limit is reached, and none fails', () =>
    forEveryWording(25, async (wording) => {
      const values = ['one', 'two', 'three'].map((name) => `${name}.lookups-test-6.com`);
      const { kinds, service } = await ended(unlimited(wording), values, 1);
      assert.deepEqual(kinds, ['done', 'waiting', 'waiting']);
      assert.ok(service.requests.filter(({ method }) => method === 'POST').length <= 8);
    }));
});
