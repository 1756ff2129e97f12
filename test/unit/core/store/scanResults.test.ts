import assert from 'node:assert/strict';
import type { ScanResult } from '../../../../src/core/store/writing/scanResults';
import { StoreReader } from '../../../../src/core/store/reader';
import { maxFoundValues } from '../../../../src/core/store/statements/foundValues';
import type { Store } from '../../../../src/core/store/store';
import { aRecord, addRecords, storeFolder } from './builders';

const day = 86_400_000;
const noon = Date.UTC(2025, 2, 4, 12);

describe('Scan results in the store', () => {
  const folder = storeFolder();
  let at = noon;
  beforeEach(() => {
    at = noon;
  });
  const open = (): Store => folder.open(() => at);

  function scan(store: Store, value: string, found: Partial<ScanResult> = {}, submit = false) {
    const indicator = { type: value.includes('/') ? 'url' : 'domain', value } as const;
    store.scans.add({ indicator, kind: 'passive', store: submit, outside: true }, 10);
    const claimed = store.scans.claim(1_000, true);
    assert.ok(claimed);
    const whole = { properties: {}, attributes: {}, redirects: [], facts: {}, looked: true, probed: false, ...found };
    const record = store.scans.finish(claimed, whole, 'done');
    assert.ok(record);
    return record;
  }

  it('applies new values on top of other sources, and keeps groups that this scan did not query', () => {
    const store = open();
    addRecords(store, 'list', [
      aRecord('a.example', {
        risk: 'critical',
        properties: { dns: { a: ['192.0.2.1'], mx: ['mail.example'] }, geo: { country: ['NL'] } },
      }),
    ]);
    scan(store, 'a.example', { properties: { dns: { a: ['192.0.2.2'] }, http: { '++code': ['200'] } } });
    at += day;
    const { properties } = scan(store, 'a.example', { properties: { dns: { a: ['192.0.2.3'] } } });
    assert.deepEqual(properties, {
      dns: { a: ['192.0.2.3'], mx: ['mail.example'] },
      geo: { country: ['NL'] },
      http: { '++code': ['200'] },
    });
  });

  it('keeps the values of earlier scans with the times at which they were seen', () => {
    const store = open();
    const { iid } = scan(store, 'a.example', { properties: { dns: { a: ['192.0.2.1', '192.0.2.2'] } } }, true);
    at += day;
    scan(store, 'a.example', { properties: { dns: { a: ['192.0.2.2'] } } });
    assert.ok(iid !== undefined);
    assert.deepEqual(
      store.scans.values(iid).map(({ value, firstSeen, lastSeen }) => [value, firstSeen, lastSeen]),
      [
        ['192.0.2.2', noon, noon + day],
        ['192.0.2.1', noon, noon],
      ],
    );
  });

  it('limits the number of values per indicator', () => {
    const store = open();
    const many = Array.from({ length: maxFoundValues + 50 }, (_, n) => `v${n}`);
    const { iid } = scan(store, 'a.example', { properties: { dns: { txt: many } } }, true);
    at += day;
    scan(store, 'a.example', { properties: { dns: { txt: ['new'] } } });
    const values = store.scans.values(iid ?? 0);
    assert.equal(values.length, maxFoundValues);
    assert.equal(values[0]?.value, 'new');
  });

  it('records when an indicator was actively scanned, updated, and submitted', () => {
    const store = open();
    scan(store, 'a.example', {}, true);
    at += day;
    scan(store, 'a.example', { probed: true });
    assert.deepEqual(store.byKey('a.example')?.timestamps, {
      added: noon,
      updated: noon + day,
      seen: noon,
      probed: noon + day,
    });
  });

  it('adds its submissions to those reported by a source', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { submissions: 5 })]);
    assert.equal(scan(store, 'a.example', {}, true).submissions, 6);
    assert.equal(scan(store, 'a.example', {}, true).submissions, 7);
    assert.equal(scan(store, 'a.example').submissions, 7);
  });

  it('creates records of redirect targets if it may store them, and links both ends by ID', () => {
    const store = open();
    const found = { probed: true, redirects: ['http://b.example/login', 'http://c.example/'] };
    scan(store, 'http://a.example/', found);
    assert.equal(store.byKey('http://b.example/login'), undefined);
    const { redirects, iid } = scan(store, 'http://a.example/', found, true);
    const target = store.byKey('http://b.example/login');
    assert.deepEqual(redirects.to, [
      { iid: target?.iid, value: 'http://b.example/login' },
      { iid: store.byKey('http://c.example/')?.iid, value: 'http://c.example/' },
    ]);
    assert.deepEqual(target?.redirects.from, [{ iid, value: 'http://a.example/' }]);
    scan(store, 'http://a.example/', { probed: true, redirects: [] });
    assert.deepEqual(store.byKey('http://a.example/')?.redirects.to, [], 'it no longer leads anywhere');
  });

  it('updates the score when a source changes', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
    assert.equal(scan(store, 'a.example').risk, 'high');
    at += day;
    addRecords(store, 'list', [aRecord('a.example', { risk: 'low' })]);
    const record = store.byKey('a.example');
    assert.deepEqual([record?.risk, record?.riskRecommended], ['low', 'low']);
    assert.deepEqual(
      record?.riskFactors.map(({ description }) => description),
      ['Rated low by list'],
    );
    assert.ok(record.riskFactors.every(({ id }) => id !== undefined));
  });

  it('keeps an indicator retired if its sources do, until it is submitted', () => {
    const store = open();
    const stated = { risk: 'high', retired: true, timestamps: { seen: noon - 9 * day, retired: noon - day } } as const;
    addRecords(store, 'list', [aRecord('a.example', stated)]);
    const scanned = scan(store, 'a.example', { facts: { registered: noon - day } });
    assert.deepEqual([scanned.retired, scanned.timestamps.retired], [true, noon - day]);
    const submitted = scan(store, 'a.example', {}, true);
    assert.deepEqual([submitted.retired, submitted.timestamps.retired], [false, undefined]);
  });

  it('adds its results to those of other sources, and readers see them', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'low' })]);
    const { risk } = scan(store, 'a.example', { facts: { registered: noon - day } });
    assert.equal(risk, 'medium');
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const scanned = reader.find('a.example').find(({ source }) => source.kind === 'scan');
    assert.equal(scanned?.kind === 'known' && scanned.record.risk, 'medium');
    reader.close();
  });

  it('is deleted with the sources that it refreshed, unless it was submitted', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'low' }), aRecord('b.example', { risk: 'low' })]);
    scan(store, 'a.example');
    scan(store, 'b.example', {}, true);
    store.clear(['imports']);
    assert.equal(store.byKey('a.example'), undefined);
    const left = store.byKey('b.example');
    assert.deepEqual([left?.risk, left?.submissions], ['none', 1]);
  });

  it('is shown and cleared with the local data', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'low' })]);
    scan(store, 'a.example', { properties: { dns: { a: ['192.0.2.1'] } } });
    scan(store, 'new.example', {}, true);
    const rows = store.summary().rows.filter(({ kind }) => kind === 'findings');
    assert.deepEqual(
      rows.map(({ count }) => count),
      [2, 2],
      'indicators with findings, and scans in the queue',
    );
    store.clear(['findings']);
    assert.deepEqual(
      store.summary().rows.map(({ kind }) => kind),
      ['imports'],
    );
    assert.equal(store.byKey('new.example'), undefined);
    assert.deepEqual(store.byKey('a.example')?.properties, {});
    assert.equal(store.scans.find(1), undefined);
  });

  it('deletes old and excess scans, but never open ones', () => {
    const store = open();
    scan(store, 'a.example');
    at += 10 * day;
    scan(store, 'b.example');
    scan(store, 'c.example');
    const indicator = { type: 'domain', value: 'd.example' } as const;
    store.scans.add({ indicator, kind: 'passive', store: false, outside: true }, 10);
    assert.equal(store.scans.prune({ maxAgeMillis: 5 * day, keep: 100 }), 1);
    assert.equal(store.scans.prune({ maxAgeMillis: 5 * day, keep: 1 }), 1);
    assert.deepEqual(
      [1, 2, 3, 4].map((qid) => store.scans.find(qid)?.state),
      [undefined, undefined, 'done', 'queued'],
    );
  });
});
