import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncCollection } from '../../../src/core/sync/sync';
import { StoreError } from '../../../src/core/store/protocol/storeError';
import { schemaVersion } from '../../../src/core/store/sqlite/schema';
import { openStore, type Store } from '../../../src/core/store/store';
import { importInto } from '../../../src/service/import';
import { collection, fakeTaxii, indicators } from '../core/sync/fakeTaxii';
import { clientOf } from '../core/sync/mirroring';
import { aRecord, addRecords } from '../core/store/builders';
import { removeRecent } from '../../../src/core/store/activity/recentRecords';
import { takeLease, releaseLease } from '../../../src/core/store/sqlite/leases';

describe('A store that a newer version migrates while it is open', () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'newer-'));
    store = openStore(join(folder, 'store.db'));
    addRecords(store, 'before', [aRecord('lookups-test-1.com')]);
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const inFile = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(store.file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  /** Changes the store like a newer version, with a row that later writes would damage. */
  const migrate = (): void =>
    inFile((db) => {
      db.exec('BEGIN IMMEDIATE; ALTER TABLE assertion RENAME COLUMN body TO packed; CREATE TABLE more (x)');
      db.exec(`PRAGMA user_version = ${schemaVersion + 1}; COMMIT`);
    });
  /** Everything in the store, to compare. */
  const contents = (): unknown =>
    inFile((db) =>
      db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\'")
        .all()
        .map(({ name }) => [name, db.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    );
  const isNewer = (error: unknown): boolean => error instanceof StoreError && error.problem.kind === 'newer';

  it('is written by nothing, and read by nothing that may mean something else', () => {
    const scan = { indicator: { type: 'domain', value: 'lookups-test-2.com' }, kind: 'passive' } as const;
    const writes: readonly ((open: Store) => unknown)[] = [
      (open) => open.overrides.setRisk({ type: 'domain', value: 'lookups-test-1.com' }, 'low'),
      (open) => open.cacheAnswer('x', 'y', { kind: 'notFound', source: { kind: 'service', name: 'z' }, asOf: 1 }),
      (open) => open.clear(['answers', 'imports']),
      (open) => open.use((c) => takeLease(c, 'a', 1_000)),
      (open) => open.use((c) => releaseLease(c, 'a')),
      (open) => open.scans.add({ ...scan, store: false, outside: false }, 10),
      (open) => open.scans.claim(1_000, true),
      (open) => open.use(removeRecent),
      (open) => open.prune({ maxAgeMillis: 0, maxBytes: 0 }),
      (open) => open.sources.remove(1),
      (open) => open.beginImport({ kind: 'import', name: 'x' }),
    ];
    const stores = writes.map(() => openStore(store.file));
    migrate();
    const before = contents();
    for (const [n, write] of writes.entries()) {
      const open = stores[n];
      assert.ok(open);
      assert.throws(() => write(open), isNewer, String(write));
      assert.throws(() => open.byKey('lookups-test-1.com'), isNewer);
      open.close();
    }
    assert.deepEqual(contents(), before);
  });

  it('says so to a read that the new tables break', () => {
    migrate();
    assert.throws(() => store.byKey('lookups-test-1.com'), isNewer);
  });

  it('stops an import in its middle', async () => {
    const text = Array.from({ length: 60_000 }, (_, n) => `host${n}.lookups-test-3.com`).join('\n');
    let before: unknown;
    const importing = importInto(
      store,
      { text, name: 'list.txt' },
      {
        onProgress: () => {
          if (before !== undefined) return;
          migrate();
          before = contents();
        },
      },
    );
    await assert.rejects(importing, isNewer);
    assert.ok(before !== undefined);
    assert.deepEqual(contents(), before);
  });

  it('stops a sync in its middle', async () => {
    const server = await fakeTaxii();
    try {
      server.objects = indicators(500);
      let before: unknown;
      server.onPage = (page) => {
        if (page !== 3) return;
        migrate();
        before = contents();
      };
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Feed' };
      const ports = { client: clientOf(server.url), writer: store.mirrors.writer() };
      await assert.rejects(syncCollection(ports, target, { limit: 100 }), isNewer);
      assert.ok(before !== undefined);
      assert.deepEqual(contents(), before);
    } finally {
      await server.close();
    }
  });
});
