import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BinStore } from '../../../../../src/core/triage/counting/binStore';
import { LocationStore, NarrowNumbers } from '../../../../../src/core/triage/counting/locationStore';
import { maxBins, TimelineCounter, getHistogram } from '../../../../../src/core/triage/timeline';
const positions = fc.oneof(fc.nat(100), fc.nat(100_000), fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }));
const occurrences = fc.array(fc.tuple(fc.nat(20), positions, fc.integer({ min: 1, max: 1_000_000 })), {
  maxLength: 200,
});

describe('Histograms in common bins', () => {
  it('count every occurrence in the bin of its position', () => {
    fc.assert(
      fc.property(occurrences, (all) => {
        const bins = new BinStore();
        for (let indicator = 0; indicator <= 20; indicator++) assert.equal(bins.addRow(), indicator);
        for (const [indicator, position, count] of all) bins.add(indicator, position, count);
        for (let indicator = 0; indicator <= 20; indicator++) {
          const own = all.filter(([each]) => each === indicator);
          const timeline = bins.histogram(indicator);
          assert.equal(timeline === undefined, own.length === 0);
          if (timeline === undefined) continue;
          assert.ok(timeline.counts.length <= maxBins);
          const expected = new Map<number, number>();
          for (const [, position, count] of own) {
            const bin = Math.floor(position / 2 ** timeline.scale) - timeline.first;
            expected.set(bin, (expected.get(bin) ?? 0) + count);
          }
          const actual = [...timeline.counts.entries()].filter(([, count]) => count > 0);
          assert.deepEqual(new Map(actual), new Map([...expected].sort(([a], [b]) => a - b)));
        }
      }),
    );
  });

  it('are as narrow as those counted one after the other', () => {
    fc.assert(
      fc.property(fc.array(positions, { maxLength: 60 }), fc.array(positions, { maxLength: 60 }), (own, others) => {
        const others1 = new TimelineCounter();
        for (const at of others) others1.add(at);
        const expected = new TimelineCounter();
        for (const at of own) expected.add(at);
        expected.addAll(others1);
        const { scale: wide, first: begin, counts: bars } = others1;
        const counted = { scale: wide, first: begin, counts: bars };
        const timeline = getHistogram(own, others.length === 0 ? undefined : counted);
        if (own.length + others.length === 0) assert.equal(timeline, undefined);
        else {
          const { scale, first, counts } = expected;
          assert.deepEqual(timeline, { scale, first, counts });
        }
      }),
    );
  });
});

describe('Locations of many indicators', () => {
  it('are the first ones of each, in their order, with all occurrences counted', () => {
    const store = new LocationStore();
    for (let line = 1; line <= 70_000; line++) {
      assert.equal(store.add(line % 1_100, line, 2 * line, 3 * line), line <= 50 * 1_100);
      store.count(line % 1_100, 2);
    }
    for (const indicator of [0, 1, 17, 1_099]) {
      const lines = Array.from({ length: 50 }, (_, at) => (indicator === 0 ? 1_100 : indicator) + 1_100 * at);
      assert.deepEqual(
        store.list(indicator),
        lines.flatMap((line) => [line, 2 * line]),
      );
      assert.deepEqual(store.list(indicator, 1), [lines[0], 2 * (lines[0] ?? 0)]);
    }
    assert.equal(store.countOf(17), 3 * 64);
  });
});

describe('Locations of very many indicators', () => {
  it('are ten of each after half a million', () => {
    const store = new LocationStore();
    for (let at = 0; at < 500_000; at++) store.add(at % 100_000, at, 1, at);
    assert.equal(store.max, 10);
    for (let at = 0; at < 20; at++) assert.equal(store.add(7, at, 1, at), at < 5);
    assert.equal(store.countOf(7), 25);
    assert.equal(store.list(7).length, 20);
  });
});

describe('Numbers that are close to each other', () => {
  it('are those that were set, also once one is far away', () => {
    const distances = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(0, 40, 1_700_000_000, 2 ** 32 - 100_001), distances, (first, all) => {
        const numbers = all.map((distance) => Math.max(0, first + distance));
        const stored = new NarrowNumbers(all.length);
        for (const [at, number] of numbers.entries()) stored.set(at, number);
        assert.deepEqual(
          numbers.map((_, at) => stored.at(at)),
          numbers,
        );
      }),
    );
  });
});
