import assert from 'node:assert/strict';
import { findIndicatorAt, findIndicators } from '../../../../src/core/indicators';
import * as indicators from '../../../../src/core/indicators';
import { ListedNames } from '../../../../src/core/store/listedNames';
import { StoreReader } from '../../../../src/core/store/reader';
import { withListed } from '../../../../src/features/shared/indicators/indicatorTools';
import { aRecord, addRecords, storeFolder } from './builders';

const risky = ['evil-thing.sh', 'user.name'];

describe('Names that the store lists', () => {
  const folder = storeFolder();
  const fill = (): void => {
    const store = folder.open();
    const records = [
      aRecord('evil-thing.sh', { risk: 'medium' }),
      aRecord('user.name', { risk: 'critical' }),
      aRecord('low-thing.sh', { risk: 'low' }),
      aRecord('old-thing.sh', { risk: 'high', retired: true }),
    ];
    addRecords(store, 'list', records);
  };
  const all = [...risky, 'low-thing.sh', 'old-thing.sh', 'other-thing.sh'];

  it('are those with a risk of at least medium that aren’t retired', () => {
    fill();
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const names = new ListedNames(folder.file());
    assert.deepEqual(
      all.filter((name) => reader.isListed(name)),
      risky,
    );
    assert.deepEqual(
      all.filter((name) => names.has(name)),
      risky,
    );
    reader.close();
    names.close();
  });

  it('are seen as soon as they are listed by a reader, and after a search ends by a search', () => {
    const store = folder.open();
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const names = new ListedNames(folder.file());
    const state = (): readonly boolean[] => [reader.isListed('evil-thing.sh'), names.has('evil-thing.sh')];
    assert.deepEqual(state(), [false, false]);
    addRecords(store, 'list', [aRecord('evil-thing.sh', { risk: 'high' })]);
    assert.deepEqual(state(), [true, false]);
    names.close();
    assert.deepEqual(state(), [true, true]);
    names.close();
    reader.close();
  });

  it('are none in a store that is missing or no store', () => {
    for (const file of [folder.file(), import.meta.filename]) {
      const names = new ListedNames(file);
      assert.deepEqual([names.has('evil-thing.sh'), names.has('user.name')], [false, false]);
      names.close();
    }
  });

  it('are found by the tools of the editor in a hover, a command, and line by line', async () => {
    fill();
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const tools = withListed({ ...indicators }, (name) => reader.isListed(name));
    const text = 'ran evil-thing.sh, low-thing.sh, and user.name';
    assert.deepEqual([findIndicatorAt(text, 6), findIndicators(text)], [undefined, []]);
    assert.equal(tools.findIndicatorAt(text, 6)?.value, 'evil-thing.sh');
    assert.equal(tools.findIndicatorAt(text, 22), undefined);
    assert.deepEqual(
      tools.findIndicators(text).map(({ value }) => value),
      risky,
    );
    const blocks: string[] = [];
    for await (const block of tools.findInBlocks([text])) blocks.push(...block.map(({ value }) => value));
    const finder = tools.incrementalFinder({ lineCount: 1, line: () => text });
    finder.search(0, 1);
    assert.deepEqual([blocks, finder.occurrences(0, 1).map(({ value }) => value)], [risky, risky]);
    reader.close();
  });
});
