import assert from 'node:assert/strict';
import { createSendPolicy } from '../../../../src/core/lookups/policy/sendPolicy';
import type { Known } from '../../../../src/core/records/knowledge';
import { domain, record } from '../../core/scans/fakes';
import { formatBlockedCounts, getNewScans, partitionScans } from '../../../../src/features/scans/startScanCommands';

const blocked = createSendPolicy(() => [{ pattern: '*.lookups-test-7.com', origin: 'user' }]);
const inside = { type: 'ip', value: '10.1.2.3' } as const;
const ignored = { type: 'domain', value: 'a.lookups-test-7.com' } as const;
const url = { type: 'url', value: 'https://me:pw@lookups-test-2.com/a?token=1#top' } as const;

describe('Scan requests', () => {
  it('skips internal and ignored indicators for a remote service, and counts them', () => {
    const { allowed, skipped } = partitionScans([domain(1), inside, ignored], { remote: true }, blocked, 'full');
    assert.deepEqual(allowed, [{ indicator: domain(1), sent: domain(1) }]);
    assert.equal(formatBlockedCounts(skipped), '1 reserved and 1 ignored');
  });

  it('skips nothing for the local service', () => {
    assert.equal(partitionScans([inside, ignored], { remote: false }, blocked, 'hostOnly').allowed.length, 2);
  });

  it('sends as much of a URL as the setting allows, never credentials or the fragment', () => {
    const sent = (remote: boolean, detail: 'hostOnly' | 'withoutQuery' | 'full') =>
      partitionScans([url], { remote }, blocked, detail).allowed[0]?.sent.value;
    assert.equal(sent(true, 'hostOnly'), 'lookups-test-2.com');
    assert.equal(sent(true, 'withoutQuery'), 'https://lookups-test-2.com/a');
    assert.equal(sent(true, 'full'), 'https://lookups-test-2.com/a?token=1');
    assert.equal(sent(false, 'hostOnly'), 'https://lookups-test-2.com/a?token=1');
  });

  it('blocks a full URL that contains an internal host, and sends less of it unless the user has seen it', () => {
    const naming = { type: 'url', value: 'https://lookups-test-2.com/?to=http://10.1.2.3/' } as const;
    assert.equal(partitionScans([naming], { remote: true }, blocked, 'whole').allowed.length, 0);
    assert.equal(
      partitionScans([naming], { remote: true }, blocked, 'full').allowed[0]?.sent.value,
      'https://lookups-test-2.com/',
    );
  });

  it('includes the verdict before the scan', () => {
    const known: Known = {
      kind: 'known',
      source: { kind: 'import', name: 'x' },
      asOf: 1,
      detail: 'full',
      record: record(1, { risk: 'low', retired: true }),
    };
    const local = () => ({ indicator: domain(1), known: [known], notFound: [], state: { kind: 'settled' } as const });
    const { allowed } = partitionScans([domain(1)], { remote: true }, blocked, 'full');
    const [newScan] = getNewScans(allowed, { kind: 'active', store: true }, { local });
    assert.deepEqual(newScan, {
      indicator: domain(1),
      sent: domain(1),
      kind: 'active',
      store: true,
      before: { risk: 'low', retired: true },
    });
  });
});
