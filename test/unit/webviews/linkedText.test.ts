import assert from 'node:assert/strict';
import type { LinkedTextView, RefView } from '../../../src/webviews/messages/parts';
import { getHead, getText } from '../../../src/webviews/messages/linkedText';

const ref: RefView = {
  text: 'a[.]example',
  plain: 'a.example',
  open: { kind: 'indicator', type: 'domain', value: 'a.example' },
};

describe('The start of a text', () => {
  it('is as long as requested, and splits no indicator', () => {
    const text: LinkedTextView = ['see ', ref, ' and more of it'];
    assert.deepEqual(
      [2, 4, 5, 17, 100].map((length) => getText(getHead(text, length))),
      ['se', 'see ', 'see a[.]example', 'see a[.]example a', 'see a[.]example and more of it'],
    );
    assert.equal(getHead('abc', 2), 'ab');
  });
});
