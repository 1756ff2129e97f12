import assert from 'node:assert/strict';
import { StoreError } from '../../../src/core/store/storeError';
import type { StoreProblem } from '../../../src/core/store/protocol';
import { storeProblemOf, formatStoreProblem } from '../../../src/features/common/formatStoreProblem';

const detail = 'SQLITE_BUSY: /home/someone/secret/store.sqlite';
const problems: readonly StoreProblem[] = [
  { kind: 'noSqlite', detail },
  { kind: 'locked', detail },
  { kind: 'corrupt', detail, movedTo: '/data/store.damaged.sqlite' },
  { kind: 'corrupt', detail },
  { kind: 'foreign', detail, file: '/data/store.sqlite', what: 'otherDatabase' },
  { kind: 'newer', detail, version: 9 },
  { kind: 'diskFull', detail },
  { kind: 'readOnly', detail },
  { kind: 'networkFolder', detail },
  { kind: 'failed', detail },
];

describe('Problems of the local store in words', () => {
  for (const problem of problems) {
    it(`say what happened and one thing to do (${problem.kind}${'movedTo' in problem ? ', moved' : ''})`, () => {
      const { sentence, remedy } = formatStoreProblem(problem);
      assert.match(sentence, /^[A-Z].*\.$/);
      assert.doesNotMatch(sentence, /SQLITE_BUSY|secret/);
      assert.notEqual(remedy.label, '');
    });
  }

  it('lead to the file that was moved aside', () => {
    const { remedy } = formatStoreProblem({ kind: 'corrupt', detail, movedTo: '/data/store.damaged.sqlite' });
    assert.deepEqual(remedy, { label: 'Show File', kind: 'showFile', path: '/data/store.damaged.sqlite' });
  });

  it('lead to a file that is not a store', () => {
    const { sentence, remedy } = formatStoreProblem({
      kind: 'foreign',
      detail,
      file: '/data/a.pdf',
      what: 'notDatabase',
    });
    assert.match(sentence, /not a Threat Lookups store.*left untouched/);
    assert.deepEqual(remedy, { label: 'Show File', kind: 'showFile', path: '/data/a.pdf' });
  });

  it('lead to clearing where the disk is full', () => {
    assert.equal(formatStoreProblem({ kind: 'diskFull', detail }).remedy.kind, 'clear');
  });

  it('are found in a rejected job, and in nothing else', () => {
    const problem: StoreProblem = { kind: 'locked', detail };
    assert.deepEqual(storeProblemOf(new StoreError(problem)), problem);
    assert.equal(storeProblemOf(new Error('locked')), undefined);
  });
});
