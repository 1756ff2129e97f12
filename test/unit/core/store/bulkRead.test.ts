import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { StoreReader } from '../../../../src/core/store/reader';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { aRecord, addRecords, anAnswer, storeFolder } from './builders';

const now = Date.UTC(2026, 5, 1);

const ip = (value: string, fields: Partial<IndicatorRecord> = {}): IndicatorRecord => ({
  ...aRecord(value, { risk: 'high', ...fields }),
  type: 'ip',
});
const url = (value: string): IndicatorRecord => ({ ...aRecord(value, { risk: 'critical' }), type: 'url' });

describe('Keys that are read at once', () => {
  const folder = storeFolder();
  const known = [
    'own.lookups-test-1.com',
    'listed.lookups-test-1.com',
    'lookups-test-2.com',
    'a.b.below.lookups-test-3.com',
    'below.lookups-test-3.com',
    'retired.lookups-test-1.com',
    '198.18.5.9',
    ...['answered.lookups-test-1.com', 'rated.lookups-test-1.com', 'http://listed.lookups-test-1.com/a', '9.9.9.9'],
    '2001:db9::1',
    '2001:db9::2',
    'threat.lookups-test-1.com',
    '9.9.9.0/24',
  ];
  const unknown = [
    'except.below.lookups-test-3.com',
    'unknown.lookups-test-1.com',
    'x.org',
    '203.0.114.7',
    'https://unknown.lookups-test-9.com/a',
    "o'b.com",
  ];

  function fill(): void {
    const store = folder.open(() => now);
    addRecords(store, 'first.csv', [
      aRecord('own.lookups-test-1.com', { risk: 'high', timestamps: { seen: now } }),
      aRecord('retired.lookups-test-1.com', { risk: 'high' }),
      aRecord('rated.lookups-test-1.com', { risk: 'low' }),
      aRecord('below.lookups-test-3.com', { risk: 'high', reach: 'all' }),
      aRecord('except.below.lookups-test-3.com', { reach: 'none' }),
      aRecord('threat.lookups-test-1.com', {
        threats: [{ name: 'Kit', timestamps: {} }],
        feeds: [{ name: 'List', timestamps: {} }],
      } as unknown as Partial<IndicatorRecord>),
      ip('9.9.9.0/24'),
      ip('9.9.9.9', { risk: 'low' }),
      ip('198.18.0.0/15'),
      ip('2001:db9::1'),
    ]);
    addRecords(store, 'second.csv', [
      ...[aRecord('own.lookups-test-1.com', { risk: 'low' }), url('http://listed.lookups-test-1.com/a')],
      ...[url('https://lookups-test-2.com:8443/b'), url('http://[2001:db9::2]/c'), url('ftp://9.9.9.9/d')],
    ]);
    store.overrides.setRisk({ type: 'domain', value: 'rated.lookups-test-1.com' }, 'critical');
    store.overrides.setRetired({ type: 'domain', value: 'retired.lookups-test-1.com' }, true);
    const answer = anAnswer(aRecord('answered.lookups-test-1.com', { risk: 'medium' }), now);
    store.cacheAnswer('answered.lookups-test-1.com', 'https://lookups-test-1.com', answer);
  }

  it('have the same knowledge as those that are read one by one', () => {
    fill();
    const reader = new StoreReader(folder.file(), { now: () => now });
    const alone = new Map([...known, ...unknown].map((key) => [key, reader.find(key)]));
    for (const key of known) assert.ok((alone.get(key)?.length ?? 0) > 0, key);
    for (const key of unknown) assert.deepEqual(alone.get(key), [], key);
    const keys = [...alone.keys()];
    const found = reader.together(() => new Map(keys.map((key) => [key, reader.find(key)])), keys);
    assert.deepEqual(found, alone);
    // Keys that weren't announced are read as usual.
    const some = reader.together(() => new Map(keys.map((key) => [key, reader.find(key)])), keys.slice(0, 5));
    assert.deepEqual(some, alone);
    reader.close();
  });

  it('take a number of statements that does not depend on how many they are', () => {
    fill();
    const reader = new StoreReader(folder.file(), { now: () => now });
    const spies = [mock.method(Connection.prototype, 'get'), mock.method(Connection.prototype, 'all')];
    const statements = (count: number): number => {
      for (const spy of spies) spy.mock.resetCalls();
      const keys = Array.from({ length: count }, (_, at) => `n${at}.lookups-test-8.com`);
      reader.together(() => keys.map((key) => reader.find(key)), keys);
      return spies.reduce((sum, spy) => sum + spy.mock.callCount(), 0);
    };
    statements(1);
    const [few, many] = [statements(1), statements(500)];
    mock.restoreAll();
    assert.ok(few > 0);
    assert.equal(many, few);
    reader.close();
  });

  it('are read again where the store was changed in between', () => {
    fill();
    const reader = new StoreReader(folder.file(), { now: () => now });
    const find = () => reader.together(() => reader.find('x.org'), ['x.org']);
    assert.deepEqual(find(), []);
    addRecords(
      folder.open(() => now),
      'third.csv',
      [aRecord('x.org', { risk: 'high' })],
    );
    assert.equal(find().length, 1);
    reader.close();
  });
});
