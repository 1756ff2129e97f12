import assert from 'node:assert/strict';
import { request } from 'node:http';
import { createService } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { listen, type Listening } from '../../../../src/service/listen';
import { useStore } from '../openedStore';

const type = 'application/taxii+json;version=2.1';
const key = 'contract-key';
const count = 1_003;
/** Three objects share each moment, so that pages end within one. */
const createdOf = (n: number): string => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1_000).toISOString();
const idOf = (n: number): string => `indicator--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

interface Envelope {
  readonly more: boolean;
  readonly next?: string;
  readonly objects: readonly { readonly id: string; readonly created: string }[];
}
interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The specification of the interface, line by line, as a client meets it over HTTP. */
describe('TAXII server by the specification', () => {
  const store = useStore({});
  let listening: Listening;
  let objects = '';

  const basic = { Accept: type, Authorization: `Basic ${Buffer.from(`taxii2:${key}`).toString('base64')}` };
  const get = async (path: string, headers: Readonly<Record<string, string>> = basic, method = 'GET'): Promise<Got> => {
    const response = await fetch(listening.url + path, { headers, method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const page = async (query: Readonly<Record<string, string>> = {}): Promise<Envelope & Got> => {
    const got = await get(`${objects}?${new URLSearchParams(query).toString()}`);
    assert.equal(got.status, 200, got.text);
    return { ...got, ...(JSON.parse(got.text) as Envelope) };
  };

  before(async () => {
    const all = Array.from({ length: count }, (_, n) => ({
      type: 'indicator',
      spec_version: '2.1',
      id: idOf(n),
      created: createdOf(n),
      modified: createdOf(n),
      pattern: `[domain-name:value = 'host-${n}.example']`,
      pattern_type: 'stix',
      valid_from: createdOf(n),
    }));
    await importInto(store(), { name: 'feed.json', text: JSON.stringify({ type: 'bundle', objects: all }) });
    const service = createService({ store: servedFrom(store()), tier: 'business', key, embedded: false });
    const started = await listen(service, { port: 0 });
    assert.ok('url' in started);
    listening = started;
    const reported = JSON.parse((await get('/taxii2/')).text) as { collections: { id: string; title: string }[] };
    objects = `/taxii2/api/collections/${reported.collections.find(({ title }) => title === 'feed.json')?.id ?? ''}/objects/`;
  });
  after(async () => {
    await listening.close();
  });

  it('discovery: lists API roots and collections, each by a UUID', async () => {
    const { status, text, headers } = await get('/taxii2/');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), type);
    const reported = JSON.parse(text) as { api_roots: string[]; collections: { id: string; can_read: boolean }[] };
    assert.deepEqual(reported.api_roots, ['/taxii2/api/', '/taxii2/changes/']);
    for (const { id, can_read: canRead } of reported.collections) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(canRead, true);
    }
  });

  it('limit: returns at most 1,000 objects per page, which is also the default', async () => {
    const queries: readonly Record<string, string>[] = [
      {},
      { limit: '1000' },
      { limit: '1001' },
      { limit: '99999999999999999999' },
    ];
    for (const query of queries) {
      const { objects: stored, more, next } = await page(query);
      assert.equal(stored.length, 1_000);
      assert.equal(more, true);
      assert.equal(typeof next, 'string');
    }
    assert.equal((await page({ limit: '7' })).objects.length, 7);
  });

  it('pagination 1 to 3: next leads to every object once despite equal timestamps, and is present while more is true', async () => {
    const seen: string[] = [];
    let query: Readonly<Record<string, string>> = { limit: '100' };
    for (let pages = 1; ; pages++) {
      const { objects: stored, more, next } = await page(query);
      seen.push(...stored.map(({ id }) => id));
      assert.equal(next !== undefined, more);
      if (next === undefined) break;
      assert.ok(pages < 20);
      query = { limit: '100', next };
    }
    assert.deepEqual(seen.toSorted(), Array.from({ length: count }, (_, n) => idOf(n)).toSorted());
  });

  it('pagination 4: added_after accepts the header, the created of the last object, or any timestamp, and means after it', async () => {
    const { objects: stored, headers } = await page({ limit: '300' });
    const last = headers.get('x-taxii-date-added-last') ?? '';
    assert.equal(last, stored.at(-1)?.created);
    const { objects: rest } = await page({ added_after: last });
    assert.ok(rest.every(({ created }) => created > last));
    assert.equal(stored.length + rest.length, count);
    assert.equal((await page({ added_after: '2026-01-01T00:00:00.500Z' })).objects.length, 1_000);
    assert.deepEqual((await page({ added_after: createdOf(count) })).objects, []);
  });

  it('pagination 5: the headers are the created of the first and last object, in every kind of list', async () => {
    const query = `?added_after=${createdOf(5)}&limit=4`;
    for (const path of [objects, objects.replace('objects', 'manifest')]) {
      const { headers } = await get(path + query);
      assert.equal(headers.get('x-taxii-date-added-first'), createdOf(6), path);
      assert.equal(headers.get('x-taxii-date-added-last'), createdOf(9), path);
    }
    const { headers } = await get(`${objects}${idOf(9)}/versions/`);
    assert.equal(headers.get('x-taxii-date-added-last'), createdOf(9));
  });

  it('next continues with the same filters, and can be repeated', async () => {
    const filters = { added_after: createdOf(2), 'match[type]': 'indicator', limit: '3' };
    const first = await page(filters);
    const second = { ...filters, next: first.next ?? '' };
    assert.deepEqual(
      (await page(second)).objects.map(({ id }) => id),
      [6, 7, 8].map(idOf),
    );
    assert.deepEqual((await page(second)).objects, (await page(second)).objects);
    assert.deepEqual((await page({ ...second, 'match[type]': 'malware' })).objects, []);
  });

  it('match[version] and match[spec_version] filter, and invalid versions are rejected', async () => {
    for (const version of ['last', 'first', 'all', createdOf(0)]) {
      const { objects: stored } = await page({ 'match[version]': version, 'match[id]': idOf(0) });
      assert.deepEqual(
        stored.map(({ id }) => id),
        [idOf(0)],
        version,
      );
    }
    assert.deepEqual((await page({ 'match[spec_version]': '2.0' })).objects, []);
    const { status, text } = await get(`${objects}?match[version]=newest`);
    assert.equal(status, 400);
    assert.match((JSON.parse(text) as { title: string }).title, /match\[version\]/);
  });

  it('parameters: uses the last of a repeated one, takes an empty one as missing, and ignores unknown ones', async () => {
    const whole = await page({ limit: '2' });
    for (const query of ['limit=9&limit=2', 'limit=2&next=&added_after=', 'limit=2&of=interest'])
      assert.equal((await get(`${objects}?${query}`)).text, whole.text, query);
  });

  it('authentication 3: requires a key in the query on every request, together with accept', async () => {
    const query = new URLSearchParams({ key, accept: type, limit: '2' });
    const first = await get(`${objects}?${query.toString()}`, {});
    assert.equal(first.status, 200);
    const { next = '' } = JSON.parse(first.text) as Envelope;
    query.set('next', next);
    assert.equal((await get(`${objects}?${query.toString()}`, {})).status, 200);
    query.delete('key');
    assert.equal((await get(`${objects}?${query.toString()}`, {})).status, 401);
    query.set('key', key);
    query.delete('accept');
    assert.equal((await get(`${objects}?${query.toString()}`, {})).status, 406);
  });

  it('authentication 4: returns identical responses with both methods', async () => {
    const query = new URLSearchParams({ key, accept: type, pretty: '1' });
    const byQuery = await get(`${objects}?${query.toString()}`, {});
    assert.equal(byQuery.text, (await get(`${objects}?pretty=1`)).text);
    assert.equal(byQuery.headers.get('content-type'), type);
  });

  it('read-only: answers other methods with 405 and Allow, and HEAD with the headers of GET and no body', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'DELETE']) {
      const { status, headers, text } = await get(objects, basic, method);
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'GET, HEAD');
      assert.equal((JSON.parse(text) as { http_status: string }).http_status, '405');
    }
    const [whole, head] = [await get(objects), await get(objects, basic, 'HEAD')];
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'x-taxii-date-added-first', 'x-taxii-date-added-last'])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    assert.equal((await get(`${objects}indicator--none/`, basic, 'HEAD')).status, 404);
  });

  it('reports every rejection as a TAXII error, including those of the connection', async () => {
    const forms: Got[] = [
      await get('/taxii2/', { Accept: type }),
      await get('/taxii2/', { ...basic, Accept: 'text/html' }),
      await get('/taxii2/none/'),
      await get(`${objects}?limit=0`),
      await get(objects, { ...basic, 'Content-Type': type }, 'POST'),
      await elsewhere('/taxii2/', { ...basic, Host: 'rebound.example' }),
      await elsewhere('/taxii2?x', { ...basic, Host: 'rebound.example' }),
    ];
    assert.deepEqual(
      forms.map(({ status }) => status),
      [401, 406, 404, 400, 403, 403, 403],
    );
    for (const { status, headers, text } of forms) {
      assert.equal(headers.get('content-type'), type, text);
      const { title, http_status: reported } = JSON.parse(text) as { title: unknown; http_status: unknown };
      assert.equal(typeof title, 'string');
      assert.equal(reported, String(status));
    }
  });

  /** With a Host header, which fetch does not let one choose. */
  async function elsewhere(path: string, headers: Readonly<Record<string, string>>): Promise<Got> {
    return new Promise((resolve, reject) => {
      const outgoing = request(listening.url + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const got = new Headers({ 'content-type': response.headers['content-type'] ?? '' });
          resolve({ status: response.statusCode ?? 0, headers: got, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
  }
});
