import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkShare, markOpen } from '../../../../src/core/store/sqlite/integrity';
import { newHolder, thisProcess } from '../../../../src/core/store/sqlite/leaseHolder';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { StoreReader } from '../../../../src/core/store/reader';
import { aRecord, addRecords, storeFolder } from './builders';

const day = 86_400_000;
const copies = 60;
const pageBytes = 4096;
const names = Array.from({ length: 500 }, (_, n) => `n${n}.lookups-test-1.com`);

/** Returns reproducible numbers; those of neighboring seeds are far apart. */
function numbers(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e37_79b1);
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('Damage in a store', () => {
  const folder = storeFolder();
  let whole: Buffer;
  beforeEach(() => {
    const store = folder.open();
    addRecords(
      store,
      'list',
      names.map((name, n) =>
        aRecord(name, { risk: 'high', comments: [], properties: { dns: { a: [`192.0.2.${n % 250}`] } } }),
      ),
    );
    while (store.indexSome());
    store.close();
    whole = readFileSync(folder.file());
  });

  const withConnection = <T>(now: number, work: (connection: Connection) => T): T => {
    const connection = Connection.open(folder.file(), { readOnly: false, busyMillis: 100, now: () => now });
    try {
      return work(connection);
    } finally {
      connection.close();
    }
  };
  /** Whether a week of daily checks finds anything. */
  const isNoticed = (): boolean => {
    for (let date = 1; date <= 7; date++) {
      try {
        if (withConnection(date * day, checkShare) !== undefined) return true;
      } catch {
        return true;
      }
    }
    return false;
  };
  /** The names that read as unknown although no problem was reported. */
  const lost = (): readonly string[] => {
    let unread = false;
    const reader = new StoreReader(folder.file(), { onUnread: () => (unread = true) });
    try {
      return names.filter((name) => {
        unread = false;
        return reader.find(name).length === 0 && !unread;
      });
    } finally {
      reader.close();
    }
  };

  for (const [what, atLeast, damage] of [
    [
      'swapped pages',
      copies / 3,
      (bytes: Buffer, below: (n: number) => number) => {
        const pages = bytes.length / pageBytes - 1;
        const [one, two] = [1 + below(pages), 1 + below(pages)].map((page) => page * pageBytes) as [number, number];
        const first = Buffer.from(bytes.subarray(one, one + pageBytes));
        bytes.copyWithin(one, two, two + pageBytes);
        first.copy(bytes, two);
      },
    ],
    [
      'changed bytes',
      1,
      (bytes: Buffer, below: (n: number) => number) => {
        const at = pageBytes + below(bytes.length - pageBytes - 16);
        for (let n = 0; n < 16; n++) bytes[at + n] = below(256);
      },
    ],
  ] as const) {
    it(`is noticed within a week, or loses no record (${what})`, () => {
      const silent: number[] = [];
      let noticed = 0;
      for (let seed = 1; seed <= copies; seed++) {
        const bytes = Buffer.from(whole);
        damage(bytes, numbers(seed));
        writeFileSync(folder.file(), bytes);
        if (bytes.equals(whole)) continue;
        const missing = lost();
        const found = isNoticed();
        if (found) noticed++;
        if (missing.length > 0 && !found) silent.push(seed);
      }
      writeFileSync(folder.file(), whole);
      assert.deepEqual(silent, []);
      // A change within a value yields a valid value.
      assert.ok(noticed >= atLeast, `${noticed} of ${copies} were noticed`);
    });
  }

  it('is not reported for a whole store, all of which is checked in a week', () => {
    for (let date = 1; date <= 7; date++) assert.equal(withConnection(date * day, checkShare), undefined);
    const { tables, checked } = withConnection(7 * day, (connection) => ({
      tables: connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").length,
      checked: connection.all("SELECT name FROM upkeep WHERE name GLOB 'checked *'").length,
    }));
    assert.equal(checked, tables);
  });

  it('is looked for everywhere after a process ended without closing the store', () => {
    const { machine } = thisProcess();
    const checked = (): number =>
      withConnection(day, (c) => c.all("SELECT name FROM upkeep WHERE name GLOB 'checked *'").length);
    withConnection(day, (connection) => markOpen(connection, newHolder(), true));
    assert.equal(withConnection(day, checkShare), undefined);
    const share = checked();
    withConnection(day, (connection) =>
      markOpen(connection, newHolder({ pid: 999_999_999, start: '1', machine }), true),
    );
    assert.equal(withConnection(day, checkShare), undefined);
    assert.ok(checked() > share * 5);
    assert.equal(
      withConnection(day, (c) => c.all("SELECT name FROM upkeep WHERE name GLOB 'open *'").length),
      1,
    );
  });

  it('makes a record unreadable, not unknown, if what is said about it is missing', () => {
    const db = new DatabaseSync(folder.file());
    db.exec(
      `PRAGMA foreign_keys = OFF; DELETE FROM assertion WHERE iid = (SELECT iid FROM indicator WHERE key = '${names[7]}')`,
    );
    db.close();
    const problems: unknown[] = [];
    const reader = new StoreReader(folder.file(), { onUnread: (why) => problems.push(why) });
    assert.equal(reader.find(names[6] ?? '').length, 1);
    assert.deepEqual(problems, []);
    assert.equal(reader.find(names[7] ?? '').length, 0);
    assert.equal(problems.length, 1);
    reader.close();
  });
});
