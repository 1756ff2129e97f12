import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { t, plural } from '../../l10n';
import { Grid, type GridHandle } from '../common/grid/grid';
import { toggled } from '../common/grid/selection';
import { menuContext } from '../common/linkedText';
import { useFit } from '../common/useFit';
import { useElementWidth } from '../common/useWidth';
import { maxNamed } from '../messages/maxNamed';
import type { CopyForm, ResultColumn, ResultsView } from '../messages/results';
import {
  columnNeeds,
  type ColumnNeeds,
  columnWidths,
  isNarrowFor,
  largerNeeds,
  maxMeasured,
  withInView,
} from './columnWidths';
import { copyMessage, hasSelectedRows, isColumnShown } from './copyRows';
import { FilterBar, FoldChip } from './filters/filterBar';
import { gridColumn } from './gridColumn';
import { filterCount, type ResultsState, type Shown, withoutFilters, type Send } from './resultsState';
import { ResultsTools, RowTools } from './resultsTools';
import { Heading, LineOfRow, getLocation } from './lineOfRow';
import {
  groupColumn,
  hasRisks,
  isRowKey,
  getParent,
  type RowCache,
  type ShownRow,
  useShownRows,
  withHeadings,
  withLines,
} from './rows';
import { TimelinePicture } from './filters/timelinePicture';
import { risksWidth } from './topLine';

interface ResultsGridProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly shown: Shown;
  /** Other rows were requested. */
  readonly isWaiting: boolean;
  readonly cache: RowCache;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly send: Send;
  /** Initial scroll position, in pixels. */
  readonly top: number;
  readonly onScroll: (top: number) => void;
  /** A row got the focus. */
  readonly onFocus: (row: string) => void;
}

/** Steps that shorten the tools until they fit in one line; each step includes the one before. */
const steps = { rowTools: 1, words: 2 } as const;

/** Whether all folded rows are internal or reserved; not known while filters hide rows. */
function areReserved({ folded, isNarrowed, all }: ResultsGridProps['shown']): boolean {
  return !isNarrowed && all.tags.some(([tag, count]) => tag === 'status:reserved' && count === folded);
}

/** The rows with their filters, columns, and grid. */
export function ResultsGrid(props: ResultsGridProps) {
  const { view, state, shown, change, send } = props;
  const filterBox = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const section = useRef<HTMLElement>(null);
  const width = useElementWidth(section);
  const rows = useShownRows(shown, props.cache);
  const isShown = (column: ResultColumn): boolean => isColumnShown(column, state);
  const shownColumns = view.columns.filter(isShown);
  const isNarrow = width > 0 && isNarrowFor(shownColumns, width);
  const { selected } = state;
  const hasSelected = useMemo(() => hasSelectedRows(state), [shown, selected]);
  const copy = (form: CopyForm): void => send(copyMessage(view, state, form));
  const rowTools = (
    <RowTools view={view} state={state} change={change} isShown={isShown} copy={copy} hasSelected={hasSelected} />
  );
  const tools = useRef<HTMLDivElement>(null);
  const fit = useFit(steps.words, () => fitsInLine(tools.current), [
    width,
    view,
    shown.folded,
    state.unfolded,
    filterCount(state),
    groupColumn(view, state),
  ]);
  const hasRoom = fit < steps.rowTools;
  const isShort = fit >= steps.words;
  const hasRisk = hasRisks(view) && width < risksWidth;
  const hasBar = hasRisk || view.chips !== undefined || !hasRoom;
  const { all, matching } = shown;
  return (
    <section
      ref={section}
      class={`results${isNarrow ? ' narrow' : ''}`}
      aria-label={t('Rows')}
      aria-busy={props.isWaiting}
    >
      <ResultsTools
        state={state}
        change={change}
        line={tools}
        filterBox={filterBox}
        terms={view.terms}
        hasBar={hasBar}
        hasTools={!hasRoom && !isShort}
        toRows={() => grid.current?.focusAt(0)}
      >
        {view.timeline === undefined ? null : (
          <TimelinePicture
            timeline={view.timeline}
            all={all.bins}
            inView={shown.bins}
            range={state.range}
            choose={(range) => change({ range })}
          />
        )}
        <FoldChip
          folded={shown.folded}
          areReserved={areReserved(shown)}
          unfolded={state.unfolded}
          isShort={isShort}
          change={change}
        />
        {hasRoom ? rowTools : null}
      </ResultsTools>
      <FilterBar view={view} state={state} all={all} matching={matching} change={change} hasRisk={hasRisk}>
        {hasRoom ? null : rowTools}
      </FilterBar>
      {rows.length === 0 ? (
        <p class="none">
          {t('No matching rows.')}{' '}
          <button
            type="button"
            class="secondary"
            onClick={() => {
              change(withoutFilters);
              filterBox.current?.focus();
            }}
          >
            {plural(view.count, { one: 'Show {0} Row', other: 'Show All {0} Rows' })}
          </button>
        </p>
      ) : (
        <Rows
          {...props}
          rows={rows}
          chosenColumns={shownColumns}
          width={width}
          isNarrow={isNarrow}
          filterBox={filterBox}
          grid={grid}
          copyRows={(form, copied) =>
            send(
              copyMessage(
                view,
                state,
                form,
                copied.map(({ index }) => index),
              ),
            )
          }
        />
      )}
    </section>
  );
}

/** Whether the tools are in one line. Suggestions, which come while the user types, may take another. */
function fitsInLine(tools: HTMLElement | null): boolean {
  return tools === null || tools.querySelector('.terms') !== null || tools.scrollWidth <= tools.clientWidth + 1;
}

interface RowsProps extends ResultsGridProps {
  readonly rows: readonly ShownRow[];
  readonly chosenColumns: readonly ResultColumn[];
  readonly width: number;
  readonly isNarrow: boolean;
  readonly filterBox: RefObject<HTMLInputElement | null>;
  readonly grid: RefObject<GridHandle | null>;
  readonly copyRows: (form: CopyForm, rows: readonly ShownRow[]) => void;
}

/** The grid of the rows that are shown. */
function Rows({
  view,
  state,
  shown,
  cache,
  change,
  send,
  rows,
  chosenColumns,
  width,
  isNarrow,
  filterBox,
  ...props
}: RowsProps) {
  const { filter, lines, foldedGroups } = state;
  const group = groupColumn(view, state)?.id;
  const allRows = useMemo(
    () => withLines(withHeadings(rows, shown, { column: group, folded: foldedGroups }), lines),
    [rows, shown, group, foldedGroups, lines],
  );
  const unfold = (row: number): void => {
    const unfolded = new Map(lines);
    if (!unfolded.delete(row)) {
      unfolded.set(row, undefined);
      send({ kind: 'lines', id: view.id, row });
    }
    change({ lines: unfolded });
  };
  const toggleGroup = (key: string): void => change({ foldedGroups: toggled(foldedGroups, key) });
  /** Right unfolds a row or goes to its first part; Left folds it or goes to its parent. */
  const turn = (row: ShownRow, isOpen: boolean): void => {
    const { part, index } = row;
    const isUnfolded = part === undefined ? lines.has(index) : part.kind === 'heading' && part.isOpen;
    if (isUnfolded === isOpen) {
      const at = allRows.indexOf(row);
      const to = isOpen ? at + 1 : getParent(allRows, at);
      if (to >= 0) props.grid.current?.focusAt(to);
    } else if (part?.kind === 'heading') toggleGroup(part.group);
    else if (part === undefined && view.hasLines === true) unfold(index);
  };
  const needs = useNeeds(view, state, shown, cache);
  const shownOrder = state.order ?? firstOrder(view);
  const shownColumns = withInView(chosenColumns, columnInView(view, state), width, { given: state.widths, needs });
  const hasClients = shownColumns.some(({ kind }) => kind === 'client');
  const titles = shownColumns.map(({ id }) => id).join();
  const columns = useMemo(
    () =>
      shownColumns.map((column) =>
        gridColumn(column, view, { widths: state.widths, order: shownOrder, isNarrow, lines, unfold }, change, send),
      ),
    [view.columns, view.risks, view.timeline, titles, state.widths, shownOrder, isNarrow, lines],
  );
  const select = (keys: ReadonlySet<string>): void => {
    const selected = new Set([...keys].filter(isRowKey));
    change({ selected });
    const isAll = selected.size >= rows.length && rows.every(({ key }) => selected.has(key));
    const chosen = shown.keys === undefined ? [...selected].map(Number) : numbersOf(rows, selected);
    send({ kind: 'select', rows: isAll && chosen.length === rows.length ? 'shown' : chosen.slice(0, maxNamed) });
  };
  return (
    <Grid
      handle={props.grid}
      label={hasRisks(view) ? t('Results') : view.title}
      columns={columns}
      rows={allRows}
      keyOf={({ key }) => key}
      wholeOf={({ part, index }, tabIndex) => {
        if (part?.kind !== 'heading')
          return part && <LineOfRow part={part} row={index} hasClients={hasClients} tabIndex={tabIndex} send={send} />;
        return (
          <Heading
            heading={part}
            label={part.first.row.cells[group ?? ''] ?? ''}
            hasLines={view.columns.some(({ id }) => id === 'lines')}
            tabIndex={tabIndex}
            toggle={() => toggleGroup(part.group)}
          />
        );
      }}
      followsRow={shown.keys !== undefined}
      top={props.top}
      onScroll={props.onScroll}
      widthsFor={(room) => columnWidths(shownColumns, room, { given: state.widths, needs })}
      selected={state.selected}
      onSelect={select}
      isSelectable={({ part }) => part === undefined}
      onOpen={({ row: { open }, part, index: row }, beside) => {
        if (part?.kind === 'heading') toggleGroup(part.group);
        else if (part?.kind === 'line') send({ kind: 'goToLine', row, ...getLocation(part.line) });
        else if (part !== undefined) {
          if (part.canFind) send({ kind: 'findLines', row });
        } else if (open !== undefined) send({ kind: 'open', subject: open, beside });
        else if (view.columns.some(({ kind }) => kind === 'location')) send({ kind: 'goTo', row });
      }}
      {...(view.hasLines === true || group !== undefined ? { onUnfold: turn } : {})}
      onCopy={(chosen) =>
        props.copyRows(
          'defanged',
          chosen.filter(({ key }) => isRowKey(key)),
        )
      }
      onType={(text) => {
        change({ filter: filter + text });
        filterBox.current?.focus();
      }}
      start={state.saved?.current === view.id ? state.saved.focused : undefined}
      focusesStart
      onFocus={(row) => {
        if (row.part?.kind !== 'heading') send({ kind: 'focus', row: row.index });
        props.onFocus(row.key);
      }}
      menuOf={({ row: { open, page } }) => (open?.kind === 'indicator' ? menuContext(open, page) : undefined)}
    />
  );
}

/** The order until the user sorts. */
function firstOrder({ order, natural }: ResultsView): ResultsView['order'] {
  return order ?? natural;
}

/** The column that rows are sorted by at first. One that the user sorts by stays where it is. */
function columnInView(view: ResultsView, { order }: Pick<ResultsState, 'order'>): string | undefined {
  const first = firstOrder(view)?.column;
  return order === undefined || order.column === first ? first : undefined;
}

/**
 * Measures the needs of columns for the first rows shown. While rows are read or sorted, needs don't decrease; while
 * they are read, columns that can be cut grow only if they had no text.
 */
function useNeeds(view: ResultsView, { order }: ResultsState, shown: Shown, cache: RowCache): ColumnNeeds {
  const last = useRef<{ readonly needs: ColumnNeeds; readonly order: ResultsState['order'] }>({ needs: {}, order });
  const isReading = view.running !== undefined;
  return useMemo(() => {
    const rows = cache.present(shown.rows.slice(0, maxMeasured));
    const before = last.current;
    const mayGrow = ({ id, kind, minWidth }: ResultColumn): boolean =>
      !isReading || (kind !== 'name' && minWidth === undefined) || (before.needs[id]?.all ?? 0) === 0;
    const now = columnNeeds(view, rows, mayGrow);
    const needs = isReading || order !== before.order ? largerNeeds(before.needs, now) : now;
    last.current = { needs, order };
    return needs;
  }, [view.columns, isReading, shown]);
}

function numbersOf(rows: readonly ShownRow[], selected: ReadonlySet<string>): number[] {
  return rows.filter(({ key }) => selected.has(key)).map(({ index }) => index);
}
