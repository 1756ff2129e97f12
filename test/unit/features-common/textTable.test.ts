import assert from 'node:assert/strict';
import { textTable } from '../../../src/features/common/textTable';

describe('Text tables', () => {
  it('align their columns and leave no blanks at line ends', () => {
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

  it('hold any number of rows', () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [`${index}`, 'x']);
    assert.equal(textTable(['n', 'v'], rows).length, 150_002);
  });
});
