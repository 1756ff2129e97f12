import type { ComponentChildren } from 'preact';
import type { Column } from './column';

interface GridRowProps<T> {
  readonly row: T;
  readonly index: number;
  readonly columns: readonly Column<T>[];
  readonly active: boolean;
  readonly selected: boolean | undefined;
  readonly menu: string | undefined;
  /** The title of the section that begins with it. */
  readonly section: ComponentChildren;
  readonly measure: (row: HTMLElement | null) => void;
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onOpen: (index: number, beside: boolean) => void;
  readonly onFocus: (index: number) => void;
}

/** One row; the active one alone is in the way of the Tab key, with what can be opened in it. */
export function GridRow<T>(props: GridRowProps<T>) {
  const { row, index, columns, active, selected, menu, section } = props;
  const classes = [...(active ? ['active'] : []), ...(section === undefined ? [] : ['first'])];
  return (
    <tr
      ref={props.measure}
      role="row"
      class={classes.length === 0 ? undefined : classes.join(' ')}
      data-index={index}
      aria-rowindex={index + 2}
      {...(selected === undefined ? {} : { 'aria-selected': selected })}
      {...(menu === undefined ? {} : { 'data-vscode-context': menu })}
      tabIndex={active ? 0 : -1}
      onClick={(event) => props.onPress(index, event)}
      onDblClick={(event) => props.onOpen(index, event.ctrlKey || event.metaKey)}
      onFocusIn={() => props.onFocus(index)}
    >
      {columns.map(({ id, cell, isSticky }, column) => (
        <td key={id} role="gridcell" class={`cell-${id}${isSticky === true ? ' sticky' : ''}`}>
          {column > 0 || section === undefined ? null : (
            <span class="section">
              <span>{section}</span>
            </span>
          )}
          {cell(row, active ? 0 : -1)}
        </td>
      ))}
    </tr>
  );
}
