import assert from 'node:assert/strict';
import type { DataSummary } from '../../../../../src/core/store/protocol/protocol';
import { getCount, localDataReport } from '../../../../../src/features/sources/localData/localDataReport';
import { strings } from '../../../../../src/features/sources/localData/strings';
import { t } from '../../../../../src/l10n';

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

describe('The local data report', () => {
  it('shows the file, its size, kinds, sources, counts, and times', () => {
    const report = localDataReport(summary);
    assert.deepEqual(
      report.details?.map(({ text }) => text),
      ['/data/store.sqlite', '3.4 MB'],
    );
    assert.equal(report.summary, '1,510 entries in the local store, 300 from sources');
    const [first, , third] = report.rows;
    assert.deepEqual(first, {
      key: 'answers  https://lookups-test-1.com',
      name: strings.kindTitle('answers'),
      cells: { source: 'lookups-test-1.com', count: '1204' },
      timestamps: { oldest: day, newest: day + 86_399_000 },
    });
    assert.equal(third?.name, strings.kindTitle('sample'));
    assert.deepEqual(third.timestamps, {});
  });

  it('gives each row a key of its own', () => {
    const rows = [...summary.rows, { kind: 'scans', source: '', part: 'scanQueue', count: 1 } as const];
    const keys = localDataReport({ ...summary, rows }).rows.map(({ key }) => key);
    assert.equal(new Set(keys).size, rows.length);
  });

  it('says where API keys are stored', () => {
    assert.match(localDataReport(summary).note ?? '', /API keys are stored in the system keychain/);
  });

  it('reports that no data is stored, with nothing to clear', () => {
    const { summary: text, buttons } = localDataReport({ ...summary, rows: [] });
    assert.equal(text, t('No data is stored.'));
    assert.deepEqual(buttons, []);
    assert.equal(localDataReport(summary).buttons?.[0]?.action, 'clear');
  });

  it('makes hidden characters in names visible', () => {
    const rows = [{ kind: 'imports', source: 'a\u202egnp.txt', count: 1 } as const];
    assert.equal(localDataReport({ ...summary, rows }).rows[0]?.cells['source'], 'a[U+202E]gnp.txt');
  });

  it('counts a kind across its sources', () => {
    assert.equal(getCount(summary, 'answers'), 1210);
    assert.equal(getCount(summary, 'imports'), 0);
  });
});
