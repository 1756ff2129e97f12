import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lookupKey } from '../../../../src/core/indicators';
import type { Store } from '../../../../src/core/store/store';
import { importInto } from '../../../../src/service/import';
import { among, deepText, good, others } from '../../hostileJson';
import { storeFolder } from '../../core/store/builders';

const deepIndicator =
  `{"type":"indicator","id":"indicator--00000000-0000-4000-8000-000000000500","pattern_type":"stix",` +
  `"pattern":"[domain-name:value = 'deep.lookups-test.com']","x_own":${deepText()}}`;

const isFound = (store: Store, values: readonly string[]): readonly boolean[] =>
  values.map((value) => store.byKey(lookupKey(value)) !== undefined);

describe('Import of hostile objects', () => {
  const folder = storeFolder();

  it('skips an object that is nested too deeply, with its reason, and imports the others', async () => {
    const { values, texts } = good();
    for (const text of [
      `{"type":"bundle","objects":[${[deepIndicator, ...texts].join(',')}]}`,
      [...texts, deepIndicator].join('\n'),
      `{"type":"bundle","x_own":${deepText()},"objects":[${texts.join(',')}]}`,
    ]) {
      const store = folder.open();
      const account = await importInto(store, { text, name: 'a.json' });
      assert.equal(account.failure, undefined);
      assert.deepEqual(isFound(store, values), [true, true, true]);
      if (text.includes('deep.lookups')) {
        const [left] = account.skipped;
        assert.deepEqual([left?.reason, left?.count], [{ kind: 'tooDeep' }, 1]);
      }
      store.close();
    }
  });

  it('imports the valid ones, whatever is among them', async () => {
    const store = folder.open();
    let n = 0;
    await fc.assert(
      fc.asyncProperty(others, fc.boolean(), async (between, isLines) => {
        const { values, texts } = good(++n);
        const objects = among(texts, between);
        const text = isLines ? [texts[0], ...objects].join('\n') : `{"type":"bundle","objects":[${objects.join(',')}]}`;
        for (const name of [`first ${n}`, `second ${n}`]) {
          const account = await importInto(store, { text, name });
          assert.equal(account.failure, undefined);
          assert.equal(account.complete, true);
          assert.deepEqual(isFound(store, values), [true, true, true]);
          // Each has its own reason: nothing is skipped because something broke.
          for (const { reason } of account.skipped) assert.doesNotMatch(reason.kind, /^(?:notStored|unreadable)$/);
        }
      }),
      { numRuns: 100 },
    );
  });
});
