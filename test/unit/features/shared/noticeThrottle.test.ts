import assert from 'node:assert/strict';
import { isThrottled, throttleMillis, readShown, withShown } from '../../../../src/features/shared/notices/notices';

const noon = Date.UTC(2025, 2, 4, 12);

describe('Throttle for notifications', () => {
  it('allows a cause once a day', () => {
    assert.equal(isThrottled({}, 'key', noon), false);
    const shown = withShown({}, 'key', noon);
    assert.equal(isThrottled(shown, 'key', noon + throttleMillis - 1), true);
    assert.equal(isThrottled(shown, 'key', noon + throttleMillis), false);
  });

  it('throttles each cause separately', () => {
    assert.equal(isThrottled(withShown({}, 'key', noon), 'store', noon), false);
  });

  it("isn't extended by a clock that is set back", () => {
    assert.equal(isThrottled(withShown({}, 'key', noon), 'key', noon - 1), false);
  });

  it('forgets causes after a day', () => {
    const shown = withShown(withShown({}, 'old', noon), 'new', noon + 2 * throttleMillis);
    assert.deepEqual(Object.keys(shown), ['new']);
  });

  it('reads invalid data', () => {
    assert.deepEqual(readShown(undefined), {});
    assert.deepEqual(readShown('often'), {});
    assert.deepEqual(readShown({ a: noon, b: 'yesterday', c: null }), { a: noon });
  });
});
