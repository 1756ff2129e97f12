import type { ResultsState } from './resultsState';
import { selectedIndexes } from './rowOrder';
import { strings } from './strings';

/** What is loaded, shown, selected, and copied. `shownCount` is the number of rows that pass the filters, if they narrow. */
export function statusOf({ view, rows, selected, copied }: ResultsState, shownCount: number | undefined): string {
  const selectedCount = selected.size === 0 ? 0 : selectedIndexes(selected, rows).length;
  return [
    ...(view !== undefined && rows.length < view.count ? [strings.loaded(rows.length, view.count)] : []),
    ...(shownCount === undefined ? [] : [strings.shown(shownCount, rows.length)]),
    ...(shownCount === undefined || view?.total === undefined ? [] : [strings.searched(rows.length, view.total)]),
    ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
    ...(copied === undefined ? [] : [copied]),
  ].join(', ');
}
