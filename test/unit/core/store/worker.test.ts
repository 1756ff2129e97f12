import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEmbeddedFetch } from '../../../../src/features/shared/commands/embeddedFetch';
import { JobError, StoreError } from '../../../../src/core/store/protocol/storeError';
import type { StoreProblem } from '../../../../src/core/records/problems/storeProblem';
import { StoreReader } from '../../../../src/core/store/reader';
import { remains as levels } from '../../../../src/core/store/sqlite/upkeep';
import { workerJobs } from '../../../../src/features/shared/commands/workerJobs';
import { StoreWorkerThread } from '../../../../src/core/store/protocol/workerClient';
import { aRecord, addRecords, anAnswer, beside, storeFolder, makeEarlier } from './builders';
import { programs } from '../../../harness/programs';

const { worker: workerFile } = programs;

function startWorker(options: ConstructorParameters<typeof StoreWorkerThread>[0]) {
  const thread = new StoreWorkerThread(options);
  return { jobs: workerJobs(thread.run), stop: () => thread.stop() };
}
const list = { text: 'bad[.]example\n192.0.2.7\n', name: 'list.txt' };

describe('Worker thread of the store', () => {
  const folder = storeFolder();
  const problems: StoreProblem[] = [];
  let worker: ReturnType<typeof startWorker>;

  beforeEach(() => {
    problems.length = 0;
    worker = startWorker({
      workerFile,
      storeFile: folder.file(),
      onProblem: (problem) => problems.push(problem),
    });
  });
  afterEach(() => worker.stop());

  it('reports once that a newer version created the store, even to silent callers', async () => {
    folder.open().close();
    const db = new DatabaseSync(folder.file());
    db.exec('PRAGMA user_version = 9999');
    db.close();
    for (let time = 0; time < 2; time++) await assert.rejects(worker.jobs.scansList(), StoreError);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['newer'],
    );
  });

  it('replaces a store of an earlier version, and reports once where the old one is', async () => {
    addRecords(folder.open(), 'list', [aRecord('lookups-test-1.com')]);
    const db = new DatabaseSync(folder.file());
    db.exec(makeEarlier);
    db.close();
    for (let time = 0; time < 2; time++) assert.deepEqual(await worker.jobs.scansList(), []);
    const [problem, ...others] = problems;
    assert.ok(problem?.kind === 'outdated' && others.length === 0);
    const kept = new DatabaseSync(problem.movedTo, { readOnly: true });
    assert.equal(kept.prepare('SELECT key FROM indicator').get()?.['key'], 'lookups-test-1.com');
    kept.close();
    const { rows } = await worker.jobs.summary();
    assert.deepEqual(
      rows.flatMap(({ kind, count }) => (count > 0 ? [kind] : [])),
      ['replacedStores'],
    );
  });

  it('keeps files of the same name apart', async () => {
    const paths = ['a', 'b'].map((name) => join(dirname(folder.file()), name, 'list.txt'));
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${dirname(path).slice(-1)}.example\n`);
    }
    for (let time = 0; time < 2; time++)
      for (const path of paths) await worker.jobs.import({ input: { path, name: 'list.txt' } });
    const sources = folder.open().sources.list();
    assert.deepEqual(
      sources.map(({ name, indicators }) => [name, indicators]),
      [
        ['list.txt', 1],
        ['b/list.txt', 1],
      ],
    );
  });

  it('stops an abandoned search midway, and continues with other work', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `host${n}.example`).join('\n');
    await worker.jobs.import({ input: { text, name: 'many.txt' } });
    const ask = createEmbeddedFetch(worker.jobs);
    // Two fixed characters are too few for an index: each term is compared with each value.
    const pairs = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `ioc=*q${letter}* or ioc=*z${letter}*`);
    const slow = Array.from({ length: 20 }, (_, n) => `(${pairs.join(' or ')} or ioc=*${n}z*)`).join(' and ');
    const address = `http://localhost/api/explore.php?${new URLSearchParams({ q: slow }).toString()}`;
    const controller = new AbortController();
    const searching = ask(address, { signal: controller.signal });
    const meanwhile = await ask('http://localhost/api/explore.php?q=ioc%3Dhost7.example');
    assert.equal(meanwhile.status, 200);
    controller.abort(new Error('enough'));
    await assert.rejects(searching, /enough/);
    assert.equal((await worker.jobs.summary()).rows.length, 1);
  });

  it('starts with the first job', async () => {
    assert.equal(existsSync(folder.file()), false);
    assert.equal((await worker.jobs.summary()).rows.length, 0);
    assert.equal(existsSync(folder.file()), true);
  });

  it('imports, and readers see it at once', async () => {
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const account = await worker.jobs.import({ input: list });
    assert.deepEqual(account.indicators, { added: 2, updated: 0, unchanged: 0 });
    assert.equal(reader.find('bad.example').length, 1);
    const answer = anAnswer(aRecord('bad.example', { risk: 'high' }), 5);
    assert.deepEqual(
      await worker.jobs.cacheAnswer({ key: 'bad.example', address: 'https://lookups-test-1.com', knowledge: answer }),
      {
        saved: true,
      },
    );
    assert.deepEqual(reader.find('bad.example')[1], answer);
    reader.close();
  });

  it('answers fetches with the embedded local service', async () => {
    await worker.jobs.import({ input: list });
    const ask = createEmbeddedFetch(worker.jobs);
    const found = await ask('http://local/api/indicator.php?indicator=bad.example');
    assert.equal(found.status, 200);
    assert.equal(((await found.json()) as { indicator: string }).indicator, 'bad.example');
    const missing = await ask(new Request('http://local/api/indicator.php?indicator=good.example'));
    assert.equal(missing.status, 404);
    assert.deepEqual(await missing.json(), { error: 'Indicator not found.' });
  });

  it('rejects a fetch whose signal is aborted', async () => {
    const reason = new Error('the hover went away');
    await assert.rejects(
      createEmbeddedFetch(worker.jobs)('http://local/api/indicator.php', { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  });

  it('keeps the data of a canceled import, and reports it as incomplete', async () => {
    const text = Array.from({ length: 200_000 }, (_, n) => `n${n}.example`).join('\n');
    const controller = new AbortController();
    const account = await worker.jobs.import(
      { input: { text, name: 'long.txt' } },
      { signal: controller.signal, onProgress: ({ taken }) => taken > 0 && controller.abort() },
    );
    assert.equal(account.complete, false);
    const { added } = account.indicators;
    assert.ok(added > 0 && added < 200_000, String(added));
    const { rows } = await worker.jobs.summary();
    assert.equal(rows[0]?.count, added);
  });

  it('rejects other jobs at once when they are canceled', async () => {
    const controller = new AbortController();
    const running = worker.jobs.summary(undefined, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
  });

  it('reports the problem of the store, and works again once it is solved', async () => {
    folder.open().close();
    const bytes = readFileSync(folder.file());
    writeFileSync(folder.file(), bytes.fill(0x5a, 4096));
    await worker.jobs.summary();
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['corrupt'],
    );
    assert.equal(readdirSync(dirname(folder.file())).filter((name) => name.includes('.corrupt-')).length, 1);
  });

  it('leaves a file that is not a store alone, and works once it is moved away', async () => {
    mkdirSync(dirname(folder.file()));
    writeFileSync(folder.file(), '%PDF-1.7 '.repeat(1_000));
    await assert.rejects(
      worker.jobs.summary(),
      (error) => error instanceof StoreError && error.problem.kind === 'foreign',
    );
    assert.match(readFileSync(folder.file(), 'latin1'), /^(%PDF-1\.7 )+$/);
    rmSync(folder.file());
    assert.deepEqual((await worker.jobs.summary()).rows, []);
  });

  it("fails only the job if the error is not the store's", async () => {
    // Values that can't be JSON.
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const record = aRecord('bad.example', { other: cycle });
    await assert.rejects(
      worker.jobs.cacheAnswer({ key: 'bad.example', address: 'https://a.example', knowledge: anAnswer(record, 5) }),
      (error) => error instanceof JobError && !(error instanceof StoreError) && /circular/.test(error.message),
    );
    assert.deepEqual(problems, []);
    assert.equal((await worker.jobs.import({ input: list })).indicators.added, 2);
  });

  it("rejects jobs with the problem while the store can't be opened", async () => {
    writeFileSync(dirname(folder.file()), 'a file where the folder should be');
    await assert.rejects(worker.jobs.summary(), (error) => error instanceof StoreError);
  });

  describe('erasing', () => {
    const value = (n: number): string => `qzworker${String(n).padStart(5, '0')}`;
    const table = (count: number, text = ''): string =>
      [
        'Indicator,Risk,Description',
        ...Array.from({ length: count }, (_, n) => `${value(n)}.lookups-test-1.com,high,${value(n)}${text}`),
      ].join('\n');
    /** How many of the values are in any file beside the store. */
    const found = (): number => {
      const at = dirname(folder.file());
      const texts = readdirSync(at).map((name) => readFileSync(join(at, name), 'latin1'));
      return new Set(texts.join('').match(/qzworker\d{5}/g)).size;
    };
    const remains = (): number => {
      const db = new DatabaseSync(folder.file(), { readOnly: true });
      try {
        return Number(db.prepare("SELECT count(*) AS n FROM upkeep WHERE name IN ('wipe', 'wiping')").get()?.['n']);
      } finally {
        db.close();
      }
    };
    /** Everything is deleted by a version that overwrote nothing. */
    const removeAll = (): void => {
      const db = beside(folder.file());
      db.exec('PRAGMA secure_delete = OFF; PRAGMA foreign_keys = ON; DELETE FROM assertion; DELETE FROM indicator');
      db.exec(`DELETE FROM facet; INSERT OR REPLACE INTO upkeep (name, value) VALUES ('wipe', ${levels.records})`);
      db.close();
    };

    const noteRemains = (): void => {
      const db = new DatabaseSync(folder.file());
      db.exec(`INSERT OR REPLACE INTO upkeep (name, value) VALUES ('wipe', ${levels.records})`);
      db.close();
    };
    /** Erases in a process that is killed while the copy is being written back. */
    const eraseAndKill = async (): Promise<'killed' | 'finished'> => {
      const window = spawn(process.execPath, [
        '-e',
        `new (require('node:worker_threads').Worker)(${JSON.stringify(workerFile)}, {
          workerData: { storeFile: ${JSON.stringify(folder.file())}, task: 'wipe' },
        });`,
      ]);
      const closed = once(window, 'close');
      const journal = `${folder.file()}-wal`;
      while (window.exitCode === null && (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) < 2_000_000)
        await new Promise((resolve) => setImmediate(resolve));
      window.kill('SIGKILL');
      await closed;
      return remains() > 0 ? 'killed' : 'finished';
    };

    it('goes on in a thread of its own, while other jobs are answered', async () => {
      await worker.jobs.import({ input: { text: table(5_000), name: 'removed.csv' } });
      await worker.jobs.import({ input: list });
      assert.equal(found(), 5_000);
      const [source] = (await worker.jobs.sourceList()).filter(({ name }) => name === 'removed.csv');
      let reads = 0;
      const removing = worker.jobs.sourceRemove({ id: source?.id ?? 0 });
      const state = { isDone: false };
      void removing.finally(() => (state.isDone = true));
      while (!state.isDone) {
        await worker.jobs.sourceList();
        reads++;
      }
      assert.deepEqual(await removing, { removed: 5_000, erased: 'done' });
      assert.ok(reads > 0);
      assert.equal(found(), 0);
      assert.equal(remains(), 0);
      assert.equal((await worker.jobs.sourceList()).length, 1);
      assert.deepEqual(problems, []);
    });

    it('is finished by the next window if a window ends in the middle', async () => {
      await worker.jobs.import({ input: { text: table(8_000, 'x'.repeat(1_000)), name: 'removed.csv' } });
      await worker.jobs.import({ input: list });
      await worker.stop();
      const db = new DatabaseSync(folder.file());
      db.exec('DELETE FROM assertion WHERE iid % 2 = 1');
      const left = Number(db.prepare('SELECT count(*) AS n FROM assertion').get()?.['n']);
      db.close();
      // A window that has finished before it could be killed is one too many.
      while (remains() === 0 || (await eraseAndKill()) === 'finished') noteRemains();
      assert.ok(remains() > 0);

      const next = startWorker({
        workerFile,
        storeFile: folder.file(),
        onProblem: (problem) => problems.push(problem),
      });
      try {
        assert.deepEqual(await next.jobs.checkStore(), { whole: true });
        assert.equal((await next.jobs.clear({ kinds: ['answers'] })).erased, 'done');
        const after = new DatabaseSync(folder.file(), { readOnly: true });
        assert.equal(after.prepare('SELECT count(*) AS n FROM assertion').get()?.['n'], left);
        after.close();
        assert.equal(remains(), 0);
        removeAll();
        assert.ok(found() > 0);
        assert.equal((await next.jobs.clear({ kinds: ['answers'] })).erased, 'done');
        assert.equal(found(), 0);
      } finally {
        await next.stop();
      }
      assert.deepEqual(problems, []);
    });
  });

  describe('after the thread died', () => {
    /** Answers `summary`, takes `triageList` and never answers, and dies of anything else. */
    const script = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ kind, id, job }) => {
        if (kind === 'stop') parentPort.close();
        else if (job === 'summary') parentPort.postMessage({ kind: 'done', id, output: { file: '', bytes: 0, rows: [] } });
        else if (job === 'requestLogList') process.exit(3);
        else if (job !== 'triageList') throw new RangeError('a fault of its own');
      });`;
    let deaths: { readonly detail: string; readonly lost: readonly string[] }[] = [];
    let fragile: ReturnType<typeof startWorker>;

    beforeEach(() => {
      deaths = [];
      const dying = join(dirname(workerFile), 'dying.js');
      writeFileSync(dying, script);
      fragile = startWorker({
        workerFile: dying,
        storeFile: folder.file(),
        onProblem: (problem) => problems.push(problem),
        onDeath: (detail, lost) => deaths.push({ detail, lost }),
      });
    });
    afterEach(() => fragile.stop());

    it('rejects every pending job with the reason, and starts a new thread for the next one', async () => {
      for (const [job, reason] of [
        ['scansList', /a fault of its own/],
        ['requestLogList', /ended with code 3/],
      ] as const) {
        const jobs = [fragile.jobs.triageList(), fragile.jobs[job](), fragile.jobs.triageList()];
        for (const one of await Promise.allSettled(jobs)) {
          assert.ok(one.status === 'rejected');
          assert.ok(one.reason instanceof JobError && reason.test(one.reason.message), String(one.reason));
        }
        assert.deepEqual((await fragile.jobs.summary()).rows, []);
        const last = deaths.pop();
        assert.match(last?.detail ?? '', reason);
        assert.deepEqual(last?.lost, ['triageList', job, 'triageList']);
      }
      assert.deepEqual([deaths, problems], [[], []], 'reported once each, and not as a store error');
    });

    it('loses nothing that is requested while it dies', async () => {
      await fragile.jobs.summary();
      const dying = fragile.jobs.scansList().catch(() => 'failed');
      const outcomes = Array.from({ length: 50 }, () =>
        fragile.jobs.summary().then(
          () => 'done',
          () => 'failed',
        ),
      );
      assert.equal(await dying, 'failed');
      assert.ok((await Promise.all(outcomes)).every((each) => each === 'done' || each === 'failed'));
      assert.deepEqual((await fragile.jobs.summary()).rows, []);
    });

    it("doesn't report a stopped thread, and accepts no more jobs", async () => {
      const requested = fragile.jobs.triageList();
      const stopping = fragile.stop();
      await assert.rejects(requested, /was stopped/);
      await stopping;
      await assert.rejects(fragile.jobs.summary(), JobError);
      assert.deepEqual([deaths, problems], [[], []]);
    });

    it('reports a missing bundle', async () => {
      const missing = startWorker({
        workerFile: join(dirname(workerFile), 'no-such-worker.mjs'),
        storeFile: folder.file(),
        onProblem: (problem) => problems.push(problem),
      });
      await assert.rejects(missing.jobs.summary(), /no-such-worker/);
      await missing.stop();
      assert.deepEqual(problems, []);
    });
  });

  it('serves on loopback until it is stopped', async () => {
    await worker.jobs.import({ input: list });
    const started = await worker.jobs.startService({ port: 0, key: 'k-1', tier: 'pro' });
    assert.ok('url' in started);
    const ask = async (key: string): Promise<number> =>
      (await fetch(`${started.url}/api/indicator.php?indicator=bad.example&key=${key}`)).status;
    assert.equal(await ask('k-1'), 200);
    assert.equal(await ask('wrong'), 401);
    assert.deepEqual(await worker.jobs.stopService(), { stopped: true });
    await assert.rejects(ask('k-1'));
  });
});
