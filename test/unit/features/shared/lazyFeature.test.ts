import assert from 'node:assert/strict';
import { LazyFeature } from '../../../../src/features/shared/commands/lazyFeature';

const ignoreError = (): void => undefined;

/** A feature that counts how often it was started and disposed of. */
function countedFeature(failures = 0) {
  const counts = { started: 0, disposed: 0 };
  const start = (): Promise<{ dispose: () => void }> => {
    counts.started++;
    if (counts.started <= failures) return Promise.reject(new Error(`failure ${counts.started}`));
    return Promise.resolve({
      dispose: () => {
        counts.disposed++;
      },
    });
  };
  return { counts, start };
}

describe('A feature that is loaded when it is first used', () => {
  it('is started once, even if it is needed several times at once', async () => {
    const { counts, start } = countedFeature();
    const feature = new LazyFeature(start, ignoreError);
    assert.equal(feature.current(), undefined);
    assert.equal(counts.started, 0);
    const [first, second] = await Promise.all([feature.load(), feature.load()]);
    assert.equal(first, second);
    assert.equal(feature.current(), first);
    assert.equal(counts.started, 1);
  });

  it('is started again after a failure', async () => {
    const { counts, start } = countedFeature(1);
    const feature = new LazyFeature(start, ignoreError);
    await assert.rejects(feature.load(), /failure 1/);
    assert.equal(feature.current(), undefined);
    await feature.load();
    assert.equal(counts.started, 2);
  });

  it('starts in the background once its caller is done, and reports a failure', async () => {
    const { counts, start } = countedFeature(1);
    const failure = await new Promise((failed) => {
      new LazyFeature(start, failed).start();
      assert.equal(counts.started, 0);
    });
    assert.equal(counts.started, 1);
    assert.match(String(failure), /failure 1/);
  });

  it('is disposed of, also if that happens while it is loaded', async () => {
    const { counts, start } = countedFeature();
    const feature = new LazyFeature(start, ignoreError);
    const loading = feature.load();
    feature.dispose();
    await loading;
    assert.equal(counts.disposed, 1);
    const other = countedFeature();
    const loaded = new LazyFeature(other.start, ignoreError);
    await loaded.load();
    loaded.dispose();
    assert.equal(other.counts.disposed, 1);
  });
});
