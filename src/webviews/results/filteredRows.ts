import { useMemo, useRef } from 'preact/hooks';
import type { ResultColumn, ResultsView } from '../messages/results';
import { matchesFilter, searchTextOf } from '../messages/rowText';
import { occursIn } from './filters/bins';
import { riskOf } from './gridColumn';
import type { ResultsState } from './resultsState';
import { groupRows, type IndexedRow, riskBucket, sortRows, withoutFolded, withTags } from './rowOrder';

interface ShownRows {
  /** The rows that are filtered: those of the page, and those that the host found by the text. */
  readonly rows: readonly IndexedRow[];
  /** The rows that match the text filter and the part of the timeline, in the order of the results. */
  readonly matching: readonly IndexedRow[];
  /** Those of them with a chosen risk and chosen tags, sorted. */
  readonly shown: readonly IndexedRow[];
  /** Rows that are out of view because they are folded; also if the user unfolded them. */
  readonly folded: readonly IndexedRow[];
  /** Of these, the number of rows by group; absent if they aren't grouped. */
  readonly groups?: ReadonlyMap<string, number>;
}

/** The column that rows are grouped by, if the view has it. */
export function groupColumn({ columns }: ResultsView, { group }: ResultsState): ResultColumn | undefined {
  return columns.find(({ id, isGroup }) => id === group && isGroup === true);
}

/** Whether the user chose by what is known about rows. */
function namesStanding(tags: ReadonlySet<string>): boolean {
  return [...tags].some((tag) => tag.startsWith('standing:'));
}

/** Filters, sorts, and groups the rows. */
export function useFilteredRows(view: ResultsView, state: ResultsState): ShownRows {
  const { filter, levels, tags, range, unfolded, found } = state;
  const isTyped = filter.trim() !== '';
  const rows = useMemo(
    () => (isTyped && found !== undefined ? [...state.rows, ...found.rows] : state.rows),
    [state.rows, isTyped, found],
  );
  const group = groupColumn(view, state)?.id;
  const order = state.order ?? view.order;
  const texts = useRef(new WeakMap<IndexedRow, string>());
  const textOf = (indexed: IndexedRow): string => {
    const known = texts.current.get(indexed);
    if (known !== undefined) return known;
    const text = searchTextOf(indexed.row, riskOf(view, indexed.row)?.label ?? '');
    texts.current.set(indexed, text);
    return text;
  };
  const matching = useMemo(() => {
    const inRange = range === undefined ? rows : rows.filter(({ row }) => occursIn(row, range));
    return isTyped ? inRange.filter((indexed) => matchesFilter(textOf(indexed), filter)) : inRange;
  }, [rows, filter, range]);
  // What the user looks for is never folded.
  const isFolding = !isTyped && levels.size === 0 && !namesStanding(tags);
  const { sorted, folded } = useMemo(() => {
    const ofLevels = levels.size === 0 ? matching : matching.filter(({ row }) => levels.has(riskBucket(row)));
    const chosen = withTags(ofLevels, tags);
    const left = isFolding ? withoutFolded(chosen) : chosen;
    const isLeft = new Set(left.length < chosen.length ? left : []);
    return {
      sorted: sortRows(unfolded ? chosen : left, order, view.columns),
      folded: left.length < chosen.length ? chosen.filter((row) => !isLeft.has(row)) : [],
    };
  }, [matching, levels, tags, order, unfolded, isFolding, view.columns]);
  const grouped = useMemo(() => {
    if (group === undefined) return { shown: sorted };
    const groups = groupRows(sorted, group);
    return {
      shown: [...groups.values()].flat(),
      groups: new Map(Array.from(groups, ([label, { length }]) => [label, length])),
    };
  }, [sorted, group]);
  return { rows, matching, folded, ...grouped };
}
