import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addRecords, storeFolder } from '../builders';
import { now, query, record } from './arbitraries';
import { holds } from './evaluator';

describe('Store search compared with a simple evaluator', () => {
  const folder = storeFolder();

  it('returns the same rows for any query and data, from one source or several', async () => {
    const store = folder.open(() => now);
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 25 }),
        fc.array(record, { maxLength: 10 }),
        fc.array(query, { minLength: 6, maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        async (first, second, queries, limit) => {
          store.clear(['imports']);
          addRecords(store, 'first.csv', first);
          addRecords(store, 'second.csv', second);
          const all = [...new Set([...first, ...second].map(({ value }) => value))]
            .map((value) => store.byKey(value))
            .filter((each) => each !== undefined)
            .sort((a, b) => (b.timestamps.seen ?? 0) - (a.timestamps.seen ?? 0) || (a.iid ?? 0) - (b.iid ?? 0));
          for (const node of queries) {
            const expected = all.filter((each) => holds(node, each, now)).slice(0, limit);
            const found = await store.search(node, { limit });
            assert.deepEqual(
              found.map(({ value }) => value),
              expected.map(({ value }) => value),
              JSON.stringify(node, ['kind', 'field', 'operator', 'value', 'operand', 'operands']),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
