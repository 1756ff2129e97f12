import assert from 'node:assert/strict';
import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { LookupEngine } from '../../../../src/core/lookups/lookups';
import { StoreReader, type UnreadableReason } from '../../../../src/core/store/reader';
import { getUnreadReason } from '../../../../src/core/store/protocol/unreadReason';
import { assess } from '../../../../src/core/triage/assess';
import { triageCsv, triageMarkdown, triageObject } from '../../../../src/core/triage/triageExport';
import { aRecord, addRecords, storeFolder } from './builders';

const damages: Readonly<Record<string, { readonly harm: (file: string) => void; readonly met: RegExp }>> = {
  garbage: { harm: (file) => writeFileSync(file, 'garbage '.repeat(4_000)), met: /corrupt/ },
  'a truncated store': { harm: (file) => truncateSync(file, 6_000), met: /corrupt/ },
  'a store of a newer version': {
    harm: (file) => {
      const db = new DatabaseSync(file);
      db.exec('PRAGMA user_version = 9999');
      db.close();
    },
    met: /newer/,
  },
};

describe('Lookups in an unreadable store', () => {
  const folder = storeFolder();

  function readerOf(file: string, at: { now: number }) {
    let met: UnreadableReason | undefined;
    const reader = new StoreReader(file, {
      now: () => at.now,
      onUnread: (why) => (met = why),
      onRead: () => (met = undefined),
    });
    return { reader, met: () => met };
  }

  function keptStore(name: string): string {
    const store = folder.open();
    addRecords(store, 'import', [aRecord('evil-one.com')]);
    store.close();
    const file = `${folder.file()}-${name.replaceAll(' ', '-')}`;
    copyFileSync(folder.file(), file);
    return file;
  }

  for (const [name, { harm, met }] of Object.entries(damages))
    it(`report the reason each time until the store can be read: ${name}`, () => {
      const file = keptStore(name);
      const at = { now: 1_000 };
      const before = readerOf(file, at);
      assert.equal(before.reader.find('evil-one.com').length, 1);
      before.reader.close();
      harm(file);
      const after = readerOf(file, at);
      // Also between two checks of the file: nothing was read then either.
      for (const pause of [0, 1, 100, 10_000, 1]) {
        at.now += pause;
        assert.deepEqual(after.reader.find('evil-one.com'), []);
        assert.match(JSON.stringify(after.met() ?? 'nothing'), met);
        after.reader.hasLocalData();
      }
      after.reader.close();
    });

  it("report a single record that can't be read, although its host can", () => {
    const url = 'https://evil-one.com/a';
    const store = folder.open();
    addRecords(store, 'import', [
      aRecord('evil-one.com', { risk: 'low' }),
      aRecord(url, { type: 'url', risk: 'high' }),
      aRecord('evil-two.com', { risk: 'high' }),
    ]);
    store.close();
    const db = new DatabaseSync(folder.file());
    const { changes } = db
      .prepare("DELETE FROM assertion WHERE iid IN (SELECT iid FROM indicator WHERE type = 'url')")
      .run();
    db.close();
    assert.equal(changes, 1);
    const { reader, met } = readerOf(folder.file(), { now: 1_000 });
    const lookups = new LookupEngine({
      store: {
        find: (key) => reader.find(key),
        unread: () => {
          const problem = met();
          return typeof problem === 'object' ? getUnreadReason(problem) : undefined;
        },
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'hostOnly', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
      now: Date.now,
    });
    for (let time = 0; time < 2; time++) {
      const found = lookups.local({ type: 'url', value: url }, 'hover');
      assert.deepEqual([found.known, found.unread, found.host?.length], [[], 'damaged', 1]);
      assert.equal(assess({ type: 'url', value: url }, lookups, false).unread, 'damaged');
      const whole = lookups.local({ type: 'domain', value: 'evil-two.com' }, 'hover');
      assert.deepEqual([whole.known.length, whole.unread], [1, undefined]);
    }
    reader.close();
  });

  it('report the reason with every answer and in every format of a triage', () => {
    const file = keptStore('answers');
    writeFileSync(file, 'garbage '.repeat(4_000));
    const { reader, met } = readerOf(file, { now: 1_000 });
    const lookups = new LookupEngine({
      store: {
        find: (key) => reader.find(key),
        unread: () => {
          const problem = met();
          return typeof problem === 'object' ? getUnreadReason(problem) : undefined;
        },
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'hostOnly', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
      now: Date.now,
    });
    const indicator = { type: 'domain', value: 'evil-one.com' } as const;
    for (let time = 0; time < 3; time++) assert.equal(lookups.local(indicator, 'hover').unread, 'damaged');
    const assessment = assess(indicator, lookups, false);
    assert.equal(assessment.status, 'unreadable');
    const row = { indicator, reserved: false, lines: 1, files: 1, locations: [], ...assessment };
    const words = { defang: String, defangText: String, fileOf: String };
    assert.deepEqual(triageObject(row, words).incomplete, { localStore: 'damaged' });
    assert.match(triageCsv([row], words), /,unreadable,/);
    const markdown = triageMarkdown('proxy.log', [row], words, 0);
    assert.match(markdown, /^- Incomplete: the local store couldn't be read/m);
    assert.match(markdown, /\| local store not read \|/);
    assert.doesNotMatch(markdown, /not known/);
    reader.close();
  });
});
