import assert from 'node:assert/strict';
import type { ResultRow, ResultsView } from '../../../src/webviews/messages/results';
import { emptyState, viewStateOf, applyMessage } from '../../../src/webviews/results/resultsState';
import {
  groupRows,
  selectedIndexes,
  nextOrder,
  sortRows,
  type IndexedRow,
  withTags,
} from '../../../src/webviews/results/rowOrder';
import { matchesFilter, searchTextOf } from '../../../src/webviews/messages/rowText';

const row = (name: string, times: number, ...tags: string[]): ResultRow => ({
  name,
  open: { kind: 'indicator', type: 'domain', value: name },
  risk: 0,
  retired: false,
  timestamps: {},
  cells: { times: String(times) },
  tags,
});
const placed = (...rows: readonly ResultRow[]): IndexedRow[] => rows.map((each, index) => ({ index, row: each }));
const names = (rows: readonly IndexedRow[]): readonly string[] => rows.map((each) => each.row.name);

describe('Rows with tags', () => {
  const rows = placed(
    row('a', 9, 'standing:known', 'state:done'),
    row('b', 10, 'standing:unasked'),
    row('c', 1, 'standing:known'),
    row('d', 2, 'standing:reserved', 'state:review'),
  );

  it('match any selected chip of a group, and one of each group', () => {
    assert.deepEqual(names(withTags(rows, new Set())), ['a', 'b', 'c', 'd']);
    assert.deepEqual(names(withTags(rows, new Set(['standing:known', 'standing:unasked']))), ['a', 'b', 'c']);
    assert.deepEqual(names(withTags(rows, new Set(['standing:known', 'state:done', 'state:review']))), ['a']);
  });

  it('are sorted numerically by numbers, highest first', () => {
    const times = { id: 'times', title: 'Times', kind: 'number', shown: true } as const;
    const order = nextOrder(undefined, times);
    assert.deepEqual(order, { column: 'times', descending: true });
    assert.deepEqual(names(sortRows(rows, order, [times])), ['b', 'a', 'd', 'c']);
  });
});

describe('Grouped rows', () => {
  const located = (name: string, place?: string): ResultRow => ({
    ...row(name, 1),
    cells: place === undefined ? {} : { place },
  });

  it('follow each other in the order of their first rows, and those without a text are last', () => {
    const rows = placed(located('a', 'Japan'), located('b'), located('c', 'Chile'), located('d', 'Japan'));
    const groups = groupRows(rows, 'place');
    assert.deepEqual(
      Array.from(groups, ([place, of]) => [place, names(of)]),
      [
        ['Japan', ['a', 'd']],
        ['Chile', ['c']],
        ['', ['b']],
      ],
    );
  });
});

describe('The filter of rows', () => {
  const finds = (name: string, typed: string): boolean => matchesFilter(searchTextOf(row(name, 1), 'High risk'), typed);

  it('matches a name as in the log and as in the panel', () => {
    for (const typed of ['ember-update.net', 'EMBER-update[.]net', ' update.net ', 'ember', '[.]net', 'high risk'])
      assert.ok(finds('ember-update[.]net', typed), typed);
    assert.ok(finds('hxxps://a[.]example/x', 'https://a.example/x'));
    assert.ok(finds('hxxps://a[.]example/x', 'hxxps://a[.]'));
    assert.ok(finds('2001[:]db8[:]:7', '2001:db8'));
    assert.ok(!finds('ember-update[.]net', 'ember-updates'));
  });
});

describe('Updated rows', () => {
  const view = { id: 'one', count: 2 } as ResultsView;
  const shown = applyMessage(applyMessage(emptyState, { kind: 'show', view }), {
    kind: 'rows',
    id: 'one',
    from: 0,
    rows: [row('a', 1), row('b', 1)],
  });

  it('keep their position, and leave other rows unchanged', () => {
    const now = applyMessage(shown, { kind: 'renewed', id: 'one', rows: [[1, row('b', 7)]] });
    assert.deepEqual(
      now.rows.map((each) => [each.index, each.row.cells.times]),
      [
        [0, '1'],
        [1, '7'],
      ],
    );
    assert.equal(now.rows[0], shown.rows[0]);
  });

  it('are ignored if they belong to another run or are beyond the last row', () => {
    assert.equal(applyMessage(shown, { kind: 'renewed', id: 'two', rows: [[1, row('x', 7)]] }), shown);
    assert.equal(applyMessage(shown, { kind: 'renewed', id: 'one', rows: [[5, row('x', 7)]] }).rows.length, 2);
  });

  it('are restored with the selected chips', () => {
    const narrowed = { ...shown, tags: new Set(['state:done']) };
    const again = applyMessage({ ...emptyState, saved: viewStateOf(narrowed, { top: 0 }) }, { kind: 'show', view });
    assert.deepEqual([...again.tags], ['state:done']);
  });

  it('stay selected if they are the same, but not after they are read again', () => {
    const selected = { ...shown, selected: new Set(['1']) };
    assert.deepEqual(viewStateOf(selected, { top: 0 }).selected, ['1']);
    const readAnew = { ...selected, view: { ...view, chips: [] } };
    assert.deepEqual(viewStateOf(readAnew, { top: 0 }).selected, []);
  });
});

describe('Rows with keys', () => {
  const keyed = (key: string): ResultRow => ({ key, name: key, retired: false, timestamps: {}, cells: {} });
  const view = { id: 'log', count: 3 } as ResultsView;
  const rowsFrom = (from: number, ...keys: readonly string[]) =>
    ({ kind: 'rows', id: 'log', from, rows: keys.map(keyed) }) as const;
  const shown = applyMessage(applyMessage(emptyState, { kind: 'show', view }), rowsFrom(0, 'a', 'b', 'c'));

  it('replace the rows at their position, and keep those after them until they are replaced', () => {
    assert.deepEqual(names(applyMessage(shown, rowsFrom(0, 'x')).rows), ['x', 'b', 'c']);
    assert.deepEqual(names(applyMessage(shown, rowsFrom(3, 'd')).rows), ['a', 'b', 'c', 'd']);
  });

  it('stay selected when others are added above or removed', () => {
    const selected = new Set(['c']);
    assert.deepEqual(selectedIndexes(selected, shown.rows), [2]);
    const fewer = applyMessage(
      applyMessage(shown, { kind: 'show', view: { ...view, count: 2 } }),
      rowsFrom(0, 'b', 'c'),
    );
    assert.deepEqual(selectedIndexes(selected, fewer.rows), [1]);
    assert.deepEqual(selectedIndexes(new Set(['a']), fewer.rows), []);
  });

  it('are sorted by times of any column, without a risk', () => {
    const at = (name: string, time: number): ResultRow => ({ ...keyed(name), timestamps: { time } });
    const column = { id: 'time', title: 'Time', kind: 'utc', shown: true } as const;
    const rows = placed(at('old', 1), at('new', 2), keyed('never'));
    assert.deepEqual(names(sortRows(rows, nextOrder(undefined, column), [column])), ['new', 'old', 'never']);
  });
});
