import { useRef } from 'preact/hooks';
import type { Column } from './column';

const narrowest = 50;
const step = 20;

/** A column's title: a button if it sorts, with an edge to drag if it can be resized. */
export function HeaderCell<T>({ column }: { readonly column: Column<T> }) {
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
