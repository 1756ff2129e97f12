import assert from 'node:assert/strict';
import type { Known } from '../../../../src/core/records/knowledge';
import type { RiskLevel } from '../../../../src/core/records/risk';
import { maxListedUrls } from '../../../../src/core/store/statements/listedUrls';
import { StoreReader } from '../../../../src/core/store/reader';
import type { Store } from '../../../../src/core/store/store';
import { aRecord, storeFolder } from './builders';

const now = Date.UTC(2026, 5, 1);
const day = 24 * 60 * 60 * 1_000;

describe('Listed URLs of a host', () => {
  const folder = storeFolder();

  function addUrls(store: Store, name: string, urls: Readonly<Record<string, RiskLevel>>, days = 3): void {
    const run = store.beginImport({ kind: 'import', name });
    run.take(
      Object.entries(urls).map(([value, risk]) => ({
        kind: 'indicator',
        record: { ...aRecord(value, { risk, timestamps: { seen: now - days * day } }), type: 'url' },
      })),
    );
    run.finish();
  }

  function find(key: string): readonly Known[] {
    const reader = new StoreReader(folder.file(), { now: () => now });
    const found = reader.find(key);
    reader.close();
    return found.filter((known) => known.kind === 'known');
  }

  const shortly = (known: readonly Known[]) =>
    known.map(({ source, record }) => [
      source.name,
      source.urls?.count,
      record.risk,
      record.riskFactors[0]?.description,
    ]);

  it('have no date where the list has none', () => {
    const store = folder.open(() => now);
    const run = store.beginImport({ kind: 'import', name: 'plain.txt' });
    run.take([
      { kind: 'indicator', record: { ...aRecord('http://lookups-test-1.com/a', { risk: 'high' }), type: 'url' } },
    ]);
    run.finish();
    assert.deepEqual(shortly(find('lookups-test-1.com')), [['plain.txt', 1, 'medium', '1 listed URL on this host']]);
    assert.deepEqual(find('lookups-test-1.com')[0]?.record.timestamps, {});
  });

  it('are a statement of each list about the host, a level lower than the worst one', () => {
    const store = folder.open(() => now);
    addUrls(store, 'one.csv', {
      'http://lookups-test-1.com/a': 'high',
      'https://lookups-test-1.com:8443/b': 'critical',
      'ftp://lookups-test-1.com/c': 'low',
      'http://lookups-test-1.com.lookups-test-2.com/': 'critical',
      'http://www.lookups-test-1.com/': 'critical',
    });
    addUrls(store, 'two.csv', { 'http://lookups-test-1.com/a': 'medium' });
    assert.deepEqual(shortly(find('lookups-test-1.com')), [
      ['one.csv', 3, 'high', '3 listed URLs on this host, newest 2026-05-29'],
      // The risk of a URL is the highest of its lists.
      ['two.csv', 1, 'medium', '1 listed URL on this host, newest 2026-05-29'],
    ]);
    const served = store.byKey('lookups-test-1.com');
    assert.deepEqual(
      [served?.iid, served?.risk, served?.riskFactors.length, served?.timestamps],
      [undefined, 'high', 2, { seen: now - 3 * day }],
    );
    assert.deepEqual(find('lookups-test-1.com')[0]?.record.timestamps, { seen: now - 3 * day });
  });

  it('are found for addresses of both families', () => {
    const store = folder.open(() => now);
    addUrls(store, 'one.csv', { 'http://203.0.113.7:81/a': 'high', 'http://[2001:db8::7]/b': 'medium' });
    assert.deepEqual(
      ['203.0.113.7', '2001:db8::7', '203.0.113.8', 'lookups-test-1.com'].map((key) => find(key)[0]?.record.risk),
      ['medium', 'low', undefined, undefined],
    );
  });

  it('say nothing about hosts where anyone publishes, but do about names of their customers', () => {
    const store = folder.open(() => now);
    addUrls(store, 'one.csv', {
      'https://github.com/a/b': 'critical',
      'https://bit.ly/x': 'critical',
      'https://someone.github.io/x': 'critical',
    });
    assert.deepEqual(find('github.com'), []);
    assert.deepEqual(find('bit.ly'), []);
    assert.deepEqual(
      find('someone.github.io').map(({ record }) => record.risk),
      ['high'],
    );
  });

  it('add to what other sources say, but not to what the same list says about the host', () => {
    const store = folder.open(() => now);
    addUrls(store, 'one.csv', { 'http://lookups-test-1.com/a': 'high' });
    const other = store.beginImport({ kind: 'import', name: 'other.txt' });
    other.take([{ kind: 'indicator', record: aRecord('lookups-test-1.com', { risk: 'low' }) }]);
    other.finish();
    assert.deepEqual(
      find('lookups-test-1.com').map(({ source, record }) => [source.name, record.risk]),
      [
        ['other.txt', 'low'],
        ['one.csv', 'medium'],
      ],
    );
    assert.equal(store.byKey('lookups-test-1.com')?.risk, 'medium');
    store.overrides.setRisk({ type: 'domain', value: 'lookups-test-1.com' }, 'none');
    const set = store.byKey('lookups-test-1.com');
    assert.deepEqual([set?.risk, set?.riskRecommended], ['none', 'medium']);
    const run = store.beginImport({ kind: 'import', name: 'one.csv' });
    run.take([{ kind: 'indicator', record: aRecord('lookups-test-1.com', { risk: 'very low' }) }]);
    run.finish();
    assert.ok(find('lookups-test-1.com').every(({ source }) => source.urls === undefined));
  });

  it('are retired if all of them are, and unrated if their list rates nothing', () => {
    const store = folder.open(() => now);
    const run = store.beginImport({ kind: 'import', name: 'old.csv' });
    const url = { ...aRecord('http://lookups-test-1.com/a', { risk: 'high', retired: true }), type: 'url' } as const;
    run.take([{ kind: 'indicator', record: url }]);
    run.finish();
    addUrls(store, 'unrated.txt', { 'http://lookups-test-2.com/': 'unknown' });
    const [old] = find('lookups-test-1.com');
    assert.deepEqual([old?.record.retired, old?.record.risk], [true, 'medium']);
    assert.equal(find('lookups-test-2.com')[0]?.record.risk, 'unknown');
  });

  it('of sample data, services, and descriptive lists are left out', () => {
    const store = folder.open(() => now);
    const record = { ...aRecord('http://lookups-test-1.com/a', { risk: 'high' }), type: 'url' } as const;
    for (const source of [
      { kind: 'sample', name: 'Sample data' },
      { kind: 'import', name: 'clouds.json', details: { kind: 'knownServices' } },
      { kind: 'import', name: 'ours.txt', details: { describes: 'knownServices' } },
    ] as const) {
      const run = store.beginImport(source);
      run.take([{ kind: 'indicator', record }]);
      run.finish();
    }
    const answer = { kind: 'known', asOf: now, record, detail: 'full' } as const;
    const service = { kind: 'service', name: 'intel.example', address: 'https://intel.example' } as const;
    store.cacheAnswer('http://lookups-test-1.com/b', 'https://intel.example', { ...answer, source: service });
    assert.deepEqual(find('lookups-test-1.com'), []);
  });

  it('of a host with many are remembered until the store changes', () => {
    const store = folder.open(() => now);
    const urls = Array.from({ length: 100 }, (_, n) => [`http://lookups-test-1.com/${n}`, 'high'] as const);
    addUrls(store, 'one.csv', Object.fromEntries(urls));
    const reader = new StoreReader(folder.file(), { now: () => now });
    const first = reader.find('lookups-test-1.com')[0];
    assert.equal(reader.find('lookups-test-1.com')[0], first);
    addUrls(store, 'two.csv', { 'http://lookups-test-1.com/x': 'low' });
    assert.equal(reader.find('lookups-test-1.com').length, 2);
    reader.close();
  });

  it('are counted up to a limit', () => {
    const store = folder.open(() => now);
    const urls = Array.from(
      { length: maxListedUrls + 5 },
      (_, n) => [`http://lookups-test-1.com/${n}`, 'high'] as const,
    );
    addUrls(store, 'one.csv', Object.fromEntries(urls));
    const [known] = find('lookups-test-1.com');
    assert.deepEqual(known?.source.urls, { count: maxListedUrls, hasMore: true });
    assert.match(known.record.riskFactors[0]?.description ?? '', /^500 or more listed URLs on this host/);
  });
});
