import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CopyForm, ResultColumn, ResultsView } from '../messages/results';
import { groupColumn } from './filteredRows';
import { GroupChooser } from './groupChooser';
import { ColumnChooser } from './columnChooser';
import type { ResultsState } from './resultsState';
import { type IndexedRow, rowKey, selectedIndexes } from './rowOrder';
import { strings } from './strings';

interface ResultsToolsProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly filterBox: RefObject<HTMLInputElement | null>;
  readonly shown: readonly IndexedRow[];
  readonly isShown: (column: ResultColumn) => boolean;
  readonly copy: CopyProps['copy'];
}

/** The filter, what is shown and selected, and the buttons for rows and columns. */
export function ResultsTools({ view, state, change, filterBox, shown, isShown, copy }: ResultsToolsProps) {
  const { rows } = state;
  const selectedCount = state.selected.size === 0 ? 0 : selectedIndexes(state.selected, rows).length;
  useFilterShortcut(filterBox);
  return (
    <div class="tools">
      <input
        ref={filterBox}
        class="filter"
        type="search"
        placeholder={strings.filter()}
        aria-label={strings.filter()}
        title={strings.filterShortcut()}
        value={state.filter}
        onInput={(event) => change({ filter: event.currentTarget.value })}
      />
      <span class="dim" role="status">
        {[
          ...(rows.length < view.count ? [strings.loaded(rows.length, view.count)] : []),
          ...(shown.length < rows.length ? [strings.shown(shown.length, rows.length)] : []),
          ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
          ...(state.copied === undefined ? [] : [state.copied]),
        ].join(', ')}
      </span>
      <span class="copies">
        <CopyButtons forms={view.copyForms} shown={shown} state={state} copy={copy} />
      </span>
      <GroupChooser
        columns={view.columns}
        rows={rows}
        chosen={groupColumn(view, state)?.id}
        choose={(group) => change({ group })}
      />
      <ColumnChooser
        columns={view.columns}
        isShown={isShown}
        set={(id, on) => change({ switched: { ...state.switched, [id]: on } })}
      />
    </div>
  );
}

/** Ctrl/Cmd+F selects the filter. */
function useFilterShortcut(filterBox: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      event.stopPropagation();
      filterBox.current?.select();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

interface CopyProps {
  /** Default: every form. */
  readonly forms: ResultsView['copyForms'];
  readonly shown: readonly IndexedRow[];
  readonly state: ResultsState;
  readonly copy: (form: CopyForm, rows: readonly IndexedRow[]) => void;
}

/** Buttons that copy the selected rows, or all rows shown. */
function CopyButtons({ forms = ['defanged', 'plain', 'markdown'], shown, state, copy }: CopyProps) {
  const targetRows = shown.filter((indexed) => state.selected.has(rowKey(indexed)));
  const rows = targetRows.length > 0 ? targetRows : shown;
  const title = targetRows.length > 0 ? strings.selectedRows : strings.shownRows;
  const labels = {
    defanged: strings.copyDefanged(),
    plain: strings.copy(),
    markdown: strings.copyMarkdown(),
  };
  return (
    <>
      {forms.map((form) => (
        <button key={form} type="button" class="link" title={title(labels[form])} onClick={() => copy(form, rows)}>
          {labels[form]}
        </button>
      ))}
    </>
  );
}
