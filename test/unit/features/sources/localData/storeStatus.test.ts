import assert from 'node:assert/strict';
import { StoreStatus } from '../../../../../src/features/sources/localData/storeStatus';

function setUp(open: () => Promise<unknown> = () => Promise.resolve()) {
  const shown: string[] = [];
  const notes = new Map<string, string>();
  const contextKeys = new Map<string, boolean>();
  const version = new StoreStatus({
    status: {
      set: (name, sentence, short) => {
        if (sentence === undefined) notes.delete(name);
        else notes.set(name, `${sentence} (${short ?? ''})`);
      },
    },
    contextKeys: { set: (key, value) => contextKeys.set(key, value) },
    report: ({ kind }) => shown.push(kind),
    open: () => {
      shown.push('opened');
      return open();
    },
    check: () => {
      shown.push('checked');
      return Promise.resolve();
    },
    onDataChanged: () => shown.push('reload'),
    output: { warn: () => shown.push('written down') },
  });
  return { version, shown, contextKeys, notes: () => [...notes.values()].join() };
}

describe('A store of another version', () => {
  it('that is newer is reported in the status bar until it can be read', () => {
    const { version, shown, notes, contextKeys } = setUp();
    version.changed({ kind: 'newer', version: 99 });
    assert.equal(version.isNewer, true);
    assert.equal(contextKeys.get('isStoreNewer'), true);
    assert.match(notes(), /newer version of Threat Lookups.*Update the extension.*\(update needed\)/);
    assert.deepEqual(shown, ['newer']);
    version.changed({ kind: 'own' });
    assert.equal(version.isNewer, false);
    assert.equal(contextKeys.get('isStoreNewer'), false);
    assert.equal(notes(), '');
    assert.deepEqual(shown, ['newer', 'reload']);
  });

  it('that is older is opened by the worker, which replaces it, and then read', async () => {
    const { version, shown } = setUp();
    version.changed({ kind: 'older' });
    await Promise.resolve();
    assert.deepEqual(shown, ['opened', 'reload']);
    assert.equal(version.isNewer, false);
  });

  it("that can't be replaced is logged", async () => {
    const { version, shown } = setUp(() => Promise.reject(new Error('locked')));
    version.changed({ kind: 'older' });
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(shown, ['opened', 'written down']);
  });
});

describe("A store that can't be read", () => {
  it('is checked once and reported as unavailable until a lookup reads it again', () => {
    const { version, shown, notes } = setUp();
    for (let time = 0; time < 3; time++) version.unreadable({ kind: 'corrupt', detail: 'malformed' });
    assert.deepEqual(shown, ['checked']);
    assert.equal(version.unread, 'damaged');
    assert.match(notes(), /corrupted.*\(store unavailable\)/);
    version.readable();
    assert.equal(version.unread, undefined);
    assert.equal(notes(), '');
    version.unreadable({ kind: 'locked', detail: 'busy' });
    assert.equal(version.unread, 'busy', "a locked store isn't corrupted, but could not be read");
    assert.equal(notes(), '');
    version.readable();
    assert.equal(version.unread, undefined);
    version.unreadable({ kind: 'readOnly', detail: 'unable to open database file' });
    assert.equal(version.unread, 'unavailable');
    assert.match(notes(), /\(store unavailable\)/);
  });

  it("isn't reported as unavailable as well if a newer version has upgraded it", () => {
    const { version, shown, notes } = setUp();
    version.unreadable({ kind: 'newer', version: 9999, detail: 'version 9999' });
    assert.deepEqual([version.unread, shown, notes()], ['newer', [], '']);
    version.changed({ kind: 'newer', version: 9999 });
    assert.match(notes(), /newer version.*\(update needed\)/);
    assert.deepEqual(shown, ['newer']);
  });

  it('is reported until the window is closed if it was replaced', () => {
    const { version, shown, notes } = setUp();
    version.onProblem({ kind: 'corrupt', detail: 'malformed', movedTo: '/data/store.sqlite.corrupt-1' });
    version.readable();
    assert.equal(version.unread, 'replaced');
    assert.match(notes(), /replaced by an empty one.*\(store replaced\)/);
    assert.deepEqual(shown, ['reload']);
  });

  it('is reported until the window is closed if it was of an earlier version', () => {
    const { version, shown, notes } = setUp();
    version.onProblem({ kind: 'outdated', detail: 'version 1', movedTo: '/data/store.sqlite.outdated-1' });
    version.readable();
    assert.equal(version.unread, 'replaced');
    assert.match(notes(), /earlier version.*moved to store\.sqlite\.outdated-1 .*Import and sync.*\(store replaced\)/);
    assert.deepEqual(shown, ['reload']);
  });

  it('is reported as another file until that file is removed', () => {
    const { version, shown, notes } = setUp();
    version.onProblem({ kind: 'foreign', detail: 'x', file: '/data/store.sqlite', what: 'notDatabase' });
    version.unreadable({ kind: 'corrupt', detail: 'file is not a database' });
    assert.equal(version.unread, 'foreign');
    assert.match(notes(), /The local store file belongs to another program.*\(store unavailable\)/);
    assert.deepEqual(shown, []);
    version.unreadable('otherVersion');
    assert.equal(version.unread, 'foreign', 'a database without our number looks like one of an older version');
    version.unreadable('missing');
    assert.equal(version.unread, undefined);
    assert.equal(notes(), '');
  });
});
