import type { ResultsState } from './resultsState';
import { extentOf, isSearching } from './searchOfAll';
import { selectedIndexes } from './rowOrder';
import { strings } from './strings';
import { t } from '../../l10n';

/** What is loaded, shown, selected, and copied. `shownCount` is the number of rows that pass the filters, if they narrow. */
export function statusOf(state: ResultsState, shownCount: number | undefined): string {
  const { view, rows, filter, found, selected, copied } = state;
  const extent = extentOf(state);
  const searched =
    filter.trim() === '' || found === undefined || isSearching(state) ? rows.length : (view?.total ?? rows.length);
  const selectedCount = selected.size === 0 ? 0 : selectedIndexes(selected, rows).length;
  return [
    ...(view !== undefined && rows.length < view.count ? [t('{0} of {1} rows loaded', rows.length, view.count)] : []),
    ...(shownCount === undefined ? [] : [strings.shown(shownCount, searched)]),
    ...(shownCount === undefined || extent === '' ? [] : [extent]),
    ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
    ...(copied === undefined ? [] : [copied]),
  ].join(', ');
}
