import assert from 'node:assert/strict';
import { emptyRecord } from '../../../../src/core/records/record';
import { blockSelection } from '../../../../src/core/triage/blocking';
import { rowsOfRecords } from '../../../../src/core/triage/rowsOfRecords';

describe('Results to block', () => {
  const record = (value: string, type: 'domain' | 'ip' = 'domain') =>
    ({ ...emptyRecord(value, type), risk: 'high' }) as const;
  const source = { kind: 'service', name: 'intel.example' } as const;

  it('follow the rules of a triage', () => {
    const records = [
      record('lookups-test-1.com'),
      { ...record('lookups-test-2.com'), retired: true },
      { ...record('lookups-test-3.com'), risk: 'unknown' as const },
      record('ignored.lookups-test-4.com'),
      record('10.0.0.7', 'ip'),
      record('github.com'),
    ];
    const rows = rowsOfRecords(records, source);
    const { entries, skipped } = blockSelection(rows, 'medium', {
      isIgnored: ({ value }) => value.startsWith('ignored'),
    });
    assert.deepEqual(
      entries.map(({ indicator }) => indicator.value),
      ['lookups-test-1.com'],
    );
    assert.deepEqual(skipped, { belowRisk: 1, onlyUrls: 0, retired: 1, harmless: 1, reserved: 1, ignored: 1 });
  });
});
