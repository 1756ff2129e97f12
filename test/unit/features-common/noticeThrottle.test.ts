import assert from 'node:assert/strict';
import { isThrottled, throttleMillis, readShown, withShown } from '../../../src/features/common/noticeThrottle';

const noon = Date.UTC(2025, 2, 4, 12);

describe('Quiet times of notices', () => {
  it('show a cause at first, then not for a day, then again', () => {
    assert.equal(isThrottled({}, 'key', noon), false);
    const shown = withShown({}, 'key', noon);
    assert.equal(isThrottled(shown, 'key', noon + throttleMillis - 1), true);
    assert.equal(isThrottled(shown, 'key', noon + throttleMillis), false);
  });

  it('are one for each cause', () => {
    assert.equal(isThrottled(withShown({}, 'key', noon), 'store', noon), false);
  });

  it('are not made longer by a clock that was set back', () => {
    assert.equal(isThrottled(withShown({}, 'key', noon), 'key', noon - 1), false);
  });

  it('forget causes whose day is over', () => {
    const shown = withShown(withShown({}, 'old', noon), 'new', noon + 2 * throttleMillis);
    assert.deepEqual(Object.keys(shown), ['new']);
  });

  it('read whatever an earlier version left behind', () => {
    assert.deepEqual(readShown(undefined), {});
    assert.deepEqual(readShown('often'), {});
    assert.deepEqual(readShown({ a: noon, b: 'yesterday', c: null }), { a: noon });
  });
});
