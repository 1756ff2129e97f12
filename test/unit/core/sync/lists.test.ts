import assert from 'node:assert/strict';
import type { SyncError } from '../../../../src/core/sync/syncError';
import { taxiiErrorMessage } from '../../../../src/core/api/taxii';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Gateway } from '../../../../src/core/api';
import { lookupKey } from '../../../../src/core/indicators';
import type { RequestedList } from '../../../../src/core/sync/fetchedList';
import { fetchList, parseListAddress } from '../../../../src/core/sync/list';
import { StoreReader } from '../../../../src/core/store/reader';
import { openStore, type Store } from '../../../../src/core/store/store';
import { refreshList } from '../../../../src/service/import/refreshList';
import { plain } from '../../../harness/plain';

const address = 'https://intel.example/lists/domains.txt';
const noon = Date.UTC(2026, 5, 1, 12);

describe('A list', () => {
  let folder = '';
  let store: Store;
  let now = noon;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lists-'));
    now = noon;
    store = openStore(join(folder, 'store.db'), { now: () => now });
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function refresh(content: string | Uint8Array, risk?: 'high') {
    now += 60_000;
    const list = { address, title: 'Bad names', files: [Buffer.from(content)], risk };
    const refreshed = await refreshList(store, list, () => now);
    assert.ok(refreshed.busy !== true);
    return refreshed.account;
  }

  async function taken(list: RequestedList, signal?: AbortSignal) {
    const refreshed = await refreshList(store, list, () => now, signal);
    assert.ok(refreshed.busy !== true);
    return refreshed.account;
  }

  function known(name: string) {
    const reader = new StoreReader(join(folder, 'store.db'));
    try {
      const [found] = reader.find(keyOf(name));
      return found?.kind === 'known' ? found : undefined;
    } finally {
      reader.close();
    }
  }

  it('rates no entry that only says what something is', async () => {
    await refresh('ExitNode FE39F0\nExitAddress 185.220.101.4 2026-05-12 08:10:51\n', 'high');
    assert.equal(store.byKey(keyOf('185.220.101.4'))?.risk, 'unknown');
  });

  it('describes entries of a list that was added as such, until the user answers otherwise', async () => {
    const list = {
      address,
      title: 'Exits',
      kind: 'informational',
      files: [Buffer.from('lookups-test-9.com\n')],
    } as const;
    await refreshList(store, list, () => now);
    const contexts = () => store.byKey(keyOf('lookups-test-9.com'))?.contexts?.map(({ kind }) => kind);
    assert.deepEqual(contexts(), ['informational']);
    const id = store.sources.list()[0]?.id ?? 0;
    store.sources.change(id, { risk: 'high', details: { asked: true, describes: null } });
    await refreshList(store, list, () => now);
    assert.deepEqual([store.byKey(keyOf('lookups-test-9.com'))?.risk, contexts()], ['high', undefined]);
  });

  it('has its credit line as soon as one is known, although nothing else has changed', async () => {
    await refresh('lookups-test-1.com\n');
    await taken({ address, title: 'Bad names', credit: 'Credit: lists.example', unchanged: true });
    assert.equal(store.sources.list()[0]?.details.credit, 'Credit: lists.example');
    assert.equal(store.byKey(keyOf('lookups-test-1.com'))?.retired, false);
  });

  it('has statements about its entries like a mirror, with the risk of listed indicators', async () => {
    const { state, counts } = await refresh('# names\nlookups-test-1.com\nlookups-test-2[.]com\n', 'high');
    assert.deepEqual({ ...counts }, { added: 2, changed: 0, unchanged: 0, stale: 0, skipped: 0 });
    assert.deepEqual([state.name, state.indicators, state.lastSync], ['Bad names', 2, now]);
    const one = store.byKey(keyOf('lookups-test-1.com'));
    assert.equal(one?.risk, 'high');
    assert.deepEqual(
      one.riskFactors.map(({ description }) => description),
      ['Listed in Bad names'],
    );
    assert.deepEqual(known('lookups-test-1.com')?.source.kind, 'mirror');
  });

  it('retires what is no longer on it, and restores it', async () => {
    await refresh('lookups-test-1.com\nlookups-test-2.com\n');
    const second = await refresh('lookups-test-1.com\nlookups-test-3.com\n');
    assert.deepEqual({ ...second.counts }, { added: 1, changed: 0, unchanged: 1, stale: 1, skipped: 0 });
    const removed = store.byKey(keyOf('lookups-test-2.com'));
    assert.deepEqual([removed?.retired, removed?.retiredReason], [true, 'No longer on the list']);
    assert.equal((await refresh('lookups-test-1.com\nlookups-test-3.com\n')).counts.stale, 0);
    await refresh('lookups-test-1.com\nlookups-test-2.com\nlookups-test-3.com\n');
    assert.equal(store.byKey(keyOf('lookups-test-2.com'))?.retired, false);
  });

  it('retires nothing if its compressed form is damaged, and says so', async () => {
    await refresh('lookups-test-1.com\nlookups-test-2.com\n');
    const packed = gzipSync('lookups-test-1.com\n');
    for (const [bytes, kind] of [
      [Buffer.concat([packed, Buffer.from('other')]), 'otherBytes'],
      [packed.subarray(0, -4), 'truncated'],
      [packed.subarray(0, 12), 'truncated'],
    ] as const) {
      const { state, counts } = await refresh(bytes);
      assert.deepEqual(state.error, { kind: 'incompleteList', failure: { kind } });
      assert.equal(counts.stale, 0);
    }
    assert.equal(store.byKey(keyOf('lookups-test-2.com'))?.retired, false);
  });

  it("keeps its entries and their date if the response isn't a list", async () => {
    const first = await refresh('lookups-test-1.com\n');
    for (const text of ['', 'Please try again later.', '{"type":"bundle","objects":[]}', 'a,b\n1,2\n']) {
      const { state, counts } = await refresh(text);
      assert.deepEqual(state.error, { kind: 'emptyList' });
      assert.equal(state.lastSync, first.state.lastSync);
      assert.equal(counts.stale, 0);
    }
    assert.equal(store.byKey(keyOf('lookups-test-1.com'))?.retired, false);
    const asOf = known('lookups-test-1.com')?.asOf ?? 0;
    assert.ok(Math.abs(asOf - (first.state.lastSync ?? 0)) <= 1);
    assert.equal((await refresh('lookups-test-1.com\n')).state.error, undefined);
  });

  it('keeps the error of a failed refresh until one succeeds, even if none ever did', async () => {
    const error: SyncError = {
      kind: 'request',
      host: 'intel.example',
      error: { kind: 'notFound', detail: 'HTTP 404' },
    };
    const list = { address, title: 'Bad names', error };
    const failed = await refreshList(store, list, () => now);
    assert.ok(failed.busy !== true);
    assert.deepEqual(failed.account.counts.added, 0);
    const [state] = store.mirrors.list();
    assert.deepEqual([state?.error, state?.lastSync], [list.error, undefined]);
    const first = await refresh('lookups-test-1.com\n');
    assert.equal(store.mirrors.list()[0]?.error, undefined);
    await refreshList(store, list, () => now);
    assert.deepEqual(
      store.mirrors.list().map(({ error, lastSync, indicators }) => [error, lastSync, indicators]),
      [[list.error, first.state.lastSync, 1]],
    );
    assert.equal(store.byKey(keyOf('lookups-test-1.com'))?.retired, false);
  });

  it('may have several files, whose entries are one list', async () => {
    const files = ['lookups-test-1.com\n', '{"type":"domain"}', 'lookups-test-2.com\n'].map(utf8);
    const state = { addresses: { [address]: { bytes: 40, etag: '"1"' } } };
    const list = { address, title: 'Bad names', credit: 'Team' };
    const first = await refreshList(store, { ...list, files, state }, () => now);
    assert.ok(first.busy !== true);
    assert.equal(first.account.counts.added, 2);
    assert.deepEqual(plain(store.mirrors.list()[0]?.fetched), state);
    assert.equal(store.sources.list()[0]?.details.credit, 'Team');
    now += 60_000;
    assert.equal((await taken({ ...list, files: files.slice(1) })).counts.stale, 1);
  });

  it('is up to date if its files are unchanged, without an import', async () => {
    await refresh('lookups-test-1.com\n');
    now += 60_000;
    const account = await taken({ address, title: 'Bad names', unchanged: true });
    assert.deepEqual({ ...account.counts }, { added: 0, changed: 0, unchanged: 1, stale: 0, skipped: 0 });
    assert.deepEqual([account.state.lastSync, account.state.error], [now, undefined]);
    assert.equal(store.byKey(keyOf('lookups-test-1.com'))?.retired, false);
  });

  it('ends after the requested number of entries', async () => {
    const names = Array.from({ length: 9_000 }, (_, at) => `lookups-test-${at}.com\n`).join('');
    const list = { address, title: 'Bad names', files: [utf8(names)], maxEntries: 5_000 };
    const account = await taken(list);
    assert.deepEqual([account.state.indicators, account.state.error], [5_000, undefined]);
  });

  it('keeps the entries that a part of a feed does not contain, and an error about missing parts', async () => {
    await refresh('lookups-test-1.com\n');
    now += 60_000;
    const part = { files: [utf8('lookups-test-2.com\n')], isPartial: true } as const;
    const missing = { kind: 'missingEvents', count: 3 } as const;
    const account = await taken({ address, title: 'Bad names', ...part, missing });
    assert.deepEqual([account.counts.added, account.counts.stale], [1, 0]);
    assert.deepEqual([account.state.error, account.state.lastSync], [missing, now]);
  });

  it('keeps the risk that the user chose for it', async () => {
    const { state } = await refresh('lookups-test-1.com\n', 'high');
    store.sources.change(state.id, { risk: 'low', details: { asked: true } });
    await refresh('lookups-test-1.com\nlookups-test-2.com\n', 'high');
    assert.equal(store.byKey(keyOf('lookups-test-2.com'))?.risk, 'low');
  });

  it("isn't taken for unchanged after a canceled import", async () => {
    await refresh('lookups-test-1.com\n');
    const state = { addresses: { [address]: { bytes: 40, etag: '"1"' } } };
    const list = { address, title: 'Bad names', files: [utf8('lookups-test-2.com\n')], state };
    const account = await taken(list, AbortSignal.abort());
    assert.deepEqual([account.state.error, account.state.fetched], [{ kind: 'canceled' }, undefined]);
  });

  it('is removed with its statements', async () => {
    const { state } = await refresh('lookups-test-1.com\nlookups-test-2.com\n');
    assert.equal(store.mirrors.remove(state.id), 2);
    assert.equal(store.byKey(keyOf('lookups-test-1.com')), undefined);
    assert.deepEqual(store.mirrors.list(), []);
  });

  it('is refreshed by one window at a time', async () => {
    await refresh('lookups-test-1.com\n');
    const other = openStore(join(folder, 'store.db'), { now: () => now });
    const run = other.mirrors.refreshList({ server: address, root: address, collection: 'list', title: 'Bad names' });
    assert.ok(run);
    const list = { address, title: 'Bad names', files: [new Uint8Array()] };
    assert.deepEqual(await refreshList(store, list), { busy: true });
    run.giveUp();
    other.close();
    assert.equal((await refresh('lookups-test-1.com\n')).counts.unchanged, 1);
  });
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function keyOf(value: string): string {
  return lookupKey({ type: 'domain', value });
}

describe('Address of a list', () => {
  it('may have a query, and is https, or http on this machine', () => {
    const read = (text: string, allowHttp = false) => parseListAddress(text, { allowHttp });
    assert.deepEqual(read(' https://intel.example/api/list.php?format=txt '), {
      ok: true,
      url: 'https://intel.example/api/list.php?format=txt',
    });
    assert.equal(read('http://127.0.0.1:80/a').ok, true);
    assert.equal(read('http://intel.example/a').ok, false);
    assert.equal(read('http://intel.example/a', true).ok, true);
    assert.equal(read('https://user:secret@intel.example/a').ok, false);
    for (const bad of ['', 'list.txt', 'ftp://intel.example/a', 'file:///etc/hosts']) assert.equal(read(bad).ok, false);
    assert.deepEqual(read('file:///etc/hosts'), { ok: false, problem: { kind: 'otherScheme', scheme: 'file://' } });
  });

  it('accepts any input without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
        const read = parseListAddress(text);
        if (read.ok) assert.ok(URL.canParse(read.url) && !read.url.includes('#'));
      }),
    );
  });
});

describe('fetchList', () => {
  const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
    const requested: string[] = [];
    const gateway = new Gateway({
      fetch: (url) => {
        requested.push(url);
        return Promise.resolve(new Response(body, { status, headers }));
      },
      baseUrl: new URL(address).origin,
      key: () => Promise.resolve(undefined),
      now: Date.now,
      userAgent: 'tests',
      signIn: { kind: 'basic', user: '' },
    });
    return { gateway, requested };
  };

  it('sends one request, with the query of the address', async () => {
    const { gateway, requested } = answering(200, 'lookups-test-1.com\n', { 'content-type': 'text/plain' });
    const answer = await fetchList(gateway, `${address}?a=1%202`, {});
    assert.ok(answer.ok && answer.value !== 'unchanged');
    assert.equal(new TextDecoder().decode(answer.value.bytes), 'lookups-test-1.com\n');
    assert.deepEqual(requested, [`${address}?a=1%202`]);
  });

  it("explains why a response isn't a list", async () => {
    const stated = async (status: number, body: string, headers = {}) => {
      const answer = await fetchList(answering(status, body, headers).gateway, address, {});
      assert.ok(!answer.ok);
      return taxiiErrorMessage(answer.error, 'intel.example', { part: 'list' });
    };
    assert.match(await stated(200, '<!DOCTYPE html>\n<p>Sign in'), /a web page instead of a list/);
    assert.match(await stated(200, '  \n'), /an empty response/);
    assert.match(await stated(401, ''), /requires credentials to read the list \(HTTP 401\)/);
    assert.match(await stated(404, ''), /no list at this URL \(HTTP 404\)/);
    const ended = JSON.stringify({ error: 'Your subscription ended.' });
    assert.equal(
      await stated(403, ended),
      'intel.example requires you to sign in to read the list (HTTP 403). Server message: “Your subscription ended.”',
    );
    for (const status of [400, 401, 404, 500])
      assert.match(await stated(status, ended), /\(HTTP \d+\)\. Server message: “Your subscription ended\.”$/);
    assert.match(
      await stated(302, '', { location: 'https://other.example/list' }),
      /redirected to other\.example.*add the list from that URL/,
    );
  });
});
