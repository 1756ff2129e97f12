import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Timestamp, timelineLayout } from '../../../src/webviews/record/cards/timestamps';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);

function timestamp(label: string, at?: number): Timestamp {
  return { kind: 'other', label, about: '', ...(at === undefined ? {} : { at }) };
}

describe('The timeline', () => {
  it('is to scale between the first timestamp and now', () => {
    const { positions, nowAt } = timelineLayout(
      [timestamp('seen', now - 25 * day), timestamp('added', now - 100 * day), timestamp('scanned')],
      ...([now, 10, 410] as const),
    );
    assert.deepEqual(
      positions.map(({ timestamps, x }) => [timestamps.map(({ label }) => label).join(), x]),
      [
        ['added', 10],
        ['seen', 310],
      ],
    );
    assert.equal(nowAt, 410);
  });

  it('has one mark for events in the same second', () => {
    const { positions } = timelineLayout(
      [
        timestamp('seen', now - 5 * day),
        timestamp('added', now - 5 * day + 10),
        timestamp('updated', now - 5 * day + 5000),
      ],
      ...([now, 10, 410] as const),
    );
    assert.deepEqual(
      positions.map(({ timestamps }) => timestamps.map(({ label }) => label)),
      [['seen', 'added'], ['updated']],
    );
  });

  it('keeps positions apart, in order, and within bounds, whatever the timestamps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -8.64e15, max: 8.64e15 }), { maxLength: 6 }),
        fc.integer({ min: 120, max: 2000 }),
        (times, width) => {
          const { positions } = timelineLayout(
            times.map((at, index) => timestamp(String(index), at)),
            ...([now, 10, width] as const),
          );
          const xs = positions.map(({ x }) => x);
          assert.ok(xs.every((x) => x >= 9 && x <= width + 1));
          assert.ok(xs.every((x, index) => index === 0 || x - (xs[index - 1] ?? 0) >= 15));
        },
      ),
      { numRuns: 300 },
    );
  });
});
