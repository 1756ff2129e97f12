import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatNumber, t, plural } from '../../l10n';
import { Grid, type GridHandle } from '../common/grid/grid';
import { menuContext } from '../common/pieces';
import { useWidthOf } from '../common/useWidth';
import { maxNamed } from '../messages/maxNamed';
import type { CopyForm, ResultColumn, ResultsView } from '../messages/results';
import { columnWidths, narrowPanel } from './columnWidths';
import { FilterBar } from './filters/filterBar';
import { FoldChip } from './filters/foldChip';
import { gridColumn } from './gridColumn';
import { minimumWidths, namesWidth } from './namesWidth';
import { extentOf, isSearching, useSearchOfAll } from './searchOfAll';
import { type ResultsState, withoutFilters } from './resultsState';
import { ResultsTools, RowTools } from './resultsTools';
import { RiskFilter } from './filters/riskFilter';
import { groupOf, hasRisks, type IndexedRow, naturalOrder, rowKey, selectedIndexes } from './rowOrder';
import type { Send } from './send';
import { TimelinePicture } from './filters/timelinePicture';
import { groupColumn, useFilteredRows } from './filteredRows';

interface ResultsGridProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly send: Send;
  /** Initial scroll position, in pixels. */
  readonly top: number;
  readonly onScroll: (top: number) => void;
  /** A row got the focus. */
  readonly onFocus: (row: string) => void;
  /** How many rows pass the filters; undefined if all do. */
  readonly onShown: (count: number | undefined) => void;
}

/** Narrower panels have the tools of rows in the filter bar; in pixels. */
const toolsWidth = 700;
/** Wider panels have the risks outside the filter bar, where they are always in view; in pixels. */
const risksWidth = 1000;

/** The rows with their filters, columns, and grid. */
export function ResultsGrid(props: ResultsGridProps) {
  const { view, state, change, send } = props;
  const { rows } = state;
  const order = state.order ?? view.order;
  const filterBox = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const section = useRef<HTMLElement>(null);
  const width = useWidthOf(section);
  const isNarrow = width > 0 && width < narrowPanel;
  const { rows: searched, matching, shown, folded, groups } = useFilteredRows(view, state);
  useSearchOfAll(view, state, send);
  const isShown = ({ id, shown: byDefault }: ResultColumn): boolean => state.switched[id] ?? byDefault;
  const shownColumns = view.columns.filter(isShown);
  // Folded rows count as shown for exports of everything.
  const outOfView = state.unfolded ? [] : folded;
  const count = shown.length + outOfView.length;
  useEffect(() => {
    const isPlain = order === undefined && groups === undefined && count === rows.length && outOfView.length === 0;
    const named = isPlain || count > maxNamed ? {} : { rows: [...shown, ...outOfView].map(({ index }) => index) };
    send({ kind: 'shown', id: view.id, ...named });
    const isNarrowed = count < rows.length || searched.length > rows.length;
    props.onShown(isNarrowed ? shown.length : undefined);
  }, [shown, outOfView.length]);
  const copy = (form: CopyForm, copied: readonly IndexedRow[]): void => {
    const ids = shownColumns.map(({ id }) => id);
    send({ kind: 'copy', form, rows: copied.map(({ index }) => index), columns: ids });
  };
  const rowTools = <RowTools {...{ view, state, change, shown, isShown, copy }} />;
  const hasRoom = width >= toolsWidth;
  const hasOverview = hasRisks(view) && width >= risksWidth;
  const hasRisk = hasRisks(view) && !hasOverview;
  const hasBar = hasRisk || view.chips !== undefined || !hasRoom;
  return (
    <section ref={section} class={`results${isNarrow ? ' narrow' : ''}`} aria-label={t('Rows')}>
      <ResultsTools {...{ state, change, filterBox, hasBar }} toRows={() => grid.current?.focusFirst()}>
        {hasRoom ? rowTools : null}
      </ResultsTools>
      <FilterBar {...{ view, state, rows: searched, matching, change, hasRisk }}>{hasRoom ? null : rowTools}</FilterBar>
      <div class="overview">
        {hasOverview ? (
          <RiskFilter
            rows={searched}
            matching={matching}
            risks={view.risks}
            chosen={state.levels}
            choose={(levels) => change({ levels })}
          />
        ) : null}
        {view.timeline === undefined ? null : (
          <TimelinePicture
            timeline={view.timeline}
            rows={searched}
            shown={shown}
            range={state.range}
            choose={(range) => change({ range })}
          />
        )}
        <FoldChip folded={folded} unfolded={state.unfolded} change={change} />
      </div>
      {shown.length === 0 ? (
        <p class="none">
          {[isSearching(state) ? undefined : t('No matching rows.'), extentOf(state)].join(' ')}{' '}
          <button
            type="button"
            class="secondary"
            onClick={() => {
              change(withoutFilters);
              filterBox.current?.focus();
            }}
          >
            {plural(rows.length, { one: 'Show {0} Row', other: 'Show All {0} Rows' })}
          </button>
        </p>
      ) : (
        <Rows {...props} groups={groups} {...{ shown, shownColumns, isNarrow, filterBox, grid, copy }} />
      )}
    </section>
  );
}

interface RowsProps extends ResultsGridProps {
  readonly groups: ReadonlyMap<string, number> | undefined;
  readonly shown: readonly IndexedRow[];
  readonly shownColumns: readonly ResultColumn[];
  readonly isNarrow: boolean;
  readonly filterBox: RefObject<HTMLInputElement | null>;
  readonly grid: RefObject<GridHandle | null>;
  readonly copy: (form: CopyForm, rows: readonly IndexedRow[]) => void;
}

/** The grid of the rows that are shown. */
function Rows({ view, state, groups, change, send, shown, shownColumns, isNarrow, filterBox, ...props }: RowsProps) {
  const { rows, filter } = state;
  const order = state.order ?? view.order;
  const shownOrder = useMemo(() => order ?? naturalOrder(rows), [order, rows]);
  const columns = useMemo(
    () =>
      shownColumns.map((column) =>
        gridColumn(column, view, { widths: state.widths, order: shownOrder, isNarrow }, change, send),
      ),
    [view.columns, view.risks, view.timeline, state.switched, state.widths, shownOrder, isNarrow],
  );
  const group = groupColumn(view, state)?.id;
  const names = useMemo(() => namesWidth(rows), [rows]);
  const minimums = useMemo(() => minimumWidths(view.columns, view.risks), [view.columns, view.risks]);
  const select = (selected: ReadonlySet<string>): void => {
    change({ selected });
    send({ kind: 'select', rows: [...selectedIndexes(selected, rows)] });
  };
  return (
    <Grid
      handle={props.grid}
      label={hasRisks(view) ? t('Results') : view.title}
      columns={columns}
      rows={shown}
      keyOf={rowKey}
      followsRow={rows[0]?.row.key !== undefined}
      total={shown.length === rows.length ? view.count : shown.length}
      top={rows.length < view.count ? undefined : props.top}
      onScroll={props.onScroll}
      widthsFor={(room) => columnWidths(shownColumns, room, { given: state.widths, names, minimums })}
      selected={state.selected}
      onSelect={select}
      {...(group === undefined ? {} : { sectionOf: (row: IndexedRow) => groupOf(row, group) })}
      sectionTitle={(label) => (
        <>
          {label === '' ? t('Others') : label} <span class="chip-count">{formatNumber(groups?.get(label) ?? 0)}</span>
        </>
      )}
      onOpen={({ row: { open } }, beside) => {
        if (open !== undefined) send({ kind: 'open', subject: open, beside });
      }}
      onCopy={(chosen) => props.copy('defanged', chosen)}
      onType={(text) => {
        change({ filter: filter + text });
        filterBox.current?.focus();
      }}
      start={state.saved?.current === view.id ? state.saved.focused : undefined}
      focusesStart
      onFocus={(row) => {
        send({ kind: 'focus', row: row.index });
        props.onFocus(rowKey(row));
      }}
      menuOf={({ row: { open, page } }) => (open?.kind === 'indicator' ? menuContext(open, page) : undefined)}
    />
  );
}
