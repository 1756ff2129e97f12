import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useWidthOf } from '../useWidth';
import type { Column } from './column';
import { gridAction } from './gridKeys';
import { GridRow } from './gridRow';
import { HeaderCell } from './headerCell';
import { rangeOf, toggled } from './selection';
import { useVirtualRows } from './virtualRows';
import './grid.css';

export interface GridProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** Identifies rows when they are sorted or filtered. */
  readonly keyOf: (row: T, index: number) => string;
  /** Whether the focus follows its row when rows are added above it. */
  readonly followsRow?: boolean;
  /** The number of rows, if not all are loaded yet. */
  readonly total?: number;
  /** Estimated row height in pixels; actual heights are measured. */
  readonly rowHeight?: number;
  /** Keys of the selected rows; without them nothing can be selected. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  readonly onOpen?: (row: T, beside: boolean) => void;
  /** A row got the focus. */
  readonly onFocus?: (row: T) => void;
  /** For the selected rows, else the focused one. */
  readonly onCopy?: (rows: readonly T[]) => void;
  /** The user types on a row, for example to start a filter. */
  readonly onType?: (text: string) => void;
  /** The user is near the last rows, so that more can be requested. */
  readonly onEnd?: () => void;
  /** The initial scroll offset in pixels; undefined until it is known. */
  readonly top?: number | undefined;
  readonly onScroll?: (top: number) => void;
  /** The widths of all columns by id for the available width; without it, columns share the space. */
  readonly widthsFor?: (room: number) => Readonly<Record<string, number>>;
  /** For VS Code's context menu of webviews, see `menuContext`. */
  readonly menuOf?: (row: T) => string | undefined;
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
  const { label, columns, rows, keyOf, selected, onSelect, onEnd } = props;
  const [{ at: activeAt, key: activeKey }, setFocused] = useState<FocusedRow>({ at: 0 });
  const anchor = useRef(0);
  const focusWanted = useRef(false);
  const keyAt = (index: number): string => {
    const row = rows[index];
    return row === undefined ? String(index) : keyOf(row, index);
  };
  const active = useMemo(() => {
    const moved = activeKey === undefined || keyAt(activeAt) === activeKey ? -1 : rows.map(keyOf).indexOf(activeKey);
    return moved >= 0 ? moved : Math.min(activeAt, Math.max(0, rows.length - 1));
  }, [rows, activeAt, activeKey]);
  const setActive = (at: number): void => setFocused(props.followsRow === true ? { at, key: keyAt(at) } : { at });
  const virtual = useVirtualRows({
    count: rows.length,
    height: props.rowHeight ?? defaultHeight,
    keyAt,
    active,
  });
  const { scroller, placed, gapAfter } = virtual;
  const last = placed.at(-1)?.index ?? 0;
  const room = useWidthOf(scroller);
  const widths = room === 0 ? undefined : props.widthsFor?.(room);
  const wide = widths && columns.reduce((sum, { id }) => sum + (widths[id] ?? 0), 0);

  useLayoutEffect(() => {
    if (onEnd !== undefined && last >= rows.length - nearEnd) onEnd();
  }, [last, rows.length, onEnd]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = scroller.current?.querySelector(`tr[data-index="${active}"]`);
    if (!(row instanceof HTMLElement)) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || props.top === undefined || scroller.current === null) return;
    isPlaced.current = true;
    scroller.current.scrollTop = props.top;
  });

  const select = (keys: ReadonlySet<string>): void => {
    if (selected !== undefined) onSelect?.(keys);
  };
  const moveTo = (to: number, extending: boolean): void => {
    focusWanted.current = true;
    setActive(to);
    virtual.scrollTo(to);
    if (extending) select(new Set(rangeOf(anchor.current, to).map(keyAt)));
    else anchor.current = to;
  };
  const open = (index: number, beside: boolean): void => {
    const row = rows[index];
    if (row !== undefined) props.onOpen?.(row, beside);
  };
  const copy = (): void => {
    const chosen = rows.filter((row, index) => selected?.has(keyOf(row, index)) === true);
    const row = rows[active];
    props.onCopy?.(chosen.length > 0 ? chosen : row === undefined ? [] : [row]);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    // Controls inside a row handle their own keys.
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'row') return;
    const page = Math.max(1, placed.length - 2 * 8);
    const action = gridAction(event, active, rows.length, page);
    if (action === undefined || !carryOut(action)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** @returns false if the grid doesn't handle it */
  const carryOut = (action: NonNullable<ReturnType<typeof gridAction>>): boolean => {
    switch (action.kind) {
      case 'move':
        moveTo(action.to, action.extends && selected !== undefined);
        return true;
      case 'open':
        open(active, action.beside);
        return props.onOpen !== undefined;
      case 'toggle':
        if (selected === undefined) return false;
        anchor.current = active;
        select(toggled(selected, keyAt(active)));
        return true;
      case 'selectAll':
        select(new Set(rows.map(keyOf)));
        return selected !== undefined;
      case 'selectNone':
        if (selected === undefined || selected.size === 0) return false;
        select(new Set());
        return true;
      case 'copy':
        if (props.onCopy === undefined || document.getSelection()?.isCollapsed === false) return false;
        copy();
        return true;
      case 'type':
        props.onType?.(action.text);
        return props.onType !== undefined;
    }
  };

  const onPress = (index: number, event: MouseEvent): void => {
    setActive(index);
    if (selected === undefined) return;
    if (event.shiftKey) select(new Set(rangeOf(anchor.current, index).map(keyAt)));
    else {
      anchor.current = index;
      if (event.ctrlKey || event.metaKey) select(toggled(selected, keyAt(index)));
    }
  };

  return (
    <div class="grid" ref={scroller} onScroll={({ currentTarget }) => props.onScroll?.(currentTarget.scrollTop)}>
      <table
        role="grid"
        class={widths !== undefined ? 'fitted' : columns.length > 3 ? 'many' : undefined}
        {...(wide === undefined ? {} : { width: String(wide) })}
        aria-label={label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-colcount={columns.length}
        aria-multiselectable={selected === undefined ? undefined : true}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {columns.map(({ id, width }) => {
            const own = widths?.[id] ?? width;
            return <col key={id} {...(own === undefined ? {} : { width: String(own) })} />;
          })}
        </colgroup>
        <thead>
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {placed.map(({ index, gapBefore }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return [
              gapBefore > 0 ? <Gap key={`gap ${index}`} height={gapBefore} columns={columns.length} /> : null,
              <GridRow
                key={keyAt(index)}
                row={row}
                index={index}
                columns={columns}
                active={index === active}
                selected={selected?.has(keyAt(index))}
                menu={props.menuOf?.(row)}
                measure={virtual.measure}
                onPress={onPress}
                onOpen={open}
                onFocus={(to) => {
                  setActive(to);
                  props.onFocus?.(row);
                }}
              />,
            ];
          })}
          {gapAfter > 0 ? <Gap key="gap after" height={gapAfter} columns={columns.length} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** The height of rows that are not in the page; an attribute, since styles in the page are forbidden. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={columns} height={Math.round(height)} />
    </tr>
  );
}
