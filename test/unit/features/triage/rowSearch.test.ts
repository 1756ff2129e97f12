import assert from 'node:assert/strict';
import fc from 'fast-check';
import { knownContexts } from '../../../../src/core/context/knownContexts';
import { emptyRecord } from '../../../../src/core/records/record';
import { type Standing, standings, type Triaged } from '../../../../src/core/triage/assess';
import * as tools from '../../../../src/core/indicators';
import { findUnsentRows, maxFound, rowFilter } from '../../../../src/features/triage/panel/rowSearch';
import { RowTimeline } from '../../../../src/features/triage/panel/rowTimeline';
import { maxRows } from '../../../../src/features/triage/panel/triageModel';
import { triageRow, type TriageRowContext } from '../../../../src/features/triage/panel/triageRows';
import type { ToResultsPanel } from '../../../../src/webviews/messages/results';
import { matchesFilter, searchTextOf } from '../../../../src/webviews/messages/rowText';
import { RowSelection, RowSender } from '../../../../src/features/triage/panel/triagePanel';

const files = ['proxy.log', 'a-rather-long-name-of-a-file-below.example.log'];
const context = (more: Partial<TriageRowContext> = {}): TriageRowContext => ({
  now: 0,
  tools,
  source: 'local',
  locationOf: () => undefined,
  isRedacted: () => false,
  fileOf: (file) => files[file] ?? '',
  hasOneFile: true,
  isFolding: true,
  timeline: undefined,
  stateOf: () => undefined,
  annotationOf: () => undefined,
  ...more,
});
const row = (value: string, more: Partial<Triaged> = {}): Triaged => ({
  indicator: { type: 'domain', value },
  reserved: false,
  occurrences: 1,
  files: 1,
  locations: [{ file: 0, line: 7, column: 1 }],
  standing: 'unasked',
  known: [],
  ...more,
});

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
    occurrences: fc.nat(2_000),
    files: fc.integer({ min: 1, max: 3 }),
    line: fc.integer({ min: 1, max: 99_999 }),
    file: fc.nat(1),
    standing: fc.constantFrom<Standing>(...standings),
    at: fc.integer({ min: 1_700_000_000, max: 1_700_400_000 }),
    isKnown: fc.boolean(),
  })
  .map(({ indicator, line, file, at, isKnown, ...more }): Triaged => {
    const timeline = { scale: 0, first: at, counts: [1], from: at, to: at + 40 };
    const record = { ...emptyRecord(indicator.value, indicator.type), risk: 'low' as const };
    const known = [
      { kind: 'known', source: { kind: 'import', name: 'list' }, asOf: 0, record, detail: 'full' },
    ] as const;
    const reached = isKnown && more.standing === 'known' ? { known, lead: known[0] } : { known: [] };
    const contexts = knownContexts(indicator, reached.known, undefined);
    const described = contexts.length === 0 ? {} : { contexts };
    const locations = [{ file, line, column: 1 }];
    return { indicator, reserved: false, locations, timeline, ...more, ...reached, ...described };
  });

const found = async (typed: string, all: readonly Triaged[]) =>
  findUnsentRows(all, typed, context(), new AbortController().signal);

describe('Search of all rows of a triage', () => {
  it('finds exactly the rows that the filter of the page would show', async () => {
    const text = {
      kind: 'read',
      bytes: 9,
      lines: 9,
      occurrences: 0,
      unlisted: 0,
      found: [],
      timelineUnit: 'seconds',
    } as const;
    const ends = [1_700_000_000, 1_700_400_000].map((at) =>
      row('a.example', { timeline: { scale: 0, first: at, counts: [1], from: at, to: at } }),
    );
    const timeline = await RowTimeline.of([text], ends);
    assert.ok(timeline !== undefined);
    fc.assert(
      fc.property(
        rows,
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.string(),
        (each, at, length, one, other) => {
          const around = context({ hasOneFile: one, timeline });
          const { name, cells, retired } = triageRow(each, around);
          const shown = searchTextOf({ name, cells, retired }, cells['risk'] ?? '');
          const from = at % shown.length;
          for (const typed of [shown.slice(from, from + length).split('\n')[0] ?? '', other, 'x', '[.]', 'line', '…']) {
            if (typed.trim() === '') continue;
            assert.equal(rowFilter(typed, around)(each), matchesFilter(shown, typed), `“${typed}” in ${shown}`);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('finds rows that the page does not have, and counts all that have the text', async () => {
    const many = Array.from({ length: maxRows + 6_000 }, (_, at) => row(`n${at}.lookups-test-3.com`));
    const last = maxRows + 5_999;
    assert.deepEqual(await found(`n${last}[.]lookups`, many), { indexes: [last], count: 1 });
    assert.deepEqual(await found('n3.lookups', many), { indexes: [], count: 0 });
    const all = await found('lookups-test', many);
    assert.deepEqual([all?.indexes.length, all?.indexes[0], all?.count], [maxFound, maxRows, 6_000]);
    assert.equal(await findUnsentRows(many, 'lookups', context(), AbortSignal.abort()), undefined);
  });

  it('sends and renews the rows found, and treats them as shown', () => {
    const many = Array.from({ length: maxRows + 2 }, (_, at) => row(`n${at}.lookups-test-3.com`));
    const sent: ToResultsPanel[] = [];
    const sender = new RowSender(
      () => context(),
      (message) => sent.push(message),
    );
    const last = maxRows + 1;
    sender.update('one', many, [last]);
    sender.sendFound('one', 'n', many, { indexes: [last], count: 9 });
    sender.update('one', many, [last]);
    const names = sent.map((message) =>
      message.kind === 'found' || message.kind === 'renewed'
        ? message.rows.map(([at, { name }]) => `${at} ${name}`)
        : [],
    );
    assert.deepEqual(names, [
      [],
      [`${last} n${last}[.]lookups-test-3[.]com`],
      [`${last} n${last}[.]lookups-test-3[.]com`],
    ]);
    const selection = new RowSelection();
    selection.shown = [...Array(maxRows).keys()];
    assert.equal(selection.wanted(many).which, 'all');
    selection.shown = [...selection.shown, last];
    assert.equal(selection.wanted(many).which, 'shown');
  });
});
