import assert from 'node:assert/strict';
import { isQuiet, quietMillis, readShown, withShown } from '../../../src/features/common/quiet';

const noon = Date.UTC(2025, 2, 4, 12);

describe('Quiet times of notices', () => {
  it('show a cause at first, then not for a day, then again', () => {
    assert.equal(isQuiet({}, 'key', noon), false);
    const shown = withShown({}, 'key', noon);
    assert.equal(isQuiet(shown, 'key', noon + quietMillis - 1), true);
    assert.equal(isQuiet(shown, 'key', noon + quietMillis), false);
  });

  it('are one for each cause', () => {
    assert.equal(isQuiet(withShown({}, 'key', noon), 'store', noon), false);
  });

  it('are not made longer by a clock that was set back', () => {
    assert.equal(isQuiet(withShown({}, 'key', noon), 'key', noon - 1), false);
  });

  it('forget causes whose day is over', () => {
    const shown = withShown(withShown({}, 'old', noon), 'new', noon + 2 * quietMillis);
    assert.deepEqual(Object.keys(shown), ['new']);
  });

  it('read whatever an earlier version left behind', () => {
    assert.deepEqual(readShown(undefined), {});
    assert.deepEqual(readShown('often'), {});
    assert.deepEqual(readShown({ a: noon, b: 'yesterday', c: null }), { a: noon });
  });
});
