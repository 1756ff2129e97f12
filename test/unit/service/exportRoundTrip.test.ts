import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { lookupKey } from '../../../src/core/indicators';
import { emptyRecord, type IndicatorRecord } from '../../../src/core/records/record';
import { riskLevels } from '../../../src/core/records/risk';
import { csvChunks, readExploreCsv, readExploreStix, stixLines, stixChunks } from '../../../src/core/results';
import { isKnown } from '../../../src/core/records/knowledge';
import { StoreReader } from '../../../src/core/store/reader';
import { openStore, type Store } from '../../../src/core/store/store';
import { createService } from '../../../src/service';
import { servedFrom } from '../../../src/service/servedRecords';
import { importInto } from '../../../src/service/import';
import { importRecords } from './openedStore';

const now = Date.UTC(2026, 5, 1);
const second = 1_000;
const header = { generated: now, query: 'risk=*', address: 'http://localhost' };

/** Whole seconds: CSV has no smaller unit. */
const date = fc.integer({ min: Date.UTC(2020, 0, 1) / second, max: now / second }).map((at) => at * second);
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
/** Names with everything that separates and quotes, and what starts a formula. */
const name = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcXYZ019 ;|\\,"\'=+-@[]{}éß中')),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => `n ${text}`.trim().replace(/\s+/g, ' '));
/** The risk of a threat or reason; an unknown one of an indicator would become that of its threats. */
const level = fc.constantFrom(...riskLevels.filter((each) => each !== 'unknown'));

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** A source states the same about a threat or feed in each of its records. */
const threats = fc.uniqueArray(fc.record({ name, category: optional(name), risk: level }), {
  selector: (threat) => threat.name.toLowerCase(),
  minLength: 1,
  maxLength: 4,
});
const feeds = fc.uniqueArray(
  fc.record({ name, category: optional(name), organization: optional(name), pricing: optional(name) }),
  { selector: (feed) => feed.name.toLowerCase(), minLength: 1, maxLength: 4 },
);
const said = fc.record({
  value: fc.constantFrom(
    ...(['one.example', 'two.example', '203.0.113.7', '2001:db8::7', 'https://three.example/a?b=1,2'] as const),
  ),
  risk: level,
  retired: fc.boolean(),
  retiredReason: optional(name),
  dates: fc.record({ added: optional(date), updated: optional(date), seen: optional(date), retired: optional(date) }),
  reasons: fc.uniqueArray(fc.record({ description: name, risk: level }), {
    selector: ({ description }) => description.toLowerCase(),
    maxLength: 3,
  }),
  threats: fc.array(fc.tuple(fc.nat(3), date), { maxLength: 3 }),
  feeds: fc.array(fc.tuple(fc.nat(3), optional(date)), { maxLength: 3 }),
  attributes: fc.dictionary(
    fc.constantFrom('port', 'protocol', 'technology'),
    fc.uniqueArray(fc.tuple(name, optional(name)), { selector: ([first]) => first, minLength: 1, maxLength: 3 }),
    { noNullPrototype: true },
  ),
});
const records = fc
  .record({
    threats,
    feeds,
    said: fc.uniqueArray(said, { selector: ({ value }) => value, minLength: 1, maxLength: 5 }),
  })
  .map(({ threats, feeds, said }) =>
    said.map(({ value, dates, reasons, attributes, ...each }): IndicatorRecord => {
      const type = value.startsWith('https:') ? 'url' : /^[\d:]|^2001/.test(value) ? 'ip' : 'domain';
      const { retired, ...others } = dates;
      return {
        ...emptyRecord(value, type),
        risk: each.risk,
        retired: each.retired,
        ...(each.retired ? defined({ retiredReason: each.retiredReason }) : {}),
        timestamps: defined({ ...others, retired: each.retired ? retired : undefined }),
        riskFactors: reasons,
        threats: [...new Map(each.threats)].flatMap(([n, linked]) => {
          const { name = '', risk = 'high', category } = threats[n] ?? {};
          return name === '' ? [] : [{ name, risk, ...defined({ category }), linked }];
        }),
        feeds: [...new Map(each.feeds)].flatMap(([n, linked]) => {
          const { name = '', ...more } = feeds[n] ?? {};
          return name === '' ? [] : [{ name, ...defined({ ...more, linked }) }];
        }),
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([key, rows]) => [
            key,
            rows.map((row) => row.filter((cell) => cell !== undefined)),
          ]),
        ),
      };
    }),
  );

/**
 * Returns the parts of a record that are kept. No format keeps local IDs and the order of links. CSV keeps no
 * milliseconds, and only properties of the place and DNS. Comments, redirects, submissions, and scans are in neither.
 */
function kept(record: IndicatorRecord | undefined) {
  if (record === undefined) return undefined;
  const { value, type, risk, retired, retiredReason, timestamps, attributes, riskFactors } = record;
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
  const { added, updated, seen, retired: ended } = timestamps;
  return {
    value,
    type,
    risk,
    retired,
    retiredReason,
    added,
    updated,
    seen,
    ended: retired ? ended : undefined,
    attributes: Object.fromEntries(Object.entries(attributes).toSorted()),
    reasons: riskFactors.map(({ description, risk }) => `${description} ${risk}`).toSorted(),
    threats: record.threats
      .map(({ name, category, risk, linked }) => ({ name, category, risk, linked }))
      .toSorted(byName),
    feeds: record.feeds
      .map(({ name, category, organization, pricing, linked }) => ({ name, category, organization, pricing, linked }))
      .toSorted(byName),
  };
}

describe('An export', () => {
  let folder = '';
  let count = 0;
  const stores: Store[] = [];
  const open = (): Store => {
    const store = openStore(join(folder, `${count++}.db`), { now: () => now });
    stores.push(store);
    return store;
  };
  before(() => (folder = mkdtempSync(join(tmpdir(), 'round-trip-'))));
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const answer = async (store: Store, path: string, accept: string): Promise<string> => {
    const service = createService({ store: servedFrom(store), tier: 'business', embedded: true, now: () => now });
    const response = await service(new Request(`http://localhost${path}`, { headers: { Accept: accept } }));
    assert.equal(response.status, 200);
    return response.text();
  };
  const explore = (format: 'csv' | 'stix') => (store: Store) =>
    answer(store, `/api/explore.php?q=not+risk%3Dunknown&format=${format}`, '*/*');
  const recordsIn = (store: Store, all: readonly IndicatorRecord[]): readonly IndicatorRecord[] =>
    all.flatMap(({ value }) => store.byKey(lookupKey(value)) ?? []);
  const exports: Readonly<Record<string, (store: Store, all: readonly IndicatorRecord[]) => string | Promise<string>>> =
    {
      'CSV of a query': explore('csv'),
      'STIX of a query': explore('stix'),
      'CSV of results': (store, all) => [...csvChunks(header, recordsIn(store, all), () => undefined)].join(''),
      'STIX of results': (store, all) => [...stixChunks(header, recordsIn(store, all), 2)].join(''),
      'JSON Lines of STIX': (store, all) => [...stixLines(header, recordsIn(store, all))].join(''),
      'page of the TAXII server': (store) =>
        answer(store, '/taxii2/api/collections/all/objects/', 'application/taxii+json;version=2.1'),
    };

  for (const [what, write] of Object.entries(exports)) {
    // The dates of links to threats are those of the relationships of STIX; TAXII serves them with the date of the indicator.
    const isTaxii = what.includes('TAXII');
    it(`as ${what} is imported with threats, feeds, ports, dates, and risk`, async () => {
      await fc.assert(
        fc.asyncProperty(records, async (all) => {
          const store = open();
          importRecords(store, all);
          const again = open();
          const text = await write(store, all);
          const { complete, skipped } = await importInto(again, { text, name: 'again' }, { now: () => now });
          assert.deepEqual([complete, skipped], [true, []]);
          const of = (each: Store) =>
            all.map(({ value }) => {
              const record = kept(each.byKey(lookupKey(value)));
              if (record === undefined || !isTaxii) return record;
              return { ...record, threats: record.threats.map((threat) => ({ ...threat, linked: undefined })) };
            });
          assert.deepEqual(of(again), of(store));
          for (const each of stores.splice(0)) each.close();
        }),
        { numRuns: 8 },
      );
    });
  }

  describe('of a list with rules for names below a name', () => {
    const zone = [
      '$TTL 60',
      ...['*.wild.com', '*.both.com', 'both.com', 'exact.com'].map((rule) => `${rule} CNAME .`),
      'fine.both.com CNAME rpz-passthru.',
      '*.fine.both.com CNAME rpz-passthru.',
    ].join('\n');
    const values = ['wild.com', 'both.com', 'exact.com', 'fine.both.com', 'text.com'];
    const names = [...values, ...values.map((value) => `a.${value}`), ...values.map((value) => `b.a.${value}`)];
    const all = values.map((value) => emptyRecord(value, 'domain'));
    const listed: Readonly<Record<string, (store: Store) => string | Promise<string>>> = {
      ...Object.fromEntries(
        ['csv', 'stix'].map((format) => [
          `${format} of a query`,
          (store: Store) => answer(store, `/api/explore.php?q=ioc%3D*&format=${format}`, '*/*'),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(exports)
          .filter(([what]) => !what.includes('of a query'))
          .map(([what, write]) => [what, (store: Store) => write(store, all)]),
      ),
    };
    /** Returns the risk and the rule of each name. */
    const foundIn = (store: Store, file: string) => {
      store.close();
      const reader = new StoreReader(file, { now: () => now });
      const found = names.map((each) => {
        const known = reader
          .find(each)
          .filter(isKnown)
          .filter(({ source }) => source.parent === undefined);
        return [each, known.map(({ source, record }) => `${record.risk} ${source.range ?? 'itself'}`)];
      });
      reader.close();
      return Object.fromEntries(found) as Readonly<Record<string, readonly string[]>>;
    };

    for (const [what, write] of Object.entries(listed)) {
      it(`keeps them as ${what}`, async () => {
        const source = { kind: 'import', name: 'list', risk: 'high' } as const;
        const store = open();
        const file = join(folder, `${count - 1}.db`);
        await importInto(store, { text: zone, name: 'list' }, { now: () => now, source });
        const other = { ...source, name: 'text' };
        await importInto(store, { text: '*.text.com\n', name: 'text' }, { now: () => now, source: other });
        const text = await write(store);
        const again = open();
        const copy = join(folder, `${count - 1}.db`);
        const { skipped } = await importInto(again, { text, name: 'list' }, { now: () => now, source });
        assert.deepEqual(skipped, []);
        const before = foundIn(store, file);
        assert.deepEqual(before['a.wild.com'], ['high *.wild.com']);
        assert.deepEqual(before['a.fine.both.com'], []);
        assert.deepEqual(foundIn(again, copy), before);
      });
    }

    it('shows other readers the name alone', async () => {
      const store = open();
      await importInto(store, { text: '*.text.com\n', name: 'list' }, { now: () => now });
      const csv = await answer(store, '/api/explore.php?q=ioc%3D*&format=csv', '*/*');
      assert.match(csv, /^"?text\.com"?,domain,/m);
      const stix = await answer(store, '/api/explore.php?q=ioc%3D*&format=stix', '*/*');
      assert.match(stix, /\[domain-name:value = 'text\.com'\]/);
    });

    it('is read in tables as in lists', async () => {
      const store = open();
      const file = join(folder, `${count - 1}.db`);
      await importInto(
        store,
        { text: 'domain,risk\n*.wild.com,high\nexact.com,low\n', name: 'table.csv' },
        { now: () => now },
      );
      const found = foundIn(store, file);
      assert.deepEqual(found['wild.com'], ['high itself']);
      assert.deepEqual(found['a.wild.com'], ['high *.wild.com']);
      assert.deepEqual(found['a.exact.com'], []);
    });
  });

  it('is read with the same in results', () => {
    fc.assert(
      fc.property(records, (all) => {
        const csv = readExploreCsv([...csvChunks(header, all, () => undefined)].join(''));
        const stix = readExploreStix([...stixChunks(header, all)].join(''), now);
        assert.deepEqual(csv?.records.map(kept), all.map(kept));
        assert.deepEqual(stix?.records.map(kept), all.map(kept));
        assert.deepEqual([stix.unreadable, stix.warnings], [0, []]);
      }),
      { numRuns: 50 },
    );
  });
});
