import assert from 'node:assert/strict';
import type { Standing, Triaged } from '../../../src/core/triage/assess';
import { RowSelection } from '../../../src/features/triage/rowSelection';
import { triageView, type TriageContext, type TriagePanelModel } from '../../../src/features/triage/triageView';

const row = (value: string, standing: Standing): Triaged => ({
  ...{ indicator: { type: 'domain', value }, reserved: false, occurrences: 1, files: 1, locations: [] },
  ...{ standing, known: [] },
});
const rows = [
  row('a.example', 'known'),
  row('n1.lookups-test-3.com', 'unasked'),
  row('n2.lookups-test-3.com', 'unasked'),
];
const shown = (more: Partial<TriagePanelModel> = {}): TriagePanelModel => ({
  ...{ id: 'one', kind: 'files', title: 'proxy.log', name: 'file:///proxy.log', at: 0, rows, count: rows.length },
  ...{ texts: [], sent: [], nameOf: (file) => `file ${file}`, isTruncated: false, isCanceled: false, ...more },
});
const context: TriageContext = {
  now: 1_000,
  dates: { locale: 'en' },
  serviceHost: 'lookups-test-1.com',
  isOffline: false,
};
const view = (more?: Partial<TriagePanelModel>, around: Partial<TriageContext> = {}) =>
  triageView(shown(more), { ...context, ...around });
const labels = (more?: Partial<TriagePanelModel>, around?: Partial<TriageContext>): readonly string[] =>
  view(more, around).buttons.map(({ label }) => label);
const notices = (more?: Partial<TriagePanelModel>, around?: Partial<TriageContext>): readonly string[] =>
  view(more, around).notices.map(({ text }) => text);

describe('what a triage says above its rows', () => {
  it('names the service and how many are not known here, where it may be asked', () => {
    assert.deepEqual(labels(), ['Ask lookups-test-1.com About 2…', 'Export…', 'Read Again']);
    assert.equal(view().summary, '3 indicators: 1 known here, 2 not');
    assert.equal(view().sent, 'Nothing was sent: the local store answers.');
    assert.deepEqual(notices(), []);
    const many = Array.from({ length: 2_500 }, (_, at) => row(`n${at}.lookups-test-3.com`, 'unasked'));
    assert.equal(labels({ rows: many })[0], 'Ask lookups-test-1.com About the 2,000 Most Frequent…');
  });

  it('offers no asking offline, without a service, or where nothing is open', () => {
    assert.deepEqual(labels({}, { isOffline: true }), ['Export…', 'Read Again']);
    assert.deepEqual(notices({}, { isOffline: true }), [
      '2 indicators are not known here. Lookups are off (offline): nothing can be asked.',
    ]);
    assert.deepEqual(notices({}, { serviceHost: undefined }), [
      '2 indicators are not known here, and no service is connected.',
    ]);
    assert.deepEqual(labels({ rows: rows.slice(0, 1) }), ['Export…', 'Read Again']);
  });

  it('says of how many what, in numbers that meet', () => {
    const all = (['reserved', 'ignored', 'wellKnown', 'notKnown', 'unasked', 'unasked', 'known'] as const).map(
      (standing, at) => row(`n${at}.lookups-test-3.com`, standing),
    );
    assert.equal(
      view({ rows: all }).summary,
      '7 indicators: 1 known here, 2 not, 1 asked and not known, 1 well known, 1 ignored, 1 internal or reserved',
    );
    assert.equal(view({ rows: rows.slice(1) }).summary, '2 indicators: 0 known here, 2 not');
  });

  it('says that the local store was not read, and counts nothing as unknown to it', () => {
    const unread = rows.slice(1).map((each): Triaged => ({ ...each, standing: 'unread', unread: 'damaged' }));
    const told = view({ rows: unread, unread: 'damaged' });
    assert.equal(told.summary, '2 indicators: 2 of which the local store could not say');
    assert.equal(told.sent, 'Nothing was sent.');
    assert.deepEqual(notices({ rows: unread, unread: 'damaged' }, { isOffline: true }), [
      "The local store is corrupted and can't be read. These results are incomplete.",
      '2 indicators could not be looked up here. Lookups are off (offline): nothing can be asked.',
    ]);
    assert.equal(labels({ rows: unread, unread: 'damaged' })[0], 'Ask lookups-test-1.com About 2…');
  });

  it('says that the list was not read, and not that it is empty', () => {
    const told = view({ kind: 'list', rows: [], unread: 'foreign' });
    assert.equal(told.summary, 'The list could not be read');
    assert.equal(told.notices.length, 1);
    assert.match(told.notices[0]?.text ?? '', /not a Threat Lookups store/);
  });

  it('gives no all-clear for what was not read', () => {
    const skipped = { kind: 'skipped', failure: { kind: 'binary' } } as const;
    const read = { kind: 'read', bytes: 9, lines: 1, occurrences: 0, unlisted: 0, found: [] } as const;
    const summary = (...texts: TriagePanelModel['texts']): string => view({ texts, rows: [] }).summary;
    assert.equal(summary(skipped), 'Not read: file 0');
    assert.equal(summary(skipped, skipped), 'Not read: 2 files');
    assert.equal(summary(skipped, read), 'No indicator found in what was read');
    assert.equal(summary({ ...read, failure: { kind: 'truncated' } }), 'No indicator found in what was read');
    assert.equal(summary(read), 'No indicator found');
    assert.deepEqual(view({ texts: [skipped], rows: [] }).facts, ['1 file not read']);
  });

  it('counts nothing before it has read something', () => {
    assert.deepEqual(view({ work: { words: 'Reading', since: 400, asks: false }, rows: [] }).facts, ['begun']);
  });

  it('offers Cancel alone while it reads or asks', () => {
    const work = { words: 'Reading', since: 400, asks: false };
    assert.deepEqual(labels({ work, rows: [] }), ['Cancel']);
    assert.equal(view({ work, rows: [] }).running, 600);
  });

  it('is honest about what was not read, cut, left out or cancelled', () => {
    const read = { kind: 'read', bytes: 2_048, lines: 9, occurrences: 3, unlisted: 0, found: [] } as const;
    const texts = [
      { kind: 'skipped', failure: { kind: 'binary' } },
      { ...read, failure: { kind: 'damaged' }, unlisted: 7 },
    ] as const;
    assert.deepEqual(notices({ texts, rows: [], isTruncated: true, isCanceled: true }), [
      'Cancelled: this is what was read until then.',
      'Not read: file 0 (It is a binary file.).',
      'Not read to the end: file 1 (The compressed data is corrupted.). What came before that is read.',
      'These are more files than are read at once: the first 2,000 were.',
      '7 occurrences of further indicators are counted, not listed.',
    ]);
    assert.deepEqual(view({ texts, durationMillis: 12 }).facts, ['1 file', '2.0 KB', '9 lines', 'took 0.1 s']);
    assert.match(notices({ rows: [...rows], count: 1 })[0] ?? '', /^The worst 1 are shown; an export has all 3\.$/);
  });

  it('says what came of asking, and a trouble with the way out of it', () => {
    const asked = {
      host: 'lookups-test-1.com',
      asked: 9,
      sent: 7,
      known: 2,
      notKnown: 4,
      requests: 2,
      canceled: true,
    };
    const sent = [{ host: 'lookups-test-1.com', requests: 2, indicators: 7 }];
    const error = { kind: 'keyRejected', hadKey: true, detail: '' } as const;
    const said = view({ asked: { ...asked, error }, sent, rows: [] });
    assert.deepEqual(
      said.notices.map(({ text }) => text),
      [
        'Cancelled. Asked lookups-test-1.com: 2 known, 4 not known, 1 without an answer, 2 not asked about.',
        'lookups-test-1.com rejected the API key (401).',
      ],
    );
    assert.deepEqual(said.notices[1]?.actions, [{ label: 'Set API Key…', action: 'setKey' }]);
    assert.equal(said.sent, 'Sent to lookups-test-1.com: 7 indicators in 2 requests.');
    const asking = { words: 'Asking lookups-test-1.com', since: 400, asks: true };
    assert.equal(view({ work: asking }).sent, 'Nothing was sent so far.');
    assert.equal(view({ work: asking, sent }).sent, 'Sent to lookups-test-1.com: 7 indicators in 2 requests so far.');
  });

  it('says that a rate limit holds, until when, and that nothing was sent', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: 41_000 } as const;
    const none = { sent: 0, known: 0, notKnown: 0, requests: 0, canceled: false };
    const asked = { host: 'lookups-test-1.com', asked: 9, ...none, error };
    assert.deepEqual(notices({ asked }), ['Nothing was sent. Rate limit reached. Requests resume in 40 seconds.']);
    assert.deepEqual(notices({ asked }, { now: 50_000 }), [
      'Nothing was sent.',
      'The rate limit has reset. Try again.',
    ]);
    assert.equal(view({ asked }).sent, 'Nothing was sent: the local store answers.');
  });
});

describe('the rows that commands of a triage are about', () => {
  const [first, second, third] = rows as [Triaged, Triaged, Triaged];

  it('are those selected, else the one with the focus; a menu on another row means that row', () => {
    const selection = new RowSelection();
    assert.deepEqual(selection.targets(rows), []);
    selection.focused = 2;
    assert.deepEqual(selection.targets(rows), [third]);
    selection.selected = [1, 0];
    assert.deepEqual(selection.targets(rows), [second, first]);
    assert.deepEqual(selection.targets(rows, second.indicator), [second, first]);
    assert.deepEqual(selection.targets(rows, third.indicator), [third]);
    selection.clear();
    assert.deepEqual(selection.targets(rows), []);
  });

  it('leave as selected, as shown, or all', () => {
    const selection = new RowSelection();
    assert.deepEqual(selection.wanted(rows), { which: 'All ', rows });
    selection.shown = [2, 1];
    assert.deepEqual(selection.wanted(rows), { which: 'Shown ', rows: [third, second] });
    selection.selected = [0];
    assert.deepEqual(selection.wanted(rows), { which: 'Selected ', rows: [first] });
  });
});
