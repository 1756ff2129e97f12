import assert from 'node:assert/strict';
import type { ResultRow, ResultsView } from '../../../src/webviews/messages/results';
import { emptyState, getViewState, applyMessage } from '../../../src/webviews/results/resultsState';
import { nextOrder, RowCache } from '../../../src/webviews/results/rows';
import { matchesFilter, getSearchText } from '../../../src/core/rows/rowText';
import { shownRows } from '../features/shared/shownRows';

const row = (name: string, cells: Readonly<Record<string, string>> = {}): ResultRow => ({
  name,
  open: { kind: 'indicator', type: 'domain', value: name },
  risk: 0,
  retired: false,
  timestamps: {},
  cells: { ...cells },
});

describe('Rows of a panel', () => {
  const times = { id: 'times', title: 'Times', kind: 'number', shown: true } as const;
  const place = { id: 'place', title: 'Location', kind: 'text', shown: true, isGroup: true } as const;

  it('are sorted numerically by numbers, highest first', () => {
    const rows = ['9', '10', '1', '2'].map((count) => row(count, { times: count }));
    const order = nextOrder(undefined, times);
    assert.deepEqual(order, { column: 'times', descending: true });
    assert.deepEqual(shownRows(rows, [times], { order }).rows, [1, 0, 3, 2]);
  });

  it('are grouped in the order of their first rows, those without a text last', () => {
    const rows = ['Japan', '', 'Chile', 'Japan'].map((at) => row(at, at === '' ? {} : { place: at }));
    const { rows: shown, groups, groupTexts, groupLines } = shownRows(rows, [place], { group: 'place' });
    assert.deepEqual(shown, [0, 3, 2, 1]);
    assert.deepEqual([groups, groupTexts, groupLines], [[2, 1, 1], ['Japan', 'Chile', ''], undefined]);
  });

  it('are grouped with the largest first of the groups whose first rows are equal', () => {
    const rows = ['Japan 9', 'Japan 1', 'Chile 9', 'Peru 9', 'Peru 9', 'Fiji 2', 'Fiji 2'].map((text) => {
      const [country = '', count = ''] = text.split(' ');
      return row(text, { place: country, times: count });
    });
    const { groupTexts } = shownRows(rows, [place, times], {
      group: 'place',
      order: { column: 'times', descending: true },
    });
    assert.deepEqual(groupTexts, ['Japan', 'Peru', 'Chile', 'Fiji']);
  });

  it('are sorted by times of any column, without a risk', () => {
    const at = (name: string, time: number): ResultRow => ({ ...row(name), timestamps: { time } });
    const column = { id: 'time', title: 'Time', kind: 'utc', shown: true } as const;
    const rows = [at('old', 1), row('never'), at('new', 2)];
    assert.deepEqual(shownRows(rows, [column], { order: nextOrder(undefined, column) }).rows, [2, 0, 1]);
  });

  it('are filtered by text and risk, and counted by risk', () => {
    const rows = [{ ...row('a.example'), risk: 5 }, { ...row('b.example'), risk: 5, retired: true }, row('c.example')];
    const { rows: high, all, isNarrowed } = shownRows(rows, [], { levels: [5] });
    assert.deepEqual([high, isNarrowed], [[0], true]);
    assert.deepEqual(all.levels, [
      [5, 1],
      [-1, 1],
      [0, 1],
    ]);
    const { rows: typed, matching } = shownRows(rows, [], { filter: 'B[.]example' });
    assert.deepEqual([typed, matching.levels], [[1], [[-1, 1]]]);
  });
});

describe('The filter of rows', () => {
  const finds = (name: string, typed: string): boolean => matchesFilter(getSearchText(row(name), 'High risk'), typed);

  it('matches a name as in the log and as in the panel', () => {
    for (const typed of ['ember-update.net', 'EMBER-update[.]net', ' update.net ', 'ember', '[.]net', 'high risk'])
      assert.ok(finds('ember-update[.]net', typed), typed);
    assert.ok(finds('hxxps://a[.]example/x', 'https://a.example/x'));
    assert.ok(finds('hxxps://a[.]example/x', 'hxxps://a[.]'));
    assert.ok(finds('2001[:]db8[:]:7', '2001:db8'));
    assert.ok(!finds('ember-update[.]net', 'ember-updates'));
  });
});

describe('The state of a page', () => {
  const view = { id: 'one', count: 2, version: 1 } as ResultsView;
  const shown = applyMessage(emptyState, { kind: 'show', view });

  it('is restored with the selected chips', () => {
    const narrowed = { ...shown, tags: new Set(['state:done']) };
    const again = applyMessage({ ...emptyState, saved: getViewState(narrowed, { top: 0 }) }, { kind: 'show', view });
    assert.deepEqual([...again.tags], ['state:done']);
  });

  it('keeps the selection if the rows are the same, but not after they are read again', () => {
    const selected = { ...shown, selected: new Set(['1']) };
    assert.deepEqual(getViewState(selected, { top: 0 }).selected, ['1']);
    const readAnew = { ...selected, view: { ...view, chips: [] } };
    assert.deepEqual(getViewState(readAnew, { top: 0 }).selected, []);
  });
});

describe('The contents of rows in a page', () => {
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

  it('are asked for together when they come into view, and shown as they were until they come again', async () => {
    const asked: number[][] = [];
    const cache = new RowCache((rows) => asked.push(rows));
    cache.add([[1, row('a.example')]]);
    assert.equal(cache.at(1).name, 'a.example');
    assert.deepEqual([cache.at(7).name, cache.at(9).name, cache.at(7).name], ['', '', '']);
    await nextTurn();
    assert.deepEqual(asked, [[7, 9]]);
    cache.add([[7, row('b.example')]]);
    assert.equal(cache.at(7).name, 'b.example');
    cache.version++;
    assert.equal(cache.at(7).name, 'b.example');
    await nextTurn();
    assert.deepEqual(asked.slice(1), [[7]]);
    cache.clear();
    assert.equal(cache.at(1).name, '');
  });
});
