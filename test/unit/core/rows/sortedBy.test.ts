import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortedBy } from '../../../../src/core/rows/sortedBy';

describe('Numbers sorted by an integer', () => {
  it('are in the order that sorting with a comparison gives, whatever their keys are', () => {
    const keys = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer(), fc.maxSafeInteger());
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 200 }), fc.boolean(), (all, isReversed) => {
        const numbers = isReversed ? [...all.keys()].reverse() : [...all.keys()];
        const keyOf = (number: number): number => all[number] ?? 0;
        const wanted = [...numbers].sort((a, b) => keyOf(a) - keyOf(b));
        assert.deepEqual(sortedBy(numbers, keyOf), wanted);
      }),
      { numRuns: 500 },
    );
  });
});
