import assert from 'node:assert/strict';
import { Gateway } from '../../../../src/core/api';
import type { SignIn } from '../../../../src/core/api/http/requestKeys';
import { fetchList } from '../../../../src/core/sync/list';
import { type ListFetchState, readFetchState } from '../../../../src/core/sync/fetchedList';
import { earliestFetch, isPublisherLimit, fetchListFiles } from '../../../../src/core/sync/listFetch';
import { readManifest } from '../../../../src/core/sync/mispFeed';
import type { ListSubscription } from '../../../../src/core/sync/subscriptions';
import { type Reply, useRecordingService } from '../../../harness/recordingService';
import { plain } from '../../../harness/plain';

const minute = 60_000;
const noon = Date.UTC(2026, 5, 1, 12);
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `lookups-test-${at}.example\n`).join('');

describe('Fetching a list', () => {
  const service = useRecordingService();

  function gateway(signIn: SignIn = { kind: 'basic', user: '' }, key?: string): Gateway {
    return new Gateway({
      fetch: (url, init) => fetch(url, init),
      baseUrl: service().url,
      key: () => Promise.resolve(key),
      now: Date.now,
      userAgent: 'threat-lookups/tests',
      signIn,
      limits: { retryMillis: 1 },
    });
  }

  const list = (given: Partial<ListSubscription> = {}): ListSubscription => ({
    address: `${service().url}/list.txt`,
    title: 'Names',
    signIn: { kind: 'none' },
    ...given,
  });

  function fetched(
    given: ListSubscription,
    stored?: ListFetchState,
    options?: { readonly acceptsSmaller?: boolean },
    through = gateway(),
  ) {
    const request = (address: string, validators?: Parameters<typeof fetchList>[2]['validators']) =>
      fetchList(through, address, { validators });
    return fetchListFiles(given, stored, { request }, options);
  }

  async function stateAfter(given: ListSubscription): Promise<ListFetchState> {
    const first = await fetched(given);
    assert.ok(first.kind === 'fetched' && first.fetched.state !== undefined);
    return first.fetched.state;
  }

  const asked = () => service().requests.map(({ target }) => target);

  it('sends the validators of the stored version, and takes 304 as a success without content', async () => {
    const validators = { etag: '"v1"', 'last-modified': 'Mon, 01 Jun 2026 10:00:00 GMT' };
    service().replyWith(({ headers }) =>
      headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === validators['last-modified']
        ? { status: 304 }
        : { body: rows(3), headers: validators },
    );
    const state = await stateAfter(list());
    const before = service().requests.length;
    assert.deepEqual(await fetched(list(), state), { kind: 'unchanged' });
    assert.equal(service().requests.length, before + 1);
    assert.equal(service().requests.at(-1)?.headers['user-agent'], 'threat-lookups/tests');
  });

  it('fetches all files again if one of them has changed, since they are one list', async () => {
    let version = 1;
    service().replyWith(({ path, headers }): Reply => {
      const etag = path === '/b.txt' ? `"b${version}"` : '"a"';
      return headers['if-none-match'] === etag ? { status: 304 } : { body: rows(3), headers: { etag } };
    });
    const both = list({ files: [`${service().url}/a.txt`, `${service().url}/b.txt`] });
    const state = await stateAfter(both);
    assert.deepEqual(await fetched(both, state), { kind: 'unchanged' });
    version = 2;
    const before = service().requests.length;
    const changed = await fetched(both, state);
    assert.ok(changed.kind === 'fetched');
    assert.equal(changed.fetched.files.length, 2);
    assert.deepEqual(asked().slice(before), ['/a.txt', '/b.txt', '/a.txt']);
  });

  it('keeps the stored version if the answer is a web page, empty, or an error', async () => {
    service().replyWith(() => ({ body: rows(3) }));
    const state = await stateAfter(list());
    for (const reply of [
      { body: '<!doctype html><p>Sign in' },
      { body: '' },
      { status: 403, body: { error: 'no' } },
      { status: 500, body: 'no' },
    ] satisfies Reply[]) {
      service().replyWith(() => reply);
      const answer = await fetched(list(), state);
      assert.ok(answer.kind === 'failed' && answer.error.kind === 'request');
      assert.equal(answer.isRefused === true, 'status' in reply && reply.status === 403);
    }
  });

  it('keeps the stored version if half of it is gone, until the user accepts that', async () => {
    service().replyWith(() => ({ body: rows(1_000), headers: { etag: '"large"' } }));
    const state = await stateAfter(list());
    service().replyWith(() => ({ body: rows(480), headers: { etag: '"small"' } }));
    const answer = await fetched(list(), state);
    assert.ok(answer.kind === 'failed' && answer.error.kind === 'smallerList');
    assert.ok(answer.error.before > 2 * answer.error.bytes);
    assert.equal((await fetched(list(), state, { acceptsSmaller: true })).kind, 'fetched');
    assert.equal(service().requests.at(-1)?.headers['if-none-match'], undefined);
    service().replyWith(() => ({ body: rows(550) }));
    assert.equal((await fetched(list(), state)).kind, 'fetched');
  });

  it('fails with the time to wait for if the server asks for a long pause', async () => {
    for (const status of [429, 503, 509]) {
      service().replyWith(() => ({ status, headers: { 'retry-after': '7200' }, body: 'later' }));
      const answer = await fetched(list());
      assert.ok(answer.kind === 'failed' && answer.error.kind === 'request', String(status));
      const { error } = answer.error;
      assert.ok(error.kind === 'rateLimited', `${status} ${error.kind}`);
      assert.ok(Math.abs(error.retryAt - Date.now() - 120 * minute) < minute);
    }
  });

  it('puts the key in place of the placeholder, in the path and in the query', async () => {
    service().replyWith(() => ({ body: rows(3) }));
    const through = gateway({ kind: 'address' }, 's3cret/+key');
    const files = [`${service().url}/{key}/a.txt`, `${service().url}/b.txt?auth-key={key}&x=1`];
    const before = service().requests.length;
    const answer = await fetched(list({ files, signIn: { kind: 'address' } }), undefined, {}, through);
    assert.deepEqual(asked().slice(before), ['/s3cret%2F%2Bkey/a.txt', '/b.txt?auth-key=s3cret%2F%2Bkey&x=1']);
    assert.ok(answer.kind === 'fetched');
    assert.ok(!JSON.stringify(answer.fetched.state).includes('s3cret'));
  });

  it('sends no request with an open placeholder', async () => {
    const before = service().requests.length;
    const through = gateway({ kind: 'address' });
    const answer = await fetched(list({ files: [`${service().url}/{key}/a.txt`] }), undefined, {}, through);
    assert.equal(answer.kind, 'failed');
    assert.equal(service().requests.length, before);
  });

  it('neither follows a redirect to another host nor repeats the key there', async () => {
    service().replyWith(({ target }) => ({
      status: 302,
      headers: { location: `https://other.example${target}` },
    }));
    const through = gateway({ kind: 'address' }, 's3cret-key');
    const answer = await fetched(list({ files: [`${service().url}/a.txt?k={key}`] }), undefined, {}, through);
    assert.ok(answer.kind === 'failed');
    assert.match(JSON.stringify(answer), /redirectRefused.*other\.example/);
    assert.ok(!JSON.stringify(answer).includes('s3cret'));
  });
});

describe('Fetching a MISP feed', () => {
  const service = useRecordingService();
  const ids = ['aaaaaaaa-0001', 'aaaaaaaa-0002', 'aaaaaaaa-0003', 'aaaaaaaa-0004'];
  let timestamps: Record<string, string> = {};
  let broken: readonly string[] = [];

  beforeEach(() => {
    timestamps = Object.fromEntries(ids.map((id, at) => [id, String(1_000 + at)]));
    broken = [];
    service().replyWith(({ path }) => {
      if (path === '/feed/manifest.json')
        return { body: Object.fromEntries(Object.entries(timestamps).map(([id, timestamp]) => [id, { timestamp }])) };
      const id = /\/feed\/(.*)\.json$/.exec(path)?.[1] ?? '';
      return broken.includes(id) ? { status: 404, body: 'no' } : { body: { Event: { uuid: id } } };
    });
  });

  function sync(stored?: ListFetchState, maxEvents = 3) {
    const address = `${service().url}/feed/`;
    const gateway = new Gateway({
      fetch: (url, init) => fetch(url, init),
      baseUrl: service().url,
      now: Date.now,
      userAgent: 'tests',
      key: () => Promise.resolve(undefined),
      signIn: { kind: 'basic', user: '' },
    });
    const request = (target: string) => fetchList(gateway, target, {});
    const feed = { address, title: 'Feed', signIn: { kind: 'none' }, form: 'misp', maxEvents } as const;
    return fetchListFiles(feed, stored, { request });
  }

  const eventsIn = (file: Uint8Array | undefined): unknown => {
    const { response } = JSON.parse(new TextDecoder().decode(file)) as { response: { Event: { uuid: string } }[] };
    return response.map(({ Event }) => Event.uuid);
  };

  it('reads the newest events, and only changed ones in later syncs', async () => {
    const first = await sync();
    assert.ok(first.kind === 'fetched' && first.fetched.isPartial === true);
    assert.deepEqual(eventsIn(first.fetched.files[0]), [ids[3], ids[2], ids[1]]);
    timestamps[ids[2] ?? ''] = '2000';
    const second = await sync(first.fetched.state);
    assert.ok(second.kind === 'fetched');
    assert.deepEqual(eventsIn(second.fetched.files[0]), [ids[2]]);
    const third = await sync(second.fetched.state);
    assert.ok(third.kind === 'fetched');
    assert.deepEqual([third.fetched.files.length, third.fetched.missing], [0, undefined]);
  });

  it('reads the others if one event is missing, and tries that one again', async () => {
    broken = [ids[2] ?? ''];
    const first = await sync();
    assert.ok(first.kind === 'fetched' && first.fetched.missing?.kind === 'missingEvents');
    assert.equal(first.fetched.missing.count, 1);
    assert.deepEqual(eventsIn(first.fetched.files[0]), [ids[3], ids[1]]);
    broken = [];
    const second = await sync(first.fetched.state);
    assert.ok(second.kind === 'fetched');
    assert.deepEqual(eventsIn(second.fetched.files[0]), [ids[2]]);
  });

  it('takes no part of an address from a manifest that is not an ID', () => {
    const text = JSON.stringify({
      '../../admin': { timestamp: '5' },
      'aaaaaaaa-0001': { timestamp: 7 },
      'aaaaaaaa-0002': { timestamp: 'x' },
      'aaaaaaaa-0003': null,
    });
    assert.deepEqual(readManifest(new TextEncoder().encode(text)), [{ id: 'aaaaaaaa-0001', timestamp: '7' }]);
    for (const bad of ['[]', 'null', '{', '']) assert.equal(readManifest(new TextEncoder().encode(bad)), undefined);
  });
});

describe('The earliest time of a download', () => {
  it("is the publisher's interval after the last sync", () => {
    const { lastSync, now } = { lastSync: noon - 20 * minute, now: noon };
    assert.equal(earliestFetch({ intervalMinutes: 60 }, { lastSync }, now), lastSync + 60 * minute);
    assert.equal(earliestFetch({ intervalMinutes: 20 }, { lastSync }, now), undefined);
    assert.equal(earliestFetch({}, { lastSync: now }, now), undefined);
    assert.equal(earliestFetch({ intervalMinutes: 60 }, {}, now), undefined);
    assert.equal(isPublisherLimit({}, { lastSync }, now), true);
    assert.equal(isPublisherLimit({ isDefaultInterval: true }, { lastSync }, now), false);
    // The clock was set back.
    assert.equal(earliestFetch({ intervalMinutes: 60 }, { lastSync: noon + minute }, now), undefined);
  });

  it('is the end of the pause that the server asked for, unless that is more than a day', () => {
    const limited = (retryAt: number) => ({
      error: { kind: 'request', host: 'intel.example', error: { kind: 'rateLimited', detail: '', retryAt } } as const,
    });
    assert.equal(earliestFetch({}, limited(noon + minute), noon), noon + minute);
    assert.equal(earliestFetch({}, limited(noon - minute), noon), undefined);
    assert.equal(earliestFetch({}, limited(noon + 86_400_000), noon), noon + 86_400_000);
    // No server may ask for more: the clock was ahead when it did.
    assert.equal(earliestFetch({}, limited(noon + 9e9), noon), undefined);
  });
});

describe('The stored state of a list', () => {
  it('is read back, without what does not belong there', () => {
    const state = { addresses: { 'https://a.example/': { bytes: 7, etag: '"x"' } }, events: { a: '1' } };
    assert.deepEqual(plain(readFetchState(JSON.parse(JSON.stringify(state)))), state);
    for (const bad of [undefined, null, 7, [], {}, { addresses: 7 }, { addresses: { a: null } }])
      assert.equal(readFetchState(bad), undefined);
    assert.deepEqual(
      plain(readFetchState({ addresses: { a: { bytes: 1, etag: 'x'.repeat(301), lastModified: 5 } } })),
      {
        addresses: { a: { bytes: 1 } },
      },
    );
  });
});
