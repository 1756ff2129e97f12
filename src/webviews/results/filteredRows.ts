import { useMemo, useRef } from 'preact/hooks';
import type { ResultColumn, ResultsView } from '../messages/results';
import { riskOf } from './gridColumn';
import type { ResultsState } from './resultsState';
import { groupRows, type IndexedRow, matchesFilter, riskBucket, searchTextOf, sortRows, withTags } from './rowOrder';

interface ShownRows {
  /** The rows that match the filter, in the order of the results. */
  readonly matching: readonly IndexedRow[];
  /** Those of them with a chosen risk and chosen tags, sorted. */
  readonly shown: readonly IndexedRow[];
  /** Of these, the number of rows by group; absent if they aren't grouped. */
  readonly groups?: ReadonlyMap<string, number>;
}

/** The column that rows are grouped by, if the view has it. */
export function groupColumn({ columns }: ResultsView, { group }: ResultsState): ResultColumn | undefined {
  return columns.find(({ id, isGroup }) => id === group && isGroup === true);
}

/** Filters, sorts, and groups the rows. */
export function useFilteredRows(view: ResultsView, state: ResultsState): ShownRows {
  const { rows, filter, levels, tags } = state;
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
    return filter.trim() === '' ? rows : rows.filter((indexed) => matchesFilter(textOf(indexed), filter));
  }, [rows, filter]);
  const sorted = useMemo(() => {
    const ofLevels = levels.size === 0 ? matching : matching.filter(({ row }) => levels.has(riskBucket(row)));
    return sortRows(withTags(ofLevels, tags), order, view.columns);
  }, [matching, levels, tags, order, view.columns]);
  const grouped = useMemo(() => {
    if (group === undefined) return { shown: sorted };
    const groups = groupRows(sorted, group);
    return {
      shown: [...groups.values()].flat(),
      groups: new Map(Array.from(groups, ([label, { length }]) => [label, length])),
    };
  }, [sorted, group]);
  return { matching, ...grouped };
}
