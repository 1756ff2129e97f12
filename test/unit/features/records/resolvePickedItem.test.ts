import assert from 'node:assert/strict';
import { resolvePickedItem } from '../../../../src/features/records/openRecordPick';

const first = { label: '$(shield) lookups-test-26[.]com', description: 'opened just now' };
const second = { label: '$(shield) lookups-test-25[.]com', description: 'opened 2 min ago' };
const typed = { label: '$(shield) lookups-test-25[.]com', description: 'domain', alwaysShow: true };

describe('The picked item', () => {
  const between = { label: 'Threat “lo”', alwaysShow: true };
  const before = [
    [typed, between, first],
    [first, second],
  ];
  const rows = [typed, first, second];

  it('is the one that was visible when the key was pressed', () => {
    assert.equal(resolvePickedItem(first, rows, before, 'lookups-test-25.com'), second);
  });

  it('is the selected one if the text matches it', () => {
    for (const row of rows.filter((each) => each !== first)) {
      assert.equal(resolvePickedItem(row, rows, before, 'lookups-test-25.com'), row);
    }
    assert.equal(resolvePickedItem(first, rows, before, 'test 26'), first);
    assert.equal(resolvePickedItem(first, [first, second], [], ''), first);
  });

  it('is the selected one also if the earlier item is hidden', () => {
    assert.equal(resolvePickedItem(first, rows, before, 'nothing like it'), first);
  });
});
