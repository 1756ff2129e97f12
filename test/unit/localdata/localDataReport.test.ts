import assert from 'node:assert/strict';
import type { DataSummary } from '../../../src/core/store/protocol';
import { countOf, formatLocalData } from '../../../src/features/localdata/localDataReport';

const day = Date.UTC(2025, 2, 4);
const summary: DataSummary = {
  file: '/data/store.sqlite',
  bytes: 3_565_158,
  rows: [
    { kind: 'sample', source: 'sample data', count: 300 },
    { kind: 'answers', source: 'https://lookups-test-1.com', count: 1204, oldest: day, newest: day + 86_399_000 },
    { kind: 'answers', source: 'https://lookups-test-2.com', count: 6 },
  ],
};

describe('Show Local Data', () => {
  it('shows the file, its size, kinds, sources, counts, and times', () => {
    const text = formatLocalData(summary);
    for (const words of ['/data/store.sqlite', '3.4 MB', 'lookups-test-1.com', '1,204', 'Sample data']) {
      assert.ok(text.includes(words), words);
    }
    assert.match(text, /2025-03-04 00:00:00 {2}2025-03-04 23:59:59/);
  });

  it('says where API keys are stored', () => {
    assert.match(formatLocalData(summary), /API keys are stored in the system keychain/);
  });

  it('reports that no data is stored', () => {
    assert.match(formatLocalData({ ...summary, rows: [] }), /No data is stored\./);
  });

  it('counts a kind across its sources', () => {
    assert.equal(countOf(summary, 'answers'), 1210);
    assert.equal(countOf(summary, 'imports'), 0);
  });
});
