import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '../../../../../src/core/explore';
import { addressOfNumber } from '../../../../../src/core/indicators/identity/range';
import { getGeoLocation } from '../../../../../src/core/store/geoLocations';
import { openStore, type Store } from '../../../../../src/core/store/store';
import { importInto } from '../../../../../src/service/import';
import { refreshList } from '../../../../../src/service/import/refreshList';

const now = Date.UTC(2026, 5, 1, 12);
/** Rows of IPtoASN from 5.0.0.0 on, each of three addresses. */
const rows = (count: number, asn = 64500): string =>
  Array.from({ length: count }, (_, at) => {
    const [first, last] = [at * 3, at * 3 + 2].map((number) => addressOfNumber((5n << 24n) + BigInt(number), 32));
    return `${first}\t${last}\t${asn}\tDE\tEXAMPLE-${at % 7}\n`;
  }).join('');
const long = 5_001;

describe('Imported lists of locations', () => {
  let folder = '';
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'locations-'));
    store = openStore(join(folder, 'store.db'), { now: () => now });
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const located = (address: string) => store.use((c) => getGeoLocation(c, address));
  /** The names of the lists, and how many ranges are left of all. */
  const lists = () =>
    store.use((c) => [
      ...c
        .all('SELECT s.name FROM place_list l JOIN source s ON s.id = l.source_id WHERE complete = 1 ORDER BY s.id')
        .map(({ name }) => name),
      c.get('SELECT count(*) AS n FROM place_range')?.['n'],
    ]);
  const add = (text: string, name = 'ip2asn.tsv') => importInto(store, { name, text }, { now: () => now });

  it('become location data instead of statements', async () => {
    const result = await add(rows(long) + '10.0.0.0\t10.0.0.9\t0\tNone\tNot routed\n');
    assert.deepEqual([result.ranges, result.objects, result.complete], [long, long + 1, true]);
    assert.deepEqual(result.kinds, { location: long });
    assert.deepEqual(result.indicators, { added: 0, updated: 0, unchanged: 0 });
    assert.deepEqual(
      result.skipped.map(({ reason, count }) => [reason.kind, count]),
      [['noKnowledge', 1]],
    );
    const geoLocation = { country: 'DE', asn: 'AS64500', organization: 'EXAMPLE-1', source: 'ip2asn.tsv', asOf: now };
    assert.deepEqual(located('5.0.0.4'), geoLocation);
    assert.deepEqual(
      store.summary().rows.map(({ kind, source, count }) => [kind, source, count]),
      [['imports', 'ip2asn.tsv', long]],
    );
    assert.equal(store.byKey('5.0.0.4'), undefined);
  });

  it('are exact where a range is no network, and say nothing about its risk', async () => {
    const result = await add('5.0.0.2\t5.0.0.7\t64500\tDE\tEXAMPLE\n');
    assert.deepEqual([result.ranges, result.indicators.added], [1, 0]);
    const found = ['5.0.0.1', '5.0.0.2', '5.0.0.7', '5.0.0.8'].map((address) => located(address)?.asn);
    assert.deepEqual(found, [undefined, 'AS64500', 'AS64500', undefined]);
    assert.equal(store.byKey('5.0.0.2'), undefined);
  });

  it('are replaced by the next import of the same name', async () => {
    await add(rows(long));
    await add(rows(long, 64501));
    await add(rows(long, 64502), 'other.tsv');
    assert.equal(located('5.0.0.4')?.asn, 'AS64501');
    assert.deepEqual(lists(), ['ip2asn.tsv', 'other.tsv', 2 * long]);
    await add(rows(1, 64503));
    assert.equal(located('5.0.0.4')?.asn, 'AS64502');
  });

  it('are kept if the next import fails or is canceled', async () => {
    await add(rows(long));
    const stopping = new AbortController();
    const canceled = await importInto(
      store,
      { name: 'ip2asn.tsv', text: rows(long, 64501) },
      { now: () => now, signal: stopping.signal, onProgress: () => stopping.abort() },
    );
    assert.deepEqual([canceled.complete, canceled.ranges], [false, undefined]);
    assert.equal(located('5.0.0.4')?.asn, 'AS64500');
    assert.equal(store.summary().rows.length, 1);
    // While its ranges are written, after the file was read.
    const late = new AbortController();
    const stopped = await importInto(
      store,
      { name: 'ip2asn.tsv', text: rows(20_000, 64501) },
      {
        now: () => now,
        signal: late.signal,
        onProgress: () => {
          if (lists().at(-1) !== long) late.abort();
        },
      },
    );
    assert.deepEqual([stopped.complete, stopped.ranges], [false, undefined]);
    assert.equal(located('5.0.0.4')?.asn, 'AS64500');
    assert.deepEqual(lists(), ['ip2asn.tsv', long]);
  });

  it('are removed with their source, and no others', async () => {
    await add(rows(long));
    await refreshList(
      store,
      { address: 'https://lists.example/asn.tsv', title: 'ASN', files: [new TextEncoder().encode(rows(long, 64501))] },
      () => now,
    );
    const [mirror] = store.mirrors.list();
    assert.deepEqual(lists(), ['ip2asn.tsv', 'ASN', 2 * long]);
    store.mirrors.remove(mirror?.id ?? 0);
    assert.deepEqual(lists(), ['ip2asn.tsv', long]);
    await add(rows(long), 'other.tsv');
    const other = store.sources.list().find(({ name }) => name === 'other.tsv');
    assert.deepEqual(store.sources.removeSome(other?.id ?? 0), { removed: 0, done: true });
    assert.deepEqual(lists(), ['ip2asn.tsv', long]);
    store.clear(['imports']);
    assert.deepEqual(lists(), [0]);
  });

  it('are mirrored, and not taken for empty ones', async () => {
    const refreshed = await refreshList(
      store,
      { address: 'https://lists.example/asn.tsv', title: 'ASN', files: [new TextEncoder().encode(rows(long))] },
      () => now,
    );
    assert.ok(refreshed.busy !== true);
    assert.equal(refreshed.account.counts.added, long);
    assert.equal(refreshed.account.state.error, undefined);
    assert.equal(located('5.0.0.4')?.source, 'ASN');
  });

  it('add the country, network, and organization to records that have none, with their source', async () => {
    await add('5.0.0.4\nhttp://5.0.0.5/x\n6.0.0.1\nevil.example\n', 'iocs.txt');
    await add('indicator,risk\n5.0.0.7,high\n', 'rated.csv');
    await add(rows(long));
    const geo = (record: { readonly properties: object } | undefined): unknown => record?.properties;
    const added = {
      geo: { countrycode: ['DE'], asn: ['AS64500'], org: ['EXAMPLE-1'], 'location data': ['ip2asn.tsv (2026-06-01)'] },
    };
    assert.deepEqual(geo(store.byKey('5.0.0.4')), added);
    assert.deepEqual(geo(store.byKey('http://5.0.0.5/x')), added);
    assert.deepEqual([geo(store.byKey('6.0.0.1')), geo(store.byKey('evil.example'))], [{}, {}]);
    const { node } = parseQuery('ioc=5.0.0.*');
    assert.ok(node);
    const found = await store.search(node, { limit: 10 });
    assert.deepEqual(new Set(found.map(({ properties }) => properties['geo']?.['asn']?.[0])), new Set(['AS64500']));
  });
});
