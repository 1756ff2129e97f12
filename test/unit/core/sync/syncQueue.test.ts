import assert from 'node:assert/strict';
import { SyncQueue, type StoredSyncs, type SyncEnd, type SyncRun } from '../../../../src/core/sync/syncQueue';
import type { MirrorState } from '../../../../src/core/sync/ports';

interface Started extends SyncRun {
  readonly key: string;
  end(end?: SyncEnd): void;
}

const state: MirrorState = {
  id: 1,
  server: 'https://intel.example',
  root: 'https://intel.example/taxii2/api/',
  collection: 'c',
  title: 'Team feed',
  name: 'Team feed',
  objects: 1,
  indicators: 1,
  stale: 0,
};

function ended(complete = true): SyncEnd {
  const counts = { added: 1, changed: 0, unchanged: 0, stale: 0, skipped: 0 };
  return { kind: 'ended', account: { state, counts, skipped: [] }, requests: 1, millis: 1, complete, full: false };
}

/** Lets everything that is due go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Syncs whose runs end on the test's command, or when they are canceled. */
function world(kept: StoredSyncs = { paused: [], underWay: [] }) {
  const started: Started[] = [];
  let memory = kept;
  let reserved = false;
  let isOthers = false;
  let isClaimed = false;
  const ticks: (() => void)[] = [];
  let keeps = 0;
  const create = (): SyncQueue =>
    new SyncQueue({
      run: (key, run) => {
        run.onRequest();
        const { promise, resolve } = Promise.withResolvers<SyncEnd>();
        run.signal.addEventListener('abort', () => resolve({ kind: 'failed', error: { kind: 'canceled' } }));
        started.push({ ...run, key, end: (end = ended()) => resolve(end) });
        return promise;
      },
      keep: () => {
        keeps++;
        return Promise.resolve();
      },
      claim: (stored) => {
        isClaimed = stored && !isOthers;
        return Promise.resolve(isClaimed);
      },
      isReserved: () => Promise.resolve(reserved),
      memory: { read: () => memory, write: (now) => (memory = now) },
      delay: (_, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve(false));
          ticks.push(() => resolve(true));
        }),
    });
  return {
    syncs: create(),
    create,
    started,
    memory: () => memory,
    keeps: () => keeps,
    reserve: (now: boolean) => (reserved = now),
    claimElsewhere: (now: boolean) => (isOthers = now),
    isClaimed: () => isClaimed,
    remember: (now: StoredSyncs) => (memory = now),
    tick: async () => {
      for (const tick of ticks.splice(0)) tick();
      await settle();
    },
  };
}

describe('SyncQueue', () => {
  it('runs one sync after the other, each with its result', async () => {
    const { syncs, started, memory, isClaimed } = world();
    const [a, b] = [syncs.sync('a'), syncs.sync('b')];
    assert.deepEqual([syncs.statusOf('a').kind, syncs.statusOf('b').kind], ['running', 'waiting']);
    assert.deepEqual(memory().underWay, [
      { key: 'a', full: false },
      { key: 'b', full: false },
    ]);
    assert.equal(isClaimed(), true);
    started[0]?.end();
    assert.equal((await a).kind, 'ended');
    await settle();
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b'],
    );
    started[1]?.end();
    await b;
    assert.deepEqual(memory().underWay, []);
    assert.equal(syncs.statusOf('b').kind, 'idle');
    assert.equal(syncs.endOf('b')?.kind, 'ended');
    await settle();
    assert.equal(isClaimed(), false);
  });

  it('starts no sync twice, except a full one after an incremental one', async () => {
    const { syncs, started } = world();
    const first = syncs.sync('a');
    const same = syncs.sync('a');
    const full = syncs.sync('a', { full: true });
    assert.equal(started.length, 1);
    started[0]?.end();
    assert.equal(await first, await same);
    await settle();
    assert.deepEqual(
      started.map((run) => run.full),
      [false, true],
    );
    started[1]?.end();
    assert.equal((await full).kind, 'ended');
  });

  it('pauses before the next request, keeps its position, and resumes', async () => {
    const { syncs, started, memory, keeps, tick } = world();
    const end = syncs.sync('a');
    const [run] = started;
    assert.ok(run);
    run.onProgress({ objects: 1_000, requests: 1 });
    syncs.pause('a');
    assert.deepEqual(syncs.statusOf('a'), { kind: 'paused', full: false, objects: 1_000, requests: 1 });
    assert.deepEqual(memory().paused, ['a']);
    let passed = false;
    const pass = run.pass().then((may) => (passed = may));
    await tick();
    await tick();
    assert.equal(passed, false);
    assert.ok(keeps() >= 2);
    syncs.resume('a');
    await pass;
    assert.equal(passed, true);
    assert.deepEqual(memory().paused, []);
    assert.equal(syncs.statusOf('a').kind, 'running');
    run.end();
    assert.equal((await end).kind, 'ended');
  });

  it('lets others run while one is paused, and starts that again when it is resumed', async () => {
    const { syncs, started } = world();
    const a = syncs.sync('a', { full: true });
    syncs.pause('a');
    const b = syncs.sync('b');
    await settle();
    assert.equal((await a).kind, 'failed');
    assert.equal(syncs.statusOf('a').kind, 'paused');
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b'],
    );
    started[1]?.end();
    await b;
    syncs.resume('a');
    await settle();
    // The wish for a whole run is not forgotten.
    assert.deepEqual([started[2]?.key, started[2]?.full], ['a', true]);
    syncs.cancel('a');
  });

  it('cancels syncs that are running, waiting or paused', async () => {
    const { syncs, memory } = world();
    const ends = ['a', 'b', 'c'].map((key) => syncs.sync(key));
    syncs.cancel('b');
    syncs.pause('a');
    syncs.cancel('a');
    await settle();
    syncs.cancel('c');
    for (const end of await Promise.all(ends)) assert.deepEqual(end, { kind: 'failed', error: { kind: 'canceled' } });
    assert.deepEqual(memory(), { paused: [], underWay: [] });
    assert.deepEqual(syncs.busy(), []);
  });

  it('resumes interrupted syncs after a reload, but not paused or removed ones', async () => {
    const first = world();
    void first.syncs.sync('a', { full: true });
    first.syncs.dispose();
    await settle();
    assert.deepEqual(first.memory().underWay, [{ key: 'a', full: true }]);
    const second = world({
      paused: ['b'],
      underWay: [...first.memory().underWay, { key: 'b', full: false }, { key: 'gone', full: false }],
    });
    assert.equal(await second.syncs.resumeInterrupted((key) => key !== 'gone'), 1);
    assert.deepEqual([second.started[0]?.key, second.started[0]?.full], ['a', true]);
    assert.equal(second.syncs.statusOf('b').kind, 'paused');
    second.started[0]?.end();
    await settle();
    assert.equal(second.syncs.statusOf('a').kind, 'idle');
  });

  it('resumes waiting syncs after a reload, in their order', async () => {
    const first = world();
    for (const key of ['a', 'b', 'c']) void first.syncs.sync(key, { full: key === 'b' });
    first.syncs.dispose();
    await settle();
    const second = world(first.memory());
    assert.equal(await second.syncs.resumeInterrupted(() => true), 3);
    for (let n = 0; n < 3; n++) {
      second.started[n]?.end();
      await settle();
    }
    assert.deepEqual(
      second.started.map(({ key, full }) => [key, full]),
      [
        ['a', false],
        ['b', true],
        ['c', false],
      ],
    );
    assert.deepEqual(second.memory().underWay, []);
  });

  it('leaves waiting syncs to the other window, and continues those that it leaves', async () => {
    const underWay = ['a', 'b', 'c'].map((key) => ({ key, full: false }));
    const { syncs, started, tick, claimElsewhere, remember } = world({ paused: [], underWay });
    claimElsewhere(true);
    const going = syncs.resumeInterrupted(() => true);
    await tick();
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => syncs.statusOf(key).kind),
      ['otherWindow', 'otherWindow', 'otherWindow'],
    );
    remember({ paused: [], underWay: underWay.slice(1) });
    await tick();
    assert.equal(syncs.statusOf('a').kind, 'idle');
    assert.equal(started.length, 0);
    // It was closed in the middle of “b”.
    claimElsewhere(false);
    await tick();
    await tick();
    assert.equal(await going, 2);
    assert.deepEqual([started[0]?.key, syncs.statusOf('c').kind], ['b', 'waiting']);
    syncs.dispose();
  });

  it('starts nothing if another window has finished everything', async () => {
    const { syncs, started, tick, claimElsewhere, remember, isClaimed } = world({
      paused: [],
      underWay: [{ key: 'a', full: false }],
    });
    claimElsewhere(true);
    const going = syncs.resumeInterrupted(() => true);
    await tick();
    claimElsewhere(false);
    await tick();
    // Its end is reported shortly after its claim is released.
    remember({ paused: [], underWay: [] });
    await tick();
    assert.equal(await going, 0);
    assert.deepEqual([started.length, syncs.statusOf('a').kind, isClaimed()], [0, 'idle', false]);
  });

  it('waits while another window has the claim, and continues after it expires', async () => {
    const { syncs, started, tick, reserve } = world({ paused: [], underWay: [{ key: 'a', full: false }] });
    reserve(true);
    assert.equal(await syncs.resumeInterrupted(() => true), 1);
    started[0]?.end({ kind: 'busy' });
    await settle();
    assert.equal(syncs.statusOf('a').kind, 'otherWindow');
    await tick();
    assert.equal(started.length, 1);
    reserve(false);
    await tick();
    assert.equal(started.length, 2);
    started[1]?.end();
  });

  it("shows that another window syncs until it is done, and doesn't repeat its work", async () => {
    const { syncs, started, tick, reserve } = world();
    reserve(true);
    const end = syncs.sync('a');
    started[0]?.end({ kind: 'busy' });
    assert.equal((await end).kind, 'busy');
    assert.equal(syncs.statusOf('a').kind, 'otherWindow');
    reserve(false);
    await tick();
    assert.equal(syncs.statusOf('a').kind, 'idle');
    assert.equal(started.length, 1);
  });

  it('runs a full sync after the sync of another window, and shows that it waits', async () => {
    const { syncs, started, tick, reserve, memory, isClaimed, remember } = world();
    reserve(true);
    const end = syncs.sync('a', { full: true });
    started[0]?.end({ kind: 'busy' });
    await settle();
    assert.deepEqual(syncs.statusOf('a'), { kind: 'waiting', forOther: true });
    assert.deepEqual([syncs.busy(), isClaimed()], [['a'], true]);
    await tick();
    assert.equal(started.length, 1);
    // The other window has finished, and removes the collection from the list of running syncs.
    remember({ paused: [], underWay: [] });
    reserve(false);
    await tick();
    assert.deepEqual([started[1]?.key, started[1]?.full, syncs.statusOf('a').kind], ['a', true, 'running']);
    assert.deepEqual(memory().underWay, [{ key: 'a', full: true }]);
    started[1]?.end();
    assert.equal((await end).kind, 'ended');
    await settle();
    assert.deepEqual([syncs.busy(), isClaimed(), memory().underWay], [[], false, []]);
  });

  it('runs others while a full sync waits for another window, and starts it once', async () => {
    const { syncs, started, tick, reserve } = world();
    reserve(true);
    const [first, again] = [syncs.sync('a', { full: true }), syncs.sync('a', { full: true })];
    started[0]?.end({ kind: 'busy' });
    await settle();
    const third = syncs.sync('a', { full: true });
    const other = syncs.sync('b');
    await settle();
    assert.deepEqual([started[1]?.key, syncs.statusOf('a').kind], ['b', 'waiting']);
    started[1]?.end();
    await other;
    reserve(false);
    await tick();
    started[2]?.end();
    const ends = await Promise.all([first, again, third]);
    assert.deepEqual(new Set(ends).size, 1);
    await settle();
    assert.equal(started.length, 3);
  });

  it('drops a full sync that waits for another window when it is canceled or paused', async () => {
    const { syncs, started, tick, reserve, memory } = world();
    reserve(true);
    const end = syncs.sync('a', { full: true });
    started[0]?.end({ kind: 'busy' });
    await settle();
    syncs.cancel('a');
    assert.deepEqual(await end, { kind: 'failed', error: { kind: 'canceled' } });
    reserve(false);
    await tick();
    assert.deepEqual([started.length, syncs.statusOf('a').kind, memory().underWay], [1, 'idle', []]);
    const paused = syncs.sync('a', { full: true });
    started[1]?.end({ kind: 'busy' });
    await settle();
    syncs.pause('a');
    assert.equal((await paused).kind, 'failed');
    await tick();
    assert.deepEqual([started.length, syncs.statusOf('a').kind], [2, 'paused']);
    syncs.resume('a');
    assert.deepEqual([started[2]?.key, started[2]?.full], ['a', true]);
    syncs.cancel('a');
  });

  it('keeps a full sync that was requested during another sync of the collection', async () => {
    const { syncs, started, memory } = world();
    void syncs.sync('a');
    const full = syncs.sync('a', { full: true });
    assert.deepEqual(memory().underWay, [{ key: 'a', full: true }]);
    syncs.pause('a');
    const other = syncs.sync('b');
    await settle();
    assert.equal((await full).kind, 'failed');
    started[1]?.end();
    await other;
    syncs.resume('a');
    assert.deepEqual([started[2]?.key, started[2]?.full], ['a', true]);
    syncs.cancel('a');
  });
});
