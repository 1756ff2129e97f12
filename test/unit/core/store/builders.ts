import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import type { Statement } from '../../../../src/core/records/statement';
import { type GeoLocationParts, GeoLocationRanges } from '../../../../src/core/context/geoLocation';
import { addGeoLocationRanges, beginGeoLocations, useGeoLocations } from '../../../../src/core/store/geoLocations';
import { openSource } from '../../../../src/core/store/writing/sources';
import { openStore, type Store } from '../../../../src/core/store/store';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import type { StoreProblem } from '../../../../src/core/records/problems/storeProblem';
import { schemaVersion } from '../../../../src/core/store/sqlite/schema';

/** Makes a store one of an earlier version, which lacked this table. */
export const makeEarlier = `DROP TABLE object_indicator; PRAGMA user_version = ${schemaVersion - 1}`;

/** A store as another program sees it, which can write what the store dates. */
export function beside(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.function('next_date', () => Date.now() * 1_000);
  return database;
}

/** A separate folder for each test, deleted afterwards, with the stores opened in it closed. */
export function storeFolder(): {
  readonly file: () => string;
  readonly open: (now?: () => number) => Store;
} {
  let folder = '';
  const stores: Store[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-'));
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = (): string => join(folder, 'data', 'store.db');
  return {
    file,
    open(now) {
      const store = openStore(file(), now === undefined ? {} : { now });
      stores.push(store);
      return store;
    },
  };
}

/** A domain's record with only what a test needs. */
export function aRecord(value: string, fields: Partial<IndicatorRecord> = {}): IndicatorRecord {
  return { ...emptyRecord(value, 'domain'), ...fields };
}

/** A service's answer about a record. */
export function anAnswer(record: IndicatorRecord, asOf: number, service = 'lookups-test-1.com'): Known {
  return {
    kind: 'known',
    source: { kind: 'service', name: service, address: `https://${service}` },
    asOf,
    record,
    detail: 'full',
  };
}

/** Lets a source speak once. */
export function addStatements(
  store: Store,
  name: string,
  fields: readonly Statement[],
  kind: 'import' | 'sample' = 'import',
) {
  const run = store.beginImport({ kind, name });
  run.take(fields);
  return run.finish();
}

/** Like {@link addStatements}, but for bare records. */
export function addRecords(
  store: Store,
  name: string,
  records: readonly IndicatorRecord[],
  kind: 'import' | 'sample' = 'import',
) {
  return addStatements(
    store,
    name,
    records.map((record) => ({ kind: 'indicator', record })),
    kind,
  );
}

/** A list of locations of a source. */
export function addGeoLocations(
  store: Store,
  name: string,
  geoLocations: readonly (readonly [value: string, geoLocation: GeoLocationParts])[],
  { asOf = 0, credit }: { readonly asOf?: number; readonly credit?: string } = {},
): void {
  const ranges = new GeoLocationRanges();
  for (const [value, geoLocation] of geoLocations) ranges.add(value, geoLocation);
  store.use((c) => {
    const { id: sourceId } = openSource(c, { kind: 'import', name });
    const list = beginGeoLocations(c, { sourceId, asOf, credit }, ranges);
    addGeoLocationRanges(c, list, Array.from(ranges.flat()));
    useGeoLocations(c, list);
  });
}

/** The problem with which something fails in the store. */
export function problemIn(work: () => unknown): StoreProblem {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof StoreError, String(error));
    return error.problem;
  }
  assert.fail('no error');
}
