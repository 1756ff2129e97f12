import assert from 'node:assert/strict';
import { countLineFeeds } from '../../../../src/core/largeFiles/lineFeeds';

describe('Line feeds', () => {
  it('are counted in bytes of any length at any position', () => {
    const all = Buffer.from('\nil\n\n\u{1f600}\na\n\n\n\nb\nclosing\n');
    for (let from = 0; from <= all.length; from++) {
      for (let to = from; to <= all.length; to++) {
        const bytes = all.subarray(from, to);
        const wanted = bytes.filter((byte) => byte === 10).length;
        assert.equal(countLineFeeds(bytes, { encoding: 'bytes' }), wanted, `${from} to ${to}`);
      }
    }
  });
});
