import assert from 'node:assert/strict';
import { createService, type Service } from '../../../src/service';
import { servedFrom } from '../../../src/service/servedRecords';
import { listen } from '../../../src/service/listen';
import { storeFolder, addRecords, aRecord } from '../core/store/builders';
import { send } from './send';
import { noon, servedRecords } from './servedRecords';
import type { ScanQueue } from '../../../src/service/scans/queue';
import { anEnrichment, enriching, gate, scanQueues } from './scanning';

const path = '/api/analyze.php';

interface Poll {
  readonly qid: number;
  readonly status: string;
  readonly stage?: string;
  readonly error?: string;
  readonly success?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

describe('Scan queue of the interface', () => {
  const queueOf = scanQueues();
  const folder = storeFolder();
  let service: Service;
  let queue: ScanQueue;
  let store: ReturnType<typeof folder.open>;

  beforeEach(() => {
    store = folder.open(() => noon);
    queue = queueOf({ store, now: () => noon });
    service = createService({
      store: servedFrom(store),
      scans: queue,
      tier: 'business',
      embedded: true,
      now: () => noon,
    });
  });

  const submit = (params: Readonly<Record<string, string>>, init: RequestInit = {}) =>
    send(service, `${path}?${new URLSearchParams(params).toString()}`, { method: 'POST', ...init });
  const poll = async (qid: number): Promise<Poll> => (await send(service, `${path}?qid=${qid}`)).body as Poll;
  const scanned = async (params: Readonly<Record<string, string>>): Promise<Poll> => {
    const { qid } = (await submit(params)).body as { qid: number };
    await queue.idle();
    return poll(qid);
  };

  it('answers a submission with an integer qid and a message under error', async () => {
    const { status, body } = await submit({ value: 'bad.example' });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body as object), ['qid', 'error']);
    const { qid, error } = body as { qid: number; error: string };
    assert.ok(Number.isInteger(qid));
    assert.match(error, /added to the queue/);
  });

  it('reports processing under error until the scan is done under success, with the Indicator object', async () => {
    const { qid } = (await submit({ value: 'bad.example' })).body as { qid: number };
    const waiting = await poll(qid);
    assert.deepEqual(Object.keys(waiting), ['qid', 'status', 'stage', 'error']);
    assert.deepEqual([waiting.status, waiting.stage], ['processing', 'Waiting in the queue']);
    await queue.idle();
    const done = await poll(qid);
    assert.deepEqual(Object.keys(done), ['qid', 'status', 'success', 'data']);
    assert.deepEqual([done.qid, done.status], [qid, 'done']);
    assert.deepEqual(
      [done.data?.['qid'], done.data?.['indicator'], done.data?.['type']],
      [qid, 'bad.example', 'domain'],
    );
    assert.deepEqual(await poll(qid), done, 'the same when asked again');
  });

  it('reports the current stage of the lookups', async () => {
    const [started, held] = [gate(), gate()];
    const enricher = enriching(async (_, { onStage }) => {
      onStage('Asking name servers');
      started.open();
      await held.opened;
      return anEnrichment();
    });
    queue = queueOf({ store, enricher, settings: () => ({ mode: 'passive' }) });
    service = createService({ store: servedFrom(store), scans: queue, tier: 'business', embedded: true });
    const { qid } = (await submit({ value: 'lookups-test-1.com' })).body as { qid: number };
    await started.opened;
    assert.deepEqual(await poll(qid), {
      qid,
      status: 'processing',
      stage: 'Asking name servers',
      error: 'The request is still processing.',
    });
    held.open();
    await queue.idle();
    assert.equal((await poll(qid)).status, 'done');
  });

  it('reports the reason of a failed scan under error, with a status of its own', async () => {
    const enricher = enriching(() => Promise.reject(new Error('no name server answers')));
    queue = queueOf({ store, enricher, settings: () => ({ mode: 'passive' }) });
    service = createService({ store: servedFrom(store), scans: queue, tier: 'business', embedded: true });
    const failed = await scanned({ value: 'lookups-test-1.com', submit: '1' });
    assert.deepEqual(Object.keys(failed), ['qid', 'status', 'error']);
    assert.equal(failed.status, 'failed');
    assert.match(failed.error ?? '', /no name server answers/);
    assert.equal(store.byKey('lookups-test-1.com'), undefined, 'nothing is stored');
  });

  for (const [what, params] of [
    ['a defanged name', { value: 'bad[.]example' }],
    ['Base64', { ioc: btoa('bad.example') }],
    ['Base64 without padding', { ioc: btoa('bad.example').replace(/=+$/, '') }],
    ['an empty parameter beside it', { value: 'bad.example', ioc: '', probe: '' }],
    ['both switches', { value: 'bad.example', probe: '1', submit: '1' }],
    ['parameters that it does not know', { value: 'bad.example', colour: 'blue' }],
  ] as const) {
    it(`accepts ${what}`, async () => {
      assert.equal((await scanned(params)).data?.['indicator'], 'bad.example');
    });
  }

  it('accepts UTF-8 as Base64, also in the URL-safe alphabet and with an unencoded plus', async () => {
    const url = 'http://b\u00fccher.example/?q=\u00fe\u00ff~~>>';
    const base64 = Buffer.from(url, 'utf8').toString('base64');
    assert.match(base64, /[+/]/);
    const spellings = [base64, base64.replace(/\+/g, '-').replace(/\//g, '_'), base64.replace(/\+/g, ' ')];
    const values = await Promise.all(
      spellings.map(async (ioc) => ((await submit({ ioc })).body as { qid: number }).qid),
    );
    await queue.idle();
    const indicators = await Promise.all(values.map(async (qid) => (await poll(qid)).data?.['indicator']));
    assert.equal(new Set(indicators).size, 1);
    assert.match(String(indicators[0]), /^http:\/\/(xn--bcher-kva|b\u00fccher)\.example\/\?q=/);
  });

  it('accepts a form as body, in which the last of a repeated parameter counts', async () => {
    const body = new URLSearchParams({ value: 'bad.example', submit: '1' });
    const { status } = await submit({ submit: '0' }, { body });
    assert.equal(status, 200);
    await queue.idle();
    assert.equal(store.byKey('bad.example')?.submissions, 1);
    const form = new FormData();
    form.set('value', 'worse.example');
    assert.equal((await submit({}, { body: form })).status, 200);
  });

  const refusals: readonly (readonly [Readonly<Record<string, string>>, RegExp, RequestInit?])[] = [
    [{}, /value or ioc is missing/],
    [{ value: 'not an indicator' }, /value must be a domain, an IP address or a URL/],
    [{ value: 'a.example b.example' }, /value must be/],
    [{ value: `http://a.example/${'x'.repeat(20_000)}` }, /value must be/],
    [{ ioc: '%%%' }, /ioc must be Base64/],
    [{ ioc: '/w==' }, /ioc must be Base64 of UTF-8/],
    [{ ioc: btoa('nothing') }, /ioc must be a domain/],
    [{ value: 'a.example', ioc: btoa('a.example') }, /either value or ioc/],
    [{ value: 'a.example', probe: '2' }, /probe must be 0 or 1/],
    [{ value: 'a.example', submit: 'yes' }, /submit must be 0 or 1/],
    [{ value: 'a.example', pretty: '2' }, /pretty must be 0 or 1/],
    [{}, /must be a form/, { body: '{"value":"a.example"}', headers: { 'Content-Type': 'application/json' } }],
  ];
  for (const [params, message, init] of refusals) {
    const named = JSON.stringify(params).slice(0, 60);
    it(`rejects ${named}${init === undefined ? '' : ' with a JSON body'} with 400`, async () => {
      const { status, body } = await submit(params, init);
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body as object), ['error']);
      assert.match((body as { error: string }).error, message);
    });
  }

  it('rejects a poll without a qid with 400, and of an unknown one with 404', async () => {
    assert.equal((await send(service, path)).status, 400);
    assert.equal((await send(service, `${path}?qid=one`)).status, 400);
    assert.equal((await send(service, `${path}?qid=0`)).status, 400);
    const unknown = await send(service, `${path}?qid=77`);
    assert.equal(unknown.status, 404);
    assert.deepEqual(Object.keys(unknown.body as object), ['error']);
    assert.equal((await send(service, path, { method: 'DELETE' })).status, 405);
  });

  it('reports that there is no queue', async () => {
    const without = createService({ store: servedRecords(), tier: 'business', embedded: true });
    assert.equal((await send(without, `${path}?value=a.example`, { method: 'POST' })).status, 404);
  });

  it('stores nothing without submit, and keeps the result with the scan', async () => {
    const { data } = await scanned({ value: 'new.example' });
    assert.deepEqual([data?.['iid'], data?.['submissions']], [null, 0]);
    assert.equal((await send(service, '/api/indicator.php?indicator=new.example')).status, 404);
    const { body } = await send(service, `/api/explore.php?q=ioc%3Dnew.example`);
    assert.deepEqual(body, { results: [] });
  });

  it('stores searchable records with submit=1, and counts each submission once', async () => {
    const first = await scanned({ value: 'new.example', submit: '1' });
    assert.equal(first.data?.['submissions'], 1);
    assert.equal(first.data['stamp_seen'], '2024-03-01 12:00:00');
    const second = await scanned({ value: 'NEW.example.', submit: '1' });
    assert.equal(second.data?.['submissions'], 2);
    assert.equal((await scanned({ value: 'new.example' })).data?.['submissions'], 2, "a scan isn't a submission");
    const { body } = await send(service, '/api/indicator.php?indicator=new.example');
    assert.equal((body as { submissions: number }).submissions, 2);
    assert.equal((body as { qid: number }).qid, second.qid + 1, 'the scan that last came to its end');
    assert.equal((await send(service, '/api/explore.php?q=ioc%3Dnew.example')).status, 200);
  });

  it('refreshes stored records even without submit', async () => {
    addRecords(store, 'list', [
      aRecord('known.example', { risk: 'low', timestamps: { seen: noon - 1_000, updated: 1_000 } }),
    ]);
    const { data } = await scanned({ value: 'known.example' });
    assert.equal(data?.['stamp_updated'], '2024-03-01 12:00:00');
    assert.equal(data['stamp_seen'], '2024-03-01 11:59:59', "a scan alone isn't a sighting");
    assert.deepEqual([data['risk'], data['risk_recommended'], data['submissions']], ['low', 'low', 0]);
    assert.deepEqual(
      (data['riskfactors'] as readonly { rfid: number; description: string }[]).map(({ description }) => description),
      ['Rated low by list'],
    );
  });

  it('serves the property values of earlier scans for historical=1', async () => {
    const answers = [['192.0.2.1', '192.0.2.2'], ['192.0.2.2']];
    const enricher = enriching(() => anEnrichment({ properties: { dns: { a: answers.shift() ?? [] } } }));
    let at = noon;
    store = folder.open(() => at);
    queue = queueOf({ store, enricher, settings: () => ({ mode: 'passive' }) });
    service = createService({ store: servedFrom(store), scans: queue, tier: 'business', embedded: true });
    await scanned({ value: 'lookups-test-1.com', submit: '1' });
    at += 60_000;
    const { data } = await scanned({ value: 'lookups-test-1.com' });
    assert.deepEqual(data?.['properties'], { dns: { a: '192.0.2.2' } });
    const { body } = await send(service, '/api/indicator.php?indicator=lookups-test-1.com&historical=1');
    assert.deepEqual((body as { properties: unknown }).properties, {
      dns: [
        { pid: 1, stamp_seen: '2024-03-01 12:01:00', name: 'a', value: '192.0.2.2', latest: 1 },
        { pid: 2, stamp_seen: '2024-03-01 12:00:00', name: 'a', value: '192.0.2.1', latest: 0 },
      ],
    });
  });
});

describe('Scan queue on loopback', () => {
  const queueOf = scanQueues();
  const folder = storeFolder();
  const key = 'test-key';

  function served() {
    const store = folder.open(() => noon);
    const enricher = enriching(() => anEnrichment());
    const scans = queueOf({ store, enricher, settings: () => ({ mode: 'active' }) });
    const service = createService({
      store: servedFrom(store),
      scans,
      tier: 'pro',
      key,
      embedded: false,
      now: () => noon,
    });
    return { service, scans, enricher };
  }

  it("doesn't count polls unless the key is wrong", async () => {
    const { service } = served();
    const post = await send(service, `${path}?value=a.example`, { method: 'POST' });
    const left = post.headers.get('x-requests-remaining-second');
    assert.equal(left, '19');
    for (let n = 0; n < 50; n++) {
      const polled = await send(service, `${path}?qid=1`);
      assert.equal(polled.status, 200);
      assert.equal(polled.headers.get('x-requests-remaining-second'), left);
    }
    const statuses = [];
    for (let n = 0; n < 25; n++) statuses.push((await send(service, `${path}?qid=1&key=wrong`)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
    assert.equal((await send(service, `${path}?value=a.example`, { method: 'POST' })).status, 429);
    assert.equal((await send(service, `${path}?qid=1`)).status, 200, 'a poll goes on');
  });

  it('reads the key from the form, and queries no external source without it', async () => {
    const { service, scans, enricher } = served();
    const body = new URLSearchParams({ value: 'lookups-test-1.com', probe: '1', key });
    assert.equal((await send(service, path, { method: 'POST', body })).status, 200);
    const stranger = await send(service, `${path}?value=lookups-test-2.com&probe=1`, { method: 'POST' });
    await scans.idle();
    assert.deepEqual(enricher.requested, [{ value: 'lookups-test-1.com', mode: 'active' }]);
    const { qid } = stranger.body as { qid: number };
    const { success } = (await send(service, `${path}?qid=${qid}`)).body as { success: string };
    assert.match(success, /requested without the API key/);
  });

  it('accepts nothing from a web page', async () => {
    const { service } = served();
    const listening = await listen(service, { port: 0 });
    assert.ok('url' in listening);
    try {
      const post = (headers: Record<string, string>) =>
        fetch(`${listening.url}${path}?value=a.example`, { method: 'POST', headers });
      assert.equal((await post({ Origin: 'https://lookups-test-1.com' })).status, 403);
      assert.equal((await post({ Origin: 'null' })).status, 403);
      assert.equal((await post({})).status, 200);
    } finally {
      await listening.close();
    }
  });
});
