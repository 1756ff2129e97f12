import assert from 'node:assert/strict';
import { joined } from '../../../../src/service/team/joined';

describe('Lookups of a team store', () => {
  /** Reads that haven't ended, in their order, with what ends them. */
  let reads: { readonly keys: readonly string[]; end(error?: Error): void }[] = [];
  let find: ReturnType<typeof joined<string>>;
  beforeEach(() => {
    reads = [];
    find = joined(
      (keys) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error): void =>
            error === undefined ? resolve(new Map(keys.map((key) => [key, `${key}!`]))) : reject(error);
          reads.push({ keys, end });
        }),
    );
  });

  /** Lets everything run that waits for nothing else. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const keysRead = (): readonly (readonly string[])[] => reads.map(({ keys }) => keys);

  it('are read together after those that are being read', async () => {
    const first = find(['a']);
    await settled();
    const others = [find(['b', 'c']), find(['c']), find(['a'])];
    await settled();
    assert.deepEqual(keysRead(), [['a']]);
    reads[0]?.end();
    assert.equal((await first).get('a'), 'a!');
    await settled();
    // The one that was there before may have changed.
    assert.deepEqual(keysRead(), [['a'], ['b', 'c', 'a']]);
    reads[1]?.end();
    for (const found of await Promise.all(others)) assert.equal(found.get('c'), 'c!');
  });

  it('fail with those that they are read with, and not with earlier ones', async () => {
    const failing = assert.rejects(find(['a']), /gone/);
    await settled();
    const next = find(['b']);
    reads[0]?.end(new Error('gone'));
    await failing;
    await settled();
    reads[1]?.end();
    assert.equal((await next).get('b'), 'b!');
  });

  it('of many keys wait for nobody, and nobody for them', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `n${n}`);
    void find(['a']);
    void find(many);
    await settled();
    assert.deepEqual(
      keysRead().map(({ length }) => length),
      [101, 1],
    );
  });
});
