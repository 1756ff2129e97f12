import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../../src/core/store/store';
import type { TriageEntry } from '../../../../src/core/triage/triageEntry';
import {
  maxTriageEntries,
  writeTriage,
  readTriage,
  removeTriage,
  annotateTriage,
} from '../../../../src/core/store/activity/triageList';
import { plain } from '../../../harness/plain';

const entry = (value: string, at: number, state: TriageEntry['state'] = 'review'): TriageEntry => ({
  indicator: { type: 'domain', value },
  state,
  at,
  from: { kind: 'file', uri: 'file:///proxy.log', line: 3, column: 5 },
});

describe('Triage list in the store', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threat-lookups-triage-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('keeps an indicator once, newest first, across restarts, and is listed and cleared as local data', () => {
    const file = join(folder, 'store.sqlite');
    const first = openStore(file);
    first.use((c) => writeTriage(c, [entry('a.example', 1), entry('b.example', 2)]));
    first.use((c) => writeTriage(c, [entry('a.example', 3, 'done')]));
    first.close();
    const store = openStore(file);
    try {
      assert.deepEqual(plain(store.use(readTriage)), [entry('a.example', 3, 'done'), entry('b.example', 2)]);
      const row = store.summary().rows.find(({ kind }) => kind === 'triage');
      assert.deepEqual(row, { kind: 'triage', source: '', count: 2, oldest: 2, newest: 3 });
      assert.equal(
        store.use((c) => removeTriage(c, ['domain b.example', 'domain nowhere.example'])),
        1,
      );
      assert.equal(store.clear(['triage']), 1);
      assert.deepEqual(store.use(readTriage), []);
    } finally {
      store.close();
    }
  });

  it('keeps notes and tags when a window that does not know them sets a state, and states when one edits notes', () => {
    const store = openStore(join(folder, 'notes.sqlite'));
    try {
      const { indicator, from } = entry('a.example', 1);
      store.use((c) => writeTriage(c, [entry('a.example', 1)]));
      store.use((c) => annotateTriage(c, [{ indicator, from, at: 2, note: 'from one window' }]));
      store.use((c) => annotateTriage(c, [{ indicator, from, at: 3, tags: ['from another'] }]));
      store.use((c) => writeTriage(c, [entry('a.example', 4, 'done')]));
      const whole = { ...entry('a.example', 4, 'done'), note: 'from one window', tags: ['from another'] };
      assert.deepEqual(store.use(readTriage), [whole]);
      store.use((c) => annotateTriage(c, [{ indicator, from, at: 5, note: '', tags: [] }]));
      assert.deepEqual(plain(store.use(readTriage)), [entry('a.example', 4, 'done')]);
    } finally {
      store.close();
    }
  });

  it('lists the other entries if some are damaged', () => {
    const file = join(folder, 'damaged.sqlite');
    const store = openStore(file);
    store.use((c) => writeTriage(c, [entry('a.example', 1), entry('b.example', 2)]));
    store.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE triage SET entry = '{' WHERE key = 'domain a.example'");
    database.close();
    const again = openStore(file);
    try {
      assert.deepEqual(plain(again.use(readTriage)), [entry('b.example', 2)]);
    } finally {
      again.close();
    }
  });

  it('deletes the oldest entries beyond its limit', () => {
    const store = openStore(join(folder, 'full.sqlite'));
    try {
      store.use((c) =>
        writeTriage(
          c,
          Array.from({ length: maxTriageEntries + 5 }, (_, at) => entry(`n${at}.example`, at)),
        ),
      );
      assert.equal(store.use(readTriage).length, maxTriageEntries);
      assert.equal(store.use(readTriage).at(-1)?.at, 5);
    } finally {
      store.close();
    }
  });
});
