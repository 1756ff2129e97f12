import assert from 'node:assert/strict';
import { resolvePickedItem } from '../../../src/features/records/resolvePickedItem';

const first = { label: '$(shield) lookups-test-26[.]com', description: 'opened just now' };
const second = { label: '$(shield) lookups-test-25[.]com', description: 'opened 2 min ago' };
const typed = { label: '$(shield) lookups-test-25[.]com', description: 'domain', alwaysShow: true };

describe('The row that was meant', () => {
  const between = { label: 'Threat “lo”', alwaysShow: true };
  const before = [
    [typed, between, first],
    [first, second],
  ];
  const rows = [typed, first, second];

  it('is that of the list which stood there when the key was pressed', () => {
    assert.equal(resolvePickedItem(first, rows, before, 'lookups-test-25.com'), second);
  });

  it('is the chosen one wherever the text shows it', () => {
    for (const row of rows.filter((each) => each !== first)) {
      assert.equal(resolvePickedItem(row, rows, before, 'lookups-test-25.com'), row);
    }
    assert.equal(resolvePickedItem(first, rows, before, 'test 26'), first);
    assert.equal(resolvePickedItem(first, [first, second], [], ''), first);
  });

  it('is the chosen one where the earlier row is hidden, too', () => {
    assert.equal(resolvePickedItem(first, rows, before, 'nothing like it'), first);
  });
});
