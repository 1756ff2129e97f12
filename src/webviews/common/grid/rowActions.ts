import { useRef } from 'preact/hooks';
import { getRange, toggled } from './selection';

/** The rows of a grid, and handlers of user actions. */
export interface RowHandlers<T> {
  readonly rows: readonly T[];
  /** Identifies rows when they are sorted or filtered. */
  readonly keyOf: (row: T, index: number) => string;
  /** Keys of the selected rows; without them nothing can be selected. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  readonly onOpen?: (row: T, beside: boolean) => void;
  /** Rows that can't be selected are opened by Space. */
  readonly isSelectable?: (row: T) => boolean;
  /** Unfolds or folds a row. */
  readonly onUnfold?: (row: T, isOpen: boolean) => void;
  /** Copies the selected rows, or the focused one if none is selected. */
  readonly onCopy?: (rows: readonly T[]) => void;
  /** The user types on a row, for example to start a filter. */
  readonly onType?: (text: string) => void;
}

interface RowFocus {
  /** The index of the row with the focus. */
  readonly active: number;
  readonly keyAt: (index: number) => string;
  /** Makes a row the active one. */
  readonly activate: (index: number) => void;
  /** Like `activate`, but also scrolls to the row and focuses it. */
  readonly moveTo: (index: number) => void;
  /** The number of rows that a Page key moves by. */
  readonly page: number;
}

/** Handles the keys and clicks of a grid. */
export function useRowActions<T>(handlers: RowHandlers<T>, { active, keyAt, activate, moveTo, page }: RowFocus) {
  const { rows, keyOf, selected } = handlers;
  const anchor = useRef(0);

  const select = (keys: ReadonlySet<string>): void => {
    if (selected !== undefined) handlers.onSelect?.(keys);
  };
  const selectTo = (to: number): void => select(new Set(getRange(anchor.current, to).map(keyAt)));
  const open = (index: number, beside: boolean): void => {
    const row = rows[index];
    if (row !== undefined) handlers.onOpen?.(row, beside);
  };
  const unfold = (isOpen: boolean): void => {
    const row = rows[active];
    if (row !== undefined) handlers.onUnfold?.(row, isOpen);
  };
  /** @returns false if nothing can be selected */
  const toggle = (): boolean => {
    const row = rows[active];
    if (row !== undefined && handlers.isSelectable?.(row) === false) open(active, false);
    else if (selected === undefined) return false;
    else {
      anchor.current = active;
      select(toggled(selected, keyAt(active)));
    }
    return true;
  };
  const copy = (): void => {
    const chosen = rows.filter((row, index) => selected?.has(keyOf(row, index)) === true);
    const row = rows[active];
    handlers.onCopy?.(chosen.length > 0 ? chosen : row === undefined ? [] : [row]);
  };

  /** @returns false if the grid doesn't handle it */
  const carryOut = (action: GridAction): boolean => {
    switch (action.kind) {
      case 'move':
        moveTo(action.to);
        if (action.extends && selected !== undefined) selectTo(action.to);
        else anchor.current = action.to;
        return true;
      case 'open':
        open(active, action.beside);
        return handlers.onOpen !== undefined;
      case 'unfold':
        unfold(action.isOpen);
        return handlers.onUnfold !== undefined;
      case 'toggle':
        return toggle();
      case 'selectAll':
        select(new Set(rows.map(keyOf)));
        return selected !== undefined;
      case 'selectNone':
        if (selected === undefined || selected.size === 0) return false;
        select(new Set());
        return true;
      case 'copy':
        if (handlers.onCopy === undefined || document.getSelection()?.isCollapsed === false) return false;
        copy();
        return true;
      case 'type':
        handlers.onType?.(action.text);
        return handlers.onType !== undefined;
    }
  };

  const onPress = (index: number, event: MouseEvent): void => {
    activate(index);
    if (selected === undefined) return;
    if (event.shiftKey) selectTo(index);
    else {
      anchor.current = index;
      if (event.ctrlKey || event.metaKey) select(toggled(selected, keyAt(index)));
    }
  };

  return { open, onPress, onKeyDown: keyHandler(carryOut, { active, count: rows.length, page }) };
}

function keyHandler(
  carryOut: (action: GridAction) => boolean,
  { active, count, page }: { readonly active: number; readonly count: number; readonly page: number },
): (event: KeyboardEvent) => void {
  return (event) => {
    const { target } = event;
    // Controls inside a row handle their own keys.
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'row') return;
    const action = gridAction(event, active, count, page);
    if (action === undefined || !carryOut(action)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The action of a key in a grid of rows: `to` is the index of the row to focus, `extends` extends the selection. */
type GridAction =
  | { readonly kind: 'move'; readonly to: number; readonly extends: boolean }
  | { readonly kind: 'open'; readonly beside: boolean }
  | { readonly kind: 'unfold'; readonly isOpen: boolean }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'selectAll' }
  | { readonly kind: 'selectNone' }
  | { readonly kind: 'copy' }
  /** Somebody begins to type what he looks for. */
  | { readonly kind: 'type'; readonly text: string };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const keyActions: ReadonlyMap<string, GridAction> = new Map([
  [' ', { kind: 'toggle' }],
  ['Escape', { kind: 'selectNone' }],
  ['ArrowRight', { kind: 'unfold', isOpen: true }],
  ['ArrowLeft', { kind: 'unfold', isOpen: false }],
]);

/** The action of a key on row `active` of `count`; `page` rows are on the screen. Undefined for other keys. */
export function gridAction(press: Press, active: number, count: number, page: number): GridAction | undefined {
  const { key, shiftKey, altKey } = press;
  const command = press.ctrlKey || press.metaKey;
  if (altKey || count === 0) return undefined;
  const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page }[key];
  const end = { Home: 0, End: count - 1 }[key];
  const next = end ?? to;
  if (next !== undefined) {
    return { kind: 'move', to: Math.min(count - 1, Math.max(0, next)), extends: shiftKey };
  }
  if (key === 'Enter') return { kind: 'open', beside: command };
  if (command) return { a: { kind: 'selectAll' as const }, c: { kind: 'copy' as const } }[key.toLowerCase()];
  return keyActions.get(key) ?? (key.length === 1 ? { kind: 'type', text: key } : undefined);
}
