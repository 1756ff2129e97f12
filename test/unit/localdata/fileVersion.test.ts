import assert from 'node:assert/strict';
import { StoreFileVersion } from '../../../src/features/localdata/fileVersion';

function world(bringUpToDate: () => Promise<unknown> = () => Promise.resolve()) {
  const said: string[] = [];
  const notes = new Map<string, string>();
  const version = new StoreFileVersion({
    status: {
      set: (name, sentence, short) => {
        if (sentence === undefined) notes.delete(name);
        else notes.set(name, `${sentence} (${short ?? ''})`);
      },
    },
    tell: ({ kind }) => said.push(kind),
    bringUpToDate: () => {
      said.push('brought up to date');
      return bringUpToDate();
    },
    onDataChanged: () => said.push('read anew'),
    output: { warn: () => said.push('written down') },
  });
  return { version, said, notes: () => [...notes.values()].join() };
}

describe('A store of another version', () => {
  it('that is newer is told of, in the status bar until it is read again', () => {
    const { version, said, notes } = world();
    version.changed({ kind: 'newer', version: 99 });
    assert.equal(version.isNewer, true);
    assert.match(notes(), /newer version of Threat Lookups.*Update the extension.*\(update needed\)/);
    assert.deepEqual(said, ['newer']);
    version.changed({ kind: 'own' });
    assert.equal(version.isNewer, false);
    assert.equal(notes(), '');
    assert.deepEqual(said, ['newer', 'read anew']);
  });

  it('that is older is brought up to date, and then read', async () => {
    const { version, said } = world();
    version.changed({ kind: 'older' });
    await Promise.resolve();
    assert.deepEqual(said, ['brought up to date', 'read anew']);
    assert.equal(version.isNewer, false);
  });

  it('that can not be brought up to date is written down', async () => {
    const { version, said } = world(() => Promise.reject(new Error('locked')));
    version.changed({ kind: 'older' });
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(said, ['brought up to date', 'written down']);
  });
});
