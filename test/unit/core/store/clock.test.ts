import assert from 'node:assert/strict';
import { importInto } from '../../../../src/service/import';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseQuery } from '../../../../src/core/explore';
import { isKnown } from '../../../../src/core/records/knowledge';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { isLeaseValid, takeLease } from '../../../../src/core/store/sqlite/leases';
import { StoreReader } from '../../../../src/core/store/reader';
import { openStore, type Store } from '../../../../src/core/store/store';
import { runMaintenance } from '../../../../src/service/scans/maintenance';
import { aRecord, addRecords, anAnswer, storeFolder } from './builders';

const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;
const noon = Date.UTC(2026, 5, 4, 12);
const names = ['a.example', 'b.example', 'c.example'];

describe('A wrong clock', () => {
  const folder = storeFolder();
  let at = noon;
  const now = (): number => at;
  const open = (): Store => folder.open(now);
  const add = (store: Store): void => {
    addRecords(
      store,
      'list',
      names.map((name) => aRecord(name, { risk: 'high' })),
    );
  };
  /** The number that a lookup, the merged records, and a search call active. */
  const active = async (store: Store): Promise<readonly number[]> => {
    const reader = new StoreReader(folder.file(), { now, recheckMillis: 0 });
    const found = names.flatMap((name) => reader.find(name).filter(isKnown));
    reader.close();
    return [
      found.filter(({ record }) => !record.retired).length,
      names.filter((name) => store.byKey(name)?.retired === false).length,
      (await activeIn(store)).length,
    ];
  };
  /** A service that runs while the clock is wrong. */
  const wrongFor = async (store: Store, millis: number): Promise<void> => {
    at += millis;
    await runMaintenance(store);
    at -= millis;
  };
  beforeEach(() => {
    at = noon;
  });

  it('retires nothing for good: what it did does not count once the clock is right', async () => {
    const store = open();
    add(store);
    await wrongFor(store, year);
    assert.deepEqual((await active(store)).slice(0, 2), [3, 3], 'at once, where records are read');
    at += 8_000;
    await runMaintenance(store);
    assert.deepEqual(await active(store), [3, 3, 3]);
    at += 100 * day;
    await runMaintenance(store);
    assert.deepEqual(await active(store), [0, 0, 0], 'what becomes inactive later is retired');
  });

  it('is undone after a restart, and by a new import', async () => {
    const store = open();
    add(store);
    await wrongFor(store, year);
    add(store);
    assert.deepEqual(await active(store), [3, 3, 3], 'after a new import');
    await wrongFor(store, year);
    store.close();
    const again = open();
    await runMaintenance(again);
    assert.deepEqual(await active(again), [3, 3, 3], 'after a restart');
  });

  it('is undone if indicators were retired before anything noted it', async () => {
    const store = open();
    add(store);
    at += year;
    assert.equal(store.overrides.retireInactive(10), 3);
    at = noon;
    await runMaintenance(store);
    assert.deepEqual(await active(store), [3, 3, 3]);
  });

  it('in the past does not make what is imported look old', async () => {
    const store = open();
    addRecords(store, 'earlier', [aRecord('d.example')]);
    at -= year;
    assert.equal(store.clock.laterReading(), noon, 'it is noticed');
    add(store);
    at += year;
    await runMaintenance(store);
    assert.equal(store.clock.laterReading(), undefined);
    assert.deepEqual((await active(store))[1], 3);
  });

  it('ahead while data is imported is forgotten after a week, and a new import has the right date', async () => {
    const store = open();
    at += year;
    add(store);
    at = noon;
    assert.equal(store.byKey('a.example')?.timestamps.seen, noon, 'a date in the future counts as now');
    for (let days = 0; days < 8; days++) {
      at = noon + days * day;
      assert.equal(store.clock.laterReading(), noon + year);
      await runMaintenance(store);
    }
    assert.equal(store.clock.laterReading(), undefined);
    add(store);
    at += day;
    assert.equal(store.byKey('a.example')?.timestamps.seen, noon + 7 * day);
    at += 100 * day;
    await runMaintenance(store);
    assert.deepEqual(await active(store), [0, 0, 0]);
  });

  it('is no longer reported once what came then is imported again, or removed', async () => {
    const store = open();
    const read = (name: string) => importInto(store, { text: 'a.example\n', name }, { now });
    await read('before.txt');
    at += year;
    for (const name of ['one.txt', 'two.txt']) await read(name);
    at = noon + day;
    assert.equal(store.clock.laterReading(), noon + year);
    await read('one.txt');
    assert.equal(store.clock.laterReading(), noon + year, 'the other file is still from then');
    await read('two.txt');
    assert.equal(store.clock.laterReading(), undefined);
    at += day;
    await read('three.txt');
    assert.equal(store.sources.list().find(({ name }) => name === 'three.txt')?.created, at);
    at += year;
    await read('four.txt');
    at = noon + 3 * day;
    assert.equal(store.clock.laterReading(), noon + 2 * day + year);
    for (const { id, name } of store.sources.list()) if (name === 'four.txt') store.sources.remove(id);
    assert.equal(store.clock.laterReading(), undefined);
  });

  it('lowers the risk of old entries only for as long as it is wrong, also in searches', async () => {
    const store = open();
    const run = store.beginImport({ kind: 'import', name: 'aged.csv', ages: true });
    run.take([{ kind: 'indicator', record: aRecord('a.example', { risk: 'critical', timestamps: { seen: noon } }) }]);
    run.finish();
    await runMaintenance(store);
    await wrongFor(store, 3 * year);
    assert.deepEqual(await valuesOf(store, 'risk=critical'), []);
    await runMaintenance(store);
    assert.deepEqual(await valuesOf(store, 'risk=critical'), ['a.example']);
  });

  it('does not keep answers of services or leases for longer', () => {
    const store = open();
    at += year;
    store.cacheAnswer('a.example', 'https://lookups-test-1.com', anAnswer(aRecord('a.example'), at));
    assert.equal(
      store.use((c) => takeLease(c, 'prune', 60_000)),
      true,
    );
    at = noon;
    const other = open();
    assert.equal(
      other.use((c) => takeLease(c, 'prune', 60_000)),
      true,
    );
    assert.equal(isLeaseValid({ holder: 'x', until: noon + year }, noon), false);
    assert.equal(store.prune({ maxAgeMillis: 30 * day, maxBytes: 1e9 }), 1);
  });

  it('leaves a store in the end as if it had always been right', async () => {
    const age = fc.constantFrom(undefined, 1, 60, 200, 364, 365, 400, 800);
    const lists = fc.array(
      fc.array(fc.tuple(fc.constantFrom(...names, 'd.example', 'e.example'), age, fc.boolean()), { maxLength: 4 }),
      { minLength: 2, maxLength: 2 },
    );
    const step = fc.record({
      advance: fc.integer({ min: 1, max: 12 }),
      off: fc.oneof(fc.constant(0), fc.integer({ min: -20_000, max: 20_000 })),
      does: fc.constantFrom('import0', 'import1', 'maintain', 'restart'),
    });
    await fc.assert(
      fc.asyncProperty(lists, fc.array(step, { maxLength: 7 }), async (given, steps) => {
        const results: unknown[] = [];
        for (const isRight of [true, false]) results.push(await walked(given, steps, isRight));
        assert.deepEqual(results[1], results[0]);
      }),
      { numRuns: 40 },
    );
  });
});

type List = readonly (readonly [name: string, age: number | undefined, isRetired: boolean])[];

interface Step {
  readonly advance: number;
  readonly off: number;
  readonly does: string;
}

async function walked(lists: readonly List[], steps: readonly Step[], isRight: boolean): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const file = join(folder, 'store.db');
  let right = noon - 200 * day;
  let off = 0;
  const now = (): number => right + off;
  let store = openStore(file, { now });
  const take = (index: number): void => {
    const run = store.beginImport({ kind: 'import', name: `list${index}`, ages: true });
    run.take(
      (lists[index] ?? []).map(([name, age, isRetired]) => {
        const timestamps = age === undefined ? {} : { seen: noon - age * day };
        const record: IndicatorRecord = aRecord(name, { risk: 'critical', timestamps, retired: isRetired });
        return { kind: 'indicator', record };
      }),
    );
    run.finish();
  };
  try {
    take(0);
    right = noon - 50 * day;
    take(1);
    await runMaintenance(store);
    right = noon;
    for (const { advance, off: wrong, does } of steps) {
      right += advance * hour;
      off = isRight ? 0 : wrong * hour;
      if (does === 'restart') {
        store.close();
        store = openStore(file, { now });
      } else if (does === 'maintain') await runMaintenance(store);
      else take(does === 'import0' ? 0 : 1);
    }
    off = 0;
    right += 2 * day;
    await runMaintenance(store);
    const reader = new StoreReader(file, { now });
    const all = [...names, 'd.example', 'e.example'].map((name) => [
      name,
      store.byKey(name)?.risk,
      store.byKey(name)?.retired,
      reader.find(name).map((known) => (isKnown(known) ? [known.record.risk, known.record.retired] : [])),
    ]);
    reader.close();
    return { all, active: await activeIn(store), critical: await valuesOf(store, 'risk=critical') };
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const activeIn = (store: Store): Promise<readonly string[]> => valuesOf(store, 'retired=0');

async function valuesOf(store: Store, query: string): Promise<readonly string[]> {
  const { node } = parseQuery(query);
  assert.ok(node !== undefined);
  return (await store.search(node, { limit: 10 })).map(({ value }) => value).toSorted();
}
