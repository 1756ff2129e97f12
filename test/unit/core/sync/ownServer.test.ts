import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignIn } from '../../../../src/core/api';
import { delay } from '../../../../src/core/api/http/waiting';
import { discover } from '../../../../src/core/api/taxii';
import { dateReadOnce } from '../../../../src/core/sync/ports';
import { syncCollection, type SyncOptions, type Synced } from '../../../../src/core/sync/sync';
import { openStore, type Store } from '../../../../src/core/store/store';
import { createService, type Service } from '../../../../src/service';
import { servedFrom } from '../../../../src/service/servedRecords';
import { importInto } from '../../../../src/service/import';
import { listen, type Listening } from '../../../../src/service/listen';
import { profiles } from '../../../../src/service/taxii/profiles';
import { clientOf } from './mirroring';
import { errorText } from './errorText';

/** Why a chain can't come to its end; every other profile must bring the very set that the plain server does. */
const endless: Readonly<Record<string, RegExp>> = {
  'roots-elsewhere': /names an API root elsewhere/,
  'redirect-elsewhere': /redirected to .*Credentials are sent only to/,
  'cut-json': /didn't return valid JSON|Can't reach .* interrupted/,
  dropped: /Can't reach .*, or the connection was interrupted/,
  'endless-pages': /reached its size limit of 1\.0 MB/,
  endless: /exceeds the 256 MB limit|Canceled/,
};

/** The server denies an announced page: everything is received, and nothing counts as removed. */
const unconfirmed: Readonly<Record<string, RegExp>> = {
  'not-found-past-end': /reported another page, but didn't return it \(HTTP 404\)/,
};

const pages = 4;
const perPage = 100;
const id = (n: number): string => `indicator--00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Indicators created one a second, or three at once. */
function bundle(from: number, count: number): string {
  const objects = Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const at = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1_000).toISOString();
    return {
      type: 'indicator',
      spec_version: '2.1',
      id: id(n),
      created: at,
      modified: at,
      valid_from: at,
      pattern: `[domain-name:value = 'n${n}.example']`,
      pattern_type: 'stix',
    };
  });
  return JSON.stringify({ type: 'bundle', id: 'bundle--00000000-0000-4000-8000-000000000000', objects });
}

describe("Mirror of this product's own server", () => {
  let folder = '';
  let served: Store;
  let service: Service;
  let current: Service;
  let listening: Listening;
  let stored: Store;
  let count = 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'own-server-'));
    served = openStore(join(folder, 'served.db'));
    count = 0;
    await more(pages * perPage - 30);
    service = createService({ store: servedFrom(served), tier: 'pro', key: 'the-key', embedded: false });
    current = service;
    const started = await listen((request) => current(request), { port: 0 });
    assert.ok('url' in started);
    listening = started;
    stored = openStore(join(folder, 'held.db'));
  });
  afterEach(async () => {
    stored.close();
    await listening.close();
    served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function more(objects: number): Promise<void> {
    const account = await importInto(served, { name: 'feed.json', text: bundle(count, objects) });
    assert.equal(account.indicators.added, objects);
    count += objects;
  }

  function ids(store: Store): readonly string[] {
    const sources = store.stix.sources().map((source) => source.id);
    const { entries } = store.stix.page(sources, { limit: 10_000 });
    return entries.map((entry) => (entry.kind === 'original' ? entry.id : '')).toSorted();
  }

  /** Discovers the server and syncs the collection of everything; returns the error if the sync fails. */
  async function sync(options: SyncOptions = {}, signIn?: SignIn): Promise<Synced | string> {
    const client = clientOf(listening.url, signIn, { initialPauseMillis: 20, retryMillis: 1 });
    const offer = await discover(client, listening.url);
    assert.ok(offer.ok, JSON.stringify(offer));
    const { root, collections, elsewhere } = offer.value;
    const listed = collections.find(({ title }) => title === 'feed.json') ?? collections[0];
    if (listed === undefined) return `${listening.url} names an API root elsewhere: ${elsewhere.join(', ')}`;
    const target = { server: listening.url, root: listed.root, collection: listed.id, title: listed.title };
    assert.ok(root.startsWith('http'));
    const ports = {
      client,
      writer: stored.mirrors.writer(),
      delay: (millis: number, signal: AbortSignal | undefined) => delay(Math.min(millis, 20), signal),
    };
    const synced = await syncCollection(ports, target, {
      limit: perPage,
      ...options,
    });
    assert.ok(synced.busy === undefined);
    return synced;
  }

  const wrapped = (name: string): Service => {
    const profile = profiles.find((each) => each.name === name);
    assert.ok(profile, name);
    // Each request takes 20 seconds of the server's time.
    let time = Date.now();
    const wrapping = profile.wrap(service, () => time);
    return (request) => {
      time += 20_000;
      return wrapping(request);
    };
  };

  it('knows every profile of the server', () => {
    assert.equal(profiles.length, 29);
    for (const name of Object.keys(endless))
      assert.ok(
        profiles.some((each) => each.name === name),
        name,
      );
  });

  for (const { name, about } of profiles) {
    const why = endless[name];
    if (why === undefined) {
      it(`has the same objects as from a plain one, at first, in full and later: ${name}. ${about}`, async () => {
        current = wrapped(name);
        const first = await sync();
        assert.ok(typeof first !== 'string', JSON.stringify(first));
        const isEnd = ({ complete, state }: Synced): void => {
          const words = unconfirmed[name];
          assert.equal(complete, words === undefined, errorText(state));
          if (words === undefined) assert.equal(state.error, undefined);
          else assert.match(errorText(state), words);
        };
        isEnd(first);
        assert.deepEqual(ids(stored), ids(served));
        await more(130);
        const second = await sync();
        assert.ok(typeof second !== 'string');
        isEnd(second);
        assert.deepEqual([second.full, second.counts.added], [name === 'limit-ignored' && second.full, 130]);
        const third = await sync({ full: true });
        assert.ok(typeof third !== 'string');
        isEnd(third);
        assert.equal(third.counts.stale, 0);
        assert.deepEqual(ids(stored), ids(served));
      });
    } else {
      it(`keeps the earlier objects if the chain can't end, and explains why: ${name}. ${about}`, async () => {
        await sync();
        const before = ids(stored);
        assert.equal(before.length, count);
        await more(130);
        current = wrapped(name);
        const cancel = new AbortController();
        const late = name === 'endless' ? setTimeout(() => cancel.abort(), 1_000) : undefined;
        const broken = await sync({ full: true, signal: cancel.signal, sizeLimit: { maxBytes: 1_048_576 } });
        clearTimeout(late);
        assert.match(typeof broken === 'string' ? broken : errorText(broken.state), why);
        if (typeof broken !== 'string') {
          assert.equal(broken.complete, false);
          assert.equal(broken.state.stale, 0);
        }
        const now = new Set(ids(stored));
        for (const each of before) assert.ok(now.has(each), `${each} is gone`);
        // The server recovers: nothing of the failed run is in the way.
        current = service;
        const mended = await sync({ full: name === 'endless-pages' });
        assert.ok(typeof mended !== 'string' && mended.complete);
        assert.deepEqual(ids(stored), ids(served));
      });
    }
  }

  it('says which date has too many objects to be requested again, and finds later ones in full', async () => {
    current = wrapped('brief-cursors');
    await more(200);
    const first = await sync();
    assert.ok(typeof first !== 'string' && first.complete);
    assert.equal(dateReadOnce(first.state), '2026-01-01T00:00:00.000000Z');
    await more(130);
    const second = await sync();
    assert.ok(typeof second !== 'string');
    assert.deepEqual([second.counts.added, second.requests], [0, 1]);
    const full = await sync({ full: true });
    assert.ok(typeof full !== 'string');
    assert.equal(full.counts.added, 130);
    assert.deepEqual(ids(stored), ids(served));
  });

  it('restores earlier versions if the server was restored from a backup', async () => {
    current = wrapped('restored-backup');
    await sync();
    assert.equal(stored.byKey('n16.example')?.retired, true);
    await sync();
    assert.equal(stored.byKey('n16.example')?.retired, true);
    const full = await sync({ full: true });
    assert.ok(typeof full !== 'string' && full.complete && full.counts.changed > 0);
    assert.equal(stored.byKey('n16.example')?.retired, false);
  });

  it('has the same objects with the key in the URL as with Basic authorization', async () => {
    const basic = await sync();
    const query = await sync({ full: true }, { kind: 'query' });
    assert.ok(typeof basic !== 'string' && typeof query !== 'string');
    assert.deepEqual([query.complete, query.counts.added, query.counts.changed], [true, 0, 0]);
    assert.equal(query.counts.unchanged, count);
  });

  it('tolerates a server that changes its profile in the middle of a chain', async () => {
    const names = ['one-shot-cursor', 'page-numbers', 'without-next', 'too-many-requests', 'errors-html'];
    const services = [service, ...names.map(wrapped)];
    let requests = 0;
    current = (request) => (services[Math.floor(requests++ / 3) % services.length] ?? service)(request);
    const wild = await sync();
    assert.ok(typeof wild !== 'string');
    current = service;
    const calm = await sync({ full: true });
    assert.ok(typeof calm !== 'string' && calm.complete);
    assert.deepEqual(ids(stored), ids(served));
  });
});
