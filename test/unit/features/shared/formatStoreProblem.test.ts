import assert from 'node:assert/strict';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import type { StoreProblem } from '../../../../src/core/records/problems/storeProblem';
import { getStoreProblem, formatStoreProblem } from '../../../../src/features/shared/format/formatStoreProblem';

const detail = 'SQLITE_BUSY: /home/someone/secret/store.sqlite';
const problems: readonly StoreProblem[] = [
  { kind: 'noSqlite', detail },
  { kind: 'locked', detail },
  { kind: 'corrupt', detail, movedTo: '/data/store.damaged.sqlite' },
  { kind: 'corrupt', detail },
  { kind: 'outdated', detail, movedTo: '/data/store.sqlite.outdated-1' },
  { kind: 'foreign', detail, file: '/data/store.sqlite', what: 'otherDatabase' },
  { kind: 'newer', detail, version: 9 },
  { kind: 'diskFull', detail },
  { kind: 'readOnly', detail },
  { kind: 'networkFolder', detail },
  { kind: 'clock', detail, latest: Date.UTC(2026, 5, 4) },
  { kind: 'failed', detail },
];

describe('Problems of the local store', () => {
  for (const problem of problems) {
    it(`have a sentence and a remedy (${problem.kind}${'movedTo' in problem ? ', moved' : ''})`, () => {
      const { sentence, remedy } = formatStoreProblem(problem);
      assert.match(sentence, /^[A-Z].*\.$/);
      assert.doesNotMatch(sentence, /SQLITE_BUSY|secret/);
      assert.notEqual(remedy.label, '');
    });
  }

  it('offer the file that was moved aside', () => {
    const { remedy } = formatStoreProblem({ kind: 'corrupt', detail, movedTo: '/data/store.damaged.sqlite' });
    assert.deepEqual(remedy, { label: 'Show File', kind: 'showFile', path: '/data/store.damaged.sqlite' });
  });

  it('offer the file that is not a store', () => {
    const { sentence, remedy } = formatStoreProblem({
      kind: 'foreign',
      detail,
      file: '/data/a.pdf',
      what: 'notDatabase',
    });
    assert.match(sentence, /The local store file belongs to another program\. Move that file to another folder/);
    assert.deepEqual(remedy, { label: 'Show File', kind: 'showFile', path: '/data/a.pdf' });
  });

  it('offer to clear local data when the disk is full', () => {
    assert.equal(formatStoreProblem({ kind: 'diskFull', detail }).remedy.kind, 'clear');
  });

  it('are read from a rejected job only', () => {
    const problem: StoreProblem = { kind: 'locked', detail };
    assert.deepEqual(getStoreProblem(new StoreError(problem)), problem);
    assert.equal(getStoreProblem(new Error('locked')), undefined);
  });
});
