import assert from 'node:assert/strict';
import { getView } from '../../../../../src/core/lookups/engine/view';
import { isKnown } from '../../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../../src/core/store/reader';
import { formatSource } from '../../../../../src/core/records/labels/verdict';
import { importInto } from '../../../../../src/service/import';
import { type FakeTaxii, fakeTaxii, timestampOf } from '../../sync/fakeTaxii';
import { type Mirroring, mirroring } from '../../sync/mirroring';

describe('Networks of a source', () => {
  let server: FakeTaxii;
  let mirror: Mirroring;
  let reader: StoreReader;
  let count = 0;

  beforeEach(async () => {
    count = 0;
    server = await fakeTaxii();
    mirror = await mirroring(server);
    reader = new StoreReader(mirror.file, { recheckMillis: 0 });
  });
  afterEach(async () => {
    reader.close();
    await mirror.close();
    await server.close();
  });

  function add(pattern: string, more: object = {}): string {
    const added = timestampOf(count++);
    const id = `indicator--00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    const object = {
      type: 'indicator',
      spec_version: '2.1',
      id,
      created: added,
      modified: added,
      valid_from: added,
      pattern,
      pattern_type: 'stix',
      indicator_types: ['malicious-activity'],
    };
    server.objects.push({ added, object: { ...object, ...more } });
    return id;
  }

  const lead = (key: string): readonly string[] =>
    getView(reader.find(key)).known.map(({ record, source }) => `${record.risk}, ${formatSource(source)}`);

  it('apply to every address in them, the smallest first, after statements about the address itself', async () => {
    add("[ipv4-addr:value ISSUBSET '203.0.113.0/24']");
    add("[ipv4-addr:value ISSUBSET '203.0.113.128/25']", { indicator_types: ['anonymization'] });
    add("[network-traffic:dst_ref.value ISSUBSET '2001:db8::/32']");
    add("[ipv4-addr:value = '203.0.113.200']", { indicator_types: ['compromised'] });
    await mirror.sync();
    assert.deepEqual(lead('203.0.113.200'), [
      'medium, “Team feed”',
      'low, range 203.0.113.128/25 in “Team feed”',
      'high, range 203.0.113.0/24 in “Team feed”',
    ]);
    assert.deepEqual(lead('203.0.113.7'), ['high, range 203.0.113.0/24 in “Team feed”']);
    assert.deepEqual(lead('2001:db8:5::1'), ['high, range 2001:db8::/32 in “Team feed”']);
    for (const other of ['203.0.114.1', '2001:db9::1', 'a.example', 'http://203.0.113.7/']) {
      assert.deepEqual(lead(other), [], other);
    }
  });

  it('retire with the indicator that named them', async () => {
    add("[ipv4-addr:value ISSUBSET '203.0.113.0/24']");
    await mirror.sync();
    assert.equal(lead('203.0.113.7').length, 1);
    server.objects.length = 0;
    add("[ipv4-addr:value ISSUBSET '198.51.100.0/24']", { modified: timestampOf(60) });
    await mirror.sync({ full: true });
    // The reader looks again a second later at the latest.
    const later = new StoreReader(mirror.file);
    try {
      assert.deepEqual(
        later.find('203.0.113.7').map((each) => isKnown(each) && each.record.retiredReason),
        ['No longer in the collection'],
      );
      assert.equal(later.find('198.51.100.9').length, 1);
    } finally {
      later.close();
    }
  });

  it('come from text lists and tables also', async () => {
    const account = await importInto(mirror.store, {
      text: '# drop\n203.0.113.0/24 ; SBL1\n198[.]51[.]100[.]0/24\n2001:db8::/32\n0.0.0.0/0\n192.0.2.1\n',
      name: 'drop.txt',
    });
    assert.equal(account.indicators.added, 4);
    assert.deepEqual(
      account.skipped.map(({ reason, count: times }) => [reason, times]),
      [[{ kind: 'networkTooLarge' }, 1]],
    );
    const table = await importInto(mirror.store, {
      text: 'network,risk\n192.0.2.128/25,critical\n192.0.2.64/26,low\n',
      name: 'nets.csv',
    });
    assert.equal(table.indicators.added, 2, JSON.stringify(table));
    const [found] = reader.find('192.0.2.200').filter(isKnown);
    assert.deepEqual([found?.record.risk, found?.source.range], ['critical', '192.0.2.128/25']);
    assert.equal(reader.find('203.0.113.9').length, 1);
  });
});
