import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TextSummary } from '../../../../src/core/triage/triageMessages';
import type { WorkerJobs } from '../../../../src/features/shared/commands/workerJobs';
import { WorkerTriage } from '../../../../src/features/triage/panel/workerTriage';
import { offlineContext } from '../../../../src/service/triage/assessor';

describe('A triage that is canceled', () => {
  afterEach(() => mock.timers.reset());

  it('has the share that was read, and asks for no rows until the indicators found are assessed', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    let share: number | undefined;
    const stopped: unknown[] = [];
    const { promise: finished, resolve: finish } = Promise.withResolvers<{ readonly rows: number }>();
    const canceling = new AbortController();
    const worker = {
      triageOpen: () => Promise.resolve(),
      triageState: () => Promise.resolve({ rows: ++asked }),
      triageText: (_: unknown, { onProgress }: { readonly onProgress: (progress: object) => void }) => {
        onProgress({ bytes: 20, totalBytes: 1_000, found: 5 });
        canceling.abort();
        share = triage.share;
        // Threads have found more since.
        onProgress({ bytes: 30, totalBytes: 1_000, found: 6 });
        return Promise.resolve({ kind: 'read', failure: { kind: 'canceled' } });
      },
      triageFinish: () => finished,
      triageStop: (input: unknown) => Promise.resolve(void stopped.push(input)),
    } as unknown as WorkerJobs;
    const text = { name: 'a.log', open: () => Promise.resolve({ path: 'a.log' }) };
    const triage = new WorkerTriage(worker, [text as never]);
    const rows = { files: [], hasOneFile: true, isFolding: true, entries: [] };
    const labels: string[] = [];
    const listener = { onProgress: (label: string) => void labels.push(label), onRows: () => undefined };
    const signals = { signal: canceling.signal, ended: new AbortController().signal };
    const done = triage.start({ assessing: offlineContext(), rows }, signals, listener);
    for (let tick = 0; tick < 20; tick++) {
      await setImmediate();
      mock.timers.tick(1_000);
    }
    assert.deepEqual([share, labels.length, asked], [0.02, 1, 0]);
    triage.stop();
    assert.deepEqual(stopped, [{ id: triage.id }]);
    finish({ rows: 5 });
    assert.equal((await done).rows, 5);
  });
});

describe('The first rows of a triage', () => {
  afterEach(() => mock.timers.reset());

  it('are shown within a tenth of a second after they are there, the next ones less and less often', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    const startsAt = 1_650;
    const shownAt: number[] = [];
    const { promise: read, resolve: end } = Promise.withResolvers<TextSummary>();
    const worker = {
      triageOpen: () => Promise.resolve(),
      triageState: () => Promise.resolve({ rows: now < startsAt ? 0 : 5 }),
      triageText: () => read,
      triageFinish: () => Promise.resolve({ rows: 5 }),
    } as unknown as WorkerJobs;
    const text = { name: 'a.log', open: () => Promise.resolve({ path: 'a.log' }) };
    const triage = new WorkerTriage(worker, [text as never]);
    const { signal } = new AbortController();
    const rows = { files: [], hasOneFile: true, isFolding: true, entries: [] };
    const listener = { onProgress: () => undefined, onRows: () => void shownAt.push(now) };
    const done = triage.start({ assessing: offlineContext(), rows }, { signal, ended: signal }, listener);
    for (; now < 6_000; now += 50) {
      await setImmediate();
      mock.timers.tick(50);
    }
    end({ kind: 'skipped', failure: { kind: 'canceled' } });
    await done;
    const [first = Infinity, second = Infinity, third = Infinity] = shownAt;
    assert.ok(first - startsAt <= 100, `shown at ${shownAt.join()}`);
    assert.ok(second - first >= 400 && third - second >= 800 && shownAt.length < 6, `shown at ${shownAt.join()}`);
  });
});
