import assert from 'node:assert/strict';
import { allRows } from '../../../../src/core/rows/rowQuery';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Known } from '../../../../src/core/records/knowledge';
import { namedClients } from '../../../../src/core/triage/clients/counted';
import { OccurrenceCounter } from '../../../../src/core/triage/counting/occurrenceCounter';
import { RowTimeline } from '../../../../src/core/triage/rowTimeline';
import { locationLabel } from '../../../../src/core/triage/triageExport';
import { TriageTable } from '../../../../src/core/triage/triageTable';
import { readInto, readText } from '../../../../src/service/triage';
import { mergeTexts } from '../../../../src/core/triage/found';
import { clientLog, clientLogFormats, eventsIn, type ReadEvent } from '../../../harness/clientLogs';

const format = clientLogFormats.find(({ name }) => name === 'key=value');

/** A log with its events. */
function logWithEvents(
  seed: number,
  hosts = 40,
  clients = 12,
): { readonly text: string; readonly events: readonly ReadEvent[] } {
  assert.ok(format !== undefined);
  const { text } = clientLog(format, { events: 4_000, hosts, clients, seed });
  const events = eventsIn(text);
  assert.equal(events.length, 4_000);
  return { text, events };
}

async function tableOf(text: string): Promise<TriageTable> {
  const counter = new OccurrenceCounter();
  assert.equal(await readInto(counter, { text, name: 'a.log' }, { blockBytes: 65_536 }), undefined);
  const context = { files: ['a.log'], hasOneFile: true, isFolding: false, entries: new Map() };
  const table = new TriageTable(context);
  table.indicators.addText(0, counter);
  table.indicators.advance(0);
  for (let row = 0; row < table.indicators.size; row++) table.assess(row, { status: 'notLookedUp', known: [] });
  table.changed();
  while (!table.prepareTimeline(1_000));
  return table;
}

const spanOf = (events: readonly ReadEvent[]): readonly (number | undefined)[] => [
  events[0]?.time,
  events.at(-1)?.time,
];

/** The events of some logs, each as a file. */
async function tableOfFiles(texts: readonly string[], files: readonly string[]): Promise<TriageTable> {
  const table = new TriageTable({ files, hasOneFile: false, isFolding: false, entries: new Map() });
  for (const [index, text] of texts.entries()) {
    const counter = new OccurrenceCounter();
    assert.equal(await readInto(counter, { text, name: files[index] ?? '' }, {}), undefined);
    table.indicators.addText(index, counter);
    table.indicators.advance(index);
  }
  for (let row = 0; row < table.indicators.size; row++) {
    const { value } = table.indicators.indicatorOf(row);
    const sources = value.startsWith('host-1')
      ? ['report.md']
      : value.startsWith('host-2')
        ? ['report.md', 'team']
        : [];
    const known = sources.map((name) => knownBy(value, name));
    table.assess(row, { status: known.length > 0 ? 'found' : 'notLookedUp', known });
  }
  table.changed();
  while (!table.prepareTimeline(1_000));
  return table;
}

const knownBy = (value: string, name: string): Known => ({
  kind: 'known',
  record: emptyRecord(value, 'domain'),
  source: { kind: 'import', name },
  asOf: 0,
  detail: 'full',
});

describe('Rows that are narrowed', () => {
  it('have the lines, times, and clients of a file, by a filter, in its group, and in a part of the timeline', async () => {
    const logs = [logWithEvents(3), logWithEvents(4)];
    const files = ['logs/one.log', 'two.log'];
    const table = await tableOfFiles(
      logs.map(({ text }) => text),
      files,
    );
    const grouped = table.query({ ...allRows, group: 'file' });
    assert.equal(grouped.groups?.length, 2);
    // A row that is in both files is one row.
    const ungrouped = table.query(allRows);
    assert.deepEqual([grouped.count, ungrouped.count], [ungrouped.rows.length, ungrouped.rows.length]);
    assert.ok(grouped.rows.length > grouped.count, `${grouped.rows.length} > ${grouped.count}`);
    for (const [file, { events }] of logs.entries()) {
      const { rows } = table.query({ ...allRows, filter: `file:${file === 0 ? 'ONE' : 'two.log'}` });
      const found = rows.map((row) => table.row(row)).filter(({ indicator }) => indicator.type === 'domain');
      assert.deepEqual(new Set(found.map(({ indicator }) => indicator.value)), new Set(events.map(({ host }) => host)));
      for (const { indicator, lines, timeline, clients, locations } of found) {
        const expected = events.filter(({ host }) => host === indicator.value);
        assert.equal(lines, expected.length);
        assert.deepEqual([timeline?.from, timeline?.to], spanOf(expected));
        assert.equal(clients?.count, new Set(expected.map(({ client }) => client)).size);
        assert.deepEqual(new Set([...locations].map((each) => each.file)), new Set([file]));
      }
      assert.equal(
        grouped.groupLines?.[grouped.groupTexts?.indexOf(files[file] ?? '') ?? -1],
        rows.reduce((sum, row) => sum + table.row(row).lines, 0),
      );
      const ofGroup = grouped.rows.filter((row) => table.textsOf(row)?.has(file) === true);
      assert.deepEqual(
        ofGroup.map((row) => `${table.row(row).indicator.value} ${table.row(row).lines}`).sort(),
        rows.map((row) => `${table.row(row).indicator.value} ${table.row(row).lines}`).sort(),
      );
      const range = { from: 0, to: Math.floor(table.bins / 2) };
      const part = table.query({ ...allRows, filter: `file:${files[file] ?? ''}`, range });
      const rest = table.query({
        ...allRows,
        filter: `file:${files[file] ?? ''}`,
        range: { from: range.to + 1, to: table.bins },
      });
      const linesOf = (all: readonly number[]): number => all.reduce((sum, row) => sum + table.row(row).lines, 0);
      assert.equal(linesOf(part.rows) + linesOf(rest.rows), linesOf(rows));
    }
    assert.deepEqual(table.state().terms?.file, files);
  });

  it('are located in the file in which they occur first', async () => {
    const lineAt = (minute: number): string => `2026-11-26T10:0${minute}:00Z GET http://a-site.lookups-test-1.com/x\n`;
    const texts = ['http://a-site.lookups-test-1.com/x in a report\n', lineAt(5), lineAt(0), lineAt(3)];
    const table = await tableOfFiles(texts, ['a.md', 'b.log', 'c.log', 'd.log']);
    const read = await Promise.all(texts.map((text) => readText({ text, name: 'a.log' })));
    for (const { locations } of [table.row(0), mergeTexts(read)[0] ?? assert.fail()])
      assert.deepEqual(
        [...locations].map(({ file }) => file),
        [2, 3, 1, 0],
      );
  });

  it('are in the groups of all their sources, and are found by one', async () => {
    const table = await tableOfFiles([logWithEvents(5).text], ['a.log']);
    const names = (rows: readonly number[]): ReadonlySet<string> =>
      new Set(rows.map((row) => table.row(row).indicator.value));
    const all = names(table.rows);
    const of = (...starts: readonly string[]): ReadonlySet<string> =>
      new Set([...all].filter((name) => starts.some((start) => name.startsWith(start))));
    assert.deepEqual(names(table.query({ ...allRows, filter: 'source:report' }).rows), of('host-1', 'host-2'));
    assert.deepEqual(names(table.query({ ...allRows, filter: 'source:Team' }).rows), of('host-2'));
    assert.deepEqual(table.query({ ...allRows, filter: 'source:none' }).rows, []);
    const { groups = [], rows } = table.query({ ...allRows, group: 'sources' });
    const [report = 0, team = 0, none] = groups;
    assert.deepEqual([report, team], [of('host-1', 'host-2').size, of('host-2').size]);
    assert.equal(none, all.size - report);
    assert.deepEqual(names(rows.slice(report, report + team)), of('host-2'));
    assert.deepEqual(table.query({ ...allRows, group: 'sources', filter: 'source:team' }).groups, [team]);
    assert.deepEqual(table.state().terms?.source, ['report.md', 'team']);
  });

  it('have the lines and the times of a client, by a filter and in its group', async () => {
    const { text, events } = logWithEvents(1);
    const table = await tableOf(text);
    const logged = text.split('\n');
    for (const client of new Set(events.map((event) => event.client))) {
      const { rows } = table.query({ ...allRows, filter: `client:${client}` });
      const own = events.filter((event) => event.client === client);
      const found = rows.map((row) => table.row(row)).filter(({ indicator }) => indicator.type === 'domain');
      assert.deepEqual(
        rows.map((row) => table.row(row).part),
        rows,
      );
      assert.deepEqual(new Set(found.map(({ indicator }) => indicator.value)), new Set(own.map(({ host }) => host)));
      for (const { indicator, lines, timeline, clients, ...row } of found) {
        const expected = own.filter(({ host }) => host === indicator.value);
        assert.equal(lines, expected.length, `${client} ${indicator.value}`);
        const { scale, first, counts, from, to } = timeline ?? assert.fail();
        for (const [at, count] of counts.entries()) {
          const start = (first + at) * 2 ** scale;
          if (count > 0) assert.ok(start + 2 ** scale > from && start <= to, 'only between its lines');
        }
        assert.equal(locationLabel(row, { fileOf: () => 'a.log' }), `a.log:${expected[0]?.line}`);
        const { line = 0, column = 0 } = row.locations.at(0) ?? {};
        assert.ok(logged[line - 1]?.startsWith(indicator.value, column - 1), logged[line - 1]);
        assert.deepEqual([timeline?.from, timeline?.to], spanOf(expected));
        assert.deepEqual([clients?.count, clients?.top[0]?.name], [1, client]);
      }
    }
    const grouped = table.query({ ...allRows, group: 'clients', order: { column: 'lines', descending: true } });
    assert.deepEqual(grouped.bins, table.query(allRows).bins, 'each row counts once');
    const names = grouped.groups?.flatMap((count, at) => Array<string>(count).fill(grouped.groupTexts?.[at] ?? ''));
    const pairs = grouped.rows.map((row, at) => [names?.[at], table.row(row)] as const);
    const hosts = pairs.filter(([, { indicator }]) => indicator.type === 'domain');
    assert.equal(hosts.length, new Set(events.map(({ client, host }) => `${client} ${host}`)).size);
    for (const [client, { indicator, lines }] of hosts) {
      const expected = events.filter((event) => event.client === client && event.host === indicator.value);
      assert.equal(lines, expected.length);
    }
  });

  it('have the lines and the times of all clients whose names contain a text, in any case', async () => {
    const { text, events } = logWithEvents(6);
    const table = await tableOf(text);
    const names = [...new Set(events.map((event) => event.client))];
    const part = names.flatMap((name) => [1, 2, 3].map((length) => name.slice(-length)));
    const isSeveral = (typed: string): boolean =>
      !names.includes(typed) && names.filter((name) => name.includes(typed)).length > 1;
    const typed = part.find(isSeveral);
    assert.ok(typed !== undefined);
    const own = events.filter(({ client }) => client.includes(typed));
    const { rows } = table.query({ ...allRows, filter: `client:${typed.toUpperCase()}` });
    const found = rows.map((row) => table.row(row)).filter(({ indicator }) => indicator.type === 'domain');
    assert.deepEqual(new Set(found.map(({ indicator }) => indicator.value)), new Set(own.map(({ host }) => host)));
    for (const { indicator, lines, timeline, clients, locations } of found) {
      const expected = own.filter(({ host }) => host === indicator.value);
      assert.equal(lines, expected.length);
      assert.deepEqual([timeline?.from, timeline?.to], spanOf(expected));
      assert.deepEqual(
        clients?.top.map(({ name }) => name).sort(),
        [...new Set(expected.map(({ client }) => client))].sort(),
      );
      assert.equal(locations.at(0)?.line, expected[0]?.line);
    }
    const grouped = table.query({ ...allRows, group: 'clients', filter: `client:${typed}` });
    assert.deepEqual(grouped.groupTexts?.toSorted(), [...new Set(own.map(({ client }) => client))].sort());
  });

  it('have the lines, the clients, and the times of a part of the timeline, or say that they are rough', async () => {
    const { text, events } = logWithEvents(2);
    const table = await tableOf(text);
    const { timeline: data } = table.state();
    assert.ok(data !== undefined && data.bins.count > 8);
    const timeline = new RowTimeline(data);
    const times = events.map(({ time }) => timeline.timeOf(time).slice(0, 16)).toSorted();
    const { labels } = timeline.view();
    assert.deepEqual([labels[0], labels.at(-1)], [times[0], times.at(-1)], 'never the edge of a bar');
    let [exact, all] = [0, 0];
    for (const range of [
      { from: 0, to: 0 },
      { from: 2, to: 5 },
      { from: 3, to: data.bins.count - 1 },
    ]) {
      const { from, to } = timeline.positionsOf(range);
      const own = events.filter(({ time }) => time >= from && time < to);
      const { rows } = table.query({ ...allRows, range });
      const found = rows.map((row) => table.row(row)).filter(({ indicator }) => indicator.type === 'domain');
      assert.deepEqual(new Set(found.map(({ indicator }) => indicator.value)), new Set(own.map(({ host }) => host)));
      for (const { indicator, lines, clients, timeline: when, isRough } of found) {
        all++;
        const expected = own.filter(({ host }) => host === indicator.value);
        assert.equal(lines, expected.length, indicator.value);
        const names = new Set(expected.map(({ client }) => client));
        for (const { name } of clients?.top ?? []) assert.ok(names.has(name), name);
        if (clients?.isMore !== true) assert.equal(clients?.count, names.size);
        else {
          assert.ok(clients.count <= names.size);
          const possible = new Set([...clients.top, ...(clients.possible ?? [])].map(({ name }) => name));
          for (const name of names) assert.ok(possible.has(name), `${name} is missing`);
        }
        if (isRough === true) continue;
        exact++;
        assert.deepEqual([when?.from, when?.to], spanOf(expected));
      }
    }
    assert.ok(exact > all / 2, `${exact} of ${all}`);
  });

  it('count more clients of a part of the timeline than are named', async () => {
    const { text, events } = logWithEvents(5, 3, 400);
    const table = await tableOf(text);
    const { timeline: data } = table.state();
    assert.ok(data !== undefined);
    const range = { from: 0, to: data.bins.count - 2 };
    const { from, to } = new RowTimeline(data).positionsOf(range);
    for (const row of table.query({ ...allRows, range }).rows) {
      const { indicator, clients } = table.row(row);
      if (indicator.type !== 'domain') continue;
      const own = events.filter(({ host, time }) => host === indicator.value && time >= from && time < to);
      const names = new Set(own.map(({ client }) => client));
      assert.ok(names.size > namedClients && clients !== undefined);
      assert.ok(clients.count <= names.size && clients.top.length <= namedClients);
      assert.ok(clients.count + (clients.possible?.length ?? 0) >= names.size, indicator.value);
    }
  });
});
