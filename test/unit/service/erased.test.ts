import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncCollection } from '../../../src/core/sync/sync';
import { openStore } from '../../../src/core/store/store';
import { remains } from '../../../src/core/store/sqlite/upkeep';
import { wipe } from '../../../src/core/store/wipe';
import type { StoreProblem } from '../../../src/core/records/problems/storeProblem';
import { formatStoreProblem } from '../../../src/features/shared/format/formatStoreProblem';
import { inThisThread } from '../../harness/inThisThread';
import { Jobs } from '../../../src/service/jobs';
import { offlineContext } from '../../../src/service/triage/assessor';
import { StoreSession } from '../../../src/service/storeSession';
import { collection, fakeTaxii, indicators } from '../core/sync/fakeTaxii';
import { clientOf } from '../core/sync/mirroring';
import { aRecord, addRecords, anAnswer, beside } from '../core/store/builders';
import { workerMirrorWriter } from '../../../src/features/sources/sync/collectionSync';

const perKind = 400;
const day = 86_400_000;

/** A name that occurs nowhere else, which contains its kind and number. */
const marked = (kind: string, n: number): string => `qz${kind}${String(n).padStart(5, '0')}${(n * 7_919) % 9_973}`;
const names = (kind: string, from = 0, to = perKind): string[] =>
  Array.from({ length: to - from }, (_, n) => marked(kind, from + n));
const host = (name: string): string => `${name}.lookups-test-1.com`;

describe('Deleted data', () => {
  let folder: string;
  let jobs: Jobs;
  const file = (): string => join(folder, 'store.sqlite');
  const worker = inThisThread({ run: (...job) => jobs.run(...job) });
  const open = (): Jobs =>
    new Jobs({ storeFile: file(), onNotice: () => undefined, onError: (error) => assert.fail(String(error)) });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'erased-'));
    jobs = open();
  });
  afterEach(async () => {
    await jobs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The marked names of a kind in any file of the folder, in UTF-8 or UTF-16. */
  function found(kind: string): ReadonlySet<string> {
    const all = new Set<string>();
    const pattern = new RegExp(`qz${kind}\\d{5,9}`, 'g');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (!statSync(path).isFile()) continue;
      const bytes = readFileSync(path);
      const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')];
      for (const text of texts) for (const [match] of text.matchAll(pattern)) all.add(match);
    }
    return all;
  }
  const assertFound = (kind: string): void => {
    const there = found(kind);
    assert.deepEqual(
      names(kind).filter((name) => !there.has(name)),
      [],
      `all of ${kind} are stored`,
    );
  };

  const importList = (kind: string, name = `${kind}.txt`): Promise<unknown> =>
    worker.import({ input: { text: names(kind).map(host).join('\n'), name } });
  const importTable = (kind: string): Promise<unknown> => {
    const rows = names(kind).map(
      (name, n) => `${host(name)},high,${name} family ${n % 7},${name} feed,${'x'.repeat(n % 300)} ${name}`,
    );
    return worker.import({
      input: { text: ['Indicator,Risk,Threat,Feed,Description', ...rows].join('\n'), name: `${kind}.csv` },
    });
  };
  async function mirror(kind: string): Promise<void> {
    const server = await fakeTaxii();
    try {
      server.objects = indicators(perKind).map(({ added, object }, n) => ({
        added,
        object: {
          ...(object as object),
          name: marked(kind, n),
          pattern: `[domain-name:value = '${host(marked(kind, n))}']`,
        },
      }));
      const writer = workerMirrorWriter(worker);
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Feed' };
      await syncCollection({ client: clientOf(server.url), writer }, target, { limit: 100 });
    } finally {
      await server.close();
    }
  }
  const remember = async (kind: string): Promise<void> => {
    const rows = { files: [`${kind}.log`], hasOneFile: true, isFolding: false, entries: [] };
    for (const [n, part] of [0, 1].entries()) {
      const id = `${kind}${n}`;
      const text = names(kind)
        .filter((_, at) => at % 2 === part)
        .map(host)
        .join('\n');
      await worker.triageOpen({ id, assessing: offlineContext(), rows });
      await worker.triageText({ id, text: 0, input: { text, name: 'a.log' } });
      await worker.triageFinish({ id });
      const file = { uri: `file:///logs/qz${kind}${'01234567'.slice(n)}.log`, size: 1, modified: 1, at: Date.now() };
      assert.deepEqual(await worker.triagedKeep({ id, text: 0, file }), { kept: true });
      await worker.triageClose({ id });
    }
  };
  const entry = (name: string, at: number) => ({
    ...({ indicator: { type: 'domain', value: host(name) }, state: 'review', at } as const),
    from: { kind: 'file', uri: 'file:///proxy.log', line: 3, column: 5 } as const,
  });
  const queryRun = (name: string, at: number) => ({
    id: name,
    at,
    query: `ioc=${host(name)}`,
    settings: { limit: 10 },
    origin: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true },
  });
  const limits = { maxAgeMillis: 90 * day, maxBytes: 100_000_000 };
  const add: Readonly<Record<string, (kind: string) => Promise<unknown>>> = {
    imports: async (kind) => [await importTable(kind), await worker.values({ field: 'x', text: '', limit: 1 })],
    mirrors: mirror,
    answers: async (kind) => {
      for (const [n, name] of names(kind).entries())
        await worker.cacheAnswer({
          key: host(name),
          address: 'https://lookups-test-1.com',
          knowledge: anAnswer(aRecord(host(name), { comments: [] }), Date.now() - n),
        });
    },
    overrides: async (kind) => {
      for (const name of names(kind))
        await worker.setRisk({ indicator: { type: 'domain', value: host(name) }, risk: 'high' });
    },
    recent: async (kind) => {
      for (const [n, name] of names(kind).entries())
        if (n < 200)
          await worker.recentSave({
            opened: {
              key: host(name),
              at: n,
              subject: { kind: 'indicator', indicator: { type: 'domain', value: host(name) } },
            } as never,
          });
    },
    triage: async (kind) => {
      await worker.triageSave({ entries: names(kind).map((name, n) => entry(name, n + 1)) });
      await worker.triageAnnotate({
        changes: names(kind).map((name, n) => ({
          ...entry(name, n + 1),
          note: `${name} was seen`,
          tags: [name],
        })),
      });
    },
    triagedFiles: remember,
    queries: async (kind) => {
      for (const [n, name] of names(kind).entries())
        await worker.querySave({
          run: queryRun(name, Date.now() - n),
          finding: JSON.stringify([name, 'x'.repeat(n)]),
          limits,
        });
    },
    sent: async (kind) =>
      worker.requestLogAppend({
        entries: names(kind).map((name, n) => ({
          id: name,
          at: n,
          to: 'https://lookups-test-1.com',
          what: [host(name)],
          ...({ why: 'hover', outcome: 'answered' } as const),
        })),
      }),
    scans: async (kind) =>
      worker.scansSave({
        scans: names(kind).map((name, n) => ({
          id: name,
          at: n,
          changed: n,
          address: 'https://lookups-test-1.com',
          host: 'lookups-test-1.com',
          remote: true,
          indicator: { type: 'domain' as const, value: host(name) },
          sent: { type: 'domain' as const, value: host(name) },
          ...({ kind: 'passive', store: false, progress: { kind: 'done', risk: 'high', retired: false } } as const),
        })),
      }),
  };

  it('is in no file after its kind was cleared, which other kinds survive', async () => {
    // Recent records are the last 200.
    const kinds = Object.keys(add);
    for (const kind of kinds) await add[kind]?.(kind.toLowerCase());
    for (const kind of kinds) {
      const mark = kind.toLowerCase();
      if (kind === 'recent') assert.ok(found(mark).size >= 200);
      else assertFound(mark);
    }
    for (const [n, kind] of kinds.entries()) {
      const { erased } = await worker.clear({ kinds: [kind as never] });
      assert.equal(erased, 'done');
      assert.deepEqual([...found(kind.toLowerCase())], [], `${kind} is gone`);
      for (const other of kinds.slice(n + 1)) assert.ok(found(other.toLowerCase()).size >= 200, `${other} is there`);
    }
    assert.deepEqual(
      (await worker.summary()).rows.filter(({ count }) => count > 0),
      [],
    );
  });

  it('is in no file after its source was removed, and its trigrams are gone', async () => {
    await importList('keep');
    await importTable('drop');
    const search = new DatabaseSync(file());
    try {
      assertFound('drop');
      const [source] = (await worker.sourceList()).filter(({ name }) => name === 'drop.csv');
      const { removed, erased } = await worker.sourceRemove({ id: source?.id ?? 0 });
      assert.deepEqual([removed, erased], [perKind, 'done']);
      assert.deepEqual([...found('drop')], []);
      assertFound('keep');
      const matches = (text: string): number =>
        Number(
          search.prepare('SELECT count(*) AS n FROM indicator_text WHERE indicator_text MATCH ?').get(text)?.['n'],
        );
      // The remaining entries are indexed again.
      while (matches('"qzk"') < perKind) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(matches('"qzd"'), 0);
    } finally {
      search.close();
    }
  });

  it('is in no file after single entries were removed, or notes and tags were changed', async () => {
    for (const kind of ['recent', 'triage', 'queries', 'scans']) await add[kind]?.(kind);
    const half = (kind: string): string[] => names(kind).filter((_, n) => n % 2 === 0);
    await worker.triageRemove({ keys: half('triage').map((name) => `domain ${host(name)}`) });
    await worker.triageAnnotate({
      changes: names('triage')
        .filter((_, n) => n % 2 === 1)
        .map((name, n) => ({ ...entry(name, n), note: 'gone', tags: [] })),
    });
    await worker.queryRemove({ ids: half('queries') });
    await worker.scansRemove({ ids: half('scans') });
    for (const name of half('recent')) await worker.recentRemove({ key: host(name) });
    // Erasing goes on in the background; a job that writes waits for it.
    await worker.clear({ kinds: ['answers'] });
    for (const kind of ['recent', 'triage', 'queries', 'scans']) {
      const there = found(kind);
      assert.deepEqual(
        half(kind).filter((name) => there.has(name)),
        [],
        kind,
      );
      assert.ok(there.size >= 100, `the others of ${kind} are there`);
    }
    assert.doesNotMatch(readFileSync(file(), 'latin1'), /was seen/);
  });

  it('is in no file after a triaged file was forgotten', async () => {
    await remember('remembered');
    assertFound('remembered');
    const [, first] = await worker.triagedList();
    assert.deepEqual(await worker.triagedForget({ uris: [first?.uri ?? ''] }), { removed: 1 });
    await worker.clear({ kinds: ['answers'] });
    const half = names('remembered').filter((_, at) => at % 2 === 0);
    const there = found('remembered');
    assert.deepEqual(
      half.filter((name) => there.has(name)),
      [],
    );
    assert.ok(there.size >= perKind / 2);
    assert.equal((await worker.triagedList()).length, 1);
  });

  it('is in no file after cached results expired', async () => {
    const answers = names('answer');
    for (const [n, name] of answers.entries())
      await worker.cacheAnswer({
        key: host(name),
        address: 'https://lookups-test-1.com',
        knowledge: anAnswer(aRecord(host(name)), Date.now() - (n % 2) * 40 * day),
      });
    assertFound('answer');
    assert.equal((await worker.prune({ maxAgeMillis: 30 * day, maxBytes: 1e9 })).removed, perKind / 2);
    await worker.setRisk({ indicator: { type: 'domain', value: 'lookups-test-2.com' }, risk: 'low' });
    assert.deepEqual([...found('answer')].sort(), answers.filter((_, n) => n % 2 === 0).sort());
  });

  it('gives its space back', async () => {
    await importTable('drop');
    const size = (): number =>
      statSync(file()).size + (statSync(`${file()}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    const before = size();
    await worker.clear({ kinds: ['imports'] });
    assert.ok(size() < before / 2, `${size()} of ${before} bytes`);
  });

  it('is erased later if another window is reading, which goes on', async () => {
    await importTable('drop');
    const reading = new DatabaseSync(file(), { readOnly: true });
    reading.exec('BEGIN');
    const count = (): unknown => reading.prepare('SELECT count(*) AS n FROM assertion').get()?.['n'];
    assert.equal(count(), perKind);
    assert.equal((await worker.clear({ kinds: ['imports'] })).erased, 'busy');
    assert.equal(count(), perKind);
    assert.deepEqual(await worker.sourceList(), []);
    reading.exec('COMMIT');
    reading.close();
    assert.equal((await worker.clear({ kinds: ['answers'] })).erased, 'done');
    assert.deepEqual([...found('drop')], []);
  });

  it('is erased after a crash in the middle', async () => {
    await importTable('drop');
    await jobs.close();
    const db = beside(file());
    db.exec(
      'PRAGMA secure_delete = OFF; PRAGMA foreign_keys = ON; DELETE FROM assertion; DELETE FROM indicator; DELETE FROM facet',
    );
    // As after a crash between two steps of erasing.
    db.exec(
      `DELETE FROM threat; DELETE FROM feed; DELETE FROM own_name; INSERT INTO upkeep VALUES ('wiping', ${remains.records})`,
    );
    db.close();
    assert.ok(found('drop').size > 0);
    assert.equal(wipe(file()), 'done');
    assert.deepEqual([...found('drop')], []);
    assert.equal(wipe(file()), 'done');
    jobs = open();
  });
});

describe('Corrupted stores that were moved aside', () => {
  let folder: string;
  const file = (): string => join(folder, 'store.sqlite');
  const list = { text: 'lookups-test-1.com\n', name: 'list.txt' };
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'aside-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are listed with their size, and deleted with their journals when they are cleared', async () => {
    const names = ['store.sqlite.corrupt-2025-01-01T00-00-00-000Z', 'store.sqlite.corrupt-2025-01-02T00-00-00-000Z'];
    for (const name of [...names, `${names[0]}-wal`, `${names[0]}-shm`, 'other.sqlite.corrupt-1'])
      writeFileSync(join(folder, name), 'qzaside'.repeat(1_000));
    const jobs = new Jobs({ storeFile: file(), onNotice: () => undefined });
    const worker = inThisThread(jobs);
    try {
      await worker.import({ input: list });
      const { rows, bytes } = await worker.summary();
      assert.equal(rows.find(({ kind }) => kind === 'replacedStores')?.count, 2);
      assert.ok(bytes >= 28_000);
      assert.deepEqual(await worker.clear({ kinds: ['replacedStores'] }), {
        removed: 2,
        erased: 'done',
      });
      const left = await worker.summary();
      assert.deepEqual(
        left.rows.map(({ kind }) => kind),
        ['imports'],
      );
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('corrupt')),
        ['other.sqlite.corrupt-1'],
      );
    } finally {
      await jobs.close();
    }
  });

  it('include one that a check in the background found to be damaged, which is reported once', async () => {
    const store = openStore(file());
    addRecords(
      store,
      'list',
      Array.from({ length: 1_000 }, (_, n) =>
        aRecord(`n${n}.lookups-test-1.com`, { other: { long: 'x'.repeat(20_000) } }),
      ),
    );
    while (store.indexSome());
    store.close();
    const bytes = readFileSync(file());
    assert.ok(bytes.length > 16 * 2 ** 20);
    // Opening a large store doesn't look at these pages.
    writeFileSync(file(), bytes.fill(0x5a, bytes.length >> 2, bytes.length - (bytes.length >> 2)));
    const notices: StoreProblem[] = [];
    let now = Date.now();
    const session = new StoreSession({
      storeFile: file(),
      onNotice: (problem) => notices.push(problem),
      now: () => now,
    });
    try {
      assert.equal(session.store.notice, undefined);
      for (let date = 0; date < 8; date++, now += day) await session.checkToday();
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['corrupt'],
      );
      const [problem] = notices;
      assert.ok(problem?.kind === 'corrupt' && problem.movedTo !== undefined);
      assert.match(formatStoreProblem(problem).sentence, /was moved aside.*Import and sync your data again\.$/);
      assert.equal(statSync(problem.movedTo).size, bytes.length);
      assert.deepEqual(
        session.store.summary().rows.map(({ kind, count }) => [kind, count]),
        [['replacedStores', 1]],
      );
    } finally {
      await session.close();
    }
  });
});
