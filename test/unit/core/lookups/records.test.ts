import assert from 'node:assert/strict';
import { createServiceClient, type ServiceClient } from '../../../../src/core/api';
import { RecordLookups, MemoryRequestLog, type LookupSettings, type Opened } from '../../../../src/core/lookups';
import { changesIn } from '../../../../src/core/records/history';
import type { Known, Knowledge } from '../../../../src/core/records/knowledge';
import { emptyRecord, type Properties } from '../../../../src/core/records/record';
import { fakeFetch, gatewayOn, json, type Seen } from '../api/fakes';
import { hour } from './fakes';
import { plain } from '../../../harness/plain';

const remote = 'https://lookups-test-1.com/prefix';
const url = { type: 'url', value: 'https://lookups-test-2.com/a?token=1' } as const;
const kit = { threat: 'Example Kit', tid: 5, risk: 'high' };
const summary = { risk: { total: 3, high: 3 }, attributes: {}, feeds: [] };
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    iid: from + at,
    indicator: `host-${from + at}.lookups-test-2.com`,
    risk: 'high',
  }));

interface World {
  service: ServiceClient | undefined;
  settings: LookupSettings;
  now: number;
  readonly kept: Knowledge[];
}

/** A connected service and a local one, both with the given answers, and the user's settings. */
function world(answers: Parameters<typeof fakeFetch>, overrides: Partial<LookupSettings> = {}) {
  const [there, here] = [fakeFetch(...answers), fakeFetch(json(kit), json(summary))];
  const clientOn = (fetch: typeof there.fetch, embedded: boolean): ServiceClient =>
    createServiceClient({ gateway: gatewayOn(fetch).gateway, embedded });
  const self: World = {
    service: clientOn(there.fetch, false),
    settings: {
      mode: 'onHover',
      urls: 'withoutQuery',
      freshMillis: hour,
      notFoundMillis: hour,
      ignore: [],
      ...overrides,
    },
    now: 1_700_000_000_000,
    kept: [],
  };
  const requestLog = new MemoryRequestLog(() => self.now);
  const records = new RecordLookups({
    service: () => self.service,
    local: () => clientOn(here.fetch, true),
    settings: () => self.settings,
    now: () => self.now,
    requestLog,
    keep: (_key, _address, knowledge) => Promise.resolve(void self.kept.push(knowledge)),
  });
  return { self, records, requestLog, there: there.seen, here: here.seen };
}

const query = ({ url: address }: Seen): string => {
  address.searchParams.delete('key');
  return `${address.pathname.split('/').at(-1) ?? ''}${decodeURIComponent(address.search)}`;
};
const whatWas = (requestLog: ReturnType<typeof world>['requestLog']) =>
  requestLog
    .list()
    .toReversed()
    .map(({ what, subject, why, outcome, to }) => [what[0], subject, why, outcome, to]);
const found = <T>(opened: Opened<T>): T => {
  assert.ok(opened.kind === 'found', JSON.stringify(opened));
  return opened.value;
};
const record = { reason: 'record' } as const;
const click = { reason: 'click' } as const;

describe('A threat', () => {
  it('is requested from the service of its record, with two logged requests', async () => {
    const { records, requestLog, there, here } = world([json(kit), json(summary)]);
    const parts: unknown[] = [];
    const opened = await records.openThreat(
      { kind: 'threat', from: remote, tid: 5, name: 'Example Kit' },
      { ...record, onPart: (part) => parts.push(part.value.summary) },
    );
    const { threat, summary: reported } = found(opened);
    assert.equal(threat.name, 'Example Kit');
    assert.ok(reported !== undefined && 'risk' in reported && reported.risk.total === 3);
    assert.deepEqual(parts, [undefined], 'the threat itself is shown before its summary');
    assert.deepEqual(there.map(query), ['threat.php?tid=5', 'threat.php?tid=5&get=links&summary=1&splitrisk=1']);
    assert.deepEqual(plain(whatWas(requestLog)), [
      ['Example Kit', { kind: 'threat' }, 'record', 'answered', remote],
      ['Example Kit', { kind: 'threat', part: 'summary' }, 'record', 'answered', remote],
    ]);
    assert.equal(here.length, 0);
  });

  it("is read locally if its record is local, with any service and mode, and isn't logged", async () => {
    const { records, requestLog, there, here } = world([], { mode: 'offline' });
    found(await records.openThreat({ kind: 'threat', from: 'local:', name: 'Example Kit' }, record));
    assert.equal(query(here[0] as Seen), 'threat.php?threat=Example+Kit');
    assert.equal(there.length, 0);
    assert.deepEqual(requestLog.list(), []);
  });

  it('is never requested from another service, where its ID has another meaning', async () => {
    const { records, there } = world([json(kit)]);
    const opened = await records.openThreat({ kind: 'threat', from: 'https://lookups-test-9.com', tid: 5 }, click);
    assert.deepEqual(opened, { kind: 'elsewhere', host: 'lookups-test-9.com' });
    assert.equal(there.length, 0);
  });

  it('is requested from the connected service if the user typed its name', async () => {
    const { records, there, self } = world([json(kit), json(summary)]);
    assert.equal(records.current(), remote);
    found(await records.openThreat({ kind: 'threat', from: '', name: 'Example Kit' }, click));
    assert.equal(there.length, 2);
    self.service = undefined;
    assert.equal(records.current(), 'local:');
  });

  it('is requested once an hour, and again on request', async () => {
    const { records, there, self } = world([json(kit), json(summary)]);
    const ref = { kind: 'threat', from: remote, tid: 5 } as const;
    await Promise.all([records.openThreat(ref, record), records.openThreat(ref, record)]);
    found(await records.openThreat(ref, record));
    assert.equal(there.length, 2);
    self.settings = { ...self.settings, mode: 'offline' };
    found(await records.openThreat(ref, record));
    self.settings = { ...self.settings, mode: 'onHover' };
    await records.openThreat(ref, { ...click, again: true });
    assert.equal(there.length, 4);
    self.now += hour;
    await records.openThreat(ref, record);
    assert.equal(there.length, 6);
  });

  it("isn't requested before a click in mode onDemand, which shows what it sends", async () => {
    const { records, there } = world([json(kit), json(summary)], { mode: 'onDemand' });
    const ref = { kind: 'threat', from: remote, tid: 5 } as const;
    assert.deepEqual(await records.openThreat(ref, record), {
      kind: 'notRequested',
      host: 'lookups-test-1.com',
      wouldSend: '5',
      subject: { kind: 'threat', isId: true },
    });
    assert.equal(there.length, 0);
    found(await records.openThreat(ref, click));
  });

  it("isn't requested in Offline mode, even by a click", async () => {
    const { records, there } = world([json(kit)], { mode: 'offline' });
    const opened = await records.openThreat({ kind: 'threat', from: remote, tid: 5 }, click);
    assert.deepEqual(opened, { kind: 'offline', host: 'lookups-test-1.com' });
    assert.equal(there.length, 0);
  });

  it('is shown by name if the service returns only its links', async () => {
    const { records } = world([json({ error: 'Parameter get is missing.' }, 400), json(summary)]);
    const { threat, summary: reported } = found(
      await records.openThreat({ kind: 'threat', from: remote, tid: 5, name: 'Kit' }, click),
    );
    assert.deepEqual([threat.name, threat.tid, reported !== undefined && 'risk' in reported], ['Kit', 5, true]);
  });

  it('shows an error of its summary in its place, and a miss as such', async () => {
    const { records } = world([json(kit), json({ error: 'oops' }, 500)]);
    const { summary: reported } = found(await records.openThreat({ kind: 'threat', from: remote, tid: 5 }, click));
    assert.ok(reported !== undefined && 'kind' in reported && reported.kind === 'serverError');
    const missing = world([json({ error: 'Threat not found.' }, 404)]);
    assert.equal((await missing.records.openThreat({ kind: 'threat', from: remote, tid: 5 }, click)).kind, 'notFound');
  });

  it("isn't requested again automatically soon after an error, but by a click", async () => {
    const { records, there } = world([json({ error: 'oops' }, 500)]);
    const ref = { kind: 'feed', from: remote, fid: 5 } as const;
    await records.openFeed(ref, record);
    assert.equal((await records.openFeed(ref, record)).kind, 'failed');
    assert.equal(there.length, 1);
    await records.openFeed(ref, click);
    assert.equal(there.length, 2);
  });

  it('distinguishes an error of another record', async () => {
    const { records, there } = world([json({ error: 'no' }, 401)]);
    await records.openFeed({ kind: 'feed', from: remote, fid: 5 }, record);
    const isUntried = async (fid: number) => {
      const opened = await records.openFeed({ kind: 'feed', from: remote, fid }, record);
      return opened.kind === 'failed' && opened.isUntried;
    };
    assert.deepEqual([await isUntried(6), await isUntried(5)], [true, undefined]);
    assert.equal(there.length, 1);
  });

  it('is canceled in Offline mode, and when nothing waits for it', async () => {
    const never = new Promise<Response>(() => undefined);
    const { records, self, there, requestLog } = world([never]);
    const opening = records.openThreat({ kind: 'threat', from: remote, tid: 5 }, record);
    await new Promise((resolve) => setImmediate(resolve));
    self.settings = { ...self.settings, mode: 'offline' };
    records.forget();
    assert.equal((await opening).kind, 'canceled');
    assert.equal(there[0]?.init.signal?.aborted, true);
    assert.equal(requestLog.list()[0]?.outcome, 'canceled');

    const other = world([never]);
    const controller = new AbortController();
    const left = other.records.openFeed(
      { kind: 'feed', from: remote, fid: 5 },
      { ...click, signal: controller.signal },
    );
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    assert.equal((await left).kind, 'canceled');
    assert.equal(other.there[0]?.init.signal?.aborted, true);
  });
});

describe('An indicator with its earlier scans', () => {
  const answer = json({ iid: 7, indicator: 'https://lookups-test-2.com/a', type: 'url', risk: 'low', properties: {} });

  const today = (properties: Properties, detail: Known['detail'] = 'full') => ({
    today: { record: { ...emptyRecord(url.value, 'url'), properties }, detail },
  });
  const ref = { kind: 'indicator', from: remote, indicator: url } as const;

  it('sends as much of a URL as the setting allows', async () => {
    const { records, there } = world([answer]);
    assert.deepEqual(found(await records.openHistory(ref, { ...record, ...today({}) })), {});
    assert.deepEqual(there.map(query), ['indicator.php?indicator=https://lookups-test-2.com/a&historical=1']);
  });

  const ended = (name: string, value: unknown) =>
    json({ iid: 7, risk: 'none', properties: { whois: { [name]: value } } });

  it('shows unmarked old values as earlier ones next to current values, and stores no record', async () => {
    for (const answer of [
      ended('++registrar', 'Registrar of 2019'),
      ended('++Registrar', ['Registrar of 2019']),
      json({ iid: 7, properties: { whois: [{ name: '++registrar', value: 'Registrar of 2019' }] } }),
      json({ iid: 7, properties: { whois: [{ name: '++registrar', value: 'Registrar of 2019', latest: '0' }] } }),
    ]) {
      const { records, self, there } = world([answer]);
      const ssl = { fingerprint: ['5f:3b'] };
      const opened = await records.openHistory(ref, {
        ...click,
        ...today({ whois: { '++registrar': ['Registrar of Today'] }, ssl }),
      });
      const [change, ...others] = changesIn(found(opened));
      assert.deepEqual(
        [change?.before.map(({ value }) => value), change?.now.map(({ value }) => value), others],
        [['Registrar of 2019'], ['Registrar of Today'], []],
      );
      assert.deepEqual([self.kept, there.length], [[], 1]);
    }
  });

  it("doesn't mark a current value as an earlier one", async () => {
    const { records } = world([ended('++registrar', 'Registrar of Today')]);
    const opened = await records.openHistory(ref, {
      ...click,
      ...today({ whois: { '++registrar': ['Registrar of Today'] } }),
    });
    assert.deepEqual(changesIn(found(opened)), []);
  });

  it('also requests the current record if there is only a summary, and stores it', async () => {
    const plain = json({ iid: 7, risk: 'high', properties: { whois: { '++registrar': 'Registrar of Today' } } });
    const { records, self, there } = world([ended('++registrar', 'Registrar of 2019'), plain]);
    const opened = await records.openHistory(ref, { ...click, ...today({}, 'summary') });
    assert.deepEqual(
      changesIn(found(opened)).map(({ before, now }) => [before[0]?.value, now[0]?.value]),
      [['Registrar of 2019', 'Registrar of Today']],
    );
    assert.deepEqual(there.map(query), [
      'indicator.php?indicator=https://lookups-test-2.com/a&historical=1',
      'indicator.php?indicator=https://lookups-test-2.com/a',
    ]);
    const [kept] = self.kept;
    assert.ok(kept?.kind === 'known' && self.kept.length === 1);
    assert.deepEqual(
      [kept.record.risk, kept.record.properties],
      ['high', { whois: { '++registrar': ['Registrar of Today'] } }],
    );
  });

  it('also requests the current record if the history marks another value as the latest', async () => {
    const marked = [
      { name: 'a', value: '192.0.2.2', latest: 1 },
      { name: 'a', value: '192.0.2.1', latest: 0 },
    ];
    const { records, self, there } = world([
      json({ iid: 7, properties: { dns: marked } }),
      json({ iid: 7, risk: 'high', properties: { dns: { a: '192.0.2.2' } } }),
    ]);
    const opened = await records.openHistory(ref, { ...click, ...today({ dns: { a: ['192.0.2.1'] } }) });
    assert.deepEqual(
      changesIn(found(opened)).map(({ before, now }) => [before[0]?.value, now.map(({ value }) => value)]),
      [['192.0.2.1', ['192.0.2.2']]],
    );
    assert.deepEqual([there.length, self.kept.length], [2, 1]);
  });

  it('shows an error of that request instead of comparing with nothing', async () => {
    const { records, self } = world([ended('++registrar', 'Registrar of 2019'), json({ error: 'oops' }, 500)]);
    const opened = await records.openHistory(ref, { ...click, ...today({}, 'summary') });
    assert.deepEqual([opened.kind, self.kept], ['failed', []]);
  });

  it('is requested by ID only after a click if the ID reveals more than the setting allows', async () => {
    const { records, there, self } = world([answer]);
    const ref = { kind: 'indicator', from: remote, iid: 7, indicator: url } as const;
    const opened = await records.openIndicator(ref, record);
    assert.deepEqual(plain(opened), { kind: 'notRequested', host: 'lookups-test-1.com', wouldSend: url.value });
    found(await records.openIndicator(ref, click));
    assert.equal(self.kept.length, 1);
    assert.deepEqual(there.map(query), ['indicator.php?iid=7']);
  });

  it('is never requested if it is ignored or reserved, even by ID', async () => {
    const { records, there } = world([answer], { ignore: [{ pattern: '*.lookups-test-2.com', origin: 'user' }] });
    const opened = await records.openIndicator({ kind: 'indicator', from: remote, iid: 7, indicator: url }, click);
    assert.equal(opened.kind, 'blocked');
    const reserved = { type: 'domain', value: 'intern.example' } as const;
    const links = records.openLinks({ kind: 'indicator', from: remote, indicator: reserved });
    assert.equal((await links.next(click)).kind, 'blocked');
    assert.equal(there.length, 0);
  });
});

describe('Pages of links', () => {
  const ref = { kind: 'threat', from: remote, tid: 5 } as const;

  it('are requested as needed, with one logged request per page, and counted at the end only', async () => {
    const { records, there, requestLog } = world([
      json({ page_current: 0, page_next: 1, results: rows(1, 2) }),
      json({ page_current: 1, results: [...rows(2, 200), { iid: 1000 }] }),
    ]);
    const walk = records.openLinks(ref);
    assert.deepEqual(plain(walk.fetched()), { links: [], pages: 0, unreadable: 0, more: 'perhaps' });
    assert.equal(there.length, 0, 'opening asks for nothing');
    const first = found(await walk.next(click));
    assert.deepEqual([first.links.length, first.more, first.total], [2, 'yes', undefined]);
    const second = found(await walk.next(click));
    // The row that came twice counts once; a service that names next pages has none after this one.
    assert.deepEqual([second.links.length, second.unreadable, second.more, second.total], [201, 1, 'no', 202]);
    found(await walk.next(click));
    assert.deepEqual(there.map(query), ['threat.php?tid=5&get=links', 'threat.php?tid=5&get=links&page=1']);
    assert.deepEqual(
      whatWas(requestLog).map(([what, subject]) => [what, subject]),
      [
        ['5', { kind: 'threat', isId: true, part: 'links' }],
        ['5', { kind: 'threat', isId: true, part: 'links', page: 1 }],
      ],
    );
  });

  it('end if a service without next pages repeats itself or has no more', async () => {
    for (const last of [rows(1, 150), []]) {
      const { records } = world([
        json({ page_current: 0, results: rows(1, 150) }),
        json({ page_current: 1, results: last }),
      ]);
      const walk = records.openLinks(ref);
      assert.equal(found(await walk.next(click)).more, 'perhaps');
      const { more, total } = found(await walk.next(click));
      assert.deepEqual([more, total], ['no', 150]);
    }
  });

  it('keep loaded links if a page fails, and continue from there', async () => {
    const { records } = world([
      json({ page_current: 0, page_next: 1, results: rows(1, 2) }),
      json({ error: 'oops' }, 500),
      json({ page_current: 1, results: rows(3, 2) }),
    ]);
    const walk = records.openLinks(ref);
    await walk.next(click);
    assert.equal((await walk.next(click)).kind, 'failed');
    assert.deepEqual([walk.fetched().links.length, walk.fetched().more], [2, 'yes']);
    assert.equal(found(await walk.next(click)).links.length, 4);
  });

  it('load a page once for simultaneous requests', async () => {
    const { records, there } = world([json({ page_current: 0, page_next: 1, results: rows(1, 2) })]);
    const walk = records.openLinks(ref);
    await Promise.all([walk.next(click), walk.next(click)]);
    assert.deepEqual([there.length, walk.fetched().pages], [1, 1]);
  });
});
