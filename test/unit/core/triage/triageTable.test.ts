import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as tools from '../../../../src/core/indicators';
import { noClients } from '../../../../src/core/triage/clients/counted';
import { knownContexts } from '../../../../src/core/context/knownContexts';
import { emptyRecord } from '../../../../src/core/records/record';
import { allRows } from '../../../../src/core/rows/rowQuery';
import { matchesFilter, getSearchText } from '../../../../src/core/rows/rowText';
import {
  type Assessment,
  type LookupStatus,
  lookupStatuses,
  type Triaged,
  worstTriaged,
} from '../../../../src/core/triage/assess';
import type { CountedText } from '../../../../src/core/triage/numberedIndicators';
import { forEachBin } from '../../../../src/core/triage/timeline';
import { RowTimeline } from '../../../../src/core/triage/rowTimeline';
import { type TableContext, TriageTable } from '../../../../src/core/triage/triageTable';
import { triageRow, type TriageRowContext } from '../../../../src/features/triage/panel/triageRows';

const files = ['proxy.log', 'a-rather-long-name-of-a-file-below.example.log'];
const context = (more: Partial<TableContext> = {}): TableContext => ({
  files,
  hasOneFile: false,
  isFolding: true,
  entries: new Map(),
  ...more,
});

type Row = Omit<Triaged, keyof Assessment> & { readonly assessment: Assessment };

/** A text of rows, each at its first location. */
const textOf = (rows: readonly Row[]): CountedText => ({
  size: rows.length,
  lines: 100_000,
  timelineUnit: 'seconds',
  nameOf: (entry) => {
    const { indicator, reserved } = rows[entry] as Row;
    return { ...indicator, reserved };
  },
  typeOf: (entry) => rows[entry]?.indicator.type ?? 'domain',
  countOf: (entry) => rows[entry]?.lines ?? 0,
  clientsOf: (entry) => rows[entry]?.clients ?? noClients,
  clientCountOf: (entry) => rows[entry]?.clients?.count ?? 0,
  entriesWithClient: (test) =>
    new Set([...rows.keys()].filter((entry) => rows[entry]?.clients?.top.some(({ name }) => test(name)) === true)),
  hasClient: (test) => rows.some(({ clients }) => clients?.top.some(({ name }) => test(name)) === true),
  locationsOf: (entry) => [...(rows[entry]?.locations ?? [])].flatMap(({ line, column }) => [line, column]),
  timelineOf: (entry) => rows[entry]?.timeline,
  spanOf: (entry) => rows[entry]?.timeline,
  forEachPosition: (entry, visit) => forEachBin(rows[entry]?.timeline, visit),
});

function tableOf(texts: readonly (readonly Row[])[], around = context()): TriageTable {
  const table = new TriageTable(around);
  const assessments = new Map(
    texts.flat().map(({ indicator: { type, value }, assessment }) => [`${type} ${value}`, assessment]),
  );
  for (const [index, rows] of texts.entries()) {
    table.indicators.addText(index, textOf(rows));
    table.indicators.advance(index);
  }
  for (let row = 0; row < table.indicators.size; row++) {
    const { type, value } = table.indicators.indicatorOf(row);
    table.assess(row, assessments.get(`${type} ${value}`) ?? { status: 'notLookedUp', known: [] });
  }
  while (!table.prepareTimeline(1_000));
  table.changed();
  return table;
}

const values = fc.oneof(
  fc.domain().map((value) => ({ type: 'domain' as const, value })),
  fc.ipV4().map((value) => ({ type: 'ip' as const, value })),
  fc.ipV6().map((value) => ({ type: 'ip' as const, value })),
  fc.webUrl({ withQueryParameters: true }).map((value) => ({ type: 'url' as const, value })),
  fc.constantFrom(
    { type: 'url' as const, value: 'http://user:secret@lookups-test-1.com/Index.html' },
    { type: 'domain' as const, value: 'bücher.lookups-test-1.com' },
    { type: 'url' as const, value: 'https://lookups-test-1.com/%E2%80%AE\u202e' },
  ),
);
const rows = fc
  .record({
    indicator: values,
    lines: fc.integer({ min: 1, max: 2_000 }),
    line: fc.integer({ min: 1, max: 99_999 }),
    status: fc.constantFrom<LookupStatus>(...lookupStatuses),
    at: fc.integer({ min: 1_700_000_000, max: 1_700_400_000 }),
    risk: fc.constantFrom('unknown', 'low', 'high', 'critical'),
    retired: fc.boolean(),
  })
  .map(({ indicator, line, at, risk, retired, status, lines }): Row => {
    const timeline = { scale: 0, first: at, counts: [1], from: at, to: at + 40 };
    const record = { ...emptyRecord(indicator.value, indicator.type), risk, retired };
    const lead = { kind: 'known', source: { kind: 'import', name: 'list' }, asOf: 0, record, detail: 'full' } as const;
    const reached = status === 'found' ? { known: [lead], lead } : { known: [] };
    const contexts = knownContexts(indicator, reached.known, undefined);
    const assessment = { status, ...reached, ...(contexts.length === 0 ? {} : { contexts }) };
    return {
      indicator,
      reserved: false,
      lines,
      files: 1,
      locations: [{ file: 0, line, column: 1 }],
      timeline,
      assessment,
    };
  });
const distinctRows = fc.uniqueArray(rows, {
  maxLength: 12,
  selector: ({ indicator: { type, value } }) => `${type} ${value}`,
});

/** Two ends of a timeline, so that there is one. */
const ends = [1_700_000_000, 1_700_400_000].map((at, index): Row => ({
  indicator: { type: 'domain', value: `end-${index}.example` },
  reserved: false,
  lines: 1,
  files: 1,
  locations: [{ file: 0, line: 1, column: 1 }],
  timeline: { scale: 0, first: at, counts: [1], from: at, to: at },
  assessment: { status: 'notLookedUp', known: [] },
}));

const shownContext = (table: TriageTable, hasOneFile: boolean): TriageRowContext => {
  const { timeline } = table.state();
  return {
    now: 0,
    tools,
    source: 'local',
    locationOf: () => undefined,
    isRedacted: () => false,
    fileOf: (file) => files[file] ?? '',
    hasOneFile,
    timeline: timeline && new RowTimeline(timeline),
    entryOf: () => undefined,
  };
};

describe('The table of a triage', () => {
  it('finds the rows whose text a panel shows, apart from their numbers, also where it makes no texts', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.integer({ min: 1, max: 12 }), fc.boolean(), (each, at, length, one) => {
        const table = tableOf([[...ends, each]], context({ hasOneFile: one }));
        const row = 2;
        const { name, cells, retired } = triageRow(table.row(row), shownContext(table, one));
        const numbers = ['lines', 'clients', 'where', 'first'];
        const times = ['when', 'from', 'to'];
        const textOfCells = (without: readonly string[]): string => {
          const searched = Object.fromEntries(Object.entries(cells).filter(([id]) => !without.includes(id)));
          return getSearchText({ name, cells: searched, retired }, cells['risk'] ?? '');
        };
        const shown = textOfCells(numbers);
        const withoutTimes = textOfCells([...numbers, ...times]);
        const from = at % shown.length;
        for (const typed of [shown.slice(from, from + length).split('\n')[0] ?? '', 'x', '[.]', 'line']) {
          if (typed.trim() === '' || typed.includes('…') || typed.includes('[U+')) continue;
          if (matchesFilter(/[-:–]/.test(typed) ? shown : withoutTimes, typed))
            assert.ok(table.matcher(typed)(row), `“${typed}” in ${shown}`);
        }
        const absent = 'not-in-any-row-of-this-table';
        assert.equal(table.matcher(absent)(row), false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has all rows, the worst first, and counts each by risk, kind, and time', () => {
    fc.assert(
      fc.property(distinctRows, distinctRows, (first, second) => {
        const table = tableOf([first, second]);
        const { rows: shown, all } = table.query(allRows);
        const whole = shown.map((row) => table.row(row));
        const names = new Set([...first, ...second].map(({ indicator: { type, value } }) => `${type} ${value}`));
        assert.equal(whole.length, names.size);
        for (const [index, row] of whole.entries()) {
          const next = whole[index + 1];
          if (next !== undefined) assert.ok(worstTriaged(row, next) <= 0);
        }
        const sum = (counts: readonly (readonly [unknown, number])[]) =>
          counts.reduce((total, [, count]) => total + count, 0);
        assert.equal(sum(all.levels), names.size);
        assert.equal(sum(all.tags.filter(([tag]) => tag.startsWith('type:'))), names.size);
        const { counts } = table.state();
        for (const status of lookupStatuses)
          assert.equal(counts[status], whole.filter((row) => row.status === status).length);
      }),
      { numRuns: 200 },
    );
  });

  it('shows the same rows whatever text was read first', () => {
    fc.assert(
      fc.property(distinctRows, distinctRows, (first, second) => {
        const inOrder = tableOf([first, second]);
        const reversed = new TriageTable(context());
        for (const [index, each] of [
          [1, second],
          [0, first],
        ] as const) {
          reversed.indicators.addText(index, textOf(each));
          reversed.indicators.advance(index);
        }
        const byName = new Map(
          inOrder.query(allRows).rows.map((row) => {
            const whole = inOrder.row(row);
            return [`${whole.indicator.type} ${whole.indicator.value}`, whole];
          }),
        );
        for (let row = 0; row < reversed.indicators.size; row++) {
          const { type, value } = reversed.indicators.indicatorOf(row);
          const { status, known, lead, contexts } = byName.get(`${type} ${value}`) as Triaged;
          reversed.assess(row, { status, known, ...(lead && { lead }), ...(contexts && { contexts }) });
        }
        while (!reversed.prepareTimeline(1_000));
        reversed.changed();
        const listed = (table: TriageTable) => table.query(allRows).rows.map((row) => table.row(row));
        assert.deepEqual(listed(reversed), listed(inOrder));
      }),
      { numRuns: 100 },
    );
  });

  it('folds what says little, unless the user looks for it or has a state for it', () => {
    const row = (value: string, status: LookupStatus): Row => ({
      ...(ends[0] as Row),
      indicator: { type: 'domain', value },
      assessment: { status, known: [] },
    });
    const all = [row('a.example', 'notLookedUp'), row('b.example', 'reserved'), row('c.example', 'hostFound')];
    const table = tableOf([all]);
    const folding = { ...allRows, unfolded: false };
    const shown = (query: Partial<typeof folding> = {}) =>
      table.query({ ...folding, ...query }).rows.map((each) => table.row(each).indicator.value);
    assert.deepEqual(shown(), ['c.example']);
    assert.deepEqual(table.query(folding).folded.length, 2);
    assert.deepEqual(shown({ filter: 'b.exa' }), ['b.example']);
    assert.deepEqual(shown({ tags: ['status:reserved'] }), ['b.example']);
    assert.deepEqual(shown({ unfolded: true }).length, 3);
    table.setContext(context({ entries: new Map([['domain a.example', { state: 'review' }]]) }));
    assert.deepEqual(shown(), ['c.example', 'a.example']);
    assert.deepEqual(shown({ tags: ['state:review'] }), ['a.example']);
    assert.deepEqual(table.state().filled, ['state']);
    const internal = tableOf([all.slice(0, 2)]);
    assert.equal(internal.query(folding).rows.length, 1);
    assert.equal(tableOf([all.slice(1, 2)]).query(folding).rows.length, 1);
  });

  it('finds times by a date, a time of day, or both, and no number of lines', () => {
    const at = (lines: number, value: string, from: number): Row => ({
      indicator: { type: 'domain', value },
      reserved: false,
      lines,
      files: 1,
      locations: [{ file: 0, line: 1234, column: 1 }],
      timeline: { scale: 0, first: from, counts: [1], from, to: from },
      assessment: { status: 'notLookedUp', known: [] },
    });
    const day = Date.UTC(2025, 10, 25) / 1000;
    const table = tableOf([[at(1234, 'a.example', day + 45_030), at(1, 'b.example', day + 86_400 + 45_030)]]);
    const found = (typed: string): readonly boolean[] => [0, 1].map(table.matcher(typed));
    assert.deepEqual(found('12:30'), [true, true]);
    assert.deepEqual(found('2025-11-25'), [true, false]);
    assert.deepEqual(found('25 12:30'), [true, false]);
    assert.deepEqual(found('26 12:30:30'), [false, true]);
    assert.deepEqual(found('25 12:30 1'), [false, false]);
    assert.deepEqual(found('12:31'), [false, false]);
    assert.deepEqual(found('1234'), [false, false]);
    assert.deepEqual(found('2025'), [false, false]);
  });

  it('finds an address by every part of it and of its network', () => {
    const at = (value: string): Row => ({
      indicator: { type: 'ip', value },
      reserved: false,
      lines: 1,
      files: 1,
      locations: [{ file: 0, line: 1, column: 1 }],
      assessment: { status: 'notLookedUp', known: [] },
    });
    const addresses = [
      ['203.0.113.77', '203.0.113.0/24'],
      ['45.9.148.99', '45.9.148.0/24'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ] as const;
    const table = tableOf([addresses.map(([value]) => at(value))]);
    for (const [row, [value, network]] of addresses.entries())
      for (const text of [value, network])
        for (let from = 0; from < text.length; from++)
          for (let to = from + 1; to <= text.length; to++) {
            const typed = text.slice(from, to);
            assert.ok(table.matcher(typed)(row), `“${typed}” of ${text}`);
          }
    assert.deepEqual(table.query({ ...allRows, filter: '148.0' }).rows, [1]);
  });

  it('narrows rows to a part of the timeline, and groups them by what they have in common', () => {
    const table = tableOf([ends]);
    const { timeline } = table.state();
    const last = (timeline?.bins.count ?? 0) - 1;
    const { rows: late, bins } = table.query({ ...allRows, range: { from: 1, to: last } });
    assert.deepEqual(
      late.map((row) => table.row(row).indicator.value),
      ['end-1.example'],
    );
    assert.deepEqual([bins[0], bins[last]], [0, 1]);
    assert.deepEqual(table.query({ ...allRows, group: 'domain' }).groups, [1, 1]);
    assert.deepEqual(table.query({ ...allRows, group: 'type' }).groups, [2]);
    assert.ok(table.state().groups.includes('domain') && !table.state().groups.includes('subnet'));
  });
});
