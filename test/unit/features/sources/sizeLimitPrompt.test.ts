import assert from 'node:assert/strict';
import type { NoticeAction } from '../../../../src/features/shared/notices/notices';
import { MirrorMemory } from '../../../../src/features/sources/mirrorMemory';
import { getSizeLimit } from '../../../../src/features/sources/sync/sizeLimitPrompt';
import { uiText } from '../../../../src/features/shared/ui/text';

const gigabyte = 1_073_741_824;
const collection = { key: 'https://intel.example c-1', title: 'Team\n[feed](command:x)', maxBytes: 2 * gigabyte };

describe('Prompt at the size limit of a mirror', () => {
  let values: Map<string, unknown>;
  let limits: MirrorMemory;
  let requested: string[];
  beforeEach(() => {
    values = new Map();
    requested = [];
    limits = new MirrorMemory({
      get: (key: string) => values.get(key) as never,
      update: (key, value) => Promise.resolve(void values.set(key, value)),
    });
  });

  const choosing = (label: string | undefined) => ({
    async offer(_level: unknown, sentence: string, ...actions: readonly NoticeAction[]) {
      requested.push(sentence);
      await actions.find((action) => action.label === label)?.run();
    },
  });
  const grown = (label: string | undefined, storedBytes = 2 * gigabyte + 5) => {
    const { confirmGrowth, maxBytes } = getSizeLimit({ notices: choosing(label), limits }, collection);
    return confirmGrowth?.({ storedBytes, addedBytes: 5 }, maxBytes);
  };

  it('names the collection, its limit and the next size on one line', async () => {
    await grown(undefined);
    assert.equal(requested.length, 1);
    assert.match(requested[0] ?? '', /reached its size limit of 2\.0 GB\. Increase it to 4\.0 GB\?$/);
    assert.doesNotMatch(requested[0] ?? '', /\n|\]\(command/);
  });

  it('keeps the allowed size for the next sync, until the collection is removed', async () => {
    assert.equal(await grown(uiText('Increase Limit')), 4 * gigabyte + 10);
    const next = getSizeLimit({ notices: choosing(undefined), limits }, collection);
    assert.equal(next.maxBytes, 4 * gigabyte + 10);
    await limits.saveLimit(collection.key, undefined);
    assert.equal(getSizeLimit({ notices: choosing(undefined), limits }, collection).maxBytes, collection.maxBytes);
  });

  for (const label of [uiText('Stop Sync'), undefined]) {
    it(`allows nothing where the answer is ${label ?? 'none'}`, async () => {
      assert.equal(await grown(label), undefined);
      assert.equal(limits.limitOf(collection.key), undefined);
    });
  }

  it('ignores invalid stored limits', () => {
    for (const value of [7, 'x', null, { [collection.key]: 'many' }, { [collection.key]: -1 }]) {
      values.set('mirror.limits', value);
      assert.equal(limits.limitOf(collection.key), undefined);
    }
  });
});
