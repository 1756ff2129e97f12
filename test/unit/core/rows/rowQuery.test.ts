import assert from 'node:assert/strict';
import fc from 'fast-check';
import { allRows, queryRows, type SortKey, type TableRows } from '../../../../src/core/rows/rowQuery';
import { compareText } from '../../../../src/l10n';

/** Rows that only have a key to sort by. */
function tableOf(keys: readonly SortKey[]): TableRows {
  return {
    rows: [...keys.keys()].reverse(),
    bins: 0,
    matcher: () => () => true,
    levelOf: () => 0,
    tagsOf: () => [],
    foldOf: () => undefined,
    occursIn: () => true,
    addBins: () => undefined,
    sortKey: () => (row) => keys[row],
    groupText: () => () => '',
    emptyIn: () => [],
  };
}

const texts = fc.constantFrom('a', 'A', 'ä', 'b2', 'b10', 'B2', '', '10', '9');
const numbers = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true }), fc.nat(2 ** 48));
const keysOf = (key: fc.Arbitrary<SortKey>) => fc.array(fc.option(key, { nil: undefined }), { maxLength: 60 });

describe('Sorted rows', () => {
  it('are in the order that comparing each with each gives, those without a value last, in both directions', () => {
    fc.assert(
      fc.property(fc.oneof(keysOf(texts), keysOf(numbers)), fc.boolean(), (keys, descending) => {
        const table = tableOf(keys);
        const compare = (a: SortKey, b: SortKey): number => {
          if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
          const order = typeof a === 'number' ? a - Number(b) : compareText(a, String(b));
          return descending ? -order : order;
        };
        const wanted = [...table.rows].sort((a, b) => compare(keys[a], keys[b]));
        assert.deepEqual(queryRows(table, { ...allRows, order: { column: 'key', descending } }).rows, wanted);
      }),
      { numRuns: 1_000 },
    );
  });
});
