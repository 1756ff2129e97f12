import type { ComponentChildren, RefObject } from 'preact';
import type { CopyForm, ResultColumn, ResultsView } from '../messages/results';
import { Roving } from '../common/roving';
import { useFilterShortcut } from '../common/useFilterShortcut';
import { filterBarId } from './filters/filterBar';
import { TermSuggestions, termPrefixes } from './filters/termSuggestions';
import { filterCount, type ResultsState, withoutFilters } from './resultsState';
import { groupColumn, groupKey } from './rows';
import { strings } from './strings';
import { formatAlternatives, t } from '../../l10n';

interface ResultsToolsProps {
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly line: RefObject<HTMLDivElement | null>;
  readonly filterBox: RefObject<HTMLInputElement | null>;
  /** Focuses the first row. */
  readonly toRows: () => void;
  readonly terms: ResultsView['terms'];
  /** Whether there is a filter bar. */
  readonly hasBar: boolean;
  /** Whether the label of the filter bar's button mentions the tools of rows. */
  readonly hasTools: boolean;
  readonly children: ComponentChildren;
}

/** The filter, and the button of the filter bar. */
export function ResultsTools({
  state,
  change,
  line,
  filterBox,
  toRows,
  terms,
  hasBar,
  hasTools,
  children,
}: ResultsToolsProps) {
  useFilterShortcut(filterBox);
  const { filtersOpen } = state;
  const count = filterCount(state);
  const label = hasTools ? t('Filters and tools') : t('Filters');
  return (
    <div class="tools" ref={line}>
      <input
        ref={filterBox}
        class="filter"
        type="search"
        placeholder={
          terms === undefined ? t('Filter rows') : t('Filter by text, {0}', formatAlternatives(termPrefixes(terms)))
        }
        aria-label={t('Filter rows')}
        title={
          terms === undefined
            ? t('Ctrl/Cmd+F')
            : t('Ctrl/Cmd+F. To show only one client, file, or source: {0}', formatAlternatives(termPrefixes(terms)))
        }
        value={state.filter}
        onInput={(event) => change({ filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
          event.preventDefault();
          toRows();
        }}
      />
      {terms === undefined ? null : (
        <TermSuggestions
          terms={terms}
          filter={state.filter}
          choose={(filter) => {
            change({ filter });
            filterBox.current?.focus();
          }}
        />
      )}
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
      <FoldGroups view={view} state={state} change={change} />
      <ColumnChooser
        columns={view.columns}
        isShown={isShown}
        set={(id, on) => change({ switched: { ...state.switched, [id]: on } })}
      />
    </div>
  );
}

interface CopyProps extends Pick<RowToolsProps, 'hasSelected' | 'copy'> {
  /** Default: every form; none if they are elsewhere. */
  readonly forms: ResultsView['copyForms'];
}

/** Buttons that copy the selected rows, or all rows shown. */
function CopyButtons({ forms = ['defanged', 'plain', 'markdown'], hasSelected, copy }: CopyProps) {
  const title = hasSelected ? strings.selectedRows : strings.shownRows;
  if (forms.length === 0) return null;
  return (
    <Roving class="copy-forms" role="toolbar" label={t('Copy rows')}>
      {forms.map((form) => (
        <button key={form} type="button" class="link" title={title(strings.copy(form))} onClick={() => copy(form)}>
          {strings.copy(form)}
        </button>
      ))}
    </Roving>
  );
}

interface ChooserProps {
  readonly columns: readonly ResultColumn[];
  readonly isShown: (column: ResultColumn) => boolean;
  readonly set: (id: string, shown: boolean) => void;
}

/** Chooses columns; the name column is always shown. */
function ColumnChooser({ columns, isShown, set }: ChooserProps) {
  return (
    <details class="chooser">
      <summary>{t('Columns')}</summary>
      <fieldset>
        <legend class="unseen">{t('Columns')}</legend>
        {columns
          .filter(({ kind }) => kind !== 'name')
          .map((column) => (
            <label key={column.id}>
              <input
                type="checkbox"
                checked={isShown(column)}
                onChange={(event) => set(column.id, event.currentTarget.checked)}
              />
              {column.title}
            </label>
          ))}
      </fieldset>
    </details>
  );
}

interface GroupChooserProps {
  readonly columns: readonly ResultColumn[];
  /** The columns in which any row has a text. */
  readonly groupable: readonly string[];
  /** The ID of a column; undefined for none. */
  readonly chosen: string | undefined;
  readonly choose: (column: string | undefined) => void;
}

/** Chooses the column that rows are grouped by; only columns with a text in any row are offered. */
function GroupChooser({ columns, groupable, chosen, choose }: GroupChooserProps) {
  const groups = columns.filter(({ id, isGroup }) => isGroup === true && (id === chosen || groupable.includes(id)));
  if (groups.length === 0) return null;
  return (
    <span class="group-by">
      <span aria-hidden="true">{t('Group by')}</span>
      <select
        aria-label={t('Group by')}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : value)}
      >
        <option value="">{t('None')}</option>
        {groups.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Folds all groups, or unfolds them if they are. */
function FoldGroups({ view, state, change }: Pick<RowToolsProps, 'view' | 'state' | 'change'>) {
  const column = groupColumn(view, state)?.id;
  const { shown, foldedGroups } = state;
  if (column === undefined || shown?.groupTexts === undefined) return null;
  const keys = shown.groupTexts.map((text) => groupKey(column, text));
  const isFolded = keys.every((key) => foldedGroups.has(key));
  return (
    <button type="button" class="link" onClick={() => change({ foldedGroups: new Set(isFolded ? [] : keys) })}>
      {isFolded ? t('Unfold All') : t('Fold All')}
    </button>
  );
}
