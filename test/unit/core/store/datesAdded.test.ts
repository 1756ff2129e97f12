import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { emptyRecord } from '../../../../src/core/records/record';
import { openStore, type Store } from '../../../../src/core/store/store';

const noon = Date.UTC(2024, 2, 1, 12);

const dated = `
  SELECT date_added FROM stix_object UNION ALL SELECT date_added FROM assertion UNION ALL SELECT date_added FROM threat_link
  UNION ALL SELECT date_added FROM threat_assertion UNION ALL SELECT date_added FROM feed_assertion
  UNION ALL SELECT date_added FROM withdrawn`;

describe('Dates of served objects', () => {
  let folder = '';
  let count = 0;
  const file = (): string => join(folder, `${count}.db`);
  const dates = (): readonly number[] => {
    const db = new DatabaseSync(file());
    try {
      return db
        .prepare(dated)
        .all()
        .flatMap((row) => (row['date_added'] === null ? [] : [Number(row['date_added'])]));
    } finally {
      db.close();
    }
  };
  const importList = (store: Store, names: readonly string[], more: { readonly risk?: 'high' | 'low' } = {}): void => {
    const run = store.beginImport({ kind: 'import', name: 'list.csv' });
    run.take(
      names.map((name) => ({
        kind: 'indicator',
        record: {
          ...emptyRecord(name, 'domain'),
          ...more,
          threats: [{ name: 'Example Kit', risk: 'high' }],
          feeds: [{ name: 'Example Feed' }],
        },
      })),
    );
    run.finish();
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'dates-'));
  });
  beforeEach(() => {
    count++;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('restores the order indexes after a first fill, which drops them', () => {
    const indexes = (): readonly unknown[] => {
      const db = new DatabaseSync(file());
      try {
        return db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all();
      } finally {
        db.close();
      }
    };
    const store = openStore(file(), { now: () => noon });
    store.isEmpty();
    const before = indexes();
    store.bulk(true);
    const [served, all] = [['assertion_added', 'assertion_source', 'threat_link_added'], before.length];
    const during = indexes();
    assert.equal(during.length, all - served.length);
    importList(store, ['a.example', 'b.example']);
    store.bulk(false);
    while (store.indexSome());
    store.close();
    assert.deepEqual(indexes(), before);
  });

  it('keeps the last statement about a threat, regardless of the row order in a run', () => {
    const store = openStore(file(), { now: () => noon });
    const run = store.beginImport({ kind: 'import', name: 'list.csv' });
    const stated = [
      { category: 'malware', risk: 'low' },
      { category: 'apt', risk: 'high' },
      { category: 'malware', risk: 'low' },
      { category: 'malware', risk: 'critical' },
      { category: 'malware', risk: 'medium' },
    ] as const;
    run.take(stated.map((each) => ({ kind: 'threat', name: 'Example Kit', ...each })));
    run.take([{ kind: 'threat', name: 'Example  kit', category: 'malware', risk: 'none' }]);
    run.finish();
    store.close();
    const db = new DatabaseSync(file());
    const rows = db.prepare('SELECT category, risk FROM threat_assertion').all();
    db.close();
    assert.deepEqual(
      rows.map(({ category, risk }) => [category, risk]),
      [['malware', 6]],
    );
  });

  it('makes dates unique, whatever the object is made from', () => {
    const store = openStore(file(), { now: () => noon });
    importList(store, ['a.example', 'b.example', 'c.example']);
    store.close();
    const all = dates();
    // Three indicators, three relationships, a threat and a feed.
    assert.equal(all.length, 8);
    assert.equal(new Set(all).size, 8);
  });

  it('increases dates even if the clock is set back, and across windows', () => {
    let now = Date.UTC(2100, 0, 1);
    const store = openStore(file(), { now: () => now });
    importList(store, ['a.example']);
    const first = Math.max(...dates());
    now = noon;
    const other = openStore(file(), { now: () => now - 1_000 });
    importList(other, ['b.example']);
    const second = Math.max(...dates());
    store.overrides.setRisk({ type: 'domain', value: 'a.example' }, 'critical');
    assert.ok(first < second && second < Math.max(...dates()));
    store.close();
    other.close();
  });

  it('keeps dates when a source repeats its statement, and renews them when it changes', () => {
    let now = noon;
    const store = openStore(file(), { now: () => now });
    const dateOf = (name: string): number => {
      const db = new DatabaseSync(file());
      const row = db
        .prepare('SELECT a.date_added FROM assertion a JOIN indicator i ON i.iid = a.iid WHERE i.value = ?')
        .get(name);
      db.close();
      return Number(row?.['date_added']);
    };
    importList(store, ['a.example', 'b.example'], { risk: 'low' });
    const [a, b] = [dateOf('a.example'), dateOf('b.example')];
    now += 60_000;
    importList(store, ['a.example'], { risk: 'low' });
    importList(store, ['b.example'], { risk: 'high' });
    assert.equal(dateOf('a.example'), a);
    assert.ok(dateOf('b.example') > b);
    store.close();
  });

  describe('that the database keeps, whoever writes', () => {
    const original = (store: Store, source: string, text = 'first', modified = '2024-01-01'): number =>
      store.use((c) => {
        const { id } = c.run("INSERT INTO source (kind, name, created, as_of) VALUES ('mirror', ?, 1, 1)", source);
        const sql = `INSERT INTO stix_object (source_id, id, type, spec, created, modified, as_of, body)
          VALUES (?, 'indicator--1', 'indicator', '2.1', '', ?, 1, ?)`;
        return c.run(sql, id, modified, text).id;
      });
    const datesOf = (store: Store, oid: number) => {
      const row = store.use((c) => c.get('SELECT date_added, version FROM stix_object WHERE oid = ?', oid));
      return { date: Number(row?.['date_added']), version: row?.['version'] };
    };

    it('are renewed with another text, and are a version of ours if it is earlier, or is gone or back', () => {
      const store = openStore(file(), { now: () => noon });
      const [oid, copy] = [original(store, 'one'), original(store, 'other')];
      let last = datesOf(store, oid);
      const change = (set: string): { readonly date: number; readonly version: unknown } => {
        store.use((c) => c.run(`UPDATE stix_object SET ${set} WHERE oid = ?`, oid));
        const next = datesOf(store, oid);
        assert.ok(next.date > last.date, set);
        return (last = next);
      };
      assert.equal(last.version, null);
      assert.equal(change("body = 'second', modified = '2024-01-02'").version, null);
      const copied = datesOf(store, copy);
      const gone = change('state = 1');
      assert.equal(gone.version, gone.date);
      assert.ok(datesOf(store, copy).date > gone.date, 'another copy may lead now');
      assert.equal(datesOf(store, copy).version, datesOf(store, copy).date);
      const back = change('state = 0');
      assert.equal(back.version, back.date);
      assert.equal(change("body = 'third', modified = '2024-01-03'").version, back.date);
      const earlier = change("body = 'second', modified = '2024-01-02'");
      assert.equal(earlier.version, earlier.date);
      store.use((c) => c.run("UPDATE stix_object SET run = 7, state = 2, body = 'second' WHERE oid = ?", oid));
      assert.deepEqual(datesOf(store, oid), earlier, 'nothing that is served has changed');
      assert.ok(copied.date < earlier.date);
      store.close();
    });

    it('are renewed when an indicator is retired or active again, and for relationships when it is older', () => {
      const store = openStore(file(), { now: () => noon });
      importList(store, ['a.example', 'b.example']);
      const oid = original(store, 'mirror');
      store.use((c) =>
        c.run(
          `INSERT INTO object_indicator (oid, iid)
           SELECT o.oid, i.iid FROM stix_object o, indicator i WHERE i.key = 'a.example'`,
        ),
      );
      const made = (table: string, name: string) => {
        const sql = `SELECT t.date_added, t.version FROM ${table} t JOIN indicator i ON i.iid = t.iid WHERE i.key = ?`;
        const row = store.use((c) => c.get(sql, name));
        return { date: Number(row?.['date_added']), version: row?.['version'] };
      };
      const all = () => [made('assertion', 'a.example'), datesOf(store, oid)];
      const others = () => [made('assertion', 'b.example'), made('threat_link', 'a.example')];
      const untouched = others();
      let before = all();
      for (const sql of [
        "INSERT INTO retirement (iid, at, reason) SELECT iid, 1, 'manual' FROM indicator WHERE key = 'a.example'",
        'DELETE FROM retirement',
      ]) {
        store.use((c) => c.run(sql));
        for (const [at, { date, version }] of all().entries()) {
          assert.ok(date > (before[at]?.date ?? 0));
          assert.equal(version, date);
        }
        before = all();
      }
      assert.deepEqual(others(), untouched);
      store.use((c) =>
        c.run("UPDATE assertion SET stated = 5 WHERE iid = (SELECT iid FROM indicator WHERE key = 'a.example')"),
      );
      const link = made('threat_link', 'a.example');
      assert.ok(link.date > (before[1]?.date ?? 0));
      assert.equal(link.version, link.date);
      assert.equal(made('threat_link', 'b.example').version, null);
      store.close();
    });
  });
});
