import assert from 'node:assert/strict';
import { StoreReader } from '../../../../src/core/store/reader';
import { aRecord, anAnswer, addStatements, addRecords, storeFolder } from './builders';
import {
  writeRequestLog,
  renewPendingRequests,
  readRequestLog,
  releasePendingRequests,
} from '../../../../src/core/store/activity/requestLog';
import { takeLease, releaseLease } from '../../../../src/core/store/sqlite/leases';

const hour = 3_600_000;

describe('Statements and served records in the store', () => {
  const folder = storeFolder();

  it('assigns local IDs, and merges several sources into one record', () => {
    const store = folder.open(() => 5_000);
    addRecords(store, 'one.csv', [
      aRecord('bad.example', {
        iid: 77,
        risk: 'low',
        timestamps: { added: 300, seen: 400 },
        threats: [{ tid: 9, name: 'Paper Lantern', risk: 'high' }],
        properties: { geo: { country: ['NL'] } },
      }),
    ]);
    addRecords(store, 'two.csv', [
      aRecord('bad.example', {
        iid: 12,
        risk: 'high',
        timestamps: { added: 100, seen: 200 },
        riskFactors: [{ id: 4, description: 'Seen in a kit', risk: 'high' }],
        properties: { geo: { city: ['Delft'] }, dns: { a: ['192.0.2.7'] } },
      }),
    ]);
    const record = store.byKey('bad.example');
    assert.equal(record?.iid, 1);
    assert.equal(record.risk, 'high');
    assert.deepEqual(record.timestamps, { added: 100, updated: 5_000, seen: 400 });
    assert.deepEqual(
      record.threats.map(({ tid, name }) => ({ tid, name })),
      [{ tid: 1, name: 'Paper Lantern' }],
    );
    assert.deepEqual(
      record.riskFactors.map(({ id }) => id),
      [1],
      'not the number that a source gave',
    );
    assert.deepEqual(record.properties, { geo: { city: ['Delft'], country: ['NL'] }, dns: { a: ['192.0.2.7'] } });
    assert.deepEqual(store.byIid(1), record);
    assert.equal(store.byIid(2), undefined);
    assert.equal(store.byKey('good.example'), undefined);
  });

  it('never serves the answer of a remote service', () => {
    const store = folder.open();
    store.cacheAnswer('remote.example', 'https://lookups-test-1.com', anAnswer(aRecord('remote.example'), 1));
    assert.equal(store.byKey('remote.example'), undefined);
    addRecords(store, 'list', [aRecord('remote.example', { risk: 'low' })]);
    store.cacheAnswer(
      'remote.example',
      'https://lookups-test-1.com',
      anAnswer(aRecord('remote.example', { risk: 'critical' }), 1),
    );
    assert.equal(store.byKey('remote.example')?.risk, 'low');
    assert.deepEqual(
      openedFind(folder.file(), 'remote.example').map((k) => [k.source.kind, k.kind === 'known' && k.record.risk]),
      [
        ['import', 'low'],
        ['service', 'critical'],
      ],
    );
  });

  it('updates on a second run of the same source, and reports changes', () => {
    const store = folder.open();
    const first = [aRecord('a.example', { risk: 'low' }), aRecord('b.example', { risk: 'low' })];
    assert.equal(addRecords(store, 'x', first).counts.added, 2);
    const again = addRecords(store, 'x', [
      aRecord('a.example', { risk: 'high' }),
      aRecord('b.example', { risk: 'low' }),
    ]);
    assert.deepEqual([again.counts.added, again.counts.updated, again.counts.unchanged], [0, 1, 1]);
    assert.equal(store.byKey('a.example')?.risk, 'high');
    assert.equal(openedFind(folder.file(), 'a.example').length, 1);
  });

  it('removes threats and feeds that a source no longer lists', () => {
    const store = folder.open();
    const named = (...names: readonly string[]) => [
      aRecord('a.example', { threats: names.map((name) => ({ name, risk: names.length > 1 ? 'high' : 'low' })) }),
    ];
    addRecords(store, 'x', named('Left Sock', 'Tin Whistle'));
    const { counts } = addRecords(store, 'x', named('Tin Whistle'));
    assert.equal(counts.updated, 1);
    assert.deepEqual(
      store.byKey('a.example')?.threats.map(({ name, risk }) => [name, risk]),
      [['Tin Whistle', 'low']],
    );
  });

  it('merges two mentions in one run', () => {
    const store = folder.open();
    const { counts } = addRecords(store, 'x', [
      aRecord('a.example', { risk: 'low', riskFactors: [{ description: 'one', risk: 'low' }] }),
      aRecord('a.example', { risk: 'high', riskFactors: [{ description: 'two', risk: 'high' }] }),
    ]);
    assert.deepEqual([counts.added, counts.again], [1, 1]);
    const record = store.byKey('a.example');
    assert.equal(record?.risk, 'high');
    assert.deepEqual(record.riskFactors.map(({ description }) => description).toSorted(), ['one', 'two']);
  });

  it('links indicators to threats and feeds in any order, and rates by the threat if nothing else does', () => {
    const store = folder.open();
    const { unresolved } = addStatements(store, 'bundle', [
      { kind: 'relation', from: 'indicator--1', to: 'malware--1', timestamp: 50 },
      { kind: 'relation', from: 'indicator--1', to: 'identity--1' },
      { kind: 'relation', from: 'indicator--9', to: 'malware--1' },
      { kind: 'indicator', record: aRecord('tied.example'), foreignId: 'indicator--1' },
      { kind: 'threat', name: 'Copper Kettle', risk: 'high', category: 'malware', foreignId: 'malware--1' },
      { kind: 'feed', name: 'A Lab', foreignId: 'identity--1' },
    ]);
    assert.equal(unresolved, 1);
    const record = store.byKey('tied.example');
    assert.equal(record?.risk, 'high');
    assert.deepEqual(record.threats, [
      { tid: 1, name: 'Copper Kettle', category: 'malware', risk: 'high', linked: 50 },
    ]);
    assert.deepEqual(record.feeds, [{ fid: 1, name: 'A Lab' }]);
    assert.equal(record.riskFactors[0]?.description, 'Linked to Copper Kettle');
  });

  it('removes a source and keeps the statements of others', () => {
    const store = folder.open();
    addRecords(store, 'keep', [aRecord('both.example', { risk: 'low' })]);
    addStatements(
      store,
      'Sample data',
      [
        { kind: 'indicator', record: aRecord('both.example', { risk: 'critical' }) },
        {
          kind: 'indicator',
          record: aRecord('sample.example', { risk: 'high', threats: [{ name: 'Made Up', risk: 'low' }] }),
        },
      ],
      'sample',
    );
    assert.equal(store.byKey('both.example')?.risk, 'critical');
    assert.equal(store.removeSources('sample'), 2);
    assert.equal(store.byKey('both.example')?.risk, 'low');
    assert.equal(store.byKey('sample.example'), undefined);
    const next = addRecords(store, 'keep', [aRecord('next.example', { threats: [{ name: 'Other', risk: 'low' }] })]);
    assert.equal(next.counts.added, 1);
    // IDs 1 and 2 are those of the indicators above.
    assert.ok((store.byKey('next.example')?.iid ?? 0) > 2, 'an id is never given twice');
  });

  it('clears by kind and counts the contents', () => {
    const store = folder.open(() => 9 * hour);
    store.cacheAnswer('a.example', 'https://lookups-test-1.com', anAnswer(aRecord('a.example'), hour));
    store.cacheAnswer('b.example', 'https://lookups-test-1.com', {
      kind: 'notFound',
      source: { kind: 'service', name: 'lookups-test-1.com' },
      asOf: 2 * hour,
    });
    addRecords(store, 'x', [aRecord('c.example')]);
    store.use((c) =>
      writeRequestLog(c, [
        { id: '1', at: 3, to: 'https://lookups-test-1.com', what: ['a.example'], why: 'click', outcome: 'pending' },
      ]),
    );
    const { rows, bytes } = store.summary();
    assert.ok(bytes > 0);
    assert.deepEqual(rows, [
      { kind: 'answers', source: 'lookups-test-1.com', count: 2, oldest: hour, newest: 2 * hour },
      { kind: 'imports', source: 'x', count: 1, oldest: 9 * hour, newest: 9 * hour },
      { kind: 'sent', source: '', count: 1, oldest: 3, newest: 3 },
    ]);
    assert.equal(store.clear(['answers', 'sent']), 3);
    assert.deepEqual(
      store.summary().rows.map(({ kind }) => kind),
      ['imports'],
    );
    assert.equal(store.clear(['imports', 'sample']), 1);
    assert.deepEqual(store.summary().rows, []);
  });

  it('deletes answers by age and by size, oldest first', () => {
    const store = folder.open(() => 100 * hour);
    for (const n of [1, 50, 98, 99]) {
      store.cacheAnswer(`n${n}.example`, 'https://lookups-test-1.com', anAnswer(aRecord(`n${n}.example`), n * hour));
    }
    assert.equal(store.prune({ maxAgeMillis: 60 * hour, maxBytes: 1_000_000 }), 1);
    assert.equal(store.prune({ maxAgeMillis: 60 * hour, maxBytes: 250 }), 1);
    assert.deepEqual(
      ['n50', 'n98', 'n99'].map((name) => openedFind(folder.file(), `${name}.example`).length),
      [0, 1, 1],
    );
  });

  it('updates an entry of the request log with its outcome, and keeps the newest', () => {
    const store = folder.open();
    const entry = { to: 'https://lookups-test-1.com', what: ['a.example'], why: 'hover' } as const;
    store.use((c) =>
      writeRequestLog(c, [
        { ...entry, id: 'a', at: 1, outcome: 'pending' },
        { ...entry, id: 'b', at: 2, outcome: 'pending' },
      ]),
    );
    store.use((c) => renewPendingRequests(c, hour));
    store.use((c) => writeRequestLog(c, [{ ...entry, id: 'a', at: 1, outcome: 'answered' }]));
    assert.deepEqual(
      store.use(readRequestLog).map(({ id, outcome }) => [id, outcome]),
      [
        ['b', 'pending'],
        ['a', 'answered'],
      ],
    );
  });

  it('reports pending requests of a closed window as interrupted', () => {
    let now = 0;
    const [here, there] = [folder.open(() => now), folder.open(() => now)];
    const entry = { to: 'https://lookups-test-1.com', what: ['a.example'], why: 'sync', outcome: 'pending' } as const;
    const reported = (): readonly string[] => there.use(readRequestLog).map(({ outcome }) => outcome);
    here.use((c) => renewPendingRequests(c, 90_000));
    here.use((c) => writeRequestLog(c, [{ ...entry, id: 'a', at: 1 }]));
    assert.deepEqual(reported(), ['pending']);
    assert.deepEqual(Object.keys(there.use(readRequestLog)[0] ?? {}).toSorted(), [
      'at',
      'id',
      'outcome',
      'to',
      'what',
      'why',
    ]);
    now = 90_000;
    assert.deepEqual(reported(), ['interrupted'], 'a window that crashed');
    here.use((c) => renewPendingRequests(c, 90_000));
    assert.deepEqual(reported(), ['pending']);
    here.use(releasePendingRequests);
    assert.deepEqual(reported(), ['interrupted'], 'a window that was closed');
    here.use((c) => writeRequestLog(c, [{ ...entry, id: 'a', at: 1, outcome: 'answered' }]));
    assert.deepEqual(reported(), ['answered']);
  });

  it('grants a lease to one holder until it is released or has expired', () => {
    let now = 0;
    const [one, two] = [folder.open(() => now), folder.open(() => now)];
    assert.equal(
      one.use((c) => takeLease(c, 'sync', 1_000)),
      true,
    );
    assert.equal(
      two.use((c) => takeLease(c, 'sync', 1_000)),
      false,
    );
    assert.equal(
      one.use((c) => takeLease(c, 'sync', 1_000)),
      true,
      'its holder renews it',
    );
    two.use((c) => releaseLease(c, 'sync'));
    assert.equal(
      two.use((c) => takeLease(c, 'sync', 1_000)),
      false,
      'nobody gives back what is not his',
    );
    now = 1_000;
    assert.equal(
      two.use((c) => takeLease(c, 'sync', 1_000)),
      true,
    );
    two.use((c) => releaseLease(c, 'sync'));
    assert.equal(
      one.use((c) => takeLease(c, 'sync', 1_000)),
      true,
    );
  });
});

function openedFind(file: string, key: string) {
  const reader = new StoreReader(file);
  try {
    return reader.find(key);
  } finally {
    reader.close();
  }
}
