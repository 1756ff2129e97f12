import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lookupKey } from '../../../../src/core/indicators';
import type { MirrorWriter, SyncAccount } from '../../../../src/core/sync/ports';
import { among, deepText, good, others } from '../../hostileJson';
import { storeFolder } from '../store/builders';
import { type MirrorStore, openMirrorStore, removeStore, target } from '../store/mirror/mirrorStore';

const { texts: goodTexts, values: goodValues } = good();
const keys = goodValues.map((value) => lookupKey(value));

async function giveText(writer: MirrorWriter, objects: readonly string[]): Promise<void> {
  const page = `{"more":true,"next":"x","objects":[${objects.join(',')}]}`;
  assert.notEqual(await writer.read(new TextEncoder().encode(page)), undefined);
  await writer.write();
}

/** One run that brings these pages, given as JSON texts of their objects. */
async function bringText(
  { writer }: MirrorStore,
  pages: readonly (readonly string[])[],
  collection = 'c',
): Promise<SyncAccount> {
  await writer.begin({ ...target, collection });
  await writer.chain({ full: true });
  for (const objects of pages) await giveText(writer, objects);
  return writer.finish({ complete: true, full: true });
}

const found = (store: MirrorStore): readonly boolean[] => keys.map((key) => store.find(key).length > 0);
const all = keys.map(() => true);

const deepIndicator =
  `{"type":"indicator","id":"indicator--00000000-0000-4000-8000-000000000500","pattern_type":"stix",` +
  `"pattern":"[domain-name:value = 'deep.lookups-test.com']","x_own":${deepText()}}`;
const reasonsOf = ({ skipped }: Pick<SyncAccount, 'skipped'>): readonly string[] =>
  skipped.map(({ reason }) => reason.kind);

describe('Hostile objects in a mirror', () => {
  const { file } = storeFolder();

  it('skips an object that is nested too deeply, with its reason, and stores the others', async () => {
    const store = openMirrorStore(file());
    try {
      const first = await bringText(store, [[...goodTexts, deepIndicator]]);
      assert.deepEqual(found(store), all);
      assert.ok(reasonsOf(first).includes('tooDeep'), JSON.stringify(first.skipped));
      const second = await bringText(store, [[deepIndicator, ...goodTexts]]);
      assert.ok(reasonsOf(second).includes('tooDeep'));
      assert.equal(second.counts.unchanged, goodTexts.length);
      assert.equal(second.counts.skipped, 1);
    } finally {
      store.close();
      removeStore(file());
    }
  });

  it('skips it on a page that is too long to be stored as one', async () => {
    const store = openMirrorStore(file());
    try {
      const many = Array.from({ length: 4_001 }, (_, n) => `{"type":"note","id":"note--${n}"}`);
      await bringText(store, [[...many, deepIndicator, ...goodTexts]]);
      assert.deepEqual(found(store), all);
    } finally {
      store.close();
      removeStore(file());
    }
  });

  it('skips one object that fails unexpectedly, and stores the others', async () => {
    const store = openMirrorStore(file());
    try {
      await bringText(store, [goodTexts.slice(0, 1)]);
      // Only a trigger of its own makes the store reject valid objects.
      store.connection.exec(
        `CREATE TRIGGER refuse BEFORE INSERT ON stix_object WHEN new.id LIKE '%500' BEGIN SELECT RAISE(ABORT, 'no'); END`,
      );
      const refused = deepIndicator.replace(deepText(), '1');
      const account = await bringText(store, [[...goodTexts, refused]]);
      assert.deepEqual(found(store), all);
      assert.deepEqual(reasonsOf(account), ['notStored']);
      assert.equal(account.counts.added, goodTexts.length - 1);
    } finally {
      store.close();
      removeStore(file());
    }
  });

  it('always finds the good ones, whatever is among them', async () => {
    const store = openMirrorStore(file());
    let n = 0;
    try {
      await fc.assert(
        fc.asyncProperty(others, fc.boolean(), async (between, isFirst) => {
          const { values, texts } = good(++n);
          const objects = among(texts, between);
          const isFound = (): readonly boolean[] => values.map((value) => store.find(lookupKey(value)).length > 0);
          const collection = `c${n}`;
          if (!isFirst) await bringText(store, [['{"type":"note","id":"note--1"}']], collection);
          const account = await bringText(store, [objects], collection);
          assert.deepEqual(isFound(), all);
          const again = await bringText(store, [objects], collection);
          assert.deepEqual(isFound(), all);
          // Each has its own reason: nothing is skipped because something broke.
          for (const reason of [...reasonsOf(account), ...reasonsOf(again)])
            assert.doesNotMatch(reason, /^(?:notStored|unreadable)$/);
        }),
        { numRuns: 100 },
      );
    } finally {
      store.close();
    }
  });
});
