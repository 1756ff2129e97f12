import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TextSummary } from '../../../../src/core/triage/triageMessages';
import type { WorkerJobs } from '../../../../src/features/shared/commands/workerJobs';
import { WorkerTriage } from '../../../../src/features/triage/panel/workerTriage';
import { offlineContext } from '../../../../src/service/triage/assessor';

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
