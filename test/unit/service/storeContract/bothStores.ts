import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { lookupKey } from '../../../../src/core/indicators';
import { getHost } from '../../../../src/core/indicators/identity/getHost';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import type { StoredSource } from '../../../../src/core/records/sourceDetails';
import type { Statement } from '../../../../src/core/records/statement';
import { text } from '../../../../src/core/store/sqlite/sqlite';
import type { StixEntry } from '../../../../src/core/store/stix/entries';
import type { Order, SortKey } from '../../../../src/core/store/stix/position';
import { omit } from '../../../../src/core/store/statements/omit';
import { openStore, type Store } from '../../../../src/core/store/store';
import { importInto, type ImportOptions } from '../../../../src/service/import';
import type { MirrorState, MirrorWriter } from '../../../../src/core/sync/ports';
import { embeddedImports, type ImportStore } from '../../../../src/service/import/importStore';
import { type ServedRecords, servedFrom } from '../../../../src/service/servedRecords';
import { openTeamStore, type TeamStore } from '../../../../src/service/team';
import { newTeamDatabase } from '../../../harness/postgres';

/** Contents of a store, without its own numbers. */
export interface Said {
  readonly sources: readonly Omit<StoredSource, 'id'>[];
  readonly records: Readonly<Record<string, unknown>>;
  readonly groups: readonly unknown[];
  readonly objects: readonly unknown[];
}

/** A store that the same statements are written to. */
export interface Contracted {
  readonly name: string;
  readonly imports: ImportStore;
  mirrors(): Promise<readonly MirrorState[]>;
  /** For one sync after another. */
  writer(): MirrorWriter;
  keys(): Promise<readonly string[]>;
  readonly read: ServedRecords;
  sources(): Promise<readonly StoredSource[]>;
}

/** 2026-11-22 00:00:00 UTC. */
const begin = Date.UTC(2026, 10, 22);

/** Both stores, empty before each test, with one clock. */
export class BothStores {
  now = begin;
  private folder = '';
  private embedded: Store | undefined;
  private team: TeamStore | undefined;
  /** The address of the database. */
  address = '';

  /** Opens and closes them around each test of a suite. */
  static use(): BothStores {
    const both = new BothStores();
    beforeEach(() => both.open());
    afterEach(() => both.close());
    return both;
  }

  async open(): Promise<void> {
    this.now = begin;
    this.folder = mkdtempSync(join(tmpdir(), 'contract-'));
    this.embedded = openStore(join(this.folder, 'store.db'), { now: () => this.now });
    this.address = await newTeamDatabase();
    this.team = await openTeamStore(this.address, { now: () => this.now });
  }

  async close(): Promise<void> {
    this.embedded?.close();
    await this.team?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get teamStore(): TeamStore {
    assert.ok(this.team);
    return this.team;
  }

  /** Another process that works with the same team store. */
  another(): Promise<TeamStore> {
    return openTeamStore(this.address, { now: () => this.now });
  }

  /** The database of the team store itself. */
  async client(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.address });
    await client.connect();
    return client;
  }

  stores(): readonly [Contracted, Contracted] {
    const { embedded, team } = this;
    assert.ok(embedded !== undefined && team !== undefined);
    const keys = (): Promise<readonly string[]> =>
      Promise.resolve(
        embedded.use((connection) =>
          connection.all('SELECT key FROM indicator ORDER BY key').map((row) => text(row['key'])),
        ),
      );
    return [
      {
        name: 'embedded',
        imports: embeddedImports(embedded, undefined),
        mirrors: () => Promise.resolve(embedded.mirrors.list()),
        writer: () => embedded.mirrors.writer(),
        keys,
        read: servedFrom(embedded),
        sources: () => Promise.resolve(embedded.sources.list()),
      },
      {
        name: 'team',
        imports: team.imports(),
        mirrors: () => team.mirrors.list(),
        writer: () => team.mirrors.writer(),
        keys,
        read: team.records,
        sources: () => team.sources(),
      },
    ];
  }

  /** Does `work` with both stores, and checks that their contents are equal afterwards. Resolves with the contents. */
  async same(work: (imports: ImportStore) => Promise<unknown>, message?: string): Promise<Said> {
    const results: unknown[] = [];
    for (const { imports } of this.stores()) results.push(await work(imports));
    assert.deepEqual(results[1], results[0], message);
    return this.sayTheSame(message);
  }

  /** Checks only records, for stores in which indicators were added in different orders. */
  async sameRecords(): Promise<void> {
    const [embedded, team] = this.stores();
    assert.deepEqual((await said(team)).records, (await said(embedded)).records);
  }

  async sayTheSame(message?: string): Promise<Said> {
    const [embedded, team] = this.stores();
    const [expected, found] = [await said(embedded), await said(team)];
    assert.deepEqual(found, expected, message);
    return found;
  }

  /** Imports a text into both. */
  import(content: string, options: ImportOptions & { readonly name?: string } = {}): Promise<Said> {
    const { name = 'list.txt', ...rest } = options;
    const bytes = new TextEncoder().encode(content);
    return this.same((imports) => importInto(imports, { bytes, name }, { now: () => this.now, ...rest }), name);
  }

  /** Takes statements of a source into both. */
  take(name: string, ...batches: readonly (readonly Statement[])[]): Promise<Said> {
    return this.same(async (imports) => {
      const run = await imports.beginImport({ kind: 'import', name });
      const skipped = [];
      for (const batch of batches) skipped.push(await run.take(batch));
      return { skipped, ...(await run.finish()) };
    }, name);
  }
}

const ids: ReadonlySet<string> = new Set(['iid', 'tid', 'fid', 'cid', 'uid', 'id']);

/** A value without the numbers that a store gives, but whether it gives one. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      ids.has(name) && typeof part === 'number' ? 'a number' : withoutIds(part),
    ]),
  );
}

async function said(store: Contracted): Promise<Said> {
  const { read } = store;
  const stored = await store.keys();
  const hosts = stored.flatMap((key) => {
    const host = key.includes('://') ? getHost({ type: 'url', value: key }) : undefined;
    return host === undefined ? [] : [lookupKey(host)];
  });
  const asked = [...new Set([...stored, ...hosts, 'unknown.example'])];
  const known = await read.byKeys(asked);
  const records = new Map(known.map((record) => [lookupKey(record), record]));
  const urls = [];
  for (const host of new Set(hosts)) urls.push(await read.urlsOf(host, { limit: 3, offset: 1 }));
  const sources = await store.sources();
  return {
    sources: sources.map((source) => omit(source, 'id')),
    records: {
      ...Object.fromEntries(asked.map((key) => [key, withoutIds(records.get(key))])),
      urls: withoutIds(urls),
      found: await foundIn(read, [...records.values()]),
    },
    groups: await groupsIn(read, [...records.values()]),
    objects: await objectsIn(read),
  };
}

/** Follows the links of records: each record by its ID, and values that scans found. */
async function foundIn(read: ServedRecords, records: readonly IndicatorRecord[]): Promise<unknown> {
  const found = [];
  for (const { iid, value } of records.slice(0, 25)) {
    if (iid === undefined) continue;
    found.push({ value, again: (await read.byIid(iid))?.value, values: await read.foundValues(iid) });
  }
  return found;
}

async function groupsIn(read: ServedRecords, records: readonly IndicatorRecord[]): Promise<readonly unknown[]> {
  const said = [];
  const threats = new Map(records.flatMap((record) => record.threats.map(({ name, tid = 0 }) => [name, tid] as const)));
  for (const [name, tid] of [...threats].toSorted().slice(0, 20))
    said.push(
      withoutIds(await read.groups.threat({ tid })),
      withoutIds(await read.groups.threat({ name: name.toUpperCase() })),
      withoutIds(await read.groups.summary('threat', tid)),
      await read.groups.counts('threat', tid),
      withoutIds(await read.groups.links('threat', tid, { page: 0, size: 5 })),
      withoutIds(await read.groups.links('threat', tid, { page: 1, size: 5 })),
    );
  const feeds = new Map(records.flatMap((record) => record.feeds.map(({ name, fid = 0 }) => [name, fid] as const)));
  for (const [name, fid] of [...feeds].toSorted().slice(0, 20))
    said.push(
      withoutIds(await read.groups.feed({ name })),
      withoutIds(await read.groups.summary('feed', fid)),
      await read.groups.counts('feed', fid),
      withoutIds(await read.groups.links('feed', fid, { page: 0, size: 5 })),
    );
  return said;
}

/** Returns the objects served over TAXII in both orders, in small pages, without numbers and dates of the store. */
async function objectsIn({ stix }: ServedRecords): Promise<readonly unknown[]> {
  if (stix === undefined) return [];
  const said: unknown[] = [];
  for (const order of ['created', 'changed'] as const) {
    const sources = await stix.sources(order);
    said.push(sources.map((source) => omit(source, 'id')));
    const ids = sources.map(({ id }) => id);
    const found: StixEntry[] = [];
    for (let after: SortKey | undefined; ;) {
      const { entries, more } = await stix.page(ids, { order, limit: found.length < 30 ? 7 : 500, after });
      found.push(...entries);
      after = entries.at(-1)?.sortKey;
      if (!more || after === undefined) break;
    }
    const lines = found.map((entry) => plainEntry(entry, order));
    // Objects of one moment are in the order of their numbers.
    said.push(order === 'created' ? lines.toSorted() : lines);
    for (const entry of found.slice(0, 5))
      if (entry.kind === 'original') said.push((await stix.original(ids, entry.id, order))?.sortKey.group);
  }
  return said;
}

function plainEntry(entry: StixEntry, order: Order): string {
  const { sortKey, ...rest } = entry;
  const dated = order === 'created' ? { created: sortKey.created } : {};
  const plain = withoutIds({ group: sortKey.group, part: sortKey.part > 0, ...dated, ...rest });
  return JSON.stringify(plain, (name, value: unknown) => {
    if (name === 'lifecycle') return { ...(value as object), modified: 'a date' };
    return name === 'version' ? typeof value : value;
  });
}
