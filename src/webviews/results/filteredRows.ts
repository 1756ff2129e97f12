import { useMemo, useRef } from 'preact/hooks';
import type { ResultsView } from '../messages/results';
import { riskOf } from './gridColumn';
import type { ResultsState } from './resultsState';
import { type IndexedRow, matchesFilter, riskBucket, searchTextOf, sortRows, withTags } from './rowOrder';

interface ShownRows {
  /** The rows that match the filter, in the order of the results. */
  readonly matching: readonly IndexedRow[];
  /** Those of them with a chosen risk and chosen tags, sorted. */
  readonly shown: readonly IndexedRow[];
}

/** Filters and sorts the rows. */
export function useFilteredRows(view: ResultsView, state: ResultsState): ShownRows {
  const { rows, filter, levels, tags } = state;
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
  const shown = useMemo(() => {
    const ofLevels = levels.size === 0 ? matching : matching.filter(({ row }) => levels.has(riskBucket(row)));
    return sortRows(withTags(ofLevels, tags), order, view.columns);
  }, [matching, levels, tags, order, view.columns]);
  return { matching, shown };
}
