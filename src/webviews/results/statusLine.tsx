import type { ResultsState } from './resultsState';
import { strings } from './strings';

/** What is shown, selected, and copied. */
export function statusOf({ view, shown, selected, copied }: ResultsState): string {
  const count = view?.count ?? 0;
  const keys = shown?.keys;
  const selectedCount = keys === undefined ? selected.size : keys.filter((key) => selected.has(key)).length;
  return [
    ...(shown?.isNarrowed === true ? [strings.shown(shown.rows.length, count)] : []),
    ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
    ...(copied === undefined ? [] : [copied]),
  ].join(', ');
}
