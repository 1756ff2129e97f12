import assert from 'node:assert/strict';
import { ageOf } from '../../../src/webviews/common/clock';
import { timeView } from '../../../src/features/common/timeView';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const dates = { locale: 'en', timeZone: 'UTC' };

describe('An age in a panel', () => {
  it('goes on while the panel is open', () => {
    const moment = timeView(now - 500, { now, dates });
    assert.deepEqual(
      [undefined, now, now + 3 * minute, now + 130 * minute].map((at) => ageOf(moment, at)),
      ['just now', 'just now', '3 min ago', '2 h ago'],
    );
  });

  it('stays as the host told it where the moment can not be read', () => {
    assert.equal(ageOf(timeView(9e15, { now, dates }), now), timeView(9e15, { now, dates }).age);
    assert.equal(ageOf({ age: 'long ago', date: '', utc: 'once' }, now), 'long ago');
  });
});
