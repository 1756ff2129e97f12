import assert from 'node:assert/strict';
import { timestampBefore } from '../../../../src/core/records/exactTimestamp';
import { createService } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { listen, type Listening } from '../../../../src/service/listen';
import { profiles } from '../../../../src/service/taxii/profiles';
import { useStore } from '../openedStore';
import { noon } from '../servedRecords';

const total = 700;
const list = '/taxii2/api/collections/all/objects/';
const headers = {
  Accept: 'application/taxii+json;version=2.1',
  Authorization: `Basic ${Buffer.from('taxii2:key').toString('base64')}`,
};

interface Page {
  readonly more?: boolean;
  readonly next?: string;
  readonly objects?: readonly { readonly id: string }[];
}

const bundle = {
  type: 'bundle',
  objects: Array.from({ length: total }, (_, n) => ({
    type: 'note',
    spec_version: '2.1',
    id: `note--${n}`,
    created: new Date(noon + n * 1_000).toISOString(),
    content: 'n',
  })),
};

describe('Fault profiles of the TAXII server', () => {
  const store = useStore();
  let listening: Listening | undefined;

  before(async () => {
    await importInto(store(), { name: 'notes.json', text: JSON.stringify(bundle) });
  });
  afterEach(async () => {
    await listening?.close();
    listening = undefined;
  });

  async function start(name: string): Promise<string> {
    const profile = profiles.find((each) => each.name === name);
    assert.ok(profile, name);
    const service = createService({ store: servedFrom(store()), tier: 'pro', key: 'key', embedded: false });
    const started = await listen(profile.wrap(service), { port: 0 });
    assert.ok('url' in started);
    listening = started;
    return started.url;
  }

  const get = async (url: string, query: Readonly<Record<string, string>> = {}, path = list): Promise<Response> =>
    fetch(`${url}${path}?${new URLSearchParams({ limit: '200', ...query }).toString()}`, {
      headers,
      redirect: 'manual',
    });

  /** Reads a chain to its end as the standard has it, with patience for refusals; undefined if it does not end. */
  async function chain(url: string): Promise<ReadonlySet<string> | undefined> {
    const found = new Set<string>();
    let query: Record<string, string> = {};
    for (let requests = 0; requests < 40; requests++) {
      let response = await get(url, query);
      if (response.status === 307)
        response = await fetch(response.headers.get('location') ?? '', { headers, redirect: 'error' });
      if (response.status === 404) return found;
      if (!response.ok) {
        query = {};
        continue;
      }
      const { more, next, objects = [] } = (await response.json()) as Page;
      for (const { id } of objects) found.add(id);
      if (more !== true) return found;
      const last = response.headers.get('x-taxii-date-added-last') ?? '';
      // Steps back a little: ties of the last object may be on the next page.
      query = next === undefined ? { added_after: timestampBefore(`${last.slice(0, 23)}000Z`) } : { next };
    }
    return undefined;
  }

  /** Chains of these don't end, or not with every object. */
  const broken = new Set(['cut-json', 'dropped', 'endless', 'endless-pages', 'lost-pages']);

  for (const { name, about } of profiles.filter((each) => !broken.has(each.name))) {
    it(`${name}: all objects are available. ${about}`, async () => {
      const url = await start(name);
      assert.equal((await chain(url))?.size, total);
    });
  }

  it('endless-pages: a chain has no end', async () => {
    assert.equal(await chain(await start('endless-pages')), undefined);
  });

  it('lost-pages: a chain ends at a missing page', async () => {
    const url = await start('lost-pages');
    const { more, next = '' } = (await (await get(url)).json()) as Page;
    assert.equal(more, true);
    assert.equal((await get(url, { next })).status, 404);
  });

  it('one-shot-cursor: repeating a request skips a page', async () => {
    const url = await start('one-shot-cursor');
    const { next = '' } = (await (await get(url)).json()) as Page;
    const second = (await (await get(url, { next })).json()) as Page;
    const again = (await (await get(url, { next })).json()) as Page;
    assert.equal(second.next, next);
    assert.equal(second.objects?.[0]?.id, 'note--200');
    assert.equal(again.objects?.[0]?.id, 'note--400');
  });

  it('without-next and inclusive-added-after change how a list continues', async () => {
    const first = await get(await start('without-next'));
    assert.deepEqual(Object.keys((await first.json()) as Page), ['more', 'objects']);
    await listening?.close();
    const after = new Date(noon + 690_000).toISOString();
    const inclusive = (await (await get(await start('inclusive-added-after'), { added_after: after })).json()) as Page;
    assert.equal(inclusive.objects?.[0]?.id, 'note--690');
  });

  it('ties: continuing strictly after the last date loses objects', async () => {
    const url = await start('ties-without-next');
    const first = await get(url);
    const last = first.headers.get('x-taxii-date-added-last') ?? '';
    const second = (await (await get(url, { added_after: last })).json()) as Page;
    assert.notEqual(second.objects?.[0]?.id, 'note--200');
  });

  it('empty-envelope: nothing is {} without dates', async () => {
    const response = await get(await start('empty-envelope'), { added_after: '2999-01-01T00:00:00Z' });
    assert.equal(response.headers.get('x-taxii-date-added-last'), null);
    assert.equal(await response.text(), '{}');
  });

  it('roots are relative, absolute, or elsewhere', async () => {
    for (const [name, root] of [
      ['roots-relative', () => 'api/'],
      ['roots-http', (url: string) => `${url}/taxii2/api/`],
      ['roots-elsewhere', (url: string) => `${url.replace('127.0.0.1', 'localhost')}/taxii2/api/`],
    ] as const) {
      const url = await start(name);
      const { api_roots: roots } = (await (await get(url, {}, '/taxii2/')).json()) as { api_roots: readonly string[] };
      assert.deepEqual(roots, [root(url)]);
      await listening?.close();
    }
  });

  it('errors are HTML, other JSON, or have no body', async () => {
    for (const [name, type] of [
      ['errors-html', /^text\/html/],
      ['errors-json', /^application\/json/],
      ['errors-empty', /^$/],
    ] as const) {
      const url = await start(name);
      const response = await get(url, {}, '/taxii2/api/collections/none/objects/');
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type') ?? '', type);
      await listening?.close();
    }
  });

  it('too many requests: have a Retry-After or not', async () => {
    for (const [name, wait] of [
      ['too-many-requests', '1'],
      ['too-many-bare', null],
    ] as const) {
      const url = await start(name);
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push(await get(url));
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [200, 429, 200],
      );
      assert.equal(statuses[1]?.headers.get('retry-after'), wait);
      await listening?.close();
    }
  });

  it('cut-json and dropped break pages after the first', async () => {
    for (const name of ['cut-json', 'dropped']) {
      const url = await start(name);
      const { next = '' } = (await (await get(url)).json()) as Page;
      await assert.rejects(async () => (await get(url, { next })).json());
      await listening?.close();
    }
  });

  it('endless: the body continues as long as it is read', async () => {
    const response = await get(await start('endless'));
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += (chunk as Uint8Array).length;
      if (length > 4_000_000) break;
    }
    assert.ok(length > 4_000_000);
  });
});
