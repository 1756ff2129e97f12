import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LookupEngine } from '../../../../src/core/lookups';
import type { LookupSettings } from '../../../../src/core/lookups/options';
import { emptyRecord } from '../../../../src/core/records/record';
import { allRows, type RowQuery } from '../../../../src/core/rows/rowQuery';
import { clientLog, clientLogFormats, eventsIn } from '../../../harness/clientLogs';
import { RowTimeline } from '../../../../src/core/triage/rowTimeline';
import { StoreReader } from '../../../../src/core/store/reader';
import { assess, type Triaged, worstTriaged } from '../../../../src/core/triage/assess';
import { mergeTexts } from '../../../../src/core/triage/found';
import { type AssessingContext, unknownTriage } from '../../../../src/core/triage/triageMessages';
import { inThisThread } from '../../../harness/inThisThread';
import { Jobs } from '../../../../src/service/jobs';
import { Assessor } from '../../../../src/service/triage/assessor';
import { readText } from '../../../../src/service/triage';

const service = { address: 'https://intel.example', host: 'intel.example', remote: true };
const ignore = [{ pattern: 'ignored.lookups-test-9.com', origin: 'user' as const }];
const settings: LookupSettings = {
  mode: 'onDemand',
  urls: 'withoutQuery',
  freshMillis: 60_000,
  notFoundMillis: 60_000,
  ignore,
  skipWellKnown: true,
};
const assessing: AssessingContext = { settings, service, answers: [] };
const files = ['first.log', 'second.log'];
const rows = { files, hasOneFile: false, isFolding: true, entries: [] };
const logs = [
  Array.from(
    { length: 700 },
    (_, at) => `2025-03-04T10:00:${at % 60} n${at % 400}.lookups-test-3.com 10.0.0.${at % 9}`,
  ),
  [
    ...Array.from({ length: 300 }, (_, at) => `2025-03-05T11:00:00 http://n${at}.lookups-test-3.com/a?b=${at}`),
    '2025-03-05T11:00:01 ignored.lookups-test-9.com www.google.com n7.lookups-test-3.com',
  ],
].map((lines) => lines.join('\n'));
const list = ['indicator,risk', 'n7.lookups-test-3.com,high', 'n300.lookups-test-3.com,medium', '10.0.0.3,low'].join(
  '\n',
);

describe('A reading in the worker', () => {
  let folder = '';
  let jobs: Jobs;
  const worker = inThisThread({ run: (...job) => jobs.run(...job) });
  const path = (name: string): string => join(folder, name);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'readings-'));
    jobs = new Jobs({ storeFile: path('store.sqlite'), onNotice: () => undefined });
    for (const [index, log] of logs.entries()) writeFileSync(path(files[index] ?? ''), log);
    await worker.import({ input: { name: 'listed.csv', text: list } });
  });
  after(async () => {
    await jobs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(id: string, context = assessing) {
    await worker.triageOpen({ id, assessing: context, rows });
    // Whatever is read first.
    for (const text of [1, 0])
      await worker.triageText({ id, text, input: { path: path(files[text] ?? ''), name: files[text] ?? '' } });
    return worker.triageFinish({ id });
  }

  it('finds out which indicators the store knows, as far as it can be read', () => {
    const found = ['n7.lookups-test-3.com', 'below.n7.lookups-test-3.com', 'n8.lookups-test-3.com', '10.0.0.3'].map(
      (value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('domain' as const), value }),
    );
    const knownIn = (file: string): readonly boolean[] => {
      const assessor = new Assessor(path(file));
      const known = assessor.areKnown(found);
      assessor.close();
      return known;
    };
    assert.deepEqual(knownIn('store.sqlite'), [true, true, false, false]);
    assert.deepEqual(knownIn('none.sqlite'), [false, false, false, false]);
  });

  async function all(id: string, query: RowQuery = allRows): Promise<readonly Triaged[]> {
    const wanted = { query, withFolded: true, from: 0, count: 10_000 };
    return (await worker.triageRows({ id, wanted })).map(([, row]) => row);
  }

  /** Computes the expected rows in another way: all at once, from lookups of a window. */
  async function expected(): Promise<readonly Triaged[]> {
    const reader = new StoreReader(path('store.sqlite'));
    const lookups = new LookupEngine({
      store: { find: (key) => reader.find(key), hasRealData: () => true, keep: () => Promise.resolve() },
      service: () => service as never,
      settings: () => settings,
      now: Date.now,
    });
    const texts = await Promise.all(files.map((name) => readText({ path: path(name), name })));
    const found = mergeTexts(texts).map((each): Triaged => ({ ...each, ...assess(each.indicator, lookups, true) }));
    reader.close();
    return found.sort(worstTriaged);
  }

  const plain = (triaged: readonly Triaged[]) =>
    triaged.map(({ locations, timeline, ...row }) => ({
      ...(JSON.parse(JSON.stringify(row)) as object),
      locations: [...locations],
      timeline: timeline && { ...timeline, counts: [...timeline.counts] },
    }));

  it('has the rows, counts, locations, times, and verdicts that reading and assessing everything at once gives', async () => {
    const state = await opened('same');
    const wanted = await expected();
    assert.equal(state.rows, wanted.length);
    assert.deepEqual(plain(await all('same')), plain(wanted));
    assert.deepEqual([state.counts.found, state.counts.ignored], [2, 1]);
  });

  it('unfolds the lines of a part of the timeline', async () => {
    const timeOf = (at: number): string => new Date(Date.UTC(2025, 2, 6) + at * 60_000).toISOString();
    const lines = Array.from(
      { length: 600 },
      (_, at) => `${timeOf(at)} srcip=10.0.0.${at % 3} hostname=lookups-test-3.com hostname=n${at}.lookups-test-4.com`,
    );
    await worker.triageOpen({ id: 'part', assessing, rows: { ...rows, files: ['part.log'], hasOneFile: true } });
    await worker.triageText({ id: 'part', text: 0, input: { text: lines.join('\n'), name: 'part.log' } });
    const { timeline } = await worker.triageFinish({ id: 'part' });
    assert.ok(timeline !== undefined && timeline.bins.count > 8);
    const range = { from: 3, to: 5 };
    const { from, to } = new RowTimeline(timeline).positionsOf(range);
    const query = { ...allRows, filter: 'lookups-test-3.com', range };
    const { first } = await worker.triageQuery({ id: 'part', query, first: 2 });
    const [row = 0, { clients, lines: count, isRough } = { lines: 0 }] =
      first.find(([, { indicator }]) => indicator.value === 'lookups-test-3.com') ?? [];
    const expected = lines.flatMap((line) => {
      const time = Date.parse(line.slice(0, 24)) / 1000;
      return time >= from && time < to ? [time] : [];
    });
    assert.deepEqual([count, isRough], [expected.length, true]);
    assert.deepEqual(clients?.possible?.map(({ name }) => name).toSorted(), ['10.0.0.0', '10.0.0.1', '10.0.0.2']);
    for (const limit of [10, 1_000]) {
      const own = await worker.triageLines({ id: 'part', row, limit, order: 'time' });
      assert.deepEqual(
        own.lines.map(({ time }) => time),
        expected.slice(0, limit),
      );
      assert.equal(own.total, expected.length);
    }
  });

  it('is certain about any part of the timeline once it has read the lines again', async () => {
    const format = clientLogFormats.find(({ name }) => name === 'key=value');
    assert.ok(format !== undefined);
    const logs = [7, 8].map((seed) => clientLog(format, { events: 3_000, hosts: 30, clients: 9, seed }).text);
    const events = logs.flatMap((text, file) => eventsIn(text).map((event) => ({ ...event, file })));
    const names = logs.map((text, at) => {
      writeFileSync(path(`certain-${at}.log`), text);
      return `certain-${at}.log`;
    });
    await worker.triageOpen({ id: 'certain', assessing, rows: { ...rows, files: names } });
    for (const [text, name] of names.entries())
      await worker.triageText({ id: 'certain', text, input: { path: path(name), name } });
    const { timeline: data } = await worker.triageFinish({ id: 'certain' });
    assert.ok(data !== undefined && data.bins.count > 8);
    const timeline = new RowTimeline(data);
    const query = (range: { from: number; to: number }, group?: string): RowQuery => ({ ...allRows, range, group });
    const range = { from: 3, to: 5 };
    const first = query(range);
    const { rows: numbers } = await worker.triageQuery({ id: 'certain', query: first, first: 0 });
    const uncertain = (await all('certain', first)).filter(
      ({ isRough, clients }) => isRough === true || clients?.isMore === true,
    );
    assert.ok(uncertain.length > 10, String(uncertain.length));
    const byClient = query(range, 'clients');
    const { areLinesRough = [] } = await worker.triageQuery({ id: 'certain', query: byClient, first: 0 });
    assert.ok(areLinesRough.length > 3 && areLinesRough.every((isRough) => isRough));
    const state = await worker.triageMakeCertain({ id: 'certain', rows: numbers });
    assert.ok(state !== undefined);
    assert.equal(await worker.triageMakeCertain({ id: 'certain', rows: numbers }), undefined);
    for (const range of [
      { from: 3, to: 5 },
      { from: 0, to: 1 },
      { from: 4, to: data.bins.count - 1 },
    ]) {
      const { from, to } = timeline.positionsOf(range);
      const inRange = events.filter(({ time }) => time >= from && time < to);
      const order = { column: 'risk', descending: true };
      const sorted = await worker.triageQuery({ id: 'certain', query: { ...query(range), order }, first: 1_000 });
      const counts = sorted.first.map(([, row]) => row.lines);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a),
      );
      for (const group of [undefined, 'clients', 'file']) {
        const {
          rows: shown,
          groups = [],
          groupTexts,
        } = await worker.triageQuery({
          id: 'certain',
          query: query(range, group),
          first: 0,
        });
        const texts = groups.flatMap((count, at) => new Array<string>(count).fill(groupTexts?.[at] ?? ''));
        const read = await worker.triageRows({ id: 'certain', wanted: { numbers: shown } });
        const seen = new Set<string>();
        for (const [at, [, row]] of read.entries()) {
          if (row.indicator.type !== 'domain') continue;
          const text = texts[at];
          const isOwn = ({ client, file }: (typeof events)[number]): boolean =>
            group === undefined || text === (group === 'file' ? names[file] : client);
          const own = inRange.filter((event) => event.host === row.indicator.value && isOwn(event));
          const [earliest] = own.toSorted((a, b) => a.time - b.time || a.file - b.file || a.line - b.line);
          seen.add(`${text} ${row.indicator.value}`);
          const counts = Map.groupBy(own, ({ client }) => client);
          assert.deepEqual(
            [row.isRough, row.lines, row.clients?.isMore, row.timeline?.from, row.timeline?.to, row.files],
            [
              undefined,
              own.length,
              false,
              earliest?.time,
              Math.max(...own.map(({ time }) => time)),
              new Set(own.map(({ file }) => file)).size,
            ],
            `${text} ${row.indicator.value}`,
          );
          assert.deepEqual(
            new Map(row.clients?.top.map(({ name, lines }) => [name, lines])),
            new Map([...counts].map(([name, { length }]) => [name, length])),
          );
          const { file, line } = row.locations.at(0) ?? {};
          assert.deepEqual([file, line], [earliest?.file, earliest?.line]);
        }
        const all = inRange.map(
          ({ host, client, file }) =>
            `${group === undefined ? undefined : group === 'file' ? names[file] : client} ${host}`,
        );
        assert.deepEqual([...seen].sort(), [...new Set(all)].sort());
      }
    }
  });

  it('has folded rows of a part of the timeline as others, such as for an export', async () => {
    const lineAt = (at: number): string =>
      `${new Date(Date.UTC(2025, 2, 6) + at * 60_000).toISOString()} hostname=n${at % 2 === 0 ? 7 : 'x'}.lookups-test-3.com`;
    const text = Array.from({ length: 80 }, (_, at) => lineAt(at)).join('\n');
    await worker.triageOpen({ id: 'folded', assessing, rows: { ...rows, files: ['a.log'], isFolding: true } });
    await worker.triageText({ id: 'folded', text: 0, input: { text, name: 'a.log' } });
    const { timeline } = await worker.triageFinish({ id: 'folded' });
    assert.ok(timeline !== undefined);
    const range = { from: 0, to: Math.floor(timeline.bins.count / 2) };
    const query = { ...allRows, unfolded: false, range };
    const { folded } = await worker.triageQuery({ id: 'folded', query, first: 0 });
    assert.equal(folded, 1);
    const { to } = new RowTimeline(timeline).positionsOf(range);
    for (const [at, host] of ['n7.lookups-test-3.com', 'nx.lookups-test-3.com'].entries()) {
      const row = (await all('folded', query)).find(({ indicator }) => indicator.value === host);
      const times = Array.from({ length: 80 }, (_, minute) => Date.UTC(2025, 2, 6) / 1_000 + minute * 60);
      const own = times.filter((time, minute) => minute % 2 === at && time < to);
      assert.deepEqual([row?.lines, row?.timeline?.to], [own.length, own.at(-1)]);
    }
  });

  it('counts URLs of a group with their hosts, and says where lines may count twice', async () => {
    const texts = ['GET http://lookups-test-3.com/a', 'GET http://lookups-test-3.com/b\nlookups-test-4.com'];
    await worker.triageOpen({ id: 'together', assessing, rows: { ...rows, files: ['one.log', 'two.log'] } });
    for (const [text, each] of texts.entries())
      await worker.triageText({ id: 'together', text, input: { text: each, name: `${text}.log` } });
    await worker.triageFinish({ id: 'together' });
    const query = { ...allRows, group: 'file' };
    const { groups, groupLines, areLinesRough } = await worker.triageQuery({ id: 'together', query, first: 0 });
    assert.deepEqual(
      [groups, groupLines, areLinesRough],
      [
        [2, 3],
        [1, 2],
        [false, true],
      ],
    );
  });

  it('says that parts of the timeline are uncertain where a file has changed', async () => {
    const lineAt = (at: number): string =>
      `${new Date(Date.UTC(2025, 2, 6) + at * 60_000).toISOString()} srcip=10.0.0.${at % 3} hostname=lookups-test-3.com`;
    const text = Array.from({ length: 600 }, (_, at) => lineAt(at)).join('\n');
    writeFileSync(path('changing.log'), text);
    await worker.triageOpen({
      id: 'changing',
      assessing,
      rows: { ...rows, files: ['changing.log'], hasOneFile: true },
    });
    await worker.triageText({ id: 'changing', text: 0, input: { path: path('changing.log'), name: 'changing.log' } });
    await worker.triageFinish({ id: 'changing' });
    writeFileSync(path('changing.log'), `${text}\n${lineAt(600)}`);
    const query = { ...allRows, range: { from: 3, to: 5 } };
    const { rows: numbers } = await worker.triageQuery({ id: 'changing', query, first: 0 });
    await worker.triageMakeCertain({ id: 'changing', rows: numbers });
    assert.deepEqual(
      (await all('changing', query)).flatMap(({ indicator, isRough }) =>
        indicator.type === 'domain' ? [isRough] : [],
      ),
      [true],
    );
  });

  it('answers which rows a query shows, and sends some of them', async () => {
    await opened('query');
    const query = { ...allRows, filter: 'n7.lookups', unfolded: false };
    const {
      rows: numbers,
      first,
      all: counts,
      isNarrowed,
    } = await worker.triageQuery({ id: 'query', query, first: 1 });
    assert.deepEqual([first.length, isNarrowed, counts.rows], [1, true, (await all('query')).length]);
    assert.equal(first[0]?.[1].indicator.value, 'n7.lookups-test-3.com');
    assert.equal(first[0][1].files, 2);
    const sent = await worker.triageRows({ id: 'query', wanted: { numbers } });
    assert.deepEqual(
      sent.map(([number]) => number),
      numbers,
    );
    const { open } = await worker.triageState({ id: 'query' });
    const toLookUp = await worker.triageRows({ id: 'query', wanted: { open: 3 } });
    assert.ok(open > 3 && toLookUp.length === 3);
  });

  it('assesses rows again that an answer of a service is about, also by the host of a URL', async () => {
    await opened('renewed');
    const key = 'n5.lookups-test-3.com';
    const record = { ...emptyRecord(key, 'domain'), risk: 'critical' as const };
    const source = { kind: 'service', name: service.host, address: service.address } as const;
    const answer = { kind: 'known', source, asOf: Date.now(), record, detail: 'summary' } as const;
    const before = await worker.triageState({ id: 'renewed' });
    const state = await worker.triageRenew({ id: 'renewed', keys: [key], answers: [[key, answer]] });
    assert.ok(state.version > before.version);
    const [first, second] = await all('renewed');
    assert.deepEqual([first?.indicator.value, first?.status], [key, 'found']);
    assert.deepEqual([second?.status, second?.lead?.record.risk], ['hostFound', 'critical']);
  });

  it('assesses all rows again after a change of settings or of the store', async () => {
    await opened('settings');
    const context = { ...assessing, settings: { ...settings, ignore: [], skipWellKnown: false } };
    const { counts } = await worker.triageRenew({ id: 'settings', assessing: context });
    assert.equal(counts.ignored, 0);
    await worker.import({ input: { name: 'more.csv', text: 'indicator,risk\nn9.lookups-test-3.com,critical\n' } });
    await worker.triageRenew({ id: 'settings', assessing: context });
    assert.equal((await all('settings'))[0]?.indicator.value, 'n9.lookups-test-3.com');
  });

  it('has what was read so far of a text that is canceled', async () => {
    await worker.triageOpen({ id: 'canceled', assessing, rows });
    const canceling = new AbortController();
    const input = { path: path('first.log'), name: 'first.log' };
    canceling.abort();
    const read = await worker.triageText({ id: 'canceled', text: 0, input }, { signal: canceling.signal });
    assert.deepEqual(read.failure, { kind: 'canceled' });
    assert.equal((await worker.triageFinish({ id: 'canceled' })).rows, read.kind === 'read' ? read.found : -1);
  });

  it('has what is assessed so far, with its times, once it is stopped', async () => {
    const at = Date.UTC(2025, 2, 4);
    const names = Array.from({ length: 60_000 }, (_, number) => `n${number}.lookups-test-3.com`);
    const text = names.map((name, second) => `${new Date(at + second * 1000).toISOString()} GET ${name}`).join('\n');
    await worker.triageOpen({ id: 'stopped', assessing, rows });
    const read = await worker.triageText({ id: 'stopped', text: 0, input: { name: 'a.log', text } });
    await worker.triageStop({ id: 'stopped' });
    const state = await worker.triageFinish({ id: 'stopped' });
    assert.ok(read.kind === 'read' && state.rows > 0 && state.rows < read.found, `${state.rows} rows`);
    assert.equal(state.timeline?.unit, 'seconds');
    assert.equal((await worker.triageState({ id: 'stopped' })).rows, state.rows);
  });

  it('shows rows while many others are not assessed yet', async () => {
    const count = 100_000;
    const given = Array.from({ length: count }, (_, at) => ({
      type: 'domain' as const,
      value: `n${at}.lookups-test-3.com`,
      locations: [],
    }));
    await worker.triageOpen({ id: 'many', assessing, rows });
    const numbers = new Set([(await worker.triageState({ id: 'many' })).rows]);
    await worker.triageText({ id: 'many', text: 0, input: given });
    const work = { isOver: false };
    const finished = worker.triageFinish({ id: 'many' }).finally(() => (work.isOver = true));
    while (!work.isOver) {
      numbers.add((await worker.triageState({ id: 'many' })).rows);
      await setImmediate();
    }
    assert.equal((await finished).rows, count);
    assert.ok([...numbers].some((number) => number > 0 && number < count));
    await worker.triageClose({ id: 'many' });
  });

  it('assesses rows again that are below a name that changed', async () => {
    await opened('below');
    const text = 'indicator,risk\nlookups-test-3.com,high\n';
    await worker.import({ input: { name: 'parents.csv', text } });
    await worker.triageRenew({ id: 'below', keys: ['lookups-test-3.com'], answers: [] });
    const found = await all('below');
    const below = found.find(({ indicator }) => indicator.value === 'n12.lookups-test-3.com');
    assert.deepEqual([below?.status, below?.lead?.record.risk], ['parentFound', 'medium']);
    const url = found.find(({ indicator }) => indicator.value.startsWith('http://n12.'));
    assert.deepEqual([url?.status, url?.lead?.record.risk], ['hostFound', 'medium']);
  });

  it('is gone after it was closed', async () => {
    await opened('closed');
    assert.deepEqual(await worker.triageClose({ id: 'closed' }), { closed: true });
    await assert.rejects(worker.triageState({ id: 'closed' }), { name: unknownTriage });
    assert.deepEqual(await worker.triageClose({ id: 'closed' }), { closed: false });
  });
});
