import assert from 'node:assert/strict';
import type { MirrorState, MirrorTarget } from '../../../../src/core/sync/ports';
import { SyncSchedule } from '../../../../src/service/cli/syncSchedule';

const target = (collection: string): MirrorTarget => ({
  server: 'https://intel.example/',
  root: 'https://intel.example/api/',
  collection,
  title: collection,
});
const mirror = (collection: string, lastSync: number | undefined): MirrorState => ({
  ...target(collection),
  id: 1,
  name: collection,
  objects: 0,
  indicators: 0,
  stale: 0,
  lastSync,
});

describe('The schedule of syncs', () => {
  let now = 0;
  const due = (schedule: SyncSchedule, lastSync?: number): boolean =>
    schedule.due([target('a')], [mirror('a', lastSync), mirror('b', 0)]).length === 1;

  beforeEach(() => (now = 1_000_000));

  it('has what was never synced, and then what was not synced for that time, by whoever', () => {
    const schedule = new SyncSchedule(60_000, () => now);
    assert.ok(schedule.due([target('new')], []).length === 1);
    assert.ok(due(schedule));
    assert.ok(!due(schedule, now - 59_999));
    assert.ok(due(schedule, now - 60_000));
  });

  it('waits as long after a sync that did not end', () => {
    const schedule = new SyncSchedule(60_000, () => now);
    schedule.noteTried(target('a'));
    assert.ok(!due(schedule, now - 600_000));
    now += 60_000;
    assert.ok(due(schedule, now - 600_000));
  });

  it('does not wait for a time that the clock had before it was set back', () => {
    const schedule = new SyncSchedule(60_000, () => now);
    assert.ok(due(schedule, now + 86_400_000));
  });
});
