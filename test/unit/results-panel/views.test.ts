import assert from 'node:assert/strict';
import { defang, findIndicators } from '../../../src/core/indicators';
import { emptyRecord } from '../../../src/core/records/record';
import { isRedacted, placeOf, readExploreCsv } from '../../../src/core/results';
import { relaxQuery } from '../../../src/core/explore';
import { emptyThreatDetails } from '../../../src/core/records/threat';
import type { FoundRows } from '../../../src/core/records/found';
import { type QueryRun, type RunEnd, rowsWithoutLinks, withLinks } from '../../../src/core/runs';
import { defangText } from '../../../src/features/common/defangText';
import { emptyColumns, resultColumns, rowsOf } from '../../../src/features/common/resultRows';
import { endLabel, type RowsSummary, resultsView } from '../../../src/features/results/resultsView';
import { keptView, resultRow, toResultsPanel } from '../../../src/webviews/messages/results';
import { nextOrder, sortRows, naturalOrder } from '../../../src/webviews/results/rowOrder';
import { emptyState, viewStateOf, applyMessage } from '../../../src/webviews/results/resultsState';

const now = Date.UTC(2025, 2, 4, 9, 5, 26);
const tools = { defang, findIndicators };
const context = {
  ...{ now, dates: { locale: 'en', timeZone: 'UTC' }, plan: 'auto' as const, file: 'file:///a.explore' },
  serviceHost: 'lookups-test-9.com',
  shown: (text: string) => defangText(text, tools),
};

function runOf(end: RunEnd | undefined, more: Partial<QueryRun> = {}): QueryRun {
  return {
    id: '1',
    at: now - 2_000,
    query: 'ioc=lookups-test-1.com',
    settings: {},
    place: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true },
    ...(end === undefined ? {} : { end }),
    ...more,
  };
}

function viewOf(run: QueryRun, held?: RowsSummary) {
  const view = resultsView(run, [run], held, context);
  assert.ok(toResultsPanel.safeParse({ kind: 'show', view }).success);
  return view;
}

describe('The view of a run', () => {
  it('shows what runs, since when, and how to end it', () => {
    const view = viewOf(runOf(undefined));
    assert.deepEqual([view.running, view.buttons.map(({ action }) => action)], [2_000, ['cancel']]);
    assert.equal(view.query, 'ioc=lookups-test-1[.]com');
  });

  it('offers the page of its query, where the answer names one', () => {
    const end = { kind: 'answered', millis: 480, count: 1, left: 0 } as const;
    const page = (held: RowsSummary) =>
      viewOf(runOf(end), held).buttons.filter(({ action }) => action === 'openQueryPage');
    assert.deepEqual(page({ count: 1, warnings: [] }), []);
    assert.deepEqual(page({ count: 1, warnings: [], pageHost: 'intel.example' }), [
      { label: 'Open Query on intel.example…', action: 'openQueryPage' },
    ]);
  });

  it('says honestly that a full answer may be a cut one, with a way to ask for more', () => {
    const end = { kind: 'answered', millis: 480, count: 50, left: 0 } as const;
    const view = viewOf(runOf(end), { count: 50, warnings: [] });
    assert.equal(view.summary, '50 rows, as many as a plan returns by default: there may be more');
    assert.deepEqual(
      view.more.map(({ label, limit }) => [label, limit]),
      [
        ['Ask for 250', 250],
        ['Ask for…', undefined],
      ],
    );
    assert.deepEqual(view.facts, ['lookups-test-9.com', 'took 0.48 s']);
    const limited = viewOf(runOf(end, { settings: { limit: 50 } }), { count: 50, warnings: [] });
    assert.equal(limited.summary, '50 rows, the limit that was asked for: there may be more');
  });

  it('says that a service may have cut an answer by itself, and offers no larger limit where that gets no more', () => {
    const end = { kind: 'answered', millis: 480, count: 1_000, left: 0 } as const;
    const view = viewOf(runOf(end, { settings: { limit: 5_000 } }), { count: 1_000, warnings: [] });
    const words =
      '1,000 rows, where the service may have cut the answer: there may be more. Narrow the query to be sure';
    assert.deepEqual([view.summary, view.more], [words, []]);
    const again = viewOf(runOf({ ...end, count: 700, mayBeCut: true }), { count: 700, warnings: [] });
    assert.match(again.summary, /^700 rows, where the service may have cut/);
    assert.deepEqual(
      again.more.map(({ label }) => label),
      ['Ask for 1,000', 'Ask for…'],
    );
  });

  it('says that rows are all, and how many could not be read', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 1, left: 2 }), { count: 1, warnings: [] });
    assert.equal(view.summary, '1 row; 2 rows could not be read');
    assert.deepEqual(view.more, []);
    const many = viewOf(runOf({ kind: 'answered', millis: 1, count: 673, left: 0 }), { count: 673, warnings: [] });
    assert.equal(many.summary, 'All 673 rows');
  });

  it('says how many requests a query took', () => {
    const serviceMessage = (requests?: number): string =>
      JSON.stringify(viewOf(runOf({ kind: 'answered', millis: 1, count: 7, left: 0, ...(requests && { requests }) })));
    assert.match(serviceMessage(), /the query as it stands here, once\./);
    assert.match(serviceMessage(2), /the query as it stands here, in 2 requests\./);
  });

  it('offers two ways on where nothing was found', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 0, left: 0 }), { count: 0, warnings: [] });
    assert.equal(view.summary, 'Nothing found');
    assert.deepEqual(
      view.notices.flatMap(({ actions }) => actions.map(({ action }) => action)),
      ['relaxQuery', 'runLocally'],
    );
  });

  it('says that what was found is no longer kept', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 7, left: 0 }));
    assert.match(view.notices[0]?.text ?? '', /no longer kept/);
  });

  it('names every refusal with a way on, and what the service said, defanged', () => {
    const refused = (refusal: Extract<RunEnd, { kind: 'failed' }>['refusal'], status = 400) =>
      viewOf(
        runOf({
          kind: 'failed',
          millis: 1,
          error: { kind: 'badRequest', detail: '', status },
          ...(refusal === undefined ? {} : { refusal }),
        }),
      ).notices[0];
    const limit = refused({ kind: 'limitAbovePlan', limit: 1000, serviceMessage: 'See https://lookups-test-3.com/x' });
    assert.match(limit?.text ?? '', /refused a limit of 1,000 \(429\).*“See hxxps:\/\/lookups-test-3\[\.\]com\/x”/);
    assert.deepEqual(limit?.actions[0], { label: 'Run with Limit 250', action: 'runWithLimit', limit: 250 });
    const atHome = viewOf(
      runOf(
        {
          kind: 'failed',
          millis: 1,
          error: { kind: 'badRequest', detail: '', status: 429 },
          refusal: { kind: 'limitAbovePlan', limit: 20_000 },
        },
        { place: { address: 'local:', host: 'local service', remote: false } },
      ),
    ).notices[0];
    assert.equal(atHome?.text, 'The local store gives fewer than 20,000 results at once.');
    assert.equal(atHome.actions[0]?.label, 'Run with Limit 10,000');
    assert.match(refused({ kind: 'needsAccount', hadKey: false })?.text ?? '', /wants a key for it \(401\)/);
    assert.match(refused({ kind: 'tooLong', length: 9000 })?.text ?? '', /9,000 characters.*Nothing was sent/);
    assert.match(
      refused({ kind: 'query', serviceMessage: 'Unknown field: x' })?.text ?? '',
      /\(400\).*“Unknown field: x”/,
    );
    const local = viewOf(
      runOf(
        {
          kind: 'failed',
          millis: 1,
          error: { kind: 'badRequest', detail: '', status: 400 },
          refusal: {
            kind: 'query',
            serviceMessage: "Parameter q can't be read at character 5: “and” or “or” is missing here.",
          },
        },
        { place: { address: 'local:', host: 'local service', remote: false } },
      ),
    ).notices[0];
    assert.equal(local?.text, 'The local store can’t read this query. “and” or “or” is missing here.');
    assert.match(refused({ kind: 'limitTooSmall' })?.text ?? '', /1 or more \(400\)/);
  });

  it('says that nothing was sent where nothing was', () => {
    assert.equal(viewOf(runOf({ kind: 'offline' })).sent, 'Nothing was sent.');
    const withheld = viewOf(runOf({ kind: 'withheld', value: '10.1.2.3', by: { kind: 'reserved', what: 'address' } }));
    assert.equal(withheld.sent, 'Nothing was sent.');
    assert.match(withheld.notices[0]?.text ?? '', /10\[\.\]1\[\.\]2\[\.\]3 is an internal address and never leaves/);
    const local = runOf(undefined, { place: { address: 'local:', host: 'local service', remote: false } });
    assert.match(viewOf(local).sent, /^Nothing was sent/);
  });

  it('is one line in lists', () => {
    assert.equal(endLabel(runOf({ kind: 'answered', millis: 1, count: 50, left: 0 })), '50 rows · lookups-test-9.com');
    const end = { kind: 'answered', millis: 1, count: 1, left: 0 } as const;
    // The age before the place: lines are cut at their end.
    assert.equal(endLabel(runOf(end), '5 min ago'), '1 row · 5 min ago · lookups-test-9.com');
    assert.equal(endLabel(runOf({ kind: 'offline' })), 'not sent (offline)');
    assert.equal(endLabel(runOf({ kind: 'offline' }), 'just now'), 'not sent (offline) · just now');
  });
});

describe('Threats of local results', () => {
  const record = { ...emptyRecord('lookups-test-1.com', 'domain'), iid: 7 };
  const other = { ...emptyRecord('lookups-test-2.com', 'domain'), iid: 8 };
  const found: FoundRows = { type: 'indicators', left: 0, rows: [record, other] };
  const kit = { name: 'Example Kit', risk: 'high' as const };

  it('come from the store that answered, for rows that have none', () => {
    assert.deepEqual(rowsWithoutLinks(found), [7, 8]);
    const linked = withLinks(found, [{ iid: 7, threats: [kit], feeds: [{ name: 'Sample Feed' }] }]);
    assert.deepEqual(linked.rows[0], { ...record, threats: [kit], feeds: [{ name: 'Sample Feed' }] });
    assert.equal(linked.rows[1], other);
    assert.deepEqual(rowsWithoutLinks(linked), [8]);
    const kept = withLinks(linked, [{ iid: 7, threats: [], feeds: [] }]);
    assert.deepEqual(kept.rows[0], linked.rows[0]);
  });

  it('have their column at first only where there are some', () => {
    const run = runOf({ kind: 'answered', millis: 1, count: 2, left: 0 });
    const shown = (rows: FoundRows): boolean | undefined =>
      viewOf(run, { count: 2, warnings: [], emptyColumns: emptyColumns(rows) }).columns.find(
        ({ id }) => id === 'threats',
      )?.shown;
    assert.equal(shown(found), false);
    assert.equal(shown(withLinks(found, [{ iid: 8, threats: [kit], feeds: [] }])), true);
  });
});

describe('Rows of results', () => {
  const rowContext = { ...context, tools, placeOf, isRedacted, source: 'https://lookups-test-9.com' };
  const hostile = {
    ...emptyRecord('https://u:secret@lookups-test-1.com/a', 'url'),
    timestamps: { seen: now - 86_400_000 * 3 },
    threats: [{ name: '\u202egnp.exe at lookups-test-2.com', risk: 'high' as const }],
    properties: { geo: { city: ['REDACTED FOR PRIVACY'], org: ['[privacy]'] } },
  };
  const [row] = rowsOf({ type: 'indicators', rows: [hostile], left: 0 }, 0, 1, rowContext);
  assert.ok(row);

  it('are defanged, show no password and nothing unseen, and say what is withheld', () => {
    assert.equal(row.name, 'hxxps://u:•••@lookups-test-1[.]com/a');
    assert.deepEqual(
      [row.cells.threats, row.cells.place, row.cells.organization],
      ['[U+202E]gnp.exe at lookups-test-2[.]com', 'withheld', 'withheld'],
    );
    assert.equal(row.timestamps.seen, now - 86_400_000 * 3);
  });

  it('say when they were retired, their PTR record and their page, in columns that can be chosen', () => {
    const csv = [
      'indicator,stamp_retired,reference,dns_ptr',
      'lookups-test-1.com,"2025-03-01 09:05:26",https://intel.example/?iid=7,ptr.lookups-test-1.com',
      'lookups-test-2.com,,command:x,',
      'lookups-test-3.com,"2025-02-01 09:05:26",,',
    ].join('\n');
    const found: FoundRows = { type: 'indicators', rows: readExploreCsv(csv)?.records ?? [], left: 0 };
    const rows = rowsOf(found, 0, 3, rowContext).map((each, index) => ({ index, row: each }));
    const columns = resultColumns('indicators').filter(({ id }) => ['retired', 'ptr', 'reference'].includes(id));
    assert.deepEqual(
      columns.map(({ title, shown }) => [title, shown]),
      [
        ['PTR', false],
        ['Retired', false],
        ['Reference', false],
      ],
    );
    assert.deepEqual(
      rows.map(({ row: { timestamps, cells, page } }) => [timestamps.retired, cells.ptr, cells.reference, page]),
      [
        [Date.UTC(2025, 2, 1, 9, 5, 26), 'ptr[.]lookups-test-1[.]com', 'hxxps://intel[.]example/?iid=7', true],
        [undefined, undefined, undefined, undefined],
        [Date.UTC(2025, 1, 1, 9, 5, 26), undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(
      sortRows(rows, { column: 'retired', descending: true }, columns).map(({ index }) => index),
      [0, 2, 1],
    );
    for (const { row: each } of rows) assert.ok(resultRow.safeParse(each).success);
    const risk = { name: 'Example Kit', risk: 'high', retired: true } as const;
    const threat = { ...emptyThreatDetails, ...risk, timestamps: { retired: now } };
    const [shown] = rowsOf({ type: 'threats', rows: [threat], left: 0 }, 0, 1, rowContext);
    assert.equal(shown?.timestamps.retired, now);
  });

  it('are ordered by risk, time and words; what has no value stands last either way', () => {
    const base = { ...row, cells: {}, timestamps: {} };
    const rows = [2, 6, 0, 6].map((risk, index) => ({ index, row: { ...base, risk, retired: index === 1 } }));
    const columns = [
      { id: 'risk', title: 'Risk', kind: 'risk', shown: true },
      { id: 'seen', title: 'Seen', kind: 'timestamp', shown: true },
      { id: 'place', title: 'Place', kind: 'text', shown: true },
    ] as const;
    const by = (column: string, descending: boolean) =>
      sortRows(rows, { column, descending }, columns).map(({ index }) => index);
    assert.deepEqual(by('risk', true), [3, 1, 0, 2]);
    assert.deepEqual(by('risk', false), [2, 0, 1, 3]);
    const placed = rows.map(({ index, row: each }) => ({
      index,
      row: index === 2 ? each : { ...each, cells: { place: `City ${10 - index}` } },
    }));
    const byPlace = (descending: boolean) =>
      sortRows(placed, { column: 'place', descending }, columns).map(({ index }) => index);
    assert.deepEqual(
      [byPlace(false), byPlace(true)],
      [
        [3, 1, 0, 2],
        [0, 1, 3, 2],
      ],
    );
    const [risk] = columns;
    const first = nextOrder(undefined, risk);
    const second = nextOrder(first, risk);
    assert.deepEqual([first?.descending, second?.descending, nextOrder(second, risk)], [true, false, undefined]);
  });

  it('show the order of their answer, where it came newest first', () => {
    const at = (...days: readonly (number | undefined)[]) =>
      naturalOrder(
        days.map((day, index) => ({
          index,
          row: {
            ...row,
            timestamps: day === undefined ? {} : { seen: day },
          },
        })),
      );
    assert.deepEqual(at(9, 4, 4, undefined), { column: 'seen', descending: true });
    assert.deepEqual([at(), at(4, 4), at(4, 9), at(9, undefined, 4)], [undefined, undefined, undefined, undefined]);
  });

  it('say what was copied until something else is shown', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, left: 0 }), { count: 2, warnings: [] });
    const copied = applyMessage(applyMessage(emptyState, { kind: 'show', view }), {
      kind: 'copied',
      words: 'Copied 2 rows',
    });
    assert.equal(copied.copied, 'Copied 2 rows');
    assert.equal(applyMessage(copied, { kind: 'show', view: { ...view, id: '2' } }).copied, undefined);
  });

  it('come in pieces and belong to their run alone', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, left: 0 }), { count: 2, warnings: [] });
    const each = row;
    let state = applyMessage(emptyState, { kind: 'show', view });
    state = applyMessage(state, { kind: 'rows', id: '1', from: 0, rows: [each] });
    state = applyMessage(state, { kind: 'rows', id: '1', from: 1, rows: [each] });
    state = applyMessage(state, { kind: 'rows', id: 'another', from: 2, rows: [each] });
    assert.deepEqual(
      state.rows.map(({ index }) => index),
      [0, 1],
    );
    const again = applyMessage({ ...state, filter: 'x' }, { kind: 'show', view });
    assert.deepEqual([again.filter, again.rows.length], ['x', 2]);
    const other = applyMessage({ ...state, filter: 'x' }, { kind: 'show', view: { ...view, id: '2' } });
    assert.deepEqual([other.filter, other.rows.length], ['', 0]);
  });
});

describe('How rows were shown', () => {
  it('is there again for the same run; columns are for every run', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, left: 0 }), { count: 2, warnings: [] });
    const shown = {
      ...applyMessage(emptyState, { kind: 'show', view }),
      ...{ filter: 'x', levels: new Set([5]), order: { column: 'seen', descending: true } },
      ...{ switched: { feeds: true }, widths: { name: 300 }, selected: new Set(['1']) },
    };
    const kept = keptView.parse(JSON.parse(JSON.stringify(viewStateOf(shown, 120))));
    const again = applyMessage({ ...emptyState, kept }, { kind: 'show', view });
    const passing = { kept: undefined, read: undefined, copied: undefined };
    assert.deepEqual({ ...again, ...passing }, { ...shown, ...passing });
    assert.equal(again.kept?.top, 120);
    const other = applyMessage({ ...emptyState, kept }, { kind: 'show', view: { ...view, id: '2' } });
    assert.deepEqual([other.filter, other.selected.size, other.kept], ['', 0, undefined]);
    assert.deepEqual([other.switched, other.widths], [shown.switched, shown.widths]);
  });
});

describe('A looser query', () => {
  it('has no dates, else one condition less, else wildcards', () => {
    assert.equal(relaxQuery('ioc=lookups-test-1.com and seen=7d'), 'ioc=lookups-test-1.com');
    assert.equal(relaxQuery('risk=high and type=ip and port=443'), 'risk=high and type=ip');
    assert.equal(relaxQuery('ioc=lookups-test-1.com'), 'ioc=*lookups-test-1.com*');
  });

  it('is none where nothing can be loosened', () => {
    for (const query of ['ioc=*a*', 'risk=high', 'seen=7d', 'a or b', '', 'not ioc=x.com']) {
      assert.equal(relaxQuery(query), undefined, query);
    }
  });
});
