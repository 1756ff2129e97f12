import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { mock } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { isStoreFailure, getProblem } from '../../../../src/core/store/protocol/storeError';
import { StoreReader } from '../../../../src/core/store/reader';
import { applicationId } from '../../../../src/core/store/sqlite/schema';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { openStore } from '../../../../src/core/store/store';
import { getOwner } from '../../../../src/core/store/sqlite/storeFile';
import { anAnswer, aRecord, addRecords, storeFolder, problemIn, makeEarlier } from './builders';

describe('Store file', () => {
  const folder = storeFolder();
  const raw = (): DatabaseSync => new DatabaseSync(folder.file());
  const listing = (): readonly string[] => readdirSync(dirname(folder.file())).sort();
  beforeEach(() => mkdirSync(dirname(folder.file())));

  const pdf = Buffer.from(`%PDF-1.7\n${'stream '.repeat(2_000)}`);
  const texts: readonly (readonly [what: string, content: Buffer])[] = [
    ['a PDF', pdf],
    ['a short text', Buffer.from('x')],
    ['a list', Buffer.from('bad.example\n'.repeat(5_000))],
    ['zeros', Buffer.alloc(8_192)],
    ['a cut header', Buffer.from('SQLite format 3\0')],
    ['gzip', Buffer.from([0x1f, 0x8b, ...Array.from({ length: 4_096 }, (_, n) => n & 0xff)])],
  ];
  for (const [what, content] of texts) {
    it(`leaves ${what} unchanged`, () => {
      writeFileSync(folder.file(), content, { mode: 0o644 });
      const before = statSync(folder.file());
      const problem = problemIn(() => folder.open());
      assert.ok(problem.kind === 'foreign' && problem.what === 'notDatabase', problem.kind);
      assert.equal(problem.file, folder.file());
      assert.deepEqual(readFileSync(folder.file()), content);
      const after = statSync(folder.file());
      assert.deepEqual([after.mode, after.mtimeMs, after.ino], [before.mode, before.mtimeMs, before.ino]);
      assert.deepEqual(listing(), [basename(folder.file())]);
    });
  }

  it("never accepts bytes that don't start like a store", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 9_000 }), (bytes) => {
        writeFileSync(folder.file(), bytes);
        assert.equal(problemIn(() => openStore(folder.file())).kind, 'foreign');
        assert.deepEqual(new Uint8Array(readFileSync(folder.file())), bytes);
        assert.deepEqual(listing(), [basename(folder.file())]);
      }),
      { numRuns: 60 },
    );
  });

  const foreign: readonly (readonly [what: string, sql: string])[] = [
    ["a browser's history", 'CREATE TABLE urls (id); CREATE TABLE visits (id); INSERT INTO urls VALUES (7)'],
    ['one with a table of our names', 'CREATE TABLE answer (a); CREATE TABLE lease (a); INSERT INTO answer VALUES (1)'],
    ['one with a mark of its own', 'PRAGMA application_id = 252006673; CREATE TABLE config (a)'],
    ['one that keeps a journal', 'PRAGMA journal_mode = WAL; CREATE TABLE urls (id); INSERT INTO urls VALUES (7)'],
  ];
  for (const [what, sql] of foreign) {
    it(`leaves a database of another program unchanged (${what})`, () => {
      const db = raw();
      db.exec(sql);
      db.close();
      const before = readFileSync(folder.file());
      const problem = problemIn(() => folder.open());
      assert.ok(problem.kind === 'foreign' && problem.what === 'otherDatabase', problem.kind);
      assert.deepEqual(readFileSync(folder.file()), before);
      assert.deepEqual(listing(), [basename(folder.file())]);
    });
  }

  it('leaves a database of another program unchanged that is in use and corrupted', () => {
    const db = raw();
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE urls (id); INSERT INTO urls VALUES (7)');
    assert.equal(problemIn(() => folder.open()).kind, 'foreign');
    db.close();
    const bytes = readFileSync(folder.file());
    bytes.fill(0x5a, 100);
    writeFileSync(folder.file(), bytes);
    assert.equal(problemIn(() => folder.open()).kind, 'foreign');
    assert.deepEqual(readFileSync(folder.file()), bytes);
    assert.deepEqual(listing(), [basename(folder.file())]);
  });

  it('is not a folder', () => {
    mkdirSync(folder.file());
    const problem = problemIn(() => folder.open());
    assert.ok(problem.kind === 'foreign' && problem.what === 'notFile');
    assert.deepEqual(readdirSync(folder.file()), []);
  });

  it('is recognized by its application ID, its tables, and in its journal', () => {
    assert.equal(getOwner(folder.file()), 'none');
    writeFileSync(folder.file(), '');
    assert.equal(getOwner(folder.file()), 'blank');
    const store = folder.open();
    assert.equal(getOwner(folder.file()), 'ours');
    addRecords(store, 'x', [aRecord('a.example')]);
    store.close();
    assert.equal(getOwner(folder.file()), 'ours');
    const db = raw();
    assert.equal(db.prepare('PRAGMA application_id').get()?.['application_id'], applicationId);
    db.exec('PRAGMA application_id = 0');
    db.close();
    assert.equal(getOwner(folder.file()), 'ours');
  });

  it('is recognized if its process ended before the journal was written back', () => {
    const store = folder.open();
    const copy = `${folder.file()}.copy`;
    for (const ending of ['', '-wal']) writeFileSync(copy + ending, readFileSync(folder.file() + ending));
    assert.equal(getOwner(copy), 'ours');
    store.close();
  });

  it('is moved aside if a store is corrupted, even in its header', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('a.example')]);
    store.close();
    const bytes = readFileSync(folder.file());
    bytes.fill(0x5a, 100);
    writeFileSync(folder.file(), bytes);
    const again = folder.open(() => Date.UTC(2030, 0, 2, 3, 4, 5));
    assert.ok(again.notice?.kind === 'corrupt');
    const { movedTo } = again.notice;
    assert.equal(movedTo, `${folder.file()}.corrupt-2030-01-02T03-04-05-000Z`);
    assert.deepEqual(readFileSync(movedTo), bytes);
    assert.equal(addRecords(again, 'x', [aRecord('a.example')]).counts.added, 1);
    assert.equal(folder.open().notice, undefined, 'said once');
  });

  it('is moved aside whole if it is of an earlier version, also for a caller that keeps damaged ones', () => {
    for (const [n, damaged] of (['replace', 'keep'] as const).entries()) {
      const store = folder.open();
      addRecords(store, 'x', [aRecord('a.example')]);
      // Another process has it open, so that its data is in its journal only.
      const other = raw();
      other.exec(makeEarlier);
      store.close();
      const now = (): number => Date.UTC(2030, 0, 2 + n, 3, 4, 5);
      const again = openStore(folder.file(), { now, damaged });
      const movedTo = `${folder.file()}.outdated-2030-01-0${2 + n}T03-04-05-000Z`;
      assert.ok(again.notice?.kind === 'outdated');
      assert.equal(again.notice.movedTo, movedTo);
      assert.equal(again.byKey('a.example'), undefined);
      assert.equal(addRecords(again, 'x', [aRecord('b.example')]).counts.added, 1);
      other.close();
      assert.equal(again.byKey('b.example')?.value, 'b.example', 'whatever the other process does');
      again.close();
      const kept = new DatabaseSync(movedTo);
      assert.deepEqual({ ...kept.prepare('SELECT key FROM indicator').get() }, { key: 'a.example' });
      kept.close();
      const quiet = folder.open();
      assert.equal(quiet.notice, undefined, 'said once');
      quiet.close();
      rmSync(folder.file());
    }
  });

  it('is moved aside once if several processes find it to be of an earlier version', () => {
    folder.open().close();
    const db = raw();
    db.exec(makeEarlier);
    db.close();
    // While the second one looks at the old file, the first one moves it.
    const looking = mock.method(Connection.prototype, 'get', function (this: Connection, sql: string) {
      if (sql === 'PRAGMA user_version') {
        looking.mock.restore();
        addRecords(folder.open(), 'x', [aRecord('a.example')]);
      }
      return this.db.prepare(sql).get();
    });
    const second = folder.open();
    assert.equal(looking.mock.callCount() > 0, true);
    assert.equal(second.notice, undefined);
    assert.equal(second.byKey('a.example')?.value, 'a.example');
    assert.equal(listing().filter((name) => name.includes('.outdated-')).length, 1);
  });

  it('is left in place on request, even if corruption shows while in use', () => {
    const store = folder.open();
    addRecords(
      store,
      'x',
      Array.from({ length: 2_000 }, (_, n) => aRecord(`n${n}.example`)),
    );
    store.close();
    const kept = openStore(folder.file(), { damaged: 'keep' });
    const checkpoint = raw();
    checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    const bytes = readFileSync(folder.file());
    bytes.fill(0x5a, 4096);
    writeFileSync(folder.file(), bytes);
    const look = (): void => {
      for (let n = 0; n < 2_000; n++) kept.byKey(`n${n}.example`);
      kept.summary();
    };
    assert.deepEqual(problemIn(look).kind, 'corrupt');
    assert.deepEqual(problemIn(look).kind, 'corrupt', 'nor does a second question read as an empty store');
    assert.equal(problemIn(() => openStore(folder.file(), { damaged: 'keep' })).kind, 'corrupt');
    assert.ok(listing().every((name) => !name.includes('.corrupt-')));
    kept.close();
  });

  it('can be a store again after another file was in its place', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('a.example')]);
    const away = `${folder.file()}.away`;
    for (const ending of ['', '-wal', '-shm']) renameSync(folder.file() + ending, away + ending);
    writeFileSync(folder.file(), pdf);
    for (let time = 0; time < 2; time++) assert.equal(problemIn(() => store.summary()).kind, 'foreign');
    rmSync(folder.file());
    for (const ending of ['', '-wal', '-shm']) renameSync(away + ending, folder.file() + ending);
    assert.equal(store.byKey('a.example')?.value, 'a.example');
  });
});

describe('Classification of errors', () => {
  const folder = storeFolder();

  it('distinguishes errors of the store from those of a job', () => {
    const system = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'open' });
    const sqlite = (errcode: number): Error => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
    for (const own of [system('ENOSPC'), system('EACCES'), ...[5, 8, 10, 11, 13, 14, 26, 4874].map(sqlite)])
      assert.equal(isStoreFailure(own), true, own.message);
    const others = [new RangeError('Invalid string length'), new TypeError('x'), 'text', undefined, { errcode: '5' }];
    for (const other of [...others, ...[1, 18, 19, 20, 25, 787].map(sqlite)])
      assert.equal(isStoreFailure(other), false);
    assert.equal(getProblem(system('ENOSPC')).kind, 'diskFull');
    assert.equal(getProblem(sqlite(13)).kind, 'diskFull');
    assert.equal(getProblem(sqlite(4874)).kind, 'diskFull');
  });

  it('passes JavaScript errors through unchanged, and continues', () => {
    const store = folder.open();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const record = aRecord('bad.example', { other: cycle });
    assert.throws(
      () => store.cacheAnswer('bad.example', 'https://a.example', anAnswer(record, 5)),
      (error) => error instanceof TypeError,
    );
    assert.equal(addRecords(store, 'x', [aRecord('a.example')]).counts.added, 1);
    assert.equal(store.byKey('bad.example'), undefined);
  });
});

describe('Permissions of the store', function () {
  const folder = storeFolder();
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  const files = (): readonly string[] => readdirSync(dirname(folder.file())).sort();
  const path = (name: string): string => `${dirname(folder.file())}/${name}`;
  let umask = 0;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
  });

  it('are limited to the owner, whatever the umask', () => {
    for (const mask of [0, 0o022, 0o002, 0o077]) {
      process.umask(mask);
      const store = folder.open();
      addRecords(store, 'x', [aRecord('a.example')]);
      const reader = new StoreReader(folder.file());
      assert.equal(reader.find('a.example').length, 1);
      assert.deepEqual(files(), ['store.db', 'store.db-shm', 'store.db-wal']);
      for (const name of files()) assert.equal(modeOf(path(name)), 0o600, name);
      assert.equal(modeOf(dirname(folder.file())), 0o700);
      reader.close();
      store.close();
      rmSync(dirname(folder.file()), { recursive: true });
    }
  });

  it('are limited to the owner even if the files were readable before', () => {
    const first = folder.open();
    addRecords(first, 'x', [aRecord('a.example')]);
    for (const name of files()) chmodSync(path(name), 0o666);
    writeFileSync(path('store.db.corrupt-2030-01-02T03-04-05-000Z'), 'old');
    writeFileSync(path('other.txt'), "somebody else's");
    chmodSync(dirname(folder.file()), 0o755);
    folder.open();
    for (const name of files()) assert.equal(modeOf(path(name)), name === 'other.txt' ? 0o666 : 0o600, name);
    assert.equal(modeOf(dirname(folder.file())), 0o755, "a folder that was there is its owner's affair");
  });

  it('are limited to the owner for backups and for the new file', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('a.example')]);
    store.close();
    const bytes = readFileSync(folder.file());
    writeFileSync(folder.file(), bytes.fill(0x5a, 4096));
    chmodSync(folder.file(), 0o644);
    assert.equal(folder.open().notice?.kind, 'corrupt');
    assert.ok(files().some((name) => name.includes('.corrupt-')));
    for (const name of files()) assert.equal(modeOf(path(name)), 0o600, name);
  });

  it('are left unchanged for other files', () => {
    mkdirSync(dirname(folder.file()));
    writeFileSync(folder.file(), 'a text', { mode: 0o644 });
    assert.equal(problemIn(() => folder.open()).kind, 'foreign');
    assert.equal(modeOf(folder.file()), 0o644);
  });

  it('are limited to the owner through a symbolic link', () => {
    const store = folder.open();
    store.close();
    chmodSync(folder.file(), 0o644);
    const link = path('link.db');
    symlinkSync(folder.file(), link);
    openStore(link).close();
    assert.equal(modeOf(folder.file()), 0o600);
  });
});
