import assert from 'node:assert/strict';
import fc from 'fast-check';
import { namesAbove } from '../../../../src/core/indicators/registry/namesAbove';

/** By labels. */
function expected(key: string): readonly string[] {
  const labels = key.split('.');
  const all = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  return all.slice(-8);
}

describe('The names above a name', () => {
  it('are those of all its labels but the first ones and the last one, the nearest first', () => {
    assert.deepEqual(namesAbove('a.b.lookups-test-1.com'), ['b.lookups-test-1.com', 'lookups-test-1.com']);
    assert.deepEqual(namesAbove('lookups-test-1.com'), []);
    const names = fc.array(fc.constantFrom('a', 'b1', 'lookups-test-1', '-', '', 'com'), {
      minLength: 1,
      maxLength: 14,
    });
    fc.assert(
      fc.property(names, (labels) => {
        const key = labels.join('.');
        assert.deepEqual(namesAbove(key), expected(key));
      }),
      { numRuns: 500 },
    );
  });

  it('exist only of names', () => {
    for (const key of ['192.0.2.7', '192.0.2.0/24', '2001:db8::7', 'http://a.lookups-test-1.com/a', ''])
      assert.deepEqual(namesAbove(key), [], key);
  });
});
