import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { isKnown, type Known } from '../../../../src/core/records/knowledge';
import { type RiskLevel, riskLevels } from '../../../../src/core/records/risk';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { StoreReader } from '../../../../src/core/store/reader';
import type { Store } from '../../../../src/core/store/store';
import { importInto } from '../../../../src/service/import';
import { aRecord, addRecords, anAnswer, storeFolder } from './builders';

const now = Date.UTC(2026, 5, 1);
const parent = 'lookups-test-1.com';
const below = 'mail.lookups-test-1.com';

describe('A name below one that sources rate', () => {
  const folder = storeFolder();
  const open = (): Store => folder.open(() => now);

  function find(key: string): readonly Known[] {
    const reader = new StoreReader(folder.file(), { now: () => now });
    const found = reader.find(key);
    assert.deepEqual(
      reader.together(() => reader.find(key), [key]),
      found,
    );
    reader.close();
    return found.filter(isKnown);
  }

  const shortly = (known: readonly Known[]) =>
    known.map(({ source, record }) => [source.name, source.parent?.name, record.risk, record.retired]);

  function list(store: Store, name: string, risks: Readonly<Record<string, RiskLevel>>): void {
    addRecords(
      store,
      name,
      Object.entries(risks).map(([value, risk]) => aRecord(value, { risk })),
    );
  }

  it('has a statement of each, a level lower, with what they say as the reason', () => {
    const store = open();
    const seen = now - 3_600_000;
    const threats = [{ name: 'Example Kit', risk: 'high' }] as const;
    const other = { object_marking_refs: ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82'] };
    addRecords(store, 'one.csv', [
      aRecord(parent, { risk: 'critical', timestamps: { seen }, threats, other, properties: { dns: { a: ['1'] } } }),
    ]);
    list(store, 'two.csv', { [parent]: 'low' });
    const [first, second, ...others] = find(below);
    assert.deepEqual(others, []);
    assert.deepEqual(first?.source, { kind: 'import', name: 'one.csv', parent: { name: parent, risk: 'critical' } });
    const { value, risk, riskFactors, timestamps, properties } = first.record;
    assert.deepEqual([value, risk, timestamps, properties], [below, 'high', { seen }, {}]);
    assert.deepEqual(riskFactors, [
      { description: `Subdomain of ${parent}, listed as critical risk by one.csv`, risk: 'high' },
    ]);
    assert.deepEqual(
      first.record.threats.map(({ name }) => name),
      ['Example Kit'],
    );
    assert.deepEqual(first.record.other['markings'], ['TLP:AMBER']);
    assert.deepEqual(second?.record.riskFactors, [
      { description: `Subdomain of ${parent}, listed as low risk by two.csv`, risk: 'unknown' },
    ]);
    assert.deepEqual(shortly(find(parent)), [
      ['one.csv', undefined, 'critical', false],
      ['two.csv', undefined, 'low', false],
    ]);
  });

  it('is a level lower, and only described below low', () => {
    const store = open();
    list(store, 'all.csv', Object.fromEntries(riskLevels.map((risk, at) => [`lookups-test-${at + 1}.com`, risk])));
    assert.deepEqual(
      riskLevels.map((_, at) => find(`a.lookups-test-${at + 1}.com`)[0]?.record.risk),
      [undefined, undefined, 'unknown', 'unknown', 'low', 'medium', 'high'],
    );
  });

  it('follows the nearest one, which may say that it is harmless', () => {
    const store = open();
    list(store, 'all.csv', {
      'lookups-test-1.com': 'critical',
      'b.lookups-test-1.com': 'medium',
      'none.lookups-test-1.com': 'none',
    });
    addRecords(store, 'old.csv', [aRecord('old.lookups-test-1.com', { risk: 'high', retired: true })]);
    assert.equal(find('a.b.lookups-test-1.com')[0]?.source.parent?.name, 'b.lookups-test-1.com');
    assert.equal(find('a.c.lookups-test-1.com')[0]?.source.parent?.name, 'lookups-test-1.com');
    for (const name of ['a.none.lookups-test-1.com', 'a.old.lookups-test-1.com', '203.0.113.7'])
      assert.deepEqual(find(name), [], name);
  });

  it('has none where others have names below, or on hosts that many share', () => {
    const store = open();
    const pairs = [
      ['a.lookups-test-1.co.uk', 'co.uk'],
      ['a.lookups-test-1.github.io', 'github.io'],
      ['lookups-test-1.pages.dev', 'pages.dev'],
      ['lookups-test-1.google.com', 'google.com'],
      ['lookups-test-1.wordpress.com', 'wordpress.com'],
      ['lookups-test-1.duckdns.org', 'duckdns.org'],
      ['bucket.s3.eu-west-1.amazonaws.com', 'amazonaws.com'],
      ['lookups-test-1.w3.org', 'w3.org'],
    ] as const;
    list(store, 'all.csv', Object.fromEntries(pairs.map(([, listed]) => [listed, 'high'])));
    for (const [name] of pairs) assert.deepEqual(find(name), [], name);
    list(store, 'customer.csv', { 'lookups-test-1.github.io': 'high' });
    assert.equal(find('a.lookups-test-1.github.io')[0]?.record.risk, 'medium');
  });

  it('has none where the user, a list of known services, or a list of harmless names says otherwise', () => {
    const store = open();
    list(store, 'bad.csv', { [parent]: 'high' });
    const known = { kind: 'knownServices', category: 'vendor', label: 'Example' } as const;
    addRecords(store, 'services.csv', [aRecord('service.lookups-test-1.com', { contexts: [known] })]);
    addRecords(store, 'good.csv', [
      aRecord('good.lookups-test-1.com', { risk: 'none' }),
      aRecord('old.lookups-test-1.com', { risk: 'high', retired: true }),
      aRecord('same.lookups-test-1.com'),
    ]);
    store.overrides.setRisk({ type: 'domain', value: 'mine.lookups-test-1.com' }, 'low');
    for (const name of ['service', 'good', 'old', 'mine'])
      assert.ok(
        find(`${name}.${parent}`).every(({ source }) => source.parent === undefined),
        name,
      );
    // A list without a risk doesn't count.
    assert.deepEqual(
      find(`same.${parent}`).map(({ source }) => source.parent?.name),
      [undefined, parent],
    );
    store.overrides.setRisk({ type: 'domain', value: parent }, 'none');
    assert.deepEqual(find(below), []);
  });

  it('has none of a list that has the name itself, excepts it, or has a rule for all names below', () => {
    const store = open();
    addRecords(store, 'rules.txt', [
      aRecord(parent, { risk: 'high', reach: 'all' }),
      aRecord('except.lookups-test-1.com', { reach: 'none' }),
    ]);
    list(store, 'names.csv', { [parent]: 'high', 'both.lookups-test-1.com': 'low' });
    const rule = find(below);
    assert.deepEqual(
      rule.map(({ source, record }) => [source.name, source.range, source.parent, record.risk]),
      [['rules.txt', `*.${parent}`, undefined, 'high']],
    );
    assert.deepEqual(shortly(find('except.lookups-test-1.com')), [['names.csv', parent, 'medium', false]]);
    assert.deepEqual(find('both.lookups-test-1.com').filter(({ source }) => source.name === 'names.csv').length, 1);
  });

  it('has none of a list that says of each name whether it is about those below', async () => {
    const store = open();
    const zone = new TextEncoder().encode('$TTL 60\nlookups-test-1.com CNAME .\n');
    await importInto(store, { name: 'zone', bytes: zone }, { source: { kind: 'import', name: 'zone', risk: 'high' } });
    assert.deepEqual(find(below), []);
    list(store, 'names.csv', { [parent]: 'high' });
    assert.deepEqual(shortly(find(below)), [['names.csv', parent, 'medium', false]]);
  });

  it('is known by what a service answered about the name above, but not as its answer', () => {
    const store = open();
    const answer = anAnswer(aRecord(parent, { risk: 'high' }), now, 'intel.example');
    store.cacheAnswer(parent, 'https://intel.example', answer);
    const [of, ...others] = find(below);
    assert.deepEqual(others, []);
    assert.deepEqual(of?.source, { kind: 'service', name: 'intel.example', parent: { name: parent, risk: 'high' } });
    assert.equal(of.record.riskFactors[0]?.description, `Subdomain of ${parent}, rated high risk by intel.example`);
  });

  it('takes no statement of its own where many are read', () => {
    const store = open();
    list(store, 'names.csv', { [parent]: 'high' });
    const reader = new StoreReader(folder.file(), { now: () => now });
    const spies = [mock.method(Connection.prototype, 'get'), mock.method(Connection.prototype, 'all')];
    const statements = (count: number): number => {
      for (const spy of spies) spy.mock.resetCalls();
      const keys = Array.from({ length: count }, (_, at) => `n${at}.${parent}`);
      const found = reader.together(() => keys.map((key) => reader.find(key)), keys);
      assert.ok(found.every(([known]) => known?.source.parent?.name === parent));
      return spies.reduce((sum, spy) => sum + spy.mock.callCount(), 0);
    };
    statements(1);
    const [few, many] = [statements(1), statements(500)];
    mock.restoreAll();
    assert.equal(many, few);
    reader.close();
  });
});
