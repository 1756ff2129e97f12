import assert from 'node:assert/strict';
import { StoreReader } from '../../../../src/core/store/reader';
import { threeMonthsBefore } from '../../../../src/core/store/writing/retirement';
import type { Store } from '../../../../src/core/store/store';
import { isKnown, byPrecedence } from '../../../../src/core/records/knowledge';
import { aRecord, addRecords, storeFolder } from './builders';

const day = 86_400_000;
const noon = Date.UTC(2025, 5, 4, 12);
const a = { type: 'domain', value: 'a.example' } as const;

describe('Risks and retirements in the store', () => {
  const folder = storeFolder();
  let at = noon;
  beforeEach(() => {
    at = noon;
  });
  const open = (): Store => folder.open(() => at);
  const submit = (store: Store, submitted: boolean): void => {
    store.scans.add({ indicator: a, kind: 'passive', store: submitted, outside: true }, 10);
    const claimed = store.scans.claim(1_000, true);
    assert.ok(claimed);
    const nothing = { properties: {}, attributes: {}, redirects: [], facts: {}, looked: false, probed: false };
    store.scans.finish(claimed, nothing, 'done');
  };
  const retiredOf = (store: Store) => {
    const record = store.byKey('a.example');
    return [record?.retired, record?.timestamps.retired];
  };

  it("gives the user's own risk precedence, keeps the recommended one, and reverts it", () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high', properties: { geo: { country: ['NL'] } } })]);
    assert.equal(store.overrides.setRisk(a, 'none'), 'none');
    const record = store.byKey('a.example');
    assert.deepEqual([record?.risk, record?.riskRecommended, record?.manualRisk], ['none', 'high', true]);
    assert.deepEqual(record?.properties, { geo: { country: ['NL'] } }, 'all else stays');
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    const [lead] = reader.find('a.example').filter(isKnown).sort(byPrecedence);
    assert.deepEqual(
      [lead?.source.kind, lead?.record.risk, lead?.record.riskRecommended],
      ['user', 'none', 'high'],
      'hovers also show the score',
    );
    assert.deepEqual(lead?.record.properties, { geo: { country: ['NL'] } }, 'and all else that is known');
    reader.close();
    assert.equal(store.overrides.setRisk(a, null), 'high');
    assert.equal(store.byKey('a.example')?.manualRisk, false);
  });

  it("keeps the user's risk across imports and scans, while the recommended one changes", () => {
    const store = open();
    store.overrides.setRisk(a, 'low');
    addRecords(store, 'list', [aRecord('a.example', { risk: 'critical' })]);
    submit(store, false);
    const record = store.byKey('a.example');
    assert.deepEqual([record?.risk, record?.riskRecommended, record?.manualRisk], ['low', 'critical', true]);
  });

  it('knows an indicator by an override alone, and forgets it with the override', () => {
    const store = open();
    store.overrides.setRisk(a, 'high');
    const record = store.byKey('a.example');
    assert.deepEqual([record?.risk, record?.riskRecommended, record?.timestamps.seen], ['high', 'unknown', undefined]);
    assert.equal(store.overrides.setRisk(a, null), undefined);
    assert.equal(store.byKey('a.example'), undefined);
    assert.equal(store.overrides.setRisk(a, null), undefined);
  });

  it('retires indicators after three months without activity, and not a day earlier', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
    at = Date.UTC(2025, 8, 4, 12);
    assert.equal(store.overrides.retireInactive(10), 0);
    at += 1;
    assert.equal(store.overrides.retireInactive(10), 1);
    assert.deepEqual(retiredOf(store), [true, at]);
    assert.equal(store.byKey('a.example')?.retiredReason, 'No activity for three months');
    assert.equal(store.overrides.retireInactive(10), 0, 'once is enough');
    const reader = new StoreReader(folder.file(), { recheckMillis: 0 });
    assert.ok(reader.find('a.example').every((known) => isKnown(known) && known.record.retired));
    reader.close();
  });

  it('counts calendar months', () => {
    assert.equal(threeMonthsBefore(Date.UTC(2025, 4, 31)), Date.UTC(2025, 1, 28));
    assert.equal(threeMonthsBefore(Date.UTC(2025, 0, 15, 6)), Date.UTC(2024, 9, 15, 6));
  });

  it('does not immediately retire indicators of an old bundle that was just imported', () => {
    const store = open();
    addRecords(store, 'old', [aRecord('a.example', { risk: 'high', timestamps: { seen: noon - 2_000 * day } })]);
    assert.equal(store.overrides.retireInactive(10), 0);
    assert.equal(store.byKey('a.example')?.timestamps.seen, noon - 2_000 * day, 'the time of seeing stays its own');
    at += 100 * day;
    assert.equal(store.overrides.retireInactive(10), 1);
    addRecords(store, 'old', [aRecord('a.example', { risk: 'high', timestamps: { seen: noon - 2_000 * day } })]);
    assert.equal(store.byKey('a.example')?.retired, true, "repeating an old statement isn't activity");
  });

  it('uses the time at which a source saw an indicator, if given', () => {
    const store = open();
    addRecords(store, 'feed', [aRecord('a.example', { timestamps: { seen: noon + 200 * day } })]);
    at += 150 * day;
    assert.equal(store.overrides.retireInactive(10), 0);
  });

  for (const [what, again] of [
    ['a list names it again', (store: Store) => addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })])],
    ['it is submitted', (store: Store) => submit(store, true)],
    ['the user sets its risk', (store: Store) => store.overrides.setRisk(a, 'high')],
    ['the user returns it', (store: Store) => store.overrides.setRetired(a, false)],
  ] as const) {
    it(`reactivates an indicator when ${what}`, () => {
      const store = open();
      addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
      at += 100 * day;
      assert.equal(store.overrides.retireInactive(10), 1);
      at += day;
      again(store);
      assert.deepEqual(retiredOf(store), [false, undefined]);
      assert.equal(store.overrides.retireInactive(10), what === 'the user returns it' ? 1 : 0);
    });
  }

  it('keeps an indicator retired when it is scanned without being submitted', () => {
    const store = open();
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
    at += 100 * day;
    store.overrides.retireInactive(10);
    at += day;
    submit(store, false);
    assert.equal(store.byKey('a.example')?.retired, true);
  });

  it('retires indicators manually if they are in the store', () => {
    const store = open();
    assert.equal(store.overrides.setRetired(a, true), false);
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
    at += day;
    assert.equal(store.overrides.setRetired(a, true), true);
    assert.deepEqual(retiredOf(store), [true, at]);
    store.clear(['overrides']);
    assert.deepEqual(retiredOf(store), [false, undefined]);
  });

  it('retires many indicators in batches', () => {
    const store = open();
    addRecords(
      store,
      'list',
      Array.from({ length: 25 }, (_, n) => aRecord(`n${n}.example`)),
    );
    at += 100 * day;
    assert.deepEqual(
      [1, 2, 3, 4].map(() => store.overrides.retireInactive(10)),
      [10, 10, 5, 0],
    );
  });
});
