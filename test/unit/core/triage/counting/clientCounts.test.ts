import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ClientCounts,
  maxPairs,
  PairList,
  pairOffsets,
  pairSize,
} from '../../../../../src/core/triage/counting/clientCounts';

type Pair = readonly [indicator: number, client: number, lines: number, time: number];

/** Many pairs of few and of many different numbers. */
const pairs: fc.Arbitrary<readonly Pair[]> = fc
  .tuple(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 500 }))
  .chain(([indicators, clients]) =>
    fc.array(fc.tuple(fc.nat(indicators), fc.nat(clients), fc.integer({ min: 1, max: 3 }), fc.nat(9)), {
      maxLength: 5_000,
      size: 'max',
    }),
  );

/** Returns the counts of a pair. */
function counted(lines: number, time: number): Int32Array {
  const pair = new Int32Array(pairSize);
  pair[pairOffsets.lines] = lines;
  pair[pairOffsets.first] = time;
  pair[pairOffsets.last] = time;
  return pair;
}

function sums(all: readonly Pair[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [indicator, client, count] of all) {
    const key = `${indicator} ${client}`;
    lines.set(key, (lines.get(key) ?? 0) + count);
  }
  return lines;
}

describe('Lines of indicators and clients', () => {
  it('are those of a map, also in the part after', () => {
    const list = new PairList();
    fc.assert(
      fc.property(pairs, (all) => {
        const counts = new ClientCounts(maxPairs, Infinity);
        for (const [indicator, client, lines, time] of all)
          for (let line = 0; line < lines; line++) list.add(indicator, client, line, 0, time);
        const taken = list.take();
        counts.preload(Int32Array.from(all.flatMap(([indicator, client]) => [indicator, client])), 0, all.length);
        for (let at = 0; at < taken.length; at += pairSize) counts.add(taken[at] ?? 0, taken[at + 1] ?? 0, taken, at);
        const found = new Map<string, number>();
        for (const indicator of new Set(all.map(([each]) => each)))
          counts.forEachClient(indicator, (client, { lines, first, last }) => {
            found.set(`${indicator} ${client}`, lines);
            const times = all
              .filter(([each, other]) => each === indicator && other === client)
              .map(([, , , time]) => time);
            assert.deepEqual([first, last], [times.filter((time) => time > 0).toSorted()[0] ?? 0, Math.max(...times)]);
          });
        assert.deepEqual(found, sums(all));
      }),
      { numRuns: 30 },
    );
  });

  it('list a client again only after another one', () => {
    const list = new PairList();
    for (const [line, client] of [1, 1, 2, 1].entries()) list.add(0, client, line, 0, line + 1);
    const clients = Array.from({ length: 3 }, (_, pair) => pair * pairSize);
    const taken = list.take();
    assert.equal(taken.length, 3 * pairSize);
    assert.deepEqual(
      clients.map((at) => [taken[at + 1], taken[at + pairOffsets.lines], taken[at + pairOffsets.first]]),
      [
        [1, 2, 1],
        [2, 1, 3],
        [1, 1, 4],
      ],
    );
  });

  it('are kept of known indicators beyond the limit of pairs, as many again', () => {
    const counts = new ClientCounts(3, Infinity);
    for (let client = 0; client < 9; client++)
      for (const indicator of [0, 1]) counts.add(indicator, client, counted(1, 0), 0, indicator === 1);
    assert.deepEqual([counts.clientsOf(0), counts.otherLinesOf(0)], [2, 7]);
    assert.deepEqual([counts.clientsOf(1), counts.otherLinesOf(1)], [4, 5]);
  });

  it('are counted without a client for pairs above the limits', () => {
    fc.assert(
      fc.property(pairs, fc.nat(600), fc.integer({ min: 1, max: 9 }), (all, most, maxOfIndicator) => {
        const counts = new ClientCounts(most, maxOfIndicator);
        for (const [indicator, client, lines, time] of all) counts.add(indicator, client, counted(lines, time));
        const kept = new Map<string, number>();
        const indicators = new Set(all.map(([indicator]) => indicator));
        for (const indicator of indicators) {
          counts.forEachClient(indicator, (client, { lines }) => kept.set(`${indicator} ${client}`, lines));
          assert.ok(counts.clientsOf(indicator) <= maxOfIndicator);
        }
        const total = [...sums(all).values()].reduce((sum, lines) => sum + lines, 0);
        const others = [...indicators].reduce((sum, indicator) => sum + counts.otherLinesOf(indicator), 0);
        assert.ok(kept.size <= most);
        assert.equal(
          [...kept.values()].reduce((sum, lines) => sum + lines, others),
          total,
        );
        for (const [key, lines] of kept) assert.equal(lines, sums(all).get(key));
      }),
      { numRuns: 30 },
    );
  });
});
