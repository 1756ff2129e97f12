import assert from 'node:assert/strict';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { readBundle } from '../../../../src/core/stix/objects';
import { objectState } from '../../../../src/core/store/stix/storedObjects';
import { openStore } from '../../../../src/core/store/store';
import { beside } from '../../core/store/builders';
import { createService, type Service } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { send, type ServiceResponse } from '../send';
import { cacheRemoteAnswer, importRecords, useStore } from '../openedStore';
import { noon, someRecord } from '../servedRecords';

const taxii = 'application/taxii+json;version=2.1';

interface StixObject {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly [key: string]: unknown;
}
interface Envelope {
  readonly more: boolean;
  readonly next?: string;
  readonly objects: readonly StixObject[];
}
interface ListedCollection {
  readonly id: string;
  readonly title: string;
  readonly alias?: string;
}

const indicator = (n: number, more: object = {}): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  created: new Date(noon + n * 1_000).toISOString(),
  modified: new Date(noon + n * 1_000).toISOString(),
  pattern: `[domain-name:value = 'host-${n}.example']`,
  pattern_type: 'stix',
  valid_from: '2024-01-01T00:00:00Z',
  ...more,
});
const malware = {
  type: 'malware',
  spec_version: '2.1',
  id: 'malware--00000000-0000-4000-8000-000000000001',
  created: '2024-03-01T12:00:00.000001Z',
  modified: '2024-03-02T12:00:00.123456Z',
  name: 'Example Kit',
  is_family: true,
  x_odd: { kept: ['as', 'it', 'came'] },
};
const note = { type: 'note', id: 'note--1', content: 'without created', x: 1 };

describe('TAXII server', () => {
  const store = useStore();
  let service: Service;

  const get = async (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ): Promise<ServiceResponse> => send(service, path, { ...init, headers: { Accept: taxii, ...headers } });
  const envelope = async (path: string): Promise<Envelope> => (await get(path)).body as Envelope;
  const collections = async (): Promise<readonly ListedCollection[]> =>
    ((await get('/taxii2/api/collections/')).body as { collections: readonly ListedCollection[] }).collections;
  const objectsOf = async (title: string): Promise<string> => {
    const found = (await collections()).find((each) => each.title === title);
    return `/taxii2/api/collections/${found?.id ?? ''}/objects/`;
  };

  before(async () => {
    const objects = [note, malware, indicator(1), indicator(2), { ...indicator(3), revoked: true }];
    await importInto(store(), { name: 'bundle.json', bytes: Buffer.from(JSON.stringify({ type: 'bundle', objects })) });
    const records: readonly IndicatorRecord[] = [
      someRecord({
        iid: 1,
        value: 'made.example',
        risk: 'high',
        timestamps: { added: noon - 86_400_000 },
        threats: [{ name: 'Example Kit', category: 'malware', risk: 'high' }],
        feeds: [{ name: 'Example Feed' }],
      }),
      someRecord({ iid: 2, value: '192.0.2.7', type: 'ip', risk: 'low' }),
      someRecord({ iid: 3, value: "http://made.example/o'k", type: 'url', risk: 'critical', retired: true }),
    ];
    importRecords(store(), records);
    cacheRemoteAnswer(store());
    service = createService({ store: servedFrom(store()), tier: 'business', embedded: true });
  });

  it('lists its API root and collections', async () => {
    const discovery = await get('/taxii2/');
    assert.equal(discovery.status, 200);
    assert.equal(discovery.headers.get('content-type'), taxii);
    const { title, api_roots: roots } = discovery.body as { title: string; api_roots: readonly string[] };
    assert.equal(title, 'Threat Lookups');
    assert.deepEqual(roots, ['/taxii2/api/', '/taxii2/changes/']);
    assert.deepEqual(((await get('/taxii2/api/')).body as { versions: unknown }).versions, [taxii]);
    const reported = await collections();
    assert.deepEqual(
      reported.map(({ title }) => title),
      ['All Sources', 'bundle.json', 'list.csv'],
    );
    assert.deepEqual((await get(`/taxii2/api/collections/${reported[1]?.id ?? ''}/`)).body, reported[1]);
  });

  it('serves objects of STIX sources unchanged, and nothing else for them', async () => {
    const { objects, more } = await envelope(await objectsOf('bundle.json'));
    assert.equal(more, false);
    assert.deepEqual(
      objects.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [indicator(1), indicator(2), { ...indicator(3), revoked: true }, malware, note],
    );
  });

  it('generates objects for data in other formats, with the same meaning when they are read', async () => {
    const { objects } = await envelope(await objectsOf('list.csv'));
    const types = objects.map(({ type }) => type);
    assert.deepEqual(types.toSorted(), [
      'extension-definition',
      'identity',
      'identity',
      'indicator',
      'indicator',
      'indicator',
      'malware',
      'relationship',
    ]);
    assert.equal(types.indexOf('extension-definition') < types.indexOf('indicator'), true);
    const bundle = readBundle(noon);
    const stated = objects.flatMap((object) => bundle.read(object).statements);
    const read = stated.filter((each) => each.kind === 'indicator').map(({ record }) => record);
    assert.deepEqual(read.map(({ value, risk, retired }) => [value, risk, retired]).toSorted(), [
      ['192.0.2.7', 'low', false],
      ["http://made.example/o'k", 'critical', true],
      ['made.example', 'high', false],
    ]);
    assert.equal(stated.filter((each) => each.kind === 'relation').length >= 2, true);
    const revoked = objects.filter((object) => (object as { revoked?: unknown }).revoked === true);
    assert.deepEqual(
      revoked.map(({ name }) => name),
      ["http://made.example/o'k"],
    );
    const made = objects.find(({ name }) => name === 'made.example');
    assert.equal(made?.created, new Date(noon - 86_400_000).toISOString().replace('Z', '000Z'));
  });

  it('serves all sources in one collection, but never answers of a remote service', async () => {
    const { objects } = await envelope('/taxii2/api/collections/all/objects/');
    assert.equal(objects.length, 5 + 8);
    assert.equal(JSON.stringify(objects).includes('remote.example'), false);
  });

  it('pages with a reusable token, and marks the last page', async () => {
    const path = await objectsOf('bundle.json');
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '2', ...(next === undefined ? {} : { next }) }).toString();
      const first = await get(`${path}?${query}`);
      assert.deepEqual((await get(`${path}?${query}`)).body, first.body);
      const page = first.body as Envelope;
      assert.equal(first.headers.get('x-taxii-date-added-first') !== null, true);
      seen.push(...page.objects.map(({ id }) => id));
      assert.equal('next' in page, page.more);
      next = page.next;
    } while (next !== undefined);
    assert.equal(seen.length, 5);
    assert.equal(new Set(seen).size, 5);
  });

  it('dates a page by the creation of its first and last object', async () => {
    const path = await objectsOf('bundle.json');
    // An object without `created` has the date on which it was added.
    const { body, headers } = await get(`${path}?match[type]=note`);
    assert.deepEqual((body as Envelope).objects, [note]);
    assert.equal(headers.get('x-taxii-date-added-first'), new Date(noon).toISOString().replace('Z', '000Z'));
    const dated = await get(`${path}?match[type]=malware,indicator&limit=3`);
    assert.equal(dated.headers.get('x-taxii-date-added-first'), malware.created);
    assert.equal(dated.headers.get('x-taxii-date-added-last'), (dated.body as Envelope).objects[2]?.created);
  });

  it('includes “more” and “objects” on an empty page also', async () => {
    const { text, headers } = await get(`${await objectsOf('bundle.json')}?added_after=2999-01-01T00:00:00.000Z`);
    assert.equal(text, '{"more":false,"objects":[]}');
    assert.equal(headers.get('x-taxii-date-added-first'), null);
  });

  it('filters strictly by date, and by ID, type, version, and STIX version', async () => {
    const path = await objectsOf('bundle.json');
    const ids = async (query: string): Promise<readonly string[]> =>
      (await envelope(`${path}?${query}`)).objects.map(({ id }) => id);
    const second = indicator(2) as StixObject;
    assert.deepEqual(await ids(`added_after=${second.created}`), [(indicator(3) as StixObject).id]);
    assert.deepEqual(await ids('added_after=2024-03-01T12:00:00.000000Z&match[type]=malware'), [malware.id]);
    assert.deepEqual(await ids('added_after=2024-03-01T12:00:00.000001Z&match[type]=malware'), []);
    assert.deepEqual(await ids(`match[id]=${second.id},${malware.id},indicator--none`), [malware.id, second.id]);
    assert.deepEqual(await ids('match[version]=2024-03-02T12:00:00.123456Z'), [malware.id]);
    assert.equal((await ids('match[version]=all')).length, 5);
    assert.deepEqual(await ids('match[spec_version]=2.0'), []);
    assert.equal((await ids('match[spec_version]=2.1&limit=2')).length, 2);
  });

  it('finds generated objects by their ID, which is stable', async () => {
    const path = await objectsOf('list.csv');
    const [made] = (await envelope(`${path}?match[type]=indicator`)).objects;
    const again = createService({ store: servedFrom(openStore(store().file)), tier: 'business', embedded: true });
    const headers = { Accept: taxii };
    const { body } = await send(again, `${path}${made?.id ?? ''}/`, { headers });
    assert.deepEqual((body as Envelope).objects, [made]);
    assert.deepEqual((await envelope(`${path}?match[id]=${made?.id ?? ''}`)).objects, [made]);
    assert.deepEqual((await envelope(`${path}?match[id]=${made?.id ?? ''}&match[type]=malware`)).objects, []);
  });

  it('serves an object, its versions, and the manifest', async () => {
    const path = await objectsOf('bundle.json');
    assert.deepEqual((await envelope(`${path}${malware.id}/`)).objects, [malware]);
    assert.deepEqual((await get(`${path}${malware.id}/versions/`)).body, { more: false, versions: [malware.modified] });
    assert.equal((await get(`${path}malware--none/`)).status, 404);
    const manifest = await get(`${path.replace('objects', 'manifest')}?match[id]=${malware.id}`);
    const media = 'application/stix+json;version=2.1';
    assert.deepEqual(manifest.body, {
      more: false,
      objects: [{ id: malware.id, date_added: malware.created, version: malware.modified, media_type: media }],
    });
  });

  it('caps a limit that is too large, and rejects an invalid one', async () => {
    const path = await objectsOf('bundle.json');
    assert.equal((await get(`${path}?limit=5000`)).status, 200);
    for (const query of ['limit=0', 'limit=-1', 'limit=x', 'next=x', 'next=2024|1', 'added_after=today', 'pretty=2']) {
      const { status, body } = await get(`${path}?${query}`);
      assert.equal(status, 400, query);
      assert.match((body as { title: string }).title, new RegExp(query.split('=')[0] ?? ''));
    }
  });

  it('answers for IDs that no generated object has without generating the objects each time', async () => {
    const run = store().beginImport({ kind: 'import', name: 'list.csv' });
    const records = Array.from({ length: 3_000 }, (_, n) => someRecord({ iid: n, value: `lookups-test-${n}.com` }));
    run.take(records.map((record) => ({ kind: 'indicator', record })));
    run.finish();
    const path = '/taxii2/api/collections/all/objects/';
    const reader = store().stix;
    let pages = 0;
    const page = reader.page.bind(reader);
    reader.page = (...given) => {
      pages++;
      return page(...given);
    };
    const absent = Array.from(
      { length: 20 },
      (_, n) => `indicator--ffffffff-0000-4000-8000-${String(n).padStart(12, '0')}`,
    );
    assert.deepEqual(
      new Set(await Promise.all(absent.map(async (id) => (await get(`${path}${id}/`)).status))),
      new Set([404]),
    );
    const once = pages;
    assert.ok(once <= 5, String(once));
    assert.equal((await get(`${path}${absent[0] ?? ''}/`)).status, 404);
    assert.equal(pages, once);
    const { objects } = (await get(`${path}?match[type]=indicator&limit=1000`)).body as { objects: { id: string }[] };
    for (const { id } of [objects[0], objects[999]].filter((each) => each !== undefined))
      assert.deepEqual(
        (await envelope(`${path}${id}/`)).objects.map((each) => each.id),
        [id],
      );
    // A change of the store is seen.
    const more = store().beginImport({ kind: 'import', name: 'more.csv' });
    more.take([{ kind: 'indicator', record: someRecord({ iid: 9_999, value: 'lookups-test-9999.com' }) }]);
    more.finish();
    const added = (await get(`${path}?match[type]=indicator&limit=1000&added_after=1971-01-01T00:00:00Z`)).body as {
      objects: { id: string }[];
    };
    const last = added.objects.at(-1)?.id ?? '';
    assert.equal((await get(`${path}${last}/`)).status, 200);
  });

  it('rejects the token of another collection', async () => {
    const path = await objectsOf('bundle.json');
    const all = path.replace(/collections\/[^/]+/, 'collections/all');
    const changes = all.replace('/api/', '/changes/');
    const { next } = (await get(`${path}?limit=1`)).body as { readonly next?: string };
    assert.ok(next !== undefined);
    const query = `?limit=1&next=${encodeURIComponent(next)}`;
    assert.deepEqual(
      await Promise.all([path, all, changes].map(async (each) => (await get(`${each}${query}`)).status)),
      [200, 400, 400],
    );
  });

  it("doesn't serve objects that were deleted from their server", async () => {
    const path = await objectsOf('bundle.json');
    const other = beside(store().file);
    const mark = other.prepare('UPDATE stix_object SET state = ? WHERE id = ?');
    mark.run(objectState.stale, malware.id);
    const { objects } = await envelope(path);
    const { status } = await get(`${path}${malware.id}/`);
    mark.run(objectState.indexed, malware.id);
    other.close();
    assert.equal(objects.length, 4);
    assert.equal(status, 404);
  });

  it('indents with pretty=1', async () => {
    const path = await objectsOf('bundle.json');
    const { text, body } = await get(`${path}?pretty=1`);
    assert.match(text, /^\{\n {4}"more": false,\n/);
    assert.deepEqual(body, (await get(path)).body);
  });

  it('negotiates by header or parameter, which takes precedence', async () => {
    const accept = async (header: string, query = ''): Promise<number> =>
      (await get(`/taxii2/${query}`, { Accept: header })).status;
    for (const header of [taxii, 'application/taxii+json', 'text/html, Application/Taxii+JSON; version=2.1; q=1'])
      assert.equal(await accept(header), 200, header);
    for (const header of ['application/taxii+json;version=2.0', 'application/json', '*/*', 'application/stix+json'])
      assert.equal(await accept(header), 406, header);
    assert.equal(await accept('*/*', `?accept=${encodeURIComponent(taxii)}`), 200);
    assert.equal(await accept('*/*', `?accept=${taxii}`), 200);
    assert.equal(await accept(taxii, '?accept=application/taxii%2Bjson;version=2.0'), 406);
  });

  it('is read-only, and says so by the status code', async () => {
    const path = await objectsOf('bundle.json');
    const sent = async (method: string, address: string, type = taxii): Promise<number> =>
      (await get(address, { 'Content-Type': type }, { method, ...(method === 'POST' ? { body: '{}' } : {}) })).status;
    assert.equal(await sent('POST', path), 403);
    assert.equal(await sent('POST', path, 'application/json'), 415);
    assert.equal(await sent('DELETE', `${path}${malware.id}/`), 403);
    assert.equal(await sent('PUT', path), 405);
    assert.equal(await sent('DELETE', path), 405);
    assert.equal(await sent('POST', '/taxii2/'), 405);
    for (const address of ['/taxii2', '/taxii2/none/', '/taxii2/api/collections/none/objects/', path.slice(0, -1)]) {
      const { status, body, headers } = await get(address);
      assert.equal(status, 404, address);
      assert.equal(headers.get('content-type'), taxii);
      assert.equal((body as { http_status: string }).http_status, '404');
    }
  });

  describe('to callers with a key', () => {
    const basic = (user: string, key: string): Readonly<Record<string, string>> => ({
      Authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`,
    });
    const to = async (path: string, headers: Readonly<Record<string, string>>, tier: 'free' | 'pro' | 'feed' = 'pro') =>
      send(createService({ store: servedFrom(store()), tier, key: 'a:key', embedded: false }), path, { headers });

    it('returns the same with Basic authorization and with a query parameter', async () => {
      const accept = { Accept: taxii };
      const byHeader = await to('/taxii2/', { ...accept, ...basic('taxii2', 'a:key') });
      const byQuery = await to(`/taxii2/?key=a:key&accept=${encodeURIComponent(taxii)}`, {});
      assert.equal(byHeader.status, 200);
      assert.equal(byHeader.text, byQuery.text);
      assert.equal(byQuery.headers.get('content-type'), taxii);
    });

    it('rejects a missing or wrong key before anything else', async () => {
      const accept = { Accept: taxii };
      for (const headers of [
        {},
        basic('taxii2', 'wrong'),
        basic('other', 'a:key'),
        basic('taxii2', ''),
        { Authorization: 'Bearer other' },
        { Authorization: 'Basic ###' },
      ]) {
        const { status, headers: got, text } = await to('/taxii2/api/collections/', { ...accept, ...headers });
        assert.equal(status, 401);
        assert.match(got.get('www-authenticate') ?? '', /^Basic realm=/);
        assert.equal(text.includes('a:key'), false);
      }
      assert.equal((await to('/taxii2/?key=wrong', accept)).status, 401);
      assert.equal((await to('/taxii2/none/', accept)).status, 401);
    });

    it('rejects plans below Pro, and accepts Feed', async () => {
      const headers = { Accept: taxii, ...basic('taxii2', 'a:key') };
      const free = await to('/taxii2/', headers, 'free');
      assert.equal(free.status, 403);
      assert.match((free.body as { title: string }).title, /free/);
      assert.equal((await to('/taxii2/', headers, 'feed')).status, 200);
    });

    it('counts requests, and reports an exceeded limit', async () => {
      const service = createService({
        store: servedFrom(store()),
        tier: 'pro',
        key: 'k',
        embedded: false,
        now: () => noon,
      });
      let last: ServiceResponse | undefined;
      for (let n = 0; n < 21; n++) last = await send(service, '/taxii2/', { headers: { Accept: taxii } });
      assert.equal(last?.status, 429);
      assert.equal(last.headers.get('retry-after'), '1');
      assert.equal((last.body as { http_status: string }).http_status, '429');
    });
  });
});
