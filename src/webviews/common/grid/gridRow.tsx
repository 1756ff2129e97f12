import type { Column } from './column';

interface GridRowProps<T> {
  readonly row: T;
  readonly index: number;
  readonly columns: readonly Column<T>[];
  readonly active: boolean;
  readonly selected: boolean | undefined;
  readonly menu: string | undefined;
  readonly measure: (row: HTMLElement | null) => void;
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onOpen: (index: number, beside: boolean) => void;
  readonly onFocus: (index: number) => void;
}

/** One row; the active one alone is in the way of the Tab key, with what can be opened in it. */
export function GridRow<T>(props: GridRowProps<T>) {
  const { row, index, columns, active, selected, menu } = props;
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
      onDblClick={(event) => props.onOpen(index, event.ctrlKey || event.metaKey)}
      onFocusIn={() => props.onFocus(index)}
    >
      {columns.map(({ id, cell }) => (
        <td key={id} role="gridcell" class={`cell-${id}`}>
          {cell(row, active ? 0 : -1)}
        </td>
      ))}
    </tr>
  );
}
