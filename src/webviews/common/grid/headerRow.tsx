import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useRoving } from '../useRoving';
import type { Column } from './column';

const narrowest = 50;
const step = 20;

/** A column's title: a button if it sorts, with an edge to drag if it can be resized. */
function HeaderCell<T>({ column }: { readonly column: Column<T> }) {
  const { title, align, isSticky, sorted, onSort, onResize } = column;
  const classes = [...(align === undefined ? [] : [align]), ...(isSticky === true ? ['sticky'] : [])];
  const cell = useRef<HTMLTableCellElement>(null);
  const resize = (width: number): void => onResize?.(Math.max(narrowest, Math.round(width)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (!event.altKey || by === undefined || onResize === undefined || cell.current === null) return;
    event.preventDefault();
    event.stopPropagation();
    resize(cell.current.offsetWidth + by);
  };
  return (
    <th
      ref={cell}
      class={classes.length === 0 ? undefined : classes.join(' ')}
      role="columnheader"
      scope="col"
      aria-sort={sorted}
      onKeyDown={onKeyDown}
    >
      {onSort === undefined ? (
        title
      ) : (
        <button type="button" class="link" onClick={onSort}>
          {title}
          {sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}
        </button>
      )}
      {onResize === undefined ? null : (
        <span
          class="edge"
          aria-hidden="true"
          onPointerDown={(event) => {
            event.preventDefault();
            const { currentTarget: edge, clientX: from } = event;
            const wide = cell.current?.offsetWidth ?? 0;
            edge.setPointerCapture(event.pointerId);
            const move = ({ clientX }: PointerEvent): void => resize(wide + clientX - from);
            const end = (): void => {
              edge.removeEventListener('pointermove', move);
              edge.removeEventListener('lostpointercapture', end);
            };
            edge.addEventListener('pointermove', move);
            edge.addEventListener('lostpointercapture', end);
          }}
        />
      )}
    </th>
  );
}

interface HeaderRowProps<T> {
  readonly columns: readonly Column<T>[];
  /** The element that scrolls the rows. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly toRows: () => void;
}

/** The titles of the columns: one Tab stop, with the arrow keys between them, and down to the rows. */
export function HeaderRow<T>({ columns, scroller, toRows }: HeaderRowProps<T>) {
  const row = useRoving<HTMLTableRowElement>('row');
  useScrollWhileFocused(row, scroller);
  return (
    <tr
      ref={row}
      role="row"
      aria-rowindex={1}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        toRows();
      }}
    >
      {columns.map((column) => (
        <HeaderCell key={column.id} column={column} />
      ))}
    </tr>
  );
}

/** Scrolls sideways to the title that keys focus, out from under the sticky column, and back when the focus leaves. */
function useScrollWhileFocused(row: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): void {
  const seen = useRef(0);
  const before = useRef<number>(undefined);
  useEffect(() => {
    const [titles, scrolled] = [row.current, scroller.current];
    if (titles === null || scrolled === null) return;
    const enter = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      before.current ??= seen.current;
      const [title, sticky] = [target.closest('th'), titles.querySelector('th.sticky')];
      if (title === null || sticky === null || title === sticky) return;
      const hidden = sticky.getBoundingClientRect().right - title.getBoundingClientRect().left;
      const isAfter = (sticky.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (isAfter && hidden > 0) scrolled.scrollLeft -= hidden;
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && titles.contains(relatedTarget)) return;
      if (before.current !== undefined) scrolled.scrollLeft = before.current;
      before.current = undefined;
    };
    // The browser reports its own scrolling to a title only after the focus.
    const note = (): void => {
      if (before.current === undefined) seen.current = scrolled.scrollLeft;
    };
    const scrollsItself = (): void => {
      before.current = undefined;
    };
    titles.addEventListener('focusin', enter);
    titles.addEventListener('focusout', leave);
    scrolled.addEventListener('scroll', note, { passive: true });
    scrolled.addEventListener('wheel', scrollsItself, { passive: true });
    scrolled.addEventListener('pointerdown', scrollsItself);
    return () => {
      titles.removeEventListener('focusin', enter);
      titles.removeEventListener('focusout', leave);
      scrolled.removeEventListener('scroll', note);
      scrolled.removeEventListener('wheel', scrollsItself);
      scrolled.removeEventListener('pointerdown', scrollsItself);
    };
  }, []);
}
