import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exactTimestamp } from '../../../../src/core/records/exactTimestamp';
import { emptyRecord } from '../../../../src/core/records/record';
import type { RiskLevel } from '../../../../src/core/records/risk';
import { stixExtension, stixIdentity } from '../../../../src/core/results';
import { openStore, type Store } from '../../../../src/core/store/store';
import { createService, type Service } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';

interface StixObject {
  readonly id: string;
  readonly type: string;
  readonly modified?: string;
  readonly revoked?: boolean;
  readonly [key: string]: unknown;
}
interface Page {
  readonly objects: readonly StixObject[];
  readonly more: boolean;
  readonly next: string | undefined;
  readonly first: string | undefined;
  readonly last: string | undefined;
}

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const root = '/taxii2/changes/';
const definitions: ReadonlySet<unknown> = new Set([stixIdentity['id'], stixExtension['id']]);

/** Asks the service for a page of everything. */
async function pageOf(service: Service, query: Readonly<Record<string, string>>, from = root): Promise<Page> {
  const path = `${from}collections/all/objects/?${new URLSearchParams(query).toString()}`;
  const headers = { Accept: 'application/taxii+json;version=2.1' };
  const response = await service(new Request(`http://localhost${path}`, { headers }));
  assert.equal(response.status, 200);
  const { objects, more, next } = (await response.json()) as Pick<Page, 'objects' | 'more' | 'next'>;
  const date = (name: string): string | undefined => response.headers.get(`X-TAXII-Date-Added-${name}`) ?? undefined;
  return { objects, more, next, first: date('First'), last: date('Last') };
}

/** A typical client: it keeps the newest version of each object, and requests what was added after the last date. */
class Poller {
  readonly stored = new Map<string, StixObject>();
  private last: string | undefined;

  constructor(private readonly service: Service) {}

  async poll(limit: number): Promise<readonly StixObject[]> {
    const came: StixObject[] = [];
    for (let more = true; more;) {
      const query = { limit: String(limit), ...(this.last === undefined ? {} : { added_after: this.last }) };
      const page = await pageOf(this.service, query);
      // A page can be requested again, with the same result.
      assert.deepEqual(await pageOf(this.service, query), page);
      assert.ok(page.objects.length <= limit);
      assert.equal(page.first === undefined, page.objects.length === 0);
      if (page.first !== undefined && this.last !== undefined) assert.ok(page.first > this.last);
      for (const object of page.objects) this.take(object);
      came.push(...page.objects);
      this.last = page.last ?? this.last;
      ({ more } = page);
    }
    return came;
  }

  private take(object: StixObject): void {
    const stored = this.stored.get(object.id);
    if (stored !== undefined && JSON.stringify(stored) !== JSON.stringify(object)) {
      const [before, now] = [stored.modified, object.modified].map(
        (timestamp) => exactTimestamp(timestamp ?? '') ?? '',
      );
      assert.ok((now ?? '') > (before ?? ''), `another version of ${object.id} is not a later one`);
    }
    this.stored.set(object.id, object);
  }
}

const indicator = (n: number, version: number, more: object = {}): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  created: '2020-01-01T00:00:00Z',
  modified: new Date(Date.UTC(2020, 0, 1) + version * 1_000).toISOString(),
  pattern: `[domain-name:value = 'host-${n}.example']`,
  pattern_type: 'stix',
  valid_from: '2020-01-01T00:00:00Z',
  name: `version ${version}`,
  ...more,
});

/** A whole sync of a mirrored collection. */
async function mirror(store: Store, objects: readonly object[]): Promise<void> {
  const writer = store.mirrors.writer();
  const server = 'https://intel.example';
  await writer.begin({ server, root: `${server}/api/`, collection: 'c', title: 'Team feed' });
  await writer.chain({ full: true });
  await writer.read(Buffer.from(JSON.stringify({ objects })));
  await writer.write();
  await writer.finish({ complete: true, full: true });
}

interface Row {
  readonly name: string;
  readonly risk: RiskLevel;
  readonly added: number | undefined;
  readonly threats: readonly string[];
}

function importList(store: Store, name: string, rows: readonly Row[]): void {
  const run = store.beginImport({ kind: 'import', name });
  run.take(
    rows.map((row) => ({
      kind: 'indicator',
      record: {
        ...emptyRecord(row.name, 'domain'),
        risk: row.risk,
        timestamps: row.added === undefined ? {} : { added: row.added, seen: row.added, updated: row.added },
        threats: row.threats.map((threat) => ({ name: threat, category: 'malware', risk: row.risk })),
        feeds: [{ name: 'Example Feed' }],
      },
    })),
  );
  run.finish();
}

const name = fc.nat({ max: 5 }).map((n) => `host-${n}.example`);
const risk = fc.constantFrom<RiskLevel>('low', 'high', 'critical');
const row = fc.record<Row>({
  name,
  risk,
  added: fc.option(
    fc.nat({ max: 3 }).map((n) => Date.UTC(2019, n)),
    { nil: undefined },
  ),
  threats: fc.subarray(['Kit', 'Crew']),
});
const bundle = fc.uniqueArray(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 })), { selector: ([n]) => n, maxLength: 4 });
const act = fc.oneof(
  fc.record({
    kind: fc.constant('list'),
    name: fc.constantFrom('a.csv', 'b.csv'),
    rows: fc.array(row, { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('bundle'), name: fc.constantFrom('a.json', 'b.json'), objects: bundle }),
  fc.record({ kind: fc.constant('mirror'), objects: bundle }),
  fc.record({ kind: fc.constant('risk'), name, risk: fc.option(risk) }),
  fc.record({ kind: fc.constant('retire'), name, retired: fc.boolean() }),
  fc.record({ kind: fc.constant('age') }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

describe('TAXII API root of changes', () => {
  let folder = '';
  let number = 0;
  let now = start;
  let store: Store;
  let service: Service;

  const begin = (): void => {
    now = start;
    store = openStore(join(folder, `${number++}.db`), { now: () => now });
    service = createService({ store: servedFrom(store), tier: 'pro', embedded: true });
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'changes-'));
  });
  beforeEach(begin);
  afterEach(() => store.close());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const whole = async (from?: string): Promise<readonly StixObject[]> => (await pageOf(service, {}, from)).objects;
  const importBundle = (file: string, objects: readonly object[]): Promise<unknown> =>
    importInto(store, { name: file, text: JSON.stringify({ objects }) });

  it('includes later additions with an older date of creation, which the order by creation misses', async () => {
    const poller = new Poller(service);
    importList(store, 'new.csv', [{ name: 'new.example', risk: 'high', added: Date.UTC(2025, 0), threats: [] }]);
    await poller.poll(10);
    const byCreation = (await pageOf(service, {}, '/taxii2/api/')).last ?? '';
    now += 60_000;
    importList(store, 'old.csv', [{ name: 'old.example', risk: 'high', added: Date.UTC(2019, 0), threats: ['Kit'] }]);
    await importBundle('old.json', [indicator(1, 1)]);
    const late = await pageOf(service, { added_after: byCreation }, '/taxii2/api/');
    assert.ok(!late.objects.some((object) => object['name'] === 'old.example'));
    const came = await poller.poll(10);
    assert.ok(came.some((object) => object['name'] === 'old.example'));
    assert.ok(came.some(({ type }) => type === 'relationship'));
    assert.ok(came.some((object) => object['name'] === 'version 1'));
    assert.deepEqual(await poller.poll(10), []);
  });

  it('includes a changed risk, a new version, and a retirement, each once', async () => {
    importList(store, 'list.csv', [{ name: 'a.example', risk: 'low', added: Date.UTC(2019, 0), threats: [] }]);
    await importBundle('bundle.json', [indicator(1, 1), indicator(2, 1)]);
    const poller = new Poller(service);
    await poller.poll(2);
    now += 60_000;
    importList(store, 'list.csv', [{ name: 'a.example', risk: 'critical', added: Date.UTC(2019, 0), threats: [] }]);
    const risen = (await poller.poll(2)).filter((object) => object['name'] === 'a.example');
    assert.deepEqual(
      risen.map((object) => object['service_risk']),
      ['critical'],
    );
    await importBundle('bundle.json', [indicator(1, 2), indicator(2, 1)]);
    assert.deepEqual(
      (await poller.poll(2)).map((object) => object['name']),
      ['version 2'],
    );
    store.overrides.setRetired({ type: 'domain', value: 'a.example' }, true);
    const [retired, ...more] = await poller.poll(2);
    assert.deepEqual([retired?.['name'], retired?.['service_retired'], more.length], ['a.example', 1, 0]);
    store.overrides.setRetired({ type: 'domain', value: 'host-2.example' }, true);
    const removed = await poller.poll(2);
    assert.deepEqual(
      removed.map(({ id, revoked }) => [id.slice(-1), revoked]),
      [['2', true]],
    );
    store.overrides.setRetired({ type: 'domain', value: 'host-2.example' }, false);
    assert.deepEqual(
      (await poller.poll(2)).map(({ id, revoked }) => [id.slice(-1), revoked]),
      [['2', undefined]],
    );
  });

  it('marks retired objects like the order by creation does, and is the only one to mark restored ones', async () => {
    const api = '/taxii2/api/';
    const objects = [
      indicator(1, 1),
      indicator(2, 1, { valid_until: '2031-01-01T00:00:00Z' }),
      indicator(3, 1, { valid_until: '2025-06-01T00:00:00Z' }),
      indicator(4, 1, { valid_from: '2030-01-01T00:00:00Z' }),
      indicator(5, 1, { pattern: "[domain-name:value = 'host-1.example' OR domain-name:value = 'other.example']" }),
    ];
    await importBundle('bundle.json', objects);
    const asTheyCame = await whole(api);
    assert.deepEqual(asTheyCame, objects);
    now += day;
    for (const n of [1, 2, 3, 4]) {
      store.overrides.setRetired({ type: 'domain', value: `host-${n}.example` }, true);
    }
    const retired = await whole(api);
    assert.deepEqual(
      retired.map(({ id, revoked, valid_until: until }) => [id.slice(-1), revoked, until]),
      [
        ['1', true, new Date(now).toISOString()],
        ['2', true, new Date(now).toISOString()],
        ['3', true, '2025-06-01T00:00:00Z'],
        ['4', true, undefined],
        // Only one of its two values is retired.
        ['5', undefined, undefined],
      ],
    );
    const changed = new Map((await whole()).map((object) => [object.id, object]));
    for (const object of retired.slice(0, 4)) assert.deepEqual(changed.get(object.id), object);
    for (const [at, { modified }] of retired.slice(0, 4).entries()) {
      assert.ok((exactTimestamp(modified ?? '') ?? '') > (exactTimestamp(asTheyCame[at]?.modified ?? '') ?? ''));
    }
    const [first] = retired;
    const version = { 'match[version]': first?.modified ?? '', 'match[id]': first?.id ?? '' };
    assert.deepEqual((await pageOf(service, version, api)).objects, [first]);
    const before = { ...version, 'match[version]': asTheyCame[0]?.modified ?? '' };
    assert.deepEqual((await pageOf(service, before, api)).objects, []);
    for (const n of [1, 2, 3, 4]) {
      store.overrides.setRetired({ type: 'domain', value: `host-${n}.example` }, false);
    }
    assert.deepEqual(await whole(api), objects);
  });

  it('includes objects deleted from a mirrored collection as revoked, and again when they return', async () => {
    await mirror(store, [indicator(1, 1), indicator(2, 1)]);
    const poller = new Poller(service);
    assert.equal((await poller.poll(10)).length, 2);
    now += day;
    await mirror(store, [indicator(1, 1)]);
    assert.deepEqual(
      (await poller.poll(10)).map(({ id, revoked }) => [id.slice(-1), revoked]),
      [['2', true]],
    );
    assert.equal((await whole('/taxii2/api/')).length, 1);
    now += day;
    await mirror(store, [indicator(1, 1), indicator(2, 1)]);
    assert.deepEqual(
      (await poller.poll(10)).map(({ id, revoked }) => [id.slice(-1), revoked]),
      [['2', undefined]],
    );
  });

  it('includes the removal of an override', async () => {
    store.overrides.setRisk({ type: 'domain', value: 'a.example' }, 'critical');
    const poller = new Poller(service);
    await poller.poll(10);
    store.overrides.setRisk({ type: 'domain', value: 'a.example' }, null);
    const [removed] = await poller.poll(10);
    assert.equal(removed?.type, 'indicator');
    assert.equal(removed.revoked, true);
    store.overrides.setRisk({ type: 'domain', value: 'a.example' }, 'low');
    const [back] = await poller.poll(10);
    assert.deepEqual([back?.id, back?.revoked, back?.['service_risk']], [removed.id, undefined, 'low']);
  });

  it('misses nothing, whatever changes between polls and however small the pages are', async () => {
    const does = async (one: Act): Promise<void> => {
      now += 1_000;
      if (one.kind === 'list' && 'rows' in one) importList(store, one.name, one.rows);
      if (one.kind === 'bundle' && 'objects' in one && 'name' in one) {
        await importBundle(
          one.name,
          one.objects.map(([n, version]) => indicator(n, version)),
        );
      }
      if (one.kind === 'mirror' && 'objects' in one) {
        await mirror(
          store,
          one.objects.map(([n, version]) => indicator(n, version)),
        );
      }
      if (one.kind === 'risk' && 'risk' in one) store.overrides.setRisk({ type: 'domain', value: one.name }, one.risk);
      if (one.kind === 'retire' && 'retired' in one) {
        store.overrides.setRetired({ type: 'domain', value: one.name }, one.retired);
      }
      if (one.kind === 'age') {
        now += 100 * day;
        store.overrides.retireInactive(100);
      }
    };
    const steps = fc.array(
      fc.record({ acts: fc.array(act, { maxLength: 3 }), limit: fc.integer({ min: 1, max: 7 }) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        store.close();
        begin();
        const poller = new Poller(service);
        for (const { acts, limit } of all) {
          for (const one of acts) await does(one);
          await poller.poll(limit);
        }
        const listed = await whole();
        assert.equal(new Set(listed.map(({ id }) => id)).size, listed.length);
        for (const object of listed) assert.deepEqual(poller.stored.get(object.id), object);
        const served = new Set<string>();
        for (const { id } of await whole('/taxii2/api/')) {
          served.add(id);
          assert.ok(poller.stored.has(id), id);
        }
        // Objects that are no longer served were revoked, except definitions, which stay true without objects.
        for (const { id, revoked } of poller.stored.values())
          assert.ok(served.has(id) || revoked === true || definitions.has(id), id);
        // Pages by token bring the same as pages by date.
        const paged: StixObject[] = [];
        for (let next: string | undefined = ''; next !== undefined;) {
          const page: Page = await pageOf(service, { limit: '3', ...(next === '' ? {} : { next }) });
          paged.push(...page.objects);
          next = page.next;
        }
        assert.deepEqual(paged, listed);
      }),
      { numRuns: 40 },
    );
  });
});
