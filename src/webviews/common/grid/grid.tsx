import type { ComponentChildren, RefObject } from 'preact';
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hadFocus, restoreFocus } from '../keepFocus';
import { useElementWidth } from '../useWidth';
import type { Column } from './column';
import { HeaderRow } from './headerRow';
import { type RowHandlers, useRowActions } from './rowActions';
import { useVirtualRows } from './virtualRows';
import './grid.css';

/** Lets the surrounding component control a grid. */
export interface GridHandle {
  /** Focuses the row at an index. */
  readonly focusAt: (index: number) => void;
}

export interface GridProps<T> extends RowHandlers<T> {
  readonly handle?: RefObject<GridHandle | null>;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** The key of the row that had the focus before the panel was hidden or another page was shown. */
  readonly start?: string | undefined;
  /** Whether this row gets the focus again as soon as it exists. */
  readonly focusesStart?: boolean;
  /** Whether the focus follows its row when rows are added above it. */
  readonly followsRow?: boolean;
  /** The number of rows, if not all are loaded yet. */
  readonly total?: number;
  /** Estimated row height in pixels; actual heights are measured. */
  readonly rowHeight?: number;
  /** A row, or something in it, got the focus. */
  readonly onFocus?: (row: T) => void;
  /** The user is near the last rows, so that more can be requested. */
  readonly onEnd?: () => void;
  /** The initial scroll offset in pixels; undefined until it is known. */
  readonly top?: number | undefined;
  readonly onScroll?: (top: number) => void;
  /** The widths of all columns by id for the available width; without it, columns share the space. */
  readonly widthsFor?: (room: number) => Readonly<Record<string, number>>;
  /** For VS Code's context menu of webviews, see `menuContext`. */
  readonly menuOf?: (row: T) => string | undefined;
  /** The content of a row that is one cell over all columns; undefined for others. */
  readonly wholeOf?: (row: T, tabIndex: number) => ComponentChildren | undefined;
}

interface FocusedRow {
  readonly at: number;
  readonly key?: string;
}

const nearEnd = 50;
const defaultHeight = 26;

/**
 * A list of any length with the keys of a grid: arrows, Page, Home and End move the focus, Enter opens, Space and Shift
 * select, Ctrl/Cmd+A selects all, Ctrl/Cmd+C copies. Only visible rows are rendered.
 */
export function Grid<T>(props: GridProps<T>) {
  const { columns, rows, keyOf, selected } = props;
  const keyAt = (index: number): string => {
    const row = rows[index];
    return row === undefined ? String(index) : keyOf(row, index);
  };
  const [active, activate] = useActiveRow(props, keyAt);
  const virtual = useVirtualRows({ count: rows.length, height: props.rowHeight ?? defaultHeight, keyAt, active });
  const { scroller, rendered, gapAfter } = virtual;
  const room = useElementWidth(scroller);
  useEnd(props, rendered.at(-1)?.index ?? 0);
  const requestFocus = useFocusRequest(scroller, active);
  useInitialScroll(scroller, props.top);
  useStartFocus(scroller, props.focusesStart === true && keyAt(active) === props.start ? active : undefined);
  const moveTo = (index: number): void => {
    requestFocus();
    activate(index);
    virtual.scrollTo(index);
  };
  const focusFirst = (): void => moveTo(0);
  useImperativeHandle(props.handle ?? null, () => ({ focusAt: moveTo }));
  const { open, onKeyDown, onPress } = useRowActions(props, {
    active,
    keyAt,
    activate,
    moveTo,
    page: Math.max(1, rendered.length - 2 * 8),
  });

  return (
    <div class="grid" ref={scroller} onScroll={({ currentTarget }) => props.onScroll?.(currentTarget.scrollTop)}>
      <Table {...props} {...{ room, onKeyDown, scroller, focusFirst }}>
        {/* Flat: a row that has the focus must stay the same element wherever the list is scrolled to. */}
        {rendered.flatMap(({ index, gapBefore }) => {
          const row = rows[index];
          if (row === undefined) return [];
          return [
            ...(gapBefore > 0 ? [<Gap key={`gap ${index}`} height={gapBefore} columns={columns.length} />] : []),
            <GridRow
              key={keyAt(index)}
              row={row}
              index={index}
              columns={columns}
              active={index === active}
              selected={selected?.has(keyAt(index))}
              menu={props.menuOf?.(row)}
              whole={props.wholeOf?.(row, index === active ? 0 : -1)}
              measure={virtual.measure}
              onPress={onPress}
              onOpen={open}
              onFocus={(to) => {
                activate(to);
                props.onFocus?.(row);
              }}
            />,
          ];
        })}
        {gapAfter > 0 ? <Gap key="gapAfter" height={gapAfter} columns={columns.length} /> : null}
      </Table>
    </div>
  );
}

interface TableProps<T> extends GridProps<T> {
  /** The available width; 0 until it is known. */
  readonly room: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly focusFirst: () => void;
  readonly children: ComponentChildren;
}

/** The table around the rows: its columns and their headers. */
function Table<T>({ columns, selected, room, children, ...props }: TableProps<T>) {
  const widths = room === 0 ? undefined : props.widthsFor?.(room);
  const wide = widths && columns.reduce((sum, { id }) => sum + (widths[id] ?? 0), 0);
  return (
    <table
      role="grid"
      class={widths !== undefined ? 'fitted' : columns.length > 3 ? 'many' : undefined}
      {...(wide === undefined ? {} : { width: String(wide) })}
      aria-label={props.label}
      aria-rowcount={(props.total ?? props.rows.length) + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selected === undefined ? undefined : true}
      onKeyDown={props.onKeyDown}
    >
      <colgroup>
        {columns.map(({ id, width }) => {
          const own = widths?.[id] ?? width;
          return <col key={id} {...(own === undefined ? {} : { width: String(own) })} />;
        })}
      </colgroup>
      <thead>
        <HeaderRow columns={columns} scroller={props.scroller} toRows={props.focusFirst} />
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The index of the row with the focus, and a function that sets it. */
function useActiveRow<T>(
  { rows, keyOf, followsRow, start }: Pick<GridProps<T>, 'rows' | 'keyOf' | 'followsRow' | 'start'>,
  keyAt: (index: number) => string,
): readonly [active: number, activate: (index: number) => void] {
  const [{ at, key }, setFocused] = useState<FocusedRow>(start === undefined ? { at: 0 } : { at: 0, key: start });
  const active = useMemo(() => {
    const moved = key === undefined || keyAt(at) === key ? -1 : rows.map(keyOf).indexOf(key);
    return moved >= 0 ? moved : Math.min(at, Math.max(0, rows.length - 1));
  }, [rows, at, key]);
  return [active, (index) => setFocused(followsRow === true ? { at: index, key: keyAt(index) } : { at: index })];
}

function useEnd<T>({ rows, onEnd }: Pick<GridProps<T>, 'rows' | 'onEnd'>, last: number): void {
  useLayoutEffect(() => {
    if (onEnd !== undefined && last >= rows.length - nearEnd) onEnd();
  }, [last, rows.length, onEnd]);
}

/** A function that focuses the active row as soon as it is in the page. */
function useFocusRequest(scroller: RefObject<HTMLElement | null>, active: number): () => void {
  const isRequested = useRef(false);
  useLayoutEffect(() => {
    if (!isRequested.current) return;
    const row = scroller.current?.querySelector(`tr[data-index="${active}"]`);
    if (!(row instanceof HTMLElement)) return;
    isRequested.current = false;
    row.focus({ preventScroll: true });
  });
  return () => {
    isRequested.current = true;
  };
}

/** Focuses the row at an index once, as soon as it is in the page. */
function useStartFocus(scroller: RefObject<HTMLElement | null>, index: number | undefined): void {
  const isFocused = useRef(false);
  useLayoutEffect(() => {
    if (isFocused.current || index === undefined) return;
    const row = scroller.current?.querySelector(`tr[data-index="${index}"]`);
    if (!(row instanceof HTMLElement)) return;
    isFocused.current = true;
    if (!hadFocus()) restoreFocus(row);
  });
}

function useInitialScroll(scroller: RefObject<HTMLElement | null>, top: number | undefined): void {
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (isScrolled.current || top === undefined || list === null) return;
    list.scrollTop = top;
    // Its rows have no height before the height of the list is measured.
    isScrolled.current = top === 0 || list.scrollHeight > list.clientHeight;
  });
}

/** The height of rows that are not in the page; an attribute, since styles in the page are forbidden. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={columns} height={Math.round(height)} />
    </tr>
  );
}

interface GridRowProps<T> {
  readonly row: T;
  readonly index: number;
  readonly columns: readonly Column<T>[];
  readonly active: boolean;
  readonly selected: boolean | undefined;
  readonly menu: string | undefined;
  readonly whole: ComponentChildren | undefined;
  readonly measure: (row: HTMLElement | null) => void;
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onOpen: (index: number, beside: boolean) => void;
  readonly onFocus: (index: number) => void;
}

/** One row; the Tab key only reaches the active one and the links in it. */
function GridRow<T>(props: GridRowProps<T>) {
  const { row, index, columns, active, selected, menu, whole } = props;
  return (
    <tr
      ref={props.measure}
      role="row"
      class={active ? 'active' : undefined}
      data-index={index}
      aria-rowindex={index + 2}
      {...(selected === undefined ? {} : { 'aria-selected': selected })}
      {...(menu === undefined ? {} : { 'data-vscode-context': menu })}
      tabIndex={active ? 0 : -1}
      onClick={(event) => props.onPress(index, event)}
      onDblClick={({ target, ctrlKey, metaKey }) => {
        // A button has had its clicks.
        if (!(target instanceof Element && target.closest('button') !== null)) props.onOpen(index, ctrlKey || metaKey);
      }}
      onFocusIn={() => props.onFocus(index)}
    >
      {whole === undefined ? null : (
        <td role="gridcell" class="whole" colSpan={columns.length}>
          {whole}
        </td>
      )}
      {(whole === undefined ? columns : []).map(({ id, cell, isSticky }) => (
        <td key={id} role="gridcell" class={`cell-${id}${isSticky === true ? ' sticky' : ''}`}>
          {cell(row, active ? 0 : -1)}
        </td>
      ))}
    </tr>
  );
}
