import { maxNamed } from '../messages/maxNamed';
import type { CopyForm, FromResultsPanel, ResultColumn, ResultsView } from '../messages/results';
import type { ResultsState } from './resultsState';

/** Whether the user, or the content of the column, shows it. */
export function isColumnShown(column: ResultColumn, { switched, shown }: ResultsState): boolean {
  return switched[column.id] ?? (column.shown && shown?.empty.includes(column.id) !== true);
}

/** Whether any row that is shown is selected. */
export function hasSelectedRows({ shown, selected }: ResultsState): boolean {
  return selected.size > 0 && selectedIndexes(shown, selected).length > 0;
}

/** Copies rows, by default the selected ones, or all that are shown if none is selected. */
export function copyMessage(
  { columns }: ResultsView,
  state: ResultsState,
  form: CopyForm,
  rows?: readonly number[],
): FromResultsPanel {
  const { shown, selected } = state;
  const chosen = rows ?? (hasSelectedRows(state) ? selectedIndexes(shown, selected) : undefined);
  return {
    kind: 'copy',
    form,
    columns: columns.filter((column) => isColumnShown(column, state)).map(({ id }) => id),
    ...(chosen === undefined ? {} : { rows: chosen.slice(0, maxNamed) }),
  };
}

function selectedIndexes(shown: ResultsState['shown'], selected: ReadonlySet<string>): readonly number[] {
  if (shown === undefined) return [];
  const { rows, keys } = shown;
  return [...rows].filter((row, at) => selected.has(keys?.[at] ?? String(row)));
}
