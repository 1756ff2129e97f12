import assert from 'node:assert/strict';
import type { RecentRecord } from '../../../../src/core/records/recent';
import { findSimilarNames } from '../../../../src/core/store/groups/nearNames';
import { aRecord, addRecords, anAnswer, storeFolder } from './builders';
import { writeRecent, readRecent, removeRecent } from '../../../../src/core/store/activity/recentRecords';

const opened = (name: string, at: number): RecentRecord => ({
  key: `threat ${name}`,
  at,
  subject: { kind: 'threat', source: 'local:', name },
});

describe('Recent records in the store', () => {
  const folder = storeFolder();

  it('persist, most recently opened first, each once', () => {
    const store = folder.open();
    for (const [name, at] of [['a', 1] as const, ['b', 2] as const, ['a', 3] as const])
      store.use((c) => writeRecent(c, opened(name, at)));
    assert.deepEqual(folder.open().use(readRecent), [opened('a', 3), opened('b', 2)]);
  });

  it('are limited in number', () => {
    const store = folder.open();
    for (let at = 0; at < 230; at++) store.use((c) => writeRecent(c, opened(`t${at}`, at)));
    const kept = store.use(readRecent);
    assert.equal(kept.length, 200);
    assert.equal(kept[0]?.at, 229);
  });

  it('are counted in the summary and cleared with it', () => {
    const store = folder.open();
    store.use((c) => writeRecent(c, opened('a', 1)));
    store.use((c) => writeRecent(c, opened('b', 2)));
    assert.equal(
      store.use((c) => removeRecent(c, 'threat a')),
      1,
    );
    const row = store.summary().rows.find(({ kind }) => kind === 'recent');
    assert.deepEqual(row, { kind: 'recent', source: '', count: 1, oldest: 2, newest: 2 });
    assert.equal(store.clear(['recent']), 1);
    assert.deepEqual(store.use(readRecent), []);
  });
});

describe('Names of threats and feeds in the store', () => {
  const folder = storeFolder();

  it('are found by any part in any case; names that start with it come first', () => {
    const store = folder.open();
    addRecords(store, 'list.csv', [
      aRecord('a.lookups-test-1.com', {
        threats: [
          { name: 'The Kit', risk: 'high', category: 'phishing' },
          { name: 'Kit 100%', risk: 'low' },
        ],
        feeds: [{ name: 'Kit List', organization: 'Example Org' }],
      }),
    ]);
    assert.deepEqual(
      store.findNames('kit', 10).map(({ kind, name }) => `${kind} ${name}`),
      ['threat Kit 100%', 'threat The Kit', 'feed Kit List'],
    );
    assert.equal(store.findNames('the', 10)[0]?.category, 'phishing');
    assert.equal(store.findNames('list', 10)[0]?.organization, 'Example Org');
    assert.equal(store.findNames('kit', 1).length, 2);
    assert.deepEqual(
      store.findNames('', 10).map(({ name }) => name),
      ['Kit 100%', 'The Kit', 'Kit List'],
    );
  });

  it('are suggested for queries, the most frequent first, also those that services know', () => {
    const store = folder.open();
    const kit = { name: 'Kit', risk: 'high' } as const;
    const anchor = { name: 'Anchor Kit', risk: 'high', category: 'malware' } as const;
    const suggested = (text: string): readonly string[] =>
      store.findSuggestedNames(text, 10).map(({ kind, name }) => `${kind} ${name}`);
    addRecords(
      store,
      'Sample data',
      [aRecord('s.lookups-test-1.com', { threats: [{ name: 'Sample Kit', risk: 'low' }] })],
      'sample',
    );
    assert.deepEqual(suggested('kit'), ['threat Sample Kit']);
    addRecords(store, 'list.csv', [
      aRecord('a.lookups-test-1.com', { threats: [kit, anchor] }),
      aRecord('b.lookups-test-1.com', { threats: [anchor], feeds: [{ name: 'Kit List' }] }),
    ]);
    assert.deepEqual(suggested(''), ['threat Anchor Kit', 'threat Kit', 'feed Kit List']);
    for (const name of ['a', 'b', 'c']) {
      const record = aRecord(`${name}.lookups-test-2.com`, {
        threats: [
          { name: 'KIT', risk: 'low' },
          { name: 'Lantern 100%', category: 'phishing', risk: 'low' },
        ],
      });
      store.cacheAnswer(record.value, 'https://lookups-test-1.com', anAnswer(record, 1));
    }
    assert.deepEqual(suggested(''), ['threat Kit', 'threat Lantern 100%', 'threat Anchor Kit', 'feed Kit List']);
    assert.deepEqual(suggested('anc'), ['threat Anchor Kit']);
    assert.deepEqual(suggested('0%'), ['threat Lantern 100%']);
    assert.equal(store.findSuggestedNames('lantern', 10)[0]?.category, 'phishing');
  });

  it('are suggested for a mistyped name, best match first, with indicators that contain its words', async () => {
    const store = folder.open();
    addRecords(store, 'list.csv', [
      aRecord('paper-lantern.lookups-test-1.com', {
        threats: [
          { name: 'Paper Lantern', risk: 'high' },
          { name: 'Paper Anchor', risk: 'low' },
          { name: 'Tin Whistle', risk: 'low' },
        ],
        feeds: [{ name: 'Lantern List' }],
      }),
    ]);
    const names = async (wanted: string) => (await findSimilarNames(store, wanted, 8)).names.map(({ name }) => name);
    assert.equal((await names('Papper Lantren'))[0], 'Paper Lantern');
    assert.ok(!(await names('Papper Lantren')).includes('Tin Whistle'));
    assert.deepEqual(await names('zzz'), []);
    assert.equal((await findSimilarNames(store, 'paper anchr', 1)).names.length, 1);
    assert.deepEqual((await findSimilarNames(store, 'Paper  lantern', 8)).indicators, [
      { type: 'domain', value: 'paper-lantern.lookups-test-1.com' },
    ]);
    assert.deepEqual((await findSimilarNames(store, '"*" %', 8)).indicators, []);
  });

  it('treat wildcards as text', () => {
    const store = folder.open();
    addRecords(store, 'list.csv', [aRecord('a.lookups-test-1.com', { threats: [{ name: 'Kit 100%', risk: 'low' }] })]);
    assert.equal(store.findNames('100%', 10).length, 1);
    assert.equal(store.findNames('1_0', 10).length, 0);
    assert.equal(store.findNames('\\', 10).length, 0);
  });
});
