import type { KeptView, ResultRow, ResultsView, ToResultsPanel } from '../messages/results';
import type { Order, IndexedRow } from './rowOrder';

/** What the panel shows, and how the user wants it shown. */
export interface ResultsState {
  readonly view: ResultsView | undefined;
  readonly rows: readonly IndexedRow[];
  readonly filter: string;
  /** Levels to which the rows are narrowed; empty: all. */
  readonly levels: ReadonlySet<number>;
  /** Chips to which they are narrowed; empty: all. */
  readonly tags: ReadonlySet<string>;
  readonly order: Order | undefined;
  /** Columns that the user switched on or off. */
  readonly switched: Readonly<Record<string, boolean>>;
  /** Widths that the user gave, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Rows selected, by their place in the answer. */
  readonly selected: ReadonlySet<string>;
  /** How much of the answer has come, in words; for the run that is under way. */
  readonly read?: string | undefined;
  /** What was copied last, in words, until something else is done. */
  readonly copied?: string | undefined;
  /** How the rows were shown before the panel was hidden; asked when the first run is there. */
  readonly kept?: KeptView | undefined;
}

export const emptyState: ResultsState = {
  view: undefined,
  rows: [],
  filter: '',
  levels: new Set(),
  tags: new Set(),
  order: undefined,
  switched: {},
  widths: {},
  selected: new Set(),
};

/** The state after something the host said. Another run begins without filter and selection; columns stay as they were. */
export function applyMessage(state: ResultsState, message: ToResultsPanel): ResultsState {
  if (message.kind === 'rows') {
    if (message.id !== state.view?.id) return state;
    const rows = state.rows.slice(0, message.from);
    return { ...state, rows: [...rows, ...message.rows.map((row, at) => indexed(row, message.from + at))] };
  }
  if (message.kind === 'renewed') return message.id === state.view?.id ? renewed(state, message.rows) : state;
  if (message.kind === 'copied') return { ...state, copied: message.words };
  if (message.kind === 'read') return message.id === state.view?.id ? { ...state, read: message.words } : state;
  const { view } = message;
  const isSame = view.id === state.view?.id;
  if (state.view === undefined && state.kept !== undefined) return { ...restored(state.kept, view.id), view };
  const kept = isSame
    ? state
    : {
        ...state,
        filter: '',
        levels: new Set<number>(),
        tags: new Set<string>(),
        selected: new Set<string>(),
        read: undefined,
        copied: undefined,
      };
  return { ...kept, view, rows: isSame ? kept.rows.slice(0, view.count) : [] };
}

/** What is renewed keeps its place; others stay the same objects, so that what was read from them stays. */
function renewed(state: ResultsState, changes: readonly (readonly [number, ResultRow])[]): ResultsState {
  const rows = [...state.rows];
  for (const [index, row] of changes) if (index < rows.length) rows[index] = indexed(row, index);
  return { ...state, rows };
}

/** The state that was kept: columns always, the rest for the same run alone. */
function restored(kept: KeptView, id: string): ResultsState {
  const { switched, widths, filter, levels, tags = [], order, selected } = kept;
  const columns = { ...emptyState, switched, widths };
  return kept.current === id
    ? { ...columns, kept, filter, levels: new Set(levels), tags: new Set(tags), order, selected: new Set(selected) }
    : columns;
}

/** What is worth keeping of a state. */
export function viewStateOf(state: ResultsState, top: number): KeptView {
  const { filter, levels, tags, order, switched, widths, selected } = state;
  return {
    ...{ current: state.view?.id ?? '', filter, switched, widths, top },
    ...(order === undefined ? {} : { order }),
    ...{ levels: [...levels], tags: [...tags] },
    // What is read anew may have other rows in these places.
    selected: state.view?.chips === undefined ? [...selected].slice(0, maxSelected) : [],
  };
}

const maxSelected = 10_000;

function indexed(row: ResultRow, index: number): IndexedRow {
  return { index, row };
}
