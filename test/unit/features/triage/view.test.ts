import assert from 'node:assert/strict';
import { getCounts, isOpen, type LookupStatus, type Triaged } from '../../../../src/core/triage/assess';
import type { TableState } from '../../../../src/core/triage/triageTable';
import { emptyRecord } from '../../../../src/core/records/record';
import { strings } from '../../../../src/features/triage/strings';
import { triageColumns, triageRow, type TriageRowContext } from '../../../../src/features/triage/panel/triageRows';
import {
  missingRows,
  triageView,
  type TriageContext,
  type TriagePanelModel,
} from '../../../../src/features/triage/panel/triageView';

const row = (value: string, status: LookupStatus): Triaged => ({
  indicator: { type: 'domain', value },
  reserved: false,
  lines: 1,
  files: 1,
  locations: [],
  status,
  known: [],
});
const rows = [
  row('a.example', 'found'),
  row('n1.lookups-test-3.com', 'notLookedUp'),
  row('n2.lookups-test-3.com', 'notLookedUp'),
];
/** The state of all rows, as reported by the worker. */
const tableOf = (all: readonly Triaged[], more: Partial<TableState> = {}): TableState => ({
  version: 1,
  rows: all.length,
  counts: getCounts(all),
  open: all.filter(isOpen).length,
  samples: all.filter(({ isSampleSkipped }) => isSampleSkipped === true).length,
  filled: [],
  groups: [],
  ...more,
});
type Model = Omit<TriagePanelModel, 'table'> & {
  readonly rows: readonly Triaged[];
  readonly filled: TableState['filled'];
};
const shown = ({ rows: all = rows, filled = [], ...more }: Partial<Model> = {}): TriagePanelModel => ({
  id: 'one',
  kind: 'files',
  title: 'proxy.log',
  name: 'file:///proxy.log',
  at: 0,
  table: tableOf(all, { filled }),
  version: 1,
  texts: [],
  sent: [],
  nameOf: (file) => `file ${file}`,
  isTruncated: false,
  ...more,
});
const context: TriageContext = {
  now: 1_000,
  serviceHost: 'lookups-test-1.com',
  isOffline: false,
};
const view = (more?: Partial<Model>, around: Partial<TriageContext> = {}) =>
  triageView(shown(more), { ...context, ...around });
const labels = (more?: Partial<Model>, around?: Partial<TriageContext>): readonly string[] =>
  view(more, around).buttons.map(({ label }) => label);
const notices = (more?: Partial<Model>, around?: Partial<TriageContext>): readonly string[] =>
  view(more, around).notices.map(({ text }) => text);

describe('Triage panel', () => {
  it('can stop assessing once it is canceled, and states that the results are a part', () => {
    const work = { label: 'Reading', since: 0, isLookup: false };
    assert.deepEqual(labels({ work }), ['Cancel']);
    assert.deepEqual(labels({ work: { ...work, isCanceled: true } }), ['Stop Now']);
    assert.deepEqual(notices({ canceled: { share: 0.4, isStopped: true } }), [
      'Canceled. The results cover only part of what was read so far.',
    ]);
    assert.deepEqual(notices({ canceled: { share: 0.4, isStopped: false } }), [
      'Canceled at 40%. The results cover what was read until then.',
    ]);
  });

  it('names the service and the number of indicators that can be looked up', () => {
    assert.deepEqual(labels(), [
      'Look Up 2 on lookups-test-1.com…',
      'Copy for Ticket',
      'Export…',
      'Reload',
      'Client Field…',
    ]);
    assert.equal(view().summary, '3 indicators: 1 found and 2 not looked up');
    assert.equal(view().note, 'Nothing was sent. The results are from the local store.');
    assert.deepEqual(notices(), []);
    const many = Array.from({ length: 2_500 }, (_, at) => row(`n${at}.lookups-test-3.com`, 'notLookedUp'));
    assert.equal(labels({ rows: many })[0], 'Look Up the 2,000 Most Frequent Indicators on lookups-test-1.com…');
  });

  it('offers no lookup in Offline mode, without a service, or where nothing can be looked up', () => {
    assert.deepEqual(labels({}, { isOffline: true }), ['Copy for Ticket', 'Export…', 'Reload', 'Client Field…']);
    assert.deepEqual(notices({}, { isOffline: true }), [
      "2 indicators aren't in the local store. Offline mode is on, so they can't be looked up.",
    ]);
    assert.deepEqual(notices({}, { serviceHost: undefined }), [
      "2 indicators aren't in the local store, and no service is connected.",
    ]);
    assert.deepEqual(labels({ rows: rows.slice(0, 1) }), ['Copy for Ticket', 'Export…', 'Reload', 'Client Field…']);
  });

  it('counts indicators by what is known about them', () => {
    const all = (['reserved', 'ignored', 'wellKnown', 'notFound', 'notLookedUp', 'notLookedUp', 'found'] as const).map(
      (status, at) => row(`n${at}.lookups-test-3.com`, status),
    );
    assert.equal(
      view({ rows: all }).summary,
      '7 indicators: 1 found, 2 not looked up, 1 not found, 1 well-known host, 1 ignored, and 1 internal or reserved',
    );
    assert.equal(view({ rows: rows.slice(1) }).summary, '2 indicators: 0 found and 2 not looked up');
  });

  it("says that the local store wasn't read", () => {
    const unread = rows.slice(1).map((each): Triaged => ({ ...each, status: 'unreadable', unread: 'damaged' }));
    const result = view({ rows: unread, unread: 'damaged' });
    assert.equal(result.summary, "2 indicators: 2 couldn't be checked");
    assert.equal(result.note, 'Nothing was sent.');
    assert.deepEqual(notices({ rows: unread, unread: 'damaged' }, { isOffline: true }), [
      "The local store is corrupted and can't be read. These results are incomplete.",
      "2 indicators couldn't be looked up: the local store can't be read, and offline mode is on.",
    ]);
    assert.equal(labels({ rows: unread, unread: 'damaged' })[0], 'Look Up 2 on lookups-test-1.com…');
  });

  it("says that the triage list couldn't be read, not that it is empty", () => {
    const result = view({ kind: 'list', rows: [], unread: 'foreign' });
    assert.equal(result.summary, "The triage list couldn't be read");
    assert.equal(result.notices.length, 1);
    assert.match(result.notices[0]?.text ?? '', /The local store file belongs to another program/);
  });

  it("doesn't report files that weren't read as free of indicators", () => {
    const skipped = { kind: 'skipped', failure: { kind: 'binary' } } as const;
    const read = { kind: 'read', bytes: 9, lines: 1, counted: 0, unlisted: 0, found: 0 } as const;
    const summary = (...texts: TriagePanelModel['texts']): string => view({ texts, rows: [] }).summary;
    assert.equal(summary(skipped), '1 file not read');
    assert.equal(summary(skipped, skipped), '2 files not read');
    assert.equal(summary(skipped, read), 'No indicators found in the part that was read');
    assert.equal(summary({ ...read, failure: { kind: 'truncated' } }), 'No indicators found in the part that was read');
    assert.equal(summary(read), 'No indicators found');
    assert.deepEqual(
      [view({ texts: [skipped], rows: [] }).facts, notices({ texts: [skipped], rows: [] })],
      [[], ['Not read: file 0 (The file is binary.)']],
    );
  });

  it('shows no counts before it has read something', () => {
    assert.deepEqual(view({ work: { label: 'Reading', since: 400, isLookup: false }, rows: [] }).facts, ['started']);
  });

  it('offers only Cancel while it reads or looks up', () => {
    const work = { label: 'Reading', since: 400, isLookup: false };
    assert.deepEqual(labels({ work, rows: [] }), ['Cancel']);
    assert.equal(view({ work, rows: [] }).running, 600);
  });

  it('says in front of its numbers that they are being brought up to date', () => {
    const summary = view().summary;
    const renewed = view({ isRenewing: true });
    assert.equal(renewed.summary, `Updating… ${summary}`);
    assert.equal(renewed.summaryParts?.map(({ text }) => text).join(''), renewed.summary);
    assert.deepEqual(renewed.buttons, view().buttons);
  });

  it('counts all rows, and names what a ticket leaves out', () => {
    assert.deepEqual([view().count, view({ rows: [] }).count], [3, 0]);
    assert.equal(strings.copiedForTicket(200, 729), 'Copied 200 of 729 indicators for a ticket.');
    assert.equal(strings.copiedForTicket(2, 2), 'Copied 2 indicators for a ticket.');
  });

  it('has optional columns if a row fills them', () => {
    const columns = (more: Partial<Model>): readonly string[] =>
      view(more).columns.flatMap(({ id, shown: isShown }) => (isShown ? [id] : []));
    const optional = ['note', 'tags', 'team', 'threats', 'context', 'state', 'seen'];
    const all = triageColumns(false).map(({ id }) => id);
    assert.ok(all.indexOf('why') < all.indexOf('type') && all.indexOf('threats') < all.indexOf('type'));
    const none = columns({ rows: [] });
    assert.deepEqual(
      none.filter((id) => optional.includes(id)),
      [],
    );
    assert.ok(none.includes('why') && none.includes('type'));
    assert.ok(columns({ filled: ['context'] }).includes('context'));
    assert.ok(!columns({ filled: [] }).includes('context'));
    assert.ok(columns({ filled: ['note'] }).includes('note'));
    assert.ok(columns({ filled: ['team'] }).includes('team'));
    assert.ok(columns({ kind: 'list', rows: [] }).includes('state'));
  });

  it('names sample data that it leaves out', () => {
    const sample = rows.map((each) => ({ ...each, isSampleSkipped: true }));
    assert.equal(
      notices({ rows: sample })[0],
      '3 indicators match sample data only, which is ignored because you have other data.',
    );
  });

  it('reports what was skipped, read in part, or canceled', () => {
    const read = { kind: 'read', bytes: 2_048, lines: 9, counted: 3, unlisted: 0, found: 3 } as const;
    const texts = [
      { kind: 'skipped', failure: { kind: 'binary' } },
      { ...read, failure: { kind: 'damaged' }, unlisted: 7 },
    ] as const;
    const incomplete = { texts, rows: [], isTruncated: true, canceled: { isStopped: false } };
    const expected = [
      'Canceled. The results cover what was read so far.',
      'Not read: file 0 (The file is binary.)',
      'Partially read: file 1 (The compressed data is corrupted.)',
      'Only the first 2,000 files were read.',
      'Only the first 500,000 indicators per file are listed, plus up to 500,000 more that are in the local store. 7 lines with other indicators are only counted.',
    ];
    assert.deepEqual(notices(incomplete), expected);
    // Tickets and exports have the same, without what is only information.
    const knowledge = { ...incomplete, texts: [...texts, { kind: 'knowledge' }] } as const;
    assert.deepEqual(missingRows(shown(knowledge)), expected);
    assert.deepEqual(view({ texts, durationMillis: 12 }).facts, ['1 file', '2.0 kB', '9 lines', 'took 1 second']);
  });

  it('reports how many of the indicators that became risky are listed, and can dismiss them', () => {
    const read = { kind: 'read', bytes: 0, lines: 0, counted: 1, found: 1 } as const;
    const texts = [
      { ...read, unlisted: 2_000 },
      { ...read, unlisted: 0 },
    ];
    assert.deepEqual(notices({ kind: 'new', texts, rows: rows.slice(0, 1) }), [
      'Only the newest 2 of 2,002 results are listed.',
    ]);
    assert.deepEqual(labels({ kind: 'new', rows: rows.slice(0, 1) }).slice(-2), [
      'Reload',
      'Dismiss Newly Risky Indicators',
    ]);
    assert.equal(labels({ kind: 'new', rows: [] }).includes('Dismiss Newly Risky Indicators'), false);
  });

  it('shows the result of a lookup, and an error with its remedy', () => {
    const lookup = {
      host: 'lookups-test-1.com',
      requested: 9,
      sent: 7,
      known: 2,
      notFound: 4,
      requests: 2,
      canceled: true,
    };
    const sent = [{ host: 'lookups-test-1.com', requests: 2, indicators: 7 }];
    const error = { kind: 'keyRejected', hadKey: true, detail: '' } as const;
    const result = view({ lookup: { ...lookup, error }, sent, rows: [] });
    assert.deepEqual(
      result.notices.map(({ text }) => text),
      [
        "Canceled. Looked up on lookups-test-1.com: 2 found, 4 not found, 1 didn't respond, and 2 not sent.",
        'lookups-test-1.com rejected the API key (HTTP 401).',
      ],
    );
    assert.deepEqual(result.notices[1]?.actions, [{ label: 'Set API Key…', action: 'setKey' }]);
    assert.equal(result.note, 'Sent 7 indicators to lookups-test-1.com in 2 requests.');
    const running = { label: 'Looking up', since: 400, isLookup: true };
    assert.equal(view({ work: running }).note, 'Nothing sent so far.');
    assert.equal(view({ work: running, sent }).note, 'Sent 7 indicators to lookups-test-1.com in 2 requests so far.');
  });

  it('says that the rate limit was reached, for how long, and that nothing was sent', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: 41_000 } as const;
    const none = { sent: 0, known: 0, notFound: 0, requests: 0, canceled: false };
    const lookup = { host: 'lookups-test-1.com', requested: 9, ...none, error };
    assert.deepEqual(notices({ lookup }), ['Nothing was sent. Rate limit reached. Requests resume in 40 seconds.']);
    assert.deepEqual(notices({ lookup }, { now: 50_000 }), [
      'Nothing was sent.',
      'The rate limit has reset. Try again.',
    ]);
    assert.equal(view({ lookup }).note, 'Nothing was sent. The results are from the local store.');
  });
});

describe('A row of a triage', () => {
  const context: TriageRowContext = {
    now: 1_000,
    source: 'local',
    hasOneFile: true,
    timeline: undefined,
    locationOf: () => undefined,
    isRedacted: () => false,
    fileOf: () => 'a.log',
    entryOf: () => undefined,
    tools: { defang: (text) => text, findIndicators: () => [] },
  };
  const resolver = (isFalsePositive: boolean): Triaged => {
    const riskFactors = [{ description: 'Listed in Bad hosts', risk: 'high' }] as const;
    const record = { ...emptyRecord('8.8.8.8', 'ip'), risk: 'high', riskFactors } as const;
    const lead = {
      kind: 'known',
      source: { kind: 'mirror', name: 'Bad hosts' },
      asOf: 0,
      detail: 'full',
      record,
    } as const;
    return {
      ...row('8.8.8.8', 'found'),
      indicator: { type: 'ip', value: '8.8.8.8' },
      lead,
      known: [lead],
      isFalsePositive,
    };
  };

  it("doesn't show a known service on a block list as risky, and says why", () => {
    const risky = triageRow(resolver(false), context).cells;
    assert.deepEqual([risky['risk'], risky['why']], ['High risk', undefined]);
    const listed = triageRow(resolver(true), context).cells;
    assert.deepEqual([listed['risk'], listed['why']], ['Risk unknown', 'Known service, not highlighted']);
  });
});
