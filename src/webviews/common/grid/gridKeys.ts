/** The action of a key in a grid of rows: `to` is the index of the row to focus, `extends` extends the selection. */
export type GridAction =
  | { readonly kind: 'move'; readonly to: number; readonly extends: boolean }
  | { readonly kind: 'open'; readonly beside: boolean }
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

/** The action of a key, with the focus on row `active` of `count`, `page` of which are on the screen; undefined: not the grid's key. */
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
  if (key === ' ') return { kind: 'toggle' };
  if (key === 'Escape') return { kind: 'selectNone' };
  return key.length === 1 ? { kind: 'type', text: key } : undefined;
}
