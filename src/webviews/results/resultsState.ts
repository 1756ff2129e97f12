import type { BinRange, SavedView, ResultRow, ResultsView, ToResultsPanel } from '../messages/results';
import type { Order, IndexedRow } from './rowOrder';

/** What the panel shows, and how. */
export interface ResultsState {
  readonly view: ResultsView | undefined;
  readonly rows: readonly IndexedRow[];
  /** Rows beyond them that the host found by a text, and how many it found; absent until it has searched. */
  readonly found?: { readonly text: string; readonly rows: readonly IndexedRow[]; readonly count: number } | undefined;
  readonly filter: string;
  /** Risk levels to show; empty for all. */
  readonly levels: ReadonlySet<number>;
  /** Tags to show; empty for all. */
  readonly tags: ReadonlySet<string>;
  /** The part of the timeline that rows must occur in. */
  readonly range?: BinRange | undefined;
  /** Shows rows that are folded by default. */
  readonly unfolded: boolean;
  /** The bar with filters is open. */
  readonly filtersOpen: boolean;
  readonly order: Order | undefined;
  /** The ID of the column that rows are grouped by. */
  readonly group?: string | undefined;
  /** Columns that the user showed or hid. */
  readonly switched: Readonly<Record<string, boolean>>;
  /** Column widths set by the user, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Selected rows, by index in the answer. */
  readonly selected: ReadonlySet<string>;
  /** How much of a running query's answer was received, as text. */
  readonly read?: string | undefined;
  /** Message about what was copied, until the next action. */
  readonly copied?: string | undefined;
  /** Saved view state, applied when the first run is shown. */
  readonly saved?: SavedView | undefined;
}

export const emptyState: ResultsState = {
  view: undefined,
  rows: [],
  filter: '',
  levels: new Set(),
  tags: new Set(),
  unfolded: false,
  filtersOpen: false,
  order: undefined,
  switched: {},
  widths: {},
  selected: new Set(),
};

/** Changes that show all rows again. */
export const withoutFilters: Partial<ResultsState> = {
  filter: '',
  range: undefined,
  levels: new Set(),
  tags: new Set(),
};

/** How many filters narrow the rows, apart from the text. */
export function filterCount({ levels, tags, range }: ResultsState): number {
  return levels.size + tags.size + (range === undefined ? 0 : 1);
}

/** The state after a message from the host. Another run starts without filter and selection; columns are kept. */
export function applyMessage(state: ResultsState, message: ToResultsPanel): ResultsState {
  if (message.kind === 'rows') {
    if (message.id !== state.view?.id) return state;
    const { from, rows } = message;
    const [before, after] = [state.rows.slice(0, from), state.rows.slice(from + rows.length)];
    const all = [...before, ...rows.map((row, at) => indexed(row, from + at)), ...after];
    // With the first row, all are sent again, and the host searches again.
    return { ...state, rows: all, ...(from === 0 ? { found: undefined } : {}) };
  }
  if (message.kind === 'found') {
    if (message.id !== state.view?.id) return state;
    const { text, count, rows } = message;
    return { ...state, found: { text, count, rows: rows.map(([index, row]) => indexed(row, index)) } };
  }
  if (message.kind === 'renewed') return message.id === state.view?.id ? renewed(state, message.rows) : state;
  if (message.kind === 'copied') return { ...state, copied: message.text };
  if (message.kind === 'read') return message.id === state.view?.id ? { ...state, read: message.text } : state;
  const { view } = message;
  const isSame = view.id === state.view?.id;
  if (state.view === undefined && state.saved !== undefined) return { ...restored(state.saved, view.id), view };
  const saved = isSame
    ? state
    : {
        ...state,
        filter: '',
        found: undefined,
        levels: new Set<number>(),
        tags: new Set<string>(),
        range: undefined,
        unfolded: false,
        selected: new Set<string>(),
        read: undefined,
        copied: undefined,
      };
  return { ...saved, view, rows: isSame ? saved.rows.slice(0, view.count) : [] };
}

/** Replaces changed rows; others stay the same objects, so that cached texts remain valid. */
function renewed(state: ResultsState, changes: readonly (readonly [number, ResultRow])[]): ResultsState {
  const rows = [...state.rows];
  for (const [index, row] of changes) if (index < rows.length) rows[index] = indexed(row, index);
  const { found } = state;
  if (found === undefined) return { ...state, rows };
  const others = new Map(changes);
  const foundRows = found.rows.map((old) => {
    const row = others.get(old.index);
    return row === undefined ? old : indexed(row, old.index);
  });
  return { ...state, rows, found: { ...found, rows: foundRows } };
}

/** Restores saved state: columns always, the rest only for the same run. */
function restored(saved: SavedView, id: string): ResultsState {
  const { switched, widths, filter, levels, tags = [], order, group, selected } = saved;
  const { unfolded = false, filtersOpen = false, range } = saved;
  const columns = { ...emptyState, switched, widths, filtersOpen };
  return saved.current === id
    ? {
        ...columns,
        saved,
        filter,
        levels: new Set(levels),
        tags: new Set(tags),
        unfolded,
        range,
        order,
        ...(group === undefined ? {} : { group }),
        selected: new Set(selected),
      }
    : columns;
}

/** The part of the state to save. */
export function viewStateOf(state: ResultsState, { top, focused }: Pick<SavedView, 'top' | 'focused'>): SavedView {
  const { filter, levels, tags, order, group, switched, widths, selected, unfolded, filtersOpen, range } = state;
  return {
    current: state.view?.id ?? '',
    filter,
    switched,
    widths,
    top,
    order,
    group,
    range,
    focused,
    levels: [...levels],
    tags: [...tags],
    unfolded,
    filtersOpen,
    // Other rows may have these indexes after a refresh.
    selected: state.view?.chips === undefined ? [...selected].slice(0, maxSelected) : [],
  };
}

const maxSelected = 10_000;

function indexed(row: ResultRow, index: number): IndexedRow {
  return { index, row };
}
