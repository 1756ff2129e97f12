import assert from 'node:assert/strict';
import { defang, findIndicators } from '../../../../src/core/indicators';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord } from '../../../../src/core/records/record';
import type { Triaged } from '../../../../src/core/triage/assess';
import type { Clients } from '../../../../src/core/triage/clients/counted';
import type { Timeline } from '../../../../src/core/triage/timeline';
import {
  triageCsv,
  type TriageFormatters,
  triageMarkdown,
  triageObject,
} from '../../../../src/core/triage/triageExport';
import { triageTicket } from '../../../../src/core/triage/triageTicket';
import { plain } from '../../../harness/plain';

const now = Date.UTC(2026, 10, 27);
const start = Date.UTC(2026, 10, 26, 10, 0, 1) / 1_000;
const timeline: Timeline = { scale: 3, first: Math.floor(start / 8), counts: [40, 1], from: start, to: start + 13 };
const hostile = '=HYPERLINK("http://evil-test-1.com")|`x`\n\u202e<img src=x>';

/** Location of the first line of a client. */
const placed = { files: 1, location: { file: 0, line: 1, column: 1 } };

const clientsOf = (names: readonly string[], more: Partial<Clients> = {}): Clients => ({
  count: names.length,
  isMore: false,
  top: names.map((name, at) => ({ name, lines: 41 - at, first: start, last: start + at, ...placed })),
  ...more,
});

function row(value: string, more: Partial<Triaged> = {}): Triaged {
  const lead: Known = {
    kind: 'known',
    source: { kind: 'mirror', name: 'Team list' },
    asOf: now,
    detail: 'full',
    record: {
      ...emptyRecord(value, 'domain'),
      risk: 'high',
      threats: [{ name: 'Lumma|Stealer', risk: 'high' }],
      timestamps: { seen: Date.UTC(2026, 10, 20) },
    },
  };
  return {
    indicator: { type: 'domain', value },
    reserved: false,
    lines: 41,
    files: 1,
    locations: [{ file: 0, line: 7, column: 1 }],
    status: 'found',
    known: [lead],
    lead,
    timeline,
    ...more,
  };
}

const formatters: TriageFormatters = {
  defang,
  defangText: (text) => defangText(text, { findIndicators, defang }),
  fileOf: (file) => ['proxy.log', 'dns|1.log', 'third.log', 'fourth.log'][file] ?? '',
  timelineUnit: 'seconds',
};

/** The cells of the lines of a table in Markdown. */
const cellsOf = (markdown: string): readonly (readonly string[])[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2, -2).split(/ \| /));

/** The columns of one line of CSV by name, as RFC 4180 has them. */
function csvRow(csv: string): Readonly<Record<string, string>> {
  const [names = [], values = []] = [...csv.matchAll(/(?:(?:"(?:[^"]|"")*"|[^,\n]*)(?:,|(?=\n)))+\n/g)].map(([line]) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(?:,|\n)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}

describe('Lines, clients, and times of a triage', () => {
  const names = ['10.20.2.20', 'm.rossi', 'pc.lookups-test-4.com', '10.20.2.23', '10.20.2.24'];
  const seen = row('lookups-test-1.com', { clients: clientsOf(names) });

  it('are fields of JSON, with times to the second in UTC', () => {
    const { lines, firstSeen, lastSeen, clients, moreClients, clientNames } = triageObject(seen, formatters);
    const [from, to] = ['2026-11-26T10:00:01Z', '2026-11-26T10:00:14Z'];
    assert.deepEqual([lines, firstSeen, lastSeen, clients, moreClients], [41, from, to, 5, undefined]);
    assert.deepEqual(clientNames[1], {
      name: 'm.rossi',
      lines: 40,
      firstSeen: from,
      lastSeen: '2026-11-26T10:00:02Z',
    });
    assert.equal(clientNames.length, 5);
    const part = { clients: clientsOf(names, { count: 1_000, isMore: true }) };
    assert.equal(triageObject(row('a.com', part), formatters).moreClients, true);
    // Those of several files together.
    const many = clientsOf(Array.from({ length: 150 }, (_, at) => `10.0.1.${at}`));
    const merged = triageObject(row('a.com', { clients: many }), formatters);
    assert.deepEqual([merged.clients, merged.clientNames.length], [150, 100]);
  });

  it('say that nothing is known, instead of the position of a line', () => {
    const { firstSeen, lastSeen, clients, clientNames } = triageObject(row('a.com'), {
      ...formatters,
      timelineUnit: 'lines',
    });
    assert.deepEqual([firstSeen, lastSeen, clients, clientNames], [null, null, 0, []]);
    const untimed: Clients = { count: 1, isMore: false, top: [{ name: 'a', lines: 1, first: 0, last: 0, ...placed }] };
    assert.deepEqual(plain(triageObject(row('a.com', { clients: untimed }), formatters).clientNames), [
      { name: 'a', lines: 1, firstSeen: null, lastSeen: null },
    ]);
  });

  it('are columns of CSV, in which no name of a client is a formula', () => {
    const cells = csvRow(triageCsv([seen], formatters));
    assert.deepEqual(
      [cells['lines'], cells['first_seen'], cells['last_seen'], cells['clients'], cells['client_names']],
      [...['41', '2026-11-26T10:00:01Z', '2026-11-26T10:00:14Z', '5'], 'm.rossi (40)'].map((text) =>
        text.startsWith('m.') ? names.map((name, at) => `${name} (${41 - at})`).join('; ') : text,
      ),
    );
    const named = (clients: Clients): string =>
      csvRow(triageCsv([row('a.com', { clients })], formatters))['client_names'] ?? '';
    assert.equal(named(clientsOf([hostile])), `'=HYPERLINK("http://evil-test-1.com")|\`x\` [U+202E]<img src=x> (41)`);
    assert.equal(named(clientsOf(['a'], { count: 13 })), 'a (41); and 12 more');
    assert.equal(named(clientsOf(['a'], { count: 13, isMore: true })), 'a (41); and at least 12 more');
    assert.equal(named(clientsOf(['a'], { isMore: true })), 'a (41); and others');
    assert.equal(named(clientsOf([])), '');
  });

  it('are columns of Markdown and tickets, with three clients and the number of others', () => {
    for (const text of [triageMarkdown('x', [seen], formatters, now), triageTicket('x', [seen], formatters, now)]) {
      const [head = [], , cells = []] = cellsOf(text);
      const cell = (title: string): string | undefined => cells[head.indexOf(title)];
      assert.equal(cell('Risk'), 'High risk');
      assert.equal(cell('Lines'), '41');
      assert.equal(
        cell('Clients'),
        '`10.20.2.20 (41)`, `m.rossi (40)`, `pc[.]lookups-test-4[.]com (39)`, `and 2 more`',
      );
      assert.deepEqual(
        [cell('First in log (UTC)'), cell('Last in log (UTC)')],
        ['2026-11-26 10:00:01', '2026-11-26 10:00:14'],
      );
      assert.equal(cell('Threats'), '`Lumma\\|Stealer`');
    }
    const bare = triageTicket('x', [row('a.com', { timeline: undefined })], formatters, now);
    assert.doesNotMatch(bare, /Clients|First in log/);
  });

  it('are harmless in Markdown, whatever clients are called', () => {
    const rows = [row('a.com', { clients: clientsOf([hostile, `${'`'.repeat(3)}](http://evil-test-2.com)`]) })];
    for (const text of [triageMarkdown('x', rows, formatters, now), triageTicket('x', rows, formatters, now)]) {
      assert.doesNotMatch(text, /evil-test-\d\.com|\u202e/);
      const columns = cellsOf(text).map((cells) => cells.length);
      assert.equal(new Set(columns).size, 1, text);
      assert.match(text, /``=HYPERLINK\([^]*<img src=x> \(41\)``/);
    }
  });
});

describe('The summary of a ticket', () => {
  const summaryOf = (rows: readonly Triaged[], unit: TriageFormatters['timelineUnit'] = 'seconds'): string =>
    triageTicket('x', rows, { ...formatters, timelineUnit: unit }, now)
      .split('\n')
      .find((line) => /^- \d+ indicator/.test(line)) ?? '';

  it('has the files, the period, and the number of different clients', () => {
    const later = { ...timeline, from: start + 60, to: start + 3_600 };
    const rows = [
      row('lookups-test-1.com', { clients: clientsOf(['10.0.0.1', '10.0.0.2']) }),
      row('lookups-test-2.com', {
        clients: clientsOf(['10.0.0.2', '10.0.0.3']),
        timeline: later,
        locations: [
          { file: 1, line: 1, column: 1 },
          { file: 2, line: 1, column: 1 },
        ],
      }),
    ];
    assert.equal(
      summaryOf(rows),
      '- 2 indicators in `proxy.log`, `dns|1.log`, and `third.log` · 2026-11-26 10:00:01 UTC – 2026-11-26 11:00:01 UTC · 3 clients',
    );
  });

  it('says what it doesn’t know for certain, and nothing of what it doesn’t know', () => {
    const locations = [0, 1, 2, 3].map((file) => ({ file, line: 1, column: 1 }));
    const clients = clientsOf(['10.0.0.1'], { count: 1_000, isMore: true });
    assert.equal(
      summaryOf([row('a.com', { clients, locations })], 'lines'),
      '- 1 indicator in `proxy.log`, `dns|1.log`, `third.log`, and 1 more file · at least 1,000 clients',
    );
    assert.equal(summaryOf([row('a.com', { locations: [], timeline: undefined })]), '- 1 indicator');
  });
});
