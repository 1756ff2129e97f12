import assert from 'node:assert/strict';
import { textTable } from '../../../src/features/common/textTable';

describe('Text tables', () => {
  it('align columns without trailing spaces', () => {
    assert.deepEqual(
      textTable(
        ['When', 'What'],
        [
          ['12:00', 'a'],
          ['9', 'long value'],
        ],
      ),
      ['When   What', '----   ----', '12:00  a', '9      long value'],
    );
  });

  it('support any number of rows', () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [`${index}`, 'x']);
    assert.equal(textTable(['n', 'v'], rows).length, 150_002);
  });
});
