import type { ComponentChildren, RefObject } from 'preact';
import type { CopyForm, ResultColumn, ResultsView } from '../messages/results';
import { Roving } from '../common/roving';
import { useFilterShortcut } from '../common/useFilterShortcut';
import { ColumnChooser } from './columnChooser';
import { filterBarId } from './filters/filterBar';
import { GroupChooser } from './groupChooser';
import { filterCount, type ResultsState, withoutFilters } from './resultsState';
import { groupColumn } from './rows';
import { strings } from './strings';
import { t } from '../../l10n';

interface ResultsToolsProps {
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly filterBox: RefObject<HTMLInputElement | null>;
  /** Focuses the first row. */
  readonly toRows: () => void;
  /** Whether there is a filter bar. */
  readonly hasBar: boolean;
  /** The tools of rows, if they aren't in the filter bar. */
  readonly children: ComponentChildren;
}

/** The filter, and the button of the filter bar. */
export function ResultsTools({ state, change, filterBox, toRows, hasBar, children }: ResultsToolsProps) {
  useFilterShortcut(filterBox);
  const { filtersOpen } = state;
  const count = filterCount(state);
  const label = children === null ? t('Filters and tools') : t('Filters');
  return (
    <div class="tools">
      <input
        ref={filterBox}
        class="filter"
        type="search"
        placeholder={t('Filter rows')}
        aria-label={t('Filter rows')}
        title={t('Ctrl/Cmd+F')}
        value={state.filter}
        onInput={(event) => change({ filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
          event.preventDefault();
          toRows();
        }}
      />
      {hasBar ? (
        <button
          type="button"
          class="link toggle"
          aria-expanded={filtersOpen}
          {...(filtersOpen ? { 'aria-controls': filterBarId } : {})}
          onClick={() => change({ filtersOpen: !filtersOpen })}
        >
          <span aria-hidden="true">{filtersOpen ? '▾' : '▸'}</span>{' '}
          {count === 0 ? label : t('{0} ({1} active)', label, count)}
        </button>
      ) : null}
      {count === 0 ? null : (
        <button
          type="button"
          class="link"
          onClick={() => {
            change(withoutFilters);
            filterBox.current?.focus();
          }}
        >
          {t('Show All')}
        </button>
      )}
      {children}
    </div>
  );
}

interface RowToolsProps extends Pick<ResultsToolsProps, 'state' | 'change'> {
  readonly view: ResultsView;
  readonly isShown: (column: ResultColumn) => boolean;
  /** Copies the selected rows, or all that are shown. */
  readonly copy: (form: CopyForm) => void;
  /** Whether any row that is shown is selected. */
  readonly hasSelected: boolean;
}

/** Copies rows, groups them, and chooses their columns. */
export function RowTools({ view, state, change, isShown, copy, hasSelected }: RowToolsProps) {
  return (
    <div class="row-tools">
      <CopyButtons forms={view.copyForms} hasSelected={hasSelected} copy={copy} />
      <GroupChooser
        columns={view.columns}
        groupable={state.shown?.groupable ?? []}
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

interface CopyProps extends Pick<RowToolsProps, 'hasSelected' | 'copy'> {
  /** Default: every form. */
  readonly forms: ResultsView['copyForms'];
}

/** Buttons that copy the selected rows, or all rows shown. */
function CopyButtons({ forms = ['defanged', 'plain', 'markdown'], hasSelected, copy }: CopyProps) {
  const title = hasSelected ? strings.selectedRows : strings.shownRows;
  const labels = {
    defanged: t('Copy Defanged'),
    plain: t('Copy'),
    markdown: t('Copy as Markdown'),
  };
  return (
    <Roving class="copy-forms" role="toolbar" label={t('Copy rows')}>
      {forms.map((form) => (
        <button key={form} type="button" class="link" title={title(labels[form])} onClick={() => copy(form)}>
          {labels[form]}
        </button>
      ))}
    </Roving>
  );
}
