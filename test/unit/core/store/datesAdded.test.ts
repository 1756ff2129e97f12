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
});
