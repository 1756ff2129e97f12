import assert from 'node:assert/strict';
import { defang, findIndicators } from '../../../../src/core/indicators';
import { emptyRecord } from '../../../../src/core/records/record';
import { isRedacted, getLocation, readExploreCsv } from '../../../../src/core/results';
import { parseQuery, broadenQuery, threatsOfAll } from '../../../../src/core/explore';
import { emptyThreatDetails } from '../../../../src/core/records/threat';
import type { FoundRows } from '../../../../src/core/records/found';
import { type QueryRun, type RunEnd, rowsWithoutLinks, withLinks } from '../../../../src/core/runs';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { emptyColumns, naturalOrder, resultColumns, getRows } from '../../../../src/features/shared/panels/resultRows';
import { endStrings, viewStrings } from '../../../../src/features/results/strings';
import { endLabel, type RowsSummary, resultsView } from '../../../../src/features/results/panel/resultsView';
import { type ResultRow, resultRow, type SavedView, toResultsPanel } from '../../../../src/webviews/messages/results';
import { nextOrder } from '../../../../src/webviews/results/rows';
import { shownRows } from '../shared/shownRows';
import { emptyState, getViewState, applyMessage } from '../../../../src/webviews/results/resultsState';
import { t, plural } from '../../../../src/l10n';

const now = Date.UTC(2025, 2, 4, 9, 5, 26);
const tools = { defang, findIndicators };
const context = {
  now,
  plan: 'auto' as const,
  file: 'file:///a.explore',
  serviceHost: 'lookups-test-9.com',
  shown: (text: string) => defangText(text, tools),
};

function runOf(end: RunEnd | undefined, more: Partial<QueryRun> = {}): QueryRun {
  return {
    id: '1',
    at: now - 2_000,
    query: 'ioc=lookups-test-1.com',
    settings: {},
    origin: { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true },
    ...(end === undefined ? {} : { end }),
    ...more,
  };
}

function viewOf(run: QueryRun, stored?: RowsSummary) {
  const view = resultsView(run, [run], stored, context);
  assert.ok(toResultsPanel.safeParse({ kind: 'show', view }).success);
  return view;
}

describe('resultsView', () => {
  it('shows a running query with a Cancel button', () => {
    const view = viewOf(runOf(undefined));
    assert.deepEqual([view.running, view.buttons.map(({ action }) => action)], [2_000, ['cancel']]);
    assert.equal(view.query, 'ioc=lookups-test-1[.]com');
  });

  it('names fields of a query without results that no record in the local store has', () => {
    const origin = { address: 'local:', host: 'local service', remote: false };
    const noticesFor = (more: object) =>
      viewOf(runOf({ kind: 'answered', millis: 4, count: 0, unreadable: 0, ...more }, { origin })).notices;
    const [plain] = noticesFor({});
    assert.match(plain?.text ?? '', /Try fewer terms/);
    const [unused] = noticesFor({ unusedFields: ['country', 'port'] });
    assert.equal(unused?.text, 'No matches in the local store. No record there has country or port.');
    assert.equal(unused.actions[0]?.action, 'broadenQuery');
    const [single] = noticesFor({ unusedFields: ['country'], broadening: 'none' });
    assert.doesNotMatch(JSON.stringify(single?.actions), /broadenQuery/);
    const [wildcards] = noticesFor({ broadening: 'wildcards' });
    assert.equal(wildcards?.text, 'No matches in the local store. Try a wildcard.');
    const [none] = noticesFor({ broadening: 'none' });
    assert.equal(none?.text, 'No matches in the local store.');
  });

  it('offers the page of the query if the answer links to one', () => {
    const end = { kind: 'answered', millis: 480, count: 1, unreadable: 0 } as const;
    const page = (stored: RowsSummary) =>
      viewOf(runOf(end), stored).buttons.filter(({ action }) => action === 'openQueryPage');
    assert.deepEqual(page({ count: 1, warnings: [] }), []);
    assert.deepEqual(page({ count: 1, warnings: [], pageHost: 'intel.example' }), [
      { label: 'Open Query on intel.example…', action: 'openQueryPage' },
    ]);
  });

  it('reports that an answer at a limit may be incomplete, and offers to load more', () => {
    const end = { kind: 'answered', millis: 480, count: 50, unreadable: 0 } as const;
    const view = viewOf(runOf(end), { count: 50, warnings: [] });
    assert.equal(view.summary, viewStrings.countWithNote('50 rows', t('plan limit; there may be more')));
    assert.deepEqual(
      view.more.map(({ label, limit }) => [label, limit]),
      [
        [viewStrings.load(250), 250],
        [t('Load More…'), undefined],
      ],
    );
    assert.deepEqual(view.facts, ['lookups-test-9.com', 'took 0.48 s']);
    const limited = viewOf(runOf(end, { settings: { limit: 50 } }), { count: 50, warnings: [] });
    assert.equal(limited.summary, viewStrings.countWithNote('50 rows', t('your limit; there may be more')));
  });

  it("reports a possibly truncated answer, and offers no larger limit if it can't help", () => {
    const end = { kind: 'answered', millis: 480, count: 1_000, unreadable: 0 } as const;
    const view = viewOf(runOf(end, { settings: { limit: 5_000 } }), { count: 1_000, warnings: [] });
    const note = t('possibly truncated by the service; narrow the query to be sure');
    assert.deepEqual([view.summary, view.more], [viewStrings.countWithNote('1,000 rows', note), []]);
    const again = viewOf(runOf({ ...end, count: 700, mayBeTruncated: true }), { count: 700, warnings: [] });
    assert.equal(again.summary, viewStrings.countWithNote('700 rows', note));
    assert.deepEqual(
      again.more.map(({ label }) => label),
      [viewStrings.load(1_000), t('Load More…')],
    );
  });

  it("reports that rows are complete, and how many couldn't be read", () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 1, unreadable: 2 }), { count: 1, warnings: [] });
    assert.equal(view.summary, `1 row · ${viewStrings.unreadableRows(2)}`);
    assert.deepEqual(view.more, []);
    const many = viewOf(runOf({ kind: 'answered', millis: 1, count: 673, unreadable: 0 }), {
      count: 673,
      warnings: [],
    });
    assert.equal(many.summary, 'All 673 rows');
  });

  it('reports the number of requests', () => {
    const sentText = (requests?: number): string =>
      JSON.stringify(
        viewOf(runOf({ kind: 'answered', millis: 1, count: 7, unreadable: 0, ...(requests && { requests }) })),
      );
    assert.ok(sentText().includes(viewStrings.sent('lookups-test-9.com')));
    assert.ok(sentText(2).includes(viewStrings.sentInRequests('lookups-test-9.com', 2)));
  });

  it('offers next steps if there are no matches', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 0, unreadable: 0 }), { count: 0, warnings: [] });
    assert.equal(view.summary, t('No results'));
    assert.deepEqual(
      view.notices.flatMap(({ actions }) => actions.map(({ action }) => action)),
      ['broadenQuery', 'runLocally'],
    );
  });

  it('reports results that are no longer stored', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 7, unreadable: 0 }));
    assert.equal(view.notices[0]?.text, t('The results were removed from the history. Run the query again.'));
  });

  it('explains every rejection with actions and the defanged service message', () => {
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
    assert.match(limit?.text ?? '', /1,000 results.*\(HTTP 429\).*“See hxxps:\/\/lookups-test-3\[\.\]com\/x”/);
    assert.deepEqual(limit?.actions[0], { label: viewStrings.runWithLimit(250), action: 'runWithLimit', limit: 250 });
    const atHome = viewOf(
      runOf(
        {
          kind: 'failed',
          millis: 1,
          error: { kind: 'badRequest', detail: '', status: 429 },
          refusal: { kind: 'limitAbovePlan', limit: 20_000 },
        },
        { origin: { address: 'local:', host: 'local service', remote: false } },
      ),
    ).notices[0];
    assert.equal(atHome?.text, endStrings.limitAboveStore(20_000));
    assert.equal(atHome.actions[0]?.label, viewStrings.runWithLimit(10_000));
    assert.match(refused({ kind: 'needsAccount', hadKey: false })?.text ?? '', /requires an API key \(HTTP 401\)/);
    assert.match(refused({ kind: 'tooLong', length: 9000 })?.text ?? '', /9,000 characters.*Nothing was sent/);
    assert.match(
      refused({ kind: 'query', serviceMessage: 'Unknown field: x' })?.text ?? '',
      /\(HTTP 400\).*“Unknown field: x”/,
    );
    const local = viewOf(
      runOf(
        {
          kind: 'failed',
          millis: 1,
          error: { kind: 'badRequest', detail: '', status: 400 },
          refusal: {
            kind: 'query',
            serviceMessage: 'Unknown field: color',
          },
        },
        { origin: { address: 'local:', host: 'local service', remote: false } },
      ),
    ).notices[0];
    assert.match(local?.text ?? '', new RegExp(`^${t("The local store can't run this query.")}`));
    assert.match(local?.text ?? '', /“Unknown field: color”/);
    assert.match(refused({ kind: 'limitTooSmall' })?.text ?? '', /1 or more \(HTTP 400\)/);
  });

  it('reports that nothing was sent', () => {
    assert.equal(viewOf(runOf({ kind: 'offline' })).note, t('Nothing was sent.'));
    const blocked = viewOf(runOf({ kind: 'blocked', value: '10.1.2.3', by: { kind: 'reserved', what: 'address' } }));
    assert.equal(blocked.note, t('Nothing was sent.'));
    assert.equal(blocked.notices[0]?.text, endStrings.internalAddress('10[.]1[.]2[.]3', 'lookups-test-9.com'));
    const local = runOf(undefined, { origin: { address: 'local:', host: 'local service', remote: false } });
    assert.equal(viewOf(local).note, t('Nothing was sent. The results are from the local store.'));
  });

  it('has a one-line summary for lists', () => {
    assert.equal(
      endLabel(runOf({ kind: 'answered', millis: 1, count: 50, unreadable: 0 })),
      '50 rows · lookups-test-9.com',
    );
    const end = { kind: 'answered', millis: 1, count: 1, unreadable: 0 } as const;
    // The age precedes the host because lines are truncated at the end.
    assert.equal(endLabel(runOf(end), '5 min ago'), '1 row · 5 min ago · lookups-test-9.com');
    assert.equal(endLabel(runOf({ kind: 'offline' })), t('not sent (offline)'));
    assert.equal(endLabel(runOf({ kind: 'offline' }), 'just now'), `${t('not sent (offline)')} · just now`);
  });
});

describe('Warnings of results', () => {
  it('are text in the view', () => {
    const end = { kind: 'answered', millis: 1, count: 1, unreadable: 0 } as const;
    const run = runOf(end, { settings: { format: 'stix' } });
    const view = viewOf(run, { count: 1, warnings: [{ kind: 'missingType', count: 2 }] });
    assert.equal(
      view.notices[0]?.text,
      `${viewStrings.malformed('STIX')} ${plural(2, { one: '{0} object has no type.', other: '{0} objects have no type.' })}`,
    );
  });
});

describe('withLinks', () => {
  const record = { ...emptyRecord('lookups-test-1.com', 'domain'), iid: 7 };
  const other = { ...emptyRecord('lookups-test-2.com', 'domain'), iid: 8 };
  const found: FoundRows = { type: 'indicators', unreadable: 0, rows: [record, other] };
  const kit = { name: 'Example Kit', risk: 'high' as const };

  it('adds threats and feeds from the store to rows without any', () => {
    assert.deepEqual(rowsWithoutLinks(found), [7, 8]);
    const linked = withLinks(found, [{ iid: 7, threats: [kit], feeds: [{ name: 'Sample Feed' }] }]);
    assert.deepEqual(linked.rows[0], { ...record, threats: [kit], feeds: [{ name: 'Sample Feed' }] });
    assert.equal(linked.rows[1], other);
    assert.deepEqual(rowsWithoutLinks(linked), [8]);
    const kept = withLinks(linked, [{ iid: 7, threats: [], feeds: [] }]);
    assert.deepEqual(kept.rows[0], linked.rows[0]);
  });

  it('shows the Threats column only if there are any', () => {
    const run = runOf({ kind: 'answered', millis: 1, count: 2, unreadable: 0 });
    const shown = (rows: FoundRows): boolean | undefined =>
      viewOf(run, { count: 2, warnings: [], emptyColumns: emptyColumns(rows) }).columns.find(
        ({ id }) => id === 'threats',
      )?.shown;
    assert.equal(shown(found), false);
    assert.equal(shown(withLinks(found, [{ iid: 8, threats: [kit], feeds: [] }])), true);
  });
});

describe('The threats of a query', () => {
  it('are those that all of its rows have', () => {
    const threatsOf = (query: string): readonly string[] => threatsOfAll(parseQuery(query).node);
    assert.deepEqual(threatsOf('threat="Example Kit"'), ['Example Kit']);
    assert.deepEqual(threatsOf('risk=high and (Threat=a and threat=b) and threat=a'), ['a', 'b']);
    for (const query of ['threat=a or threat=b', 'not threat=a', 'threat!=a', 'threat=a*', 'risk=high'])
      assert.deepEqual(threatsOf(query), [], query);
  });

  it('are in rows that name none', () => {
    const record = { ...emptyRecord('lookups-test-1.com', 'domain') };
    const named = { ...record, threats: [{ name: 'Own Kit', risk: 'high' as const }] };
    const rowContext = { ...context, tools, locationOf: getLocation, isRedacted, source: 'https://lookups-test-9.com' };
    const rows = getRows({ type: 'indicators', rows: [record, named], unreadable: 0 }, 0, 2, {
      ...rowContext,
      threats: ['Example Kit', 'from a.lookups-test-2.com'],
    });
    assert.deepEqual(
      rows.map(({ cells }) => cells.threats),
      ['Example Kit, from a[.]lookups-test-2[.]com', 'Own Kit'],
    );
  });
});

describe('rowsOf', () => {
  const rowContext = { ...context, tools, locationOf: getLocation, isRedacted, source: 'https://lookups-test-9.com' };
  const hostile = {
    ...emptyRecord('https://u:secret@lookups-test-1.com/a', 'url'),
    timestamps: { seen: now - 86_400_000 * 3 },
    threats: [{ name: '\u202egnp.exe at lookups-test-2.com', risk: 'high' as const }],
    properties: { geo: { city: ['REDACTED FOR PRIVACY'], org: ['[privacy]'] } },
  };
  const [row] = getRows({ type: 'indicators', rows: [hostile], unreadable: 0 }, 0, 1, rowContext);
  assert.ok(row);

  it('defangs rows, hides passwords, shows invisible characters, and marks redacted values', () => {
    assert.equal(row.name, 'hxxps://u:•••@lookups-test-1[.]com/a');
    assert.deepEqual(
      [row.cells.threats, row.redacted],
      ['[U+202E]gnp.exe at lookups-test-2[.]com', ['place', 'organization']],
    );
    assert.equal(row.timestamps.seen, now - 86_400_000 * 3);
  });

  it('fills optional columns: retired, PTR record, and reference', () => {
    const csv = [
      'indicator,stamp_retired,reference,dns_ptr',
      'lookups-test-1.com,"2025-03-01 09:05:26",https://intel.example/?iid=7,ptr.lookups-test-1.com',
      'lookups-test-2.com,,command:x,',
      'lookups-test-3.com,"2025-02-01 09:05:26",,',
    ].join('\n');
    const found: FoundRows = { type: 'indicators', rows: readExploreCsv(csv)?.records ?? [], unreadable: 0 };
    const rows = getRows(found, 0, 3, rowContext).map((each, index) => ({ index, row: each }));
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
      shownRows(
        rows.map(({ row: each }) => each),
        columns,
        { order: { column: 'retired', descending: true } },
      ).rows,
      [0, 2, 1],
    );
    for (const { row: each } of rows) assert.ok(resultRow.safeParse(each).success);
    const risk = { name: 'Example Kit', risk: 'high', retired: true } as const;
    const threat = { ...emptyThreatDetails, ...risk, timestamps: { retired: now } };
    const [shown] = getRows({ type: 'threats', rows: [threat], unreadable: 0 }, 0, 1, rowContext);
    assert.equal(shown?.timestamps.retired, now);
  });

  it('sorts rows by risk, time, and text, with missing values last', () => {
    const base = { ...row, cells: {}, timestamps: {} };
    const rows = [2, 6, 0, 6].map((risk, index) => ({ ...base, risk, retired: index === 1 }));
    const columns = [
      { id: 'risk', title: 'Risk', kind: 'risk', shown: true },
      { id: 'seen', title: 'Last seen', kind: 'timestamp', shown: true },
      { id: 'place', title: 'Place', kind: 'text', shown: true },
    ] as const;
    const by = (all: readonly ResultRow[], column: string, descending: boolean) =>
      shownRows(all, columns, { order: { column, descending } }).rows;
    assert.deepEqual(by(rows, 'risk', true), [3, 1, 0, 2]);
    assert.deepEqual(by(rows, 'risk', false), [2, 0, 1, 3]);
    const placed = rows.map((each, index) =>
      index === 2 ? each : { ...each, cells: { place: `City ${10 - index}` } },
    );
    assert.deepEqual(by(placed, 'place', false), [3, 1, 0, 2]);
    assert.deepEqual(by(placed, 'place', true), [0, 1, 3, 2]);
    const [risk] = columns;
    const first = nextOrder(undefined, risk);
    const second = nextOrder(first, risk);
    assert.deepEqual([first?.descending, second?.descending, nextOrder(second, risk)], [true, false, undefined]);
  });

  it('recognizes an answer sorted by newest first', () => {
    const at = (...days: readonly (number | undefined)[]) =>
      naturalOrder({
        type: 'indicators',
        unreadable: 0,
        rows: days.map((seen) => ({ ...emptyRecord('a.example', 'domain'), timestamps: { seen } })),
      });
    assert.deepEqual(at(9, 4, 4, undefined), { column: 'seen', descending: true });
    assert.deepEqual([at(), at(4, 4), at(4, 9), at(9, undefined, 4)], [undefined, undefined, undefined, undefined]);
  });

  it('shows what was copied until another run is shown', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, unreadable: 0 }), { count: 2, warnings: [] });
    const copied = applyMessage(applyMessage(emptyState, { kind: 'show', view }), {
      kind: 'copied',
      text: 'Copied 2 rows',
    });
    assert.equal(copied.copied, 'Copied 2 rows');
    assert.equal(applyMessage(copied, { kind: 'show', view: { ...view, id: '2' } }).copied, undefined);
  });

  it('keeps filter and rows of the same run, and starts over with another one', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, unreadable: 0 }), { count: 2, warnings: [] });
    const counts = { rows: 2, levels: [], tags: [], bins: [] };
    const answer = { kind: 'shown', id: '1', asked: 2, rows: [1, 0], count: 2, empty: [], folded: 0 } as const;
    const whole = { ...answer, isNarrowed: false, all: counts, matching: counts, bins: [], first: [] };
    const shown = applyMessage(applyMessage(emptyState, { kind: 'show', view }), whole);
    assert.deepEqual(shown.shown?.rows, [1, 0]);
    // Answers to earlier questions, and those about other runs, come too late.
    assert.equal(applyMessage(shown, { ...whole, asked: 1, rows: [] }), shown);
    assert.equal(applyMessage(shown, { ...whole, id: 'another', asked: 3, rows: [] }), shown);
    const again = applyMessage({ ...shown, filter: 'x' }, { kind: 'show', view });
    assert.deepEqual([again.filter, again.shown?.rows], ['x', [1, 0]]);
    const other = applyMessage({ ...shown, filter: 'x' }, { kind: 'show', view: { ...view, id: '2' } });
    assert.deepEqual([other.filter, other.shown], ['', undefined]);
  });
});

describe('viewStateOf', () => {
  it('restores the state for the same run, and columns for every run', () => {
    const view = viewOf(runOf({ kind: 'answered', millis: 1, count: 2, unreadable: 0 }), { count: 2, warnings: [] });
    const shown = {
      ...applyMessage(emptyState, { kind: 'show', view }),
      filter: 'x',
      levels: new Set([5]),
      order: { column: 'seen', descending: true },
      switched: { feeds: true },
      widths: { name: 300 },
      selected: new Set(['1']),
    };
    const saved = JSON.parse(JSON.stringify(getViewState(shown, { top: 120 }))) as SavedView;
    const again = applyMessage({ ...emptyState, saved }, { kind: 'show', view });
    const passing = { saved: undefined, read: undefined, copied: undefined, shown: undefined };
    assert.deepEqual({ ...again, ...passing }, { ...shown, ...passing });
    assert.equal(again.saved?.top, 120);
    const other = applyMessage({ ...emptyState, saved }, { kind: 'show', view: { ...view, id: '2' } });
    assert.deepEqual([other.filter, other.selected.size, other.saved], ['', 0, undefined]);
    assert.deepEqual([other.switched, other.widths], [shown.switched, shown.widths]);
  });
});

describe('broadenQuery', () => {
  it('removes dates, or one condition, or adds wildcards', () => {
    assert.equal(broadenQuery('ioc=lookups-test-1.com and seen=7d'), 'ioc=lookups-test-1.com');
    assert.equal(broadenQuery('risk=high and type=ip and port=443'), 'risk=high and type=ip');
    assert.equal(broadenQuery('ioc=lookups-test-1.com'), 'ioc=*lookups-test-1.com*');
  });

  it("returns nothing if the query can't be broadened", () => {
    for (const query of ['ioc=*a*', 'risk=high', 'seen=7d', 'a or b', '', 'not ioc=x.com']) {
      assert.equal(broadenQuery(query), undefined, query);
    }
  });
});
