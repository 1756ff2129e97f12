import assert from 'node:assert/strict';
import { failedReport, type Report, reportNotice } from '../../../../src/features/shared/panels/report';

const report: Report = {
  id: 'data',
  title: 'Data',
  summary: '1 entry',
  columns: [],
  notices: [reportNotice('info', 'Only the newest are shown.')],
  rows: [{ key: '1', name: 'lookups-test-1[.]com', cells: {} }],
};

describe('Report that fails to load', () => {
  it('keeps the rows of the previous load, and says that the load failed', () => {
    const failed = failedReport(
      'Data',
      report,
      "The local store can't be used because of an unexpected error. See the output for details.",
    );
    assert.deepEqual([failed.id, failed.rows], ['data', report.rows]);
    assert.deepEqual(
      failed.notices?.map(({ text }) => text),
      [
        "The local store can't be used because of an unexpected error. See the output for details.",
        'Only the newest are shown.',
      ],
    );
  });

  it('says so in an empty table if nothing was loaded before', () => {
    const { title, rows, notices } = failedReport(
      'Data',
      undefined,
      "The local store can't be used because of an unexpected error. See the output for details.",
    );
    assert.deepEqual([title, rows, notices?.[0]?.actions[0]?.action], ['Data', [], 'showDetails']);
  });
});
