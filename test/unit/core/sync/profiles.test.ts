import assert from 'node:assert/strict';
import { collection, fakeTaxii, type FakeTaxii, indicators, type Profile } from './fakeTaxii';
import { type Mirroring, mirroring } from './mirroring';
import { errorText } from './errorText';

const canEnd: readonly Profile[] = [
  'plain',
  'oneShotCursor',
  'noNext',
  'inclusive',
  'emptyObject',
  'redirectHere',
  'htmlErrors',
  'otherJsonErrors',
  'emptyErrors',
  'retryAfter',
  'pastEnd404',
  'pageNumbers',
  'cutOff',
  'dropped',
  'limitIgnored',
];

describe('Mirror of servers with deviations', function () {
  let server: FakeTaxii;
  let mirror: Mirroring;

  async function start(profile: Profile): Promise<void> {
    server = await fakeTaxii(profile);
    mirror = await mirroring(server);
  }
  afterEach(async () => {
    await mirror.close();
    await server.close();
  });

  const idsOf = (): readonly string[] => server.objects.map(({ object }) => (object as { id: string }).id).toSorted();

  for (const profile of canEnd) {
    for (const perTimestamp of [1, 60]) {
      it(`has the same objects with ${profile}, ${perTimestamp} per timestamp, at first and after additions`, async () => {
        await start(profile);
        server.objects = indicators(729, perTimestamp, 1);
        if (profile === 'pageNumbers') {
          // The list grows at its start while it is read, so objects move to the next page.
          server.onPage = (page) => {
            if (page === 3 && server.objects.length === 729) server.objects = indicators(730, perTimestamp);
          };
        } else server.objects = indicators(730, perTimestamp);
        const first = await mirror.sync();
        if (profile === 'pageNumbers') await mirror.sync({ full: true });
        assert.equal(first.state.error, undefined);
        assert.equal(first.complete, true);
        assert.deepEqual(mirror.ids(), idsOf());
        assert.equal(first.counts.added, profile === 'pageNumbers' ? 729 : 730);
        server.objects = [...server.objects, ...indicators(333, perTimestamp, 730)];
        const second = await mirror.sync();
        assert.equal(second.complete, true);
        assert.deepEqual(mirror.ids(), idsOf());
        assert.equal(second.counts.added, 333);
      });
    }
  }

  it("sends one request if nothing is new, with the server's own timestamp", async () => {
    await start('plain');
    server.objects = indicators(250);
    await mirror.sync();
    server.requests.length = 0;
    const { counts, requests, state } = await mirror.sync();
    assert.equal(requests, 1);
    assert.equal(server.requests.length, 1);
    assert.deepEqual([counts.added, counts.changed], [0, 0]);
    assert.equal(state.watermark, '2026-01-01T00:04:09.000Z');
  });

  it('requests larger pages if one timestamp fills a page and there is no cursor', async () => {
    await start('noNext');
    server.objects = indicators(900, 300);
    const { complete } = await mirror.sync();
    assert.equal(complete, true);
    assert.deepEqual(mirror.ids(), idsOf());
  });

  it('stops if one timestamp fills the largest page, reports it, and moves no watermark', async () => {
    await start('noNext');
    server.objects = indicators(3_000, 1_500);
    const { complete, state } = await mirror.sync();
    assert.equal(complete, false);
    assert.equal(state.error?.kind, 'tooManyOfOneDate');
    assert.equal(state.watermark, undefined);
    assert.equal(state.objects, 1_000);
  });

  it('reports retries and their reason until a page is received', async () => {
    await start('emptyErrors');
    server.objects = indicators(250);
    const reported: (string | undefined)[] = [];
    const { complete } = await mirror.sync({ onProgress: ({ retryError }) => reported.push(retryError?.kind) });
    assert.equal(complete, true);
    assert.ok(reported.includes('serverError'), reported.join());
    assert.equal(reported.at(-1), undefined);
  });

  it('ends an endless chain and keeps the earlier objects', async () => {
    await start('plain');
    server.objects = indicators(250);
    await mirror.sync();
    const before = mirror.ids();
    server.profile = 'circles';
    const { complete, state } = await mirror.sync({ full: true });
    assert.equal(complete, false);
    assert.equal(state.error?.kind, 'endlessPages');
    assert.deepEqual(mirror.ids(), before);
    assert.equal(state.stale, 0);
  });

  it('keeps the objects of a collection that was deleted', async () => {
    await start('plain');
    server.objects = indicators(50);
    await mirror.sync();
    for (const path of ['objects/', '']) {
      server.answers.set(`/taxii2/api/collections/${collection}/${path}`, { status: 404, body: '{"title":"gone"}' });
    }
    const { complete, state } = await mirror.sync();
    assert.equal(complete, false);
    assert.equal(state.error?.kind, 'collectionNotFound');
    assert.equal(state.objects, 50);
  });

  it('takes a 404 as the end if nothing is new and the collection exists', async () => {
    await start('plain');
    server.objects = indicators(50);
    await mirror.sync();
    server.answers.set(`/taxii2/api/collections/${collection}/objects/`, { status: 404, body: '' });
    assert.equal((await mirror.sync()).complete, true);
  });

  for (const [status, words] of [
    [401, /rejected the user name and API key/],
    [403, /denied access to this collection \(HTTP 403\)/],
    [406, /doesn't support TAXII 2\.1/],
  ] as const) {
    it(`explains ${status}`, async () => {
      await start('plain');
      const body = JSON.stringify({ title: 'No', description: 'not you' });
      server.answers.set(`/taxii2/api/collections/${collection}/objects/`, { status, body });
      const { complete, state } = await mirror.sync();
      assert.equal(complete, false);
      assert.match(errorText(state), words);
      assert.match(errorText(state), /Server message: .*not you/);
    });
  }

  it('sends nothing to another origin, and names it', async () => {
    await start('plain');
    const elsewhere = await fakeTaxii();
    try {
      server.answers.set(`/taxii2/api/collections/${collection}/objects/`, {
        status: 302,
        body: '',
        headers: { Location: `${elsewhere.url}/taxii2/` },
      });
      const { state } = await mirror.sync();
      assert.match(errorText(state), new RegExp(`redirected to ${new URL(elsewhere.url).host}`));
      assert.deepEqual(elsewhere.requests, []);
    } finally {
      await elsewhere.close();
    }
  });

  it('ends an endless body and its request when it is canceled', async () => {
    await start('plain');
    server.objects = indicators(20);
    await mirror.sync();
    server.profile = 'withoutEnd';
    const cancel = new AbortController();
    server.onPage = () => setImmediate(() => cancel.abort());
    const { complete, state } = await mirror.sync({ signal: cancel.signal });
    assert.equal(complete, false);
    assert.deepEqual(state.error, { kind: 'canceled' });
    assert.equal(state.objects, 20);
  });
});
