import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, isNetworkType, isOnNetwork } from '../../../../src/core/store/sqlite/database';
import { getProblem } from '../../../../src/core/store/protocol/storeError';
import { beginImport } from '../../../../src/core/store/writing/importRun';
import { type FileVersion, StoreReader } from '../../../../src/core/store/reader';
import { schemaVersion } from '../../../../src/core/store/sqlite/schema';
import { openSource } from '../../../../src/core/store/writing/sources';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { aRecord, addRecords, storeFolder, problemIn } from './builders';

describe('Errors of the store', () => {
  const folder = storeFolder();
  const raw = (): DatabaseSync => new DatabaseSync(folder.file());

  it('detects corruption inside the file at the next opening', () => {
    const store = folder.open();
    const many = Array.from({ length: 500 }, (_, n) => aRecord(`n${n}.example`, { risk: 'low' }));
    addRecords(store, 'x', many);
    store.close();
    const bytes = readFileSync(folder.file());
    bytes.fill(0x5a, 4096, bytes.length - 4096);
    writeFileSync(folder.file(), bytes);
    assert.equal(folder.open().notice?.kind, 'corrupt');
    assert.equal(readdirSync(dirname(folder.file())).filter((name) => name.includes('.corrupt-')).length, 1);
  });

  it('reports corruption found while in use, and continues with a new file', () => {
    const store = folder.open();
    addRecords(
      store,
      'x',
      Array.from({ length: 2_000 }, (_, n) => aRecord(`n${n}.example`)),
    );
    const checkpoint = raw();
    checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    const bytes = readFileSync(folder.file());
    bytes.fill(0x5a, 4096);
    writeFileSync(folder.file(), bytes);
    // Make the connection forget its cached pages, as a write by another window does.
    const problem = problemIn(() => {
      for (let n = 0; n < 2_000; n++) store.byKey(`n${n}.example`);
      store.summary();
      addRecords(store, 'y', [aRecord('more.example')]);
    });
    assert.equal(problem.kind, 'corrupt');
    assert.equal(addRecords(store, 'x', [aRecord('a.example')]).counts.added, 1);
  });

  it('finds corruption deep in a large file once it shows', () => {
    const store = folder.open();
    const long = 'x'.repeat(20_000);
    const records = Array.from({ length: 1_000 }, (_, n) => aRecord(`n${n}.example`, { other: { long } }));
    addRecords(store, 'x', records);
    store.close();
    const bytes = readFileSync(folder.file());
    assert.ok(bytes.length > 16 * 1024 * 1024);
    bytes.fill(0x5a, bytes.length >> 1, (bytes.length >> 1) + 2 * 1024 * 1024);
    writeFileSync(folder.file(), bytes);
    const again = folder.open();
    assert.equal(again.notice, undefined, 'the opening looks at little of a large file');
    const problem = problemIn(() => {
      for (let n = 0; n < 1_000; n++) again.byKey(`n${n}.example`);
    });
    assert.equal(problem.kind, 'corrupt');
    assert.equal(again.byKey('n1.example'), undefined);
  });

  it('leaves a file of a newer version unchanged', () => {
    folder.open().close();
    const db = raw();
    db.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    db.close();
    const before = readFileSync(folder.file());
    const problem = problemIn(() => folder.open());
    assert.ok(problem.kind === 'newer');
    assert.equal(problem.version, schemaVersion + 1);
    assert.deepEqual(readFileSync(folder.file()), before);
    assert.deepEqual(new StoreReader(folder.file()).find('a.example'), []);
  });

  for (const version of [-1, ...Array.from({ length: schemaVersion }, (_, at) => at)]) {
    it(`leaves a file whose version was set to ${version} unchanged, and says so`, () => {
      const store = folder.open();
      addRecords(store, 'x', [aRecord('a.example')]);
      store.close();
      const db = raw();
      db.exec(`PRAGMA user_version = ${version}`);
      db.close();
      const before = readFileSync(folder.file());
      const problem = problemIn(() => folder.open());
      assert.ok(problem.kind === 'corrupt' && problem.movedTo === undefined, JSON.stringify(problem));
      assert.match(problem.detail, new RegExp(`^its version, ${version}, isn't that of its tables`));
      assert.deepEqual(readFileSync(folder.file()), before);
      assert.deepEqual(new StoreReader(folder.file()).find('a.example'), []);
      // Nothing is lost.
      const mended = raw();
      mended.exec(`PRAGMA user_version = ${schemaVersion}`);
      mended.close();
      assert.equal(folder.open().byKey('a.example')?.value, 'a.example');
    });
  }

  it('reports the version of a file when it changes, and reads no other', async () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('a.example')]);
    store.close();
    const setVersion = (version: number): void => {
      const db = raw();
      db.exec(`PRAGMA user_version = ${version}`);
      db.close();
    };
    const reported: FileVersion[] = [];
    const reader = new StoreReader(folder.file(), { recheckMillis: 0, onVersion: (found) => reported.push(found) });
    const finds = async (): Promise<number> => {
      const { length } = reader.find('a.example');
      await Promise.resolve();
      return length;
    };
    assert.deepEqual([await finds(), reported], [1, []]);
    // Also while it is open: another window may have a newer extension.
    setVersion(schemaVersion + 1);
    assert.deepEqual([await finds(), await finds()], [0, 0]);
    setVersion(schemaVersion - 1);
    assert.equal(await finds(), 0);
    setVersion(schemaVersion);
    assert.equal(await finds(), 1);
    assert.deepEqual(reported, [{ kind: 'newer', version: schemaVersion + 1 }, { kind: 'older' }, { kind: 'own' }]);
    reader.close();
  });

  it('reports a lock held by another process', () => {
    const store = folder.open();
    const other = raw();
    other.exec('BEGIN IMMEDIATE');
    const impatient = Connection.open(folder.file(), { readOnly: false, busyMillis: 1 });
    assert.throws(
      () => impatient.transaction(() => undefined),
      (error: unknown) => getProblem(error).kind === 'locked',
    );
    impatient.close();
    other.exec('ROLLBACK');
    other.close();
    assert.equal(addRecords(store, 'x', [aRecord('a.example')]).counts.added, 1);
  });

  it('reports a full disk and keeps the existing data', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('kept.example')]);
    const { connection } = openDatabase(folder.file(), Date.now);
    connection.get('PRAGMA max_page_count = 1');
    const run = beginImport(connection, openSource(connection, { kind: 'import', name: 'y' }));
    const record = aRecord('big.example', { other: { long: 'x'.repeat(20_000) } });
    assert.throws(
      () => run.take([{ kind: 'indicator', record }]),
      (error: unknown) => getProblem(error).kind === 'diskFull',
    );
    connection.close();
    assert.equal(store.byKey('kept.example')?.value, 'kept.example');
    assert.equal(store.byKey('big.example'), undefined);
  });

  it('reports a folder without write permission', function () {
    if (process.getuid?.() === 0) {
      // Root writes everywhere: let the folder's name be taken by a file instead.
      writeFileSync(dirname(folder.file()), '');
      assert.match(problemIn(() => folder.open()).kind, /readOnly|failed/);
      return;
    }
    mkdirSync(dirname(folder.file()));
    chmodSync(dirname(folder.file()), 0o500);
    assert.equal(problemIn(() => folder.open()).kind, 'readOnly');
    chmodSync(dirname(folder.file()), 0o700);
  });

  it('continues with the new file when another window has replaced it', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('old.example')]);
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    assert.equal(reader.find('old.example').length, 1);
    for (const ending of ['', '-wal', '-shm']) {
      if (existsSync(folder.file() + ending)) renameSync(folder.file() + ending, `${folder.file()}.aside${ending}`);
    }
    assert.deepEqual(reader.find('old.example'), []);
    assert.equal(store.byKey('old.example'), undefined);
    addRecords(store, 'x', [aRecord('new.example')]);
    assert.equal(reader.find('new.example').length, 1);
    reader.close();
  });

  it('gives readers the same reason until the file is checked again', () => {
    const reported: unknown[] = [];
    let now = 0;
    const why = (): unknown => {
      reader.find('a.example');
      const last = reported.at(-1);
      return typeof last === 'object' && last !== null && 'kind' in last ? last.kind : last;
    };
    mkdirSync(dirname(folder.file()), { recursive: true });
    const reader = new StoreReader(folder.file(), { now: () => now, onUnread: (each) => reported.push(each) });
    assert.deepEqual([why(), why()], ['missing', 'missing']);
    now += 1_000;
    writeFileSync(folder.file(), 'notes of another program\n'.repeat(100));
    assert.deepEqual([why(), why()], ['corrupt', 'corrupt']);
    now += 1_000;
    rmSync(folder.file());
    const db = raw();
    db.exec('CREATE TABLE places (url)');
    db.close();
    assert.deepEqual([why(), why()], ['otherVersion', 'otherVersion']);
    reader.close();
  });

  it('loses nothing that was committed when a process is killed', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('kept.example')]);
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(${JSON.stringify(folder.file())});
      db.function('next_date', () => 1);
      db.exec("BEGIN IMMEDIATE; DELETE FROM indicator");
      process.kill(process.pid, 'SIGKILL');`;
    spawnSync(process.execPath, ['-e', script]);
    assert.equal(store.byKey('kept.example')?.value, 'kept.example');
    assert.equal(addRecords(store, 'x', [aRecord('more.example')]).counts.added, 1);
  });
});

describe('Network folders', () => {
  it('are detected by their file system', () => {
    for (const network of [0x6969, 0x517b, 0xff534d42, 0xff534d42 | 0]) assert.equal(isNetworkType(network), true);
    for (const own of [0xef53, 0x9123683e, 0x58465342, 0x01021994]) assert.equal(isNetworkType(own), false);
    assert.equal(isOnNetwork(join(tmpdir(), 'store.db')), false);
    assert.equal(isOnNetwork('/no/such/folder/store.db'), false);
  });
});

describe('Reader and writer of the store', () => {
  const folder = storeFolder();

  it('finds nothing before the file exists, and everything committed after', () => {
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    assert.deepEqual(reader.find('a.example'), []);
    const store = folder.open();
    assert.deepEqual(reader.find('a.example'), []);
    const run = store.beginImport({ kind: 'import', name: 'x' });
    for (let n = 0; n < 50; n++) {
      run.take([{ kind: 'indicator', record: aRecord(`n${n}.example`) }]);
      assert.equal(reader.find(`n${n}.example`).length, 1);
    }
    reader.close();
    assert.deepEqual(reader.find('n1.example'), [], 'closed is closed');
  });

  it('reads without delay while a writer is in the middle of a batch', () => {
    const store = folder.open();
    addRecords(store, 'x', [aRecord('a.example', { risk: 'low' })]);
    const reader = new StoreReader(folder.file());
    const writer = new DatabaseSync(folder.file());
    writer.exec("BEGIN IMMEDIATE; UPDATE indicator SET own_value = 'changed'");
    assert.equal(reader.find('a.example')[0]?.kind, 'known');
    const known = reader.find('a.example')[0];
    assert.equal(known?.kind === 'known' && known.record.value, 'a.example');
    writer.exec('ROLLBACK');
    writer.close();
    reader.close();
  });

  it('accepts writes from several windows', () => {
    const stores = [folder.open(), folder.open(), folder.open()];
    for (let n = 0; n < 30; n++) {
      const store = stores[n % stores.length];
      if (store !== undefined) addRecords(store, `window ${n % stores.length}`, [aRecord(`n${n}.example`)]);
    }
    assert.equal(
      stores[0]
        ?.summary()
        .rows.map(({ count }) => count)
        .join(),
      '10,10,10',
    );
  });

  it('never throws, whatever the file is', () => {
    mkdirSync(dirname(folder.file()));
    for (const content of ['', 'x', 'y'.repeat(10_000), 'SQLite format 3\0'.padEnd(5_000, 'z')]) {
      writeFileSync(folder.file(), content);
      const reader = new StoreReader(folder.file());
      assert.deepEqual(reader.find('a.example'), []);
      reader.close();
    }
    rmSync(folder.file());
    mkdirSync(folder.file());
    assert.deepEqual(new StoreReader(folder.file()).find('a.example'), []);
    assert.deepEqual(new StoreReader(join(folder.file(), 'no', 'such')).find('a.example'), []);
  });
});
