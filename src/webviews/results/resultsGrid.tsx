import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '../../l10n';
import type { Column } from '../common/grid/column';
import { Grid } from '../common/grid/grid';
import { Time } from '../common/time';
import { menuContext, SubjectLink } from '../common/pieces';
import { RiskBadge } from '../common/riskBadge';
import { useWidthOf } from '../common/useWidth';
import { type CopyForm, maxNamed, type ResultColumn, type ResultRow, type ResultsView } from '../messages/results';
import { BreakdownBar } from './breakdownBar';
import { Chips } from './chips';
import { ColumnChooser } from './columnChooser';
import { columnWidths, narrowPanel } from './columnWidths';
import { minimumWidths, namesWidth } from './namesWidth';
import type { ResultsState } from './resultsState';
import {
  riskBucket,
  rowKey,
  selectedIndexes,
  matchesFilter,
  nextOrder,
  sortRows,
  naturalOrder,
  type IndexedRow,
  withTags,
  searchTextOf,
} from './rowOrder';
import type { Send } from './send';
import { strings } from './strings';

interface GridProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly change: (changes: Partial<ResultsState>) => void;
  readonly send: Send;
  /** Initial scroll position, in pixels. */
  readonly top: number;
  readonly onScroll: (top: number) => void;
}

/** The rows with breakdown, filter, columns, and grid. */
export function ResultsGrid({ view, state, change, send, top, onScroll }: GridProps) {
  const { rows, filter, levels, tags } = state;
  const order = state.order ?? view.order;
  const filterBox = useRef<HTMLInputElement>(null);
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
  const shownOrder = useMemo(() => order ?? naturalOrder(rows), [order, rows]);
  const isShown = ({ id, shown: byDefault }: ResultColumn): boolean => state.switched[id] ?? byDefault;
  const section = useRef<HTMLElement>(null);
  const width = useWidthOf(section);
  const isNarrow = width > 0 && width < narrowPanel;
  const shownColumns = view.columns.filter(isShown);
  const columns = useMemo(
    () =>
      shownColumns.map((column) =>
        gridColumn(column, view, { widths: state.widths, order: shownOrder, isNarrow }, change, send),
      ),
    [view.columns, view.risks, state.switched, state.widths, shownOrder, isNarrow],
  );
  const names = useMemo(() => namesWidth(rows), [rows]);
  const minimums = useMemo(() => minimumWidths(view.columns, view.risks), [view.columns, view.risks]);
  useEffect(() => {
    const isPlain = order === undefined && shown.length === rows.length;
    const named = isPlain || shown.length > maxNamed ? {} : { rows: shown.map(({ index }) => index) };
    send({ kind: 'shown', id: view.id, ...named });
  }, [shown]);
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
  const select = (selected: ReadonlySet<string>): void => {
    change({ selected });
    send({ kind: 'select', rows: [...selectedIndexes(selected, rows)] });
  };
  const copy = (form: CopyForm, copied: readonly IndexedRow[]): void => {
    const ids = shownColumns.map(({ id }) => id);
    send({ kind: 'copy', form, rows: copied.map(({ index }) => index), columns: ids });
  };
  const isNarrowed = shown.length < rows.length;
  const selectedCount = state.selected.size === 0 ? 0 : selectedIndexes(state.selected, rows).length;
  const hasRisks = view.columns.some(({ kind }) => kind === 'risk');
  return (
    <section ref={section} class={`results${isNarrow ? ' narrow' : ''}`} aria-label={strings.rows()}>
      {hasRisks ? (
        <BreakdownBar
          rows={rows}
          matching={matching}
          risks={view.risks}
          chosen={levels}
          choose={(chosen) => change({ levels: chosen })}
        />
      ) : null}
      {view.chips === undefined ? null : (
        <Chips
          chips={view.chips}
          rows={rows}
          matching={matching}
          chosen={tags}
          choose={(chosen) => change({ tags: chosen })}
        />
      )}
      <div class="tools">
        <input
          ref={filterBox}
          class="filter"
          type="search"
          placeholder={strings.filter()}
          aria-label={strings.filter()}
          title={strings.filterShortcut()}
          value={filter}
          onInput={(event) => change({ filter: event.currentTarget.value })}
        />
        <span class="dim" role="status">
          {[
            ...(rows.length < view.count ? [strings.loaded(rows.length, view.count)] : []),
            ...(isNarrowed ? [strings.shown(shown.length, rows.length)] : []),
            ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
            ...(state.copied === undefined ? [] : [state.copied]),
          ].join(', ')}
        </span>
        <span class="copies">
          <CopyButtons forms={view.copyForms} shown={shown} state={state} copy={copy} />
        </span>
        <ColumnChooser
          columns={view.columns}
          isShown={isShown}
          set={(id, on) => change({ switched: { ...state.switched, [id]: on } })}
        />
      </div>
      {shown.length === 0 ? (
        <p class="none">
          {strings.noMatches()}{' '}
          <button
            type="button"
            class="secondary"
            onClick={() => change({ filter: '', levels: new Set(), tags: new Set() })}
          >
            {strings.showAllRows(rows.length)}
          </button>
        </p>
      ) : (
        <Grid
          label={hasRisks ? strings.results() : view.title}
          columns={columns}
          rows={shown}
          keyOf={rowKey}
          followsRow={rows[0]?.row.key !== undefined}
          total={isNarrowed ? shown.length : view.count}
          top={rows.length < view.count ? undefined : top}
          onScroll={onScroll}
          widthsFor={(room) => columnWidths(shownColumns, room, { given: state.widths, names, minimums })}
          selected={state.selected}
          onSelect={select}
          onOpen={({ row: { open } }, beside) => {
            if (open !== undefined) send({ kind: 'open', subject: open, beside });
          }}
          onCopy={(chosen) => copy('defanged', chosen)}
          onType={(text) => {
            change({ filter: filter + text });
            filterBox.current?.focus();
          }}
          onFocus={({ index }) => send({ kind: 'focus', row: index })}
          menuOf={({ row: { open, page } }) => (open?.kind === 'indicator' ? menuContext(open, page) : undefined)}
        />
      )}
    </section>
  );
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

function riskOf({ risks }: ResultsView, { risk }: ResultRow): ResultsView['risks'][number] | undefined {
  return risk === undefined ? undefined : risks[risk];
}

/** Truncated text, with the full text as tooltip. */
function OneLine({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <span class="one-line" title={title}>
      {children}
    </span>
  );
}

function gridColumn(
  column: ResultColumn,
  view: ResultsView,
  { order, widths, isNarrow }: Pick<ResultsState, 'order' | 'widths'> & { readonly isNarrow: boolean },
  change: GridProps['change'],
  send: Send,
): Column<IndexedRow> {
  const { id, title, kind } = column;
  const width = widths[id] ?? column.width;
  return {
    id,
    title,
    ...(width === undefined ? {} : { width }),
    ...(kind === 'number' ? { align: 'end' as const } : {}),
    ...(order?.column === id ? { sorted: order.descending ? ('descending' as const) : ('ascending' as const) } : {}),
    onSort: () => change({ order: nextOrder(order, column) }),
    onResize: (wide) => change({ widths: { ...widths, [id]: wide } }),
    cell: ({ row, index }, tabIndex) => {
      switch (kind) {
        case 'risk': {
          const risk = riskOf(view, row);
          if (risk === undefined) return null;
          return (
            <OneLine title={row.retired ? strings.riskRetired(risk.label) : risk.label}>
              <RiskBadge risk={risk} retired={row.retired} icon={isNarrow} />
            </OneLine>
          );
        }
        case 'name':
          return (
            <OneLine title={row.name}>
              {row.open === undefined ? (
                row.name
              ) : (
                <SubjectLink subject={row.open} tabIndex={tabIndex}>
                  {row.name}
                </SubjectLink>
              )}
            </OneLine>
          );
        case 'timestamp':
        case 'utc': {
          const timestamp = row.timestamps[id];
          const form = kind === 'utc' ? 'utc' : 'age';
          return timestamp === undefined ? null : <Time at={timestamp} form={form} tabIndex={tabIndex} />;
        }
        case 'number':
          return <span class="number">{row.cells[id] === undefined ? '' : formatNumber(Number(row.cells[id]))}</span>;
        case 'place':
          return row.cells[id] === undefined ? null : (
            <button
              type="button"
              class="link one-line"
              tabIndex={tabIndex}
              title={row.cells[id]}
              onClick={() => send({ kind: 'goTo', row: index })}
            >
              {row.cells[id]}
            </button>
          );
        case 'text': {
          const text = row.cells[id] ?? '';
          return row.redacted?.includes(id) === true ? (
            <span class="dim">{text}</span>
          ) : (
            <OneLine title={text}>{text}</OneLine>
          );
        }
      }
    },
  };
}
