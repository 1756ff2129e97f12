import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { stixChunks } from '../../../../src/core/results';
import { importInto } from '../../../../src/service/import';
import { openStore, type Store } from '../../../../src/core/store/store';

const name = 'lookups-test-1.com';

/** A version of one indicator, modified on a day in 2026. */
const version = (day: number, more: object = {}): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: 'indicator--00000000-0000-4000-8000-000000000001',
  created: '2026-01-01T00:00:00.000Z',
  modified: new Date(Date.UTC(2026, 0, day)).toISOString(),
  valid_from: '2026-01-01T00:00:00.000Z',
  pattern: `[domain-name:value = '${name}']`,
  pattern_type: 'stix',
  indicator_types: ['malicious-activity'],
  ...more,
});

describe('Versions of a STIX object', () => {
  let folder = '';
  const stores: Store[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'versions-'));
  });
  after(() => {
    for (const store of stores) store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function importAll(files: readonly (readonly [name: string, ...objects: object[]])[]) {
    const store = openStore(join(folder, `${stores.length}.db`));
    stores.push(store);
    for (const [file, ...objects] of files) {
      const path = join(folder, file);
      writeFileSync(path, JSON.stringify({ type: 'bundle', id: 'bundle--1', objects }));
      await importInto(store, { path, name: file });
    }
    return store;
  }

  const old = version(10);
  const revoked = version(20, { revoked: true });

  for (const [title, files] of [
    ['in one file, the older first', [['a.json', old, revoked]]],
    ['in one file, the newer first', [['a.json', revoked, old]]],
    [
      'in one file after the other',
      [
        ['a.json', old],
        ['a.json', revoked],
      ],
    ],
    [
      'in an older file that is imported again',
      [
        ['a.json', revoked],
        ['a.json', old],
      ],
    ],
    [
      'in two sources, the older first',
      [
        ['a.json', old],
        ['b.json', revoked],
      ],
    ],
    [
      'in two sources, the newer first',
      [
        ['a.json', revoked],
        ['b.json', old],
      ],
    ],
  ] as const) {
    it(`are decided by \`modified\` ${title}`, async () => {
      const store = await importAll(files);
      assert.equal(store.byKey(name)?.retired, true);
    });
  }

  it('are decided by `modified` in exports of a store, whose records have dates of their own', async () => {
    const exported = (retired: boolean): object[] => {
      const record: IndicatorRecord = {
        ...emptyRecord(name, 'domain'),
        risk: 'high',
        retired,
        timestamps: {
          added: Date.UTC(2026, 0, 1),
          updated: Date.UTC(2026, 0, 10),
          ...(retired ? { retired: Date.UTC(2026, 0, 20) } : {}),
        },
      };
      const header = { generated: Date.UTC(2026, 1, 1), query: '', address: '' };
      return (JSON.parse([...stixChunks(header, [record])].join('')) as { readonly objects: object[] }).objects;
    };
    for (const order of [
      [false, true],
      [true, false],
    ]) {
      const store = await importAll(order.map((retired, n) => [`${n}.json`, ...exported(retired)] as const));
      assert.equal(store.byKey(name)?.retired, true, String(order));
    }
  });

  it('are decided by `modified`, in any order and in any files', async () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        days.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.array(fc.constantFrom('a', 'b'), { minLength: 6, maxLength: 6 }),
            fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
          ),
        ),
        async ([all, sources, ends]) => {
          const isRevoked = (day: number): boolean => ends[all.indexOf(day)] === true;
          const store = await importAll(
            all.map((day, at) => [`${sources[at] ?? 'a'}.json`, version(day, isRevoked(day) ? { revoked: true } : {})]),
          );
          assert.equal(store.byKey(name)?.retired, isRevoked(Math.max(...all)));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('of which the last names another value leave nothing of the former one in a file', async () => {
    const other = version(20, { pattern: "[domain-name:value = 'lookups-test-2.com']" });
    for (const objects of [
      [old, other],
      [other, old],
    ]) {
      const store = await importAll([['a.json', ...objects]]);
      assert.equal(store.byKey('lookups-test-2.com')?.risk, 'high');
      assert.equal(store.byKey(name), undefined);
    }
  });

  it('leave what other objects of the same file say', async () => {
    const other = { ...version(5), id: 'indicator--00000000-0000-4000-8000-000000000002' };
    const store = await importAll([['a.json', old, other, revoked]]);
    assert.equal(store.byKey(name)?.retired, false);
  });
});
