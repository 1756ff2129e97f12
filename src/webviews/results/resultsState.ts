import type { ResultRow, ResultsView, ToResultsPanel } from '../messages/results';
import type { Order, PlacedRow } from './rowOrder';

/** What the panel shows, and how the user wants it shown. */
export interface ResultsState {
  readonly view: ResultsView | undefined;
  readonly rows: readonly PlacedRow[];
  readonly filter: string;
  /** Levels to which the rows are narrowed; empty: all. */
  readonly levels: ReadonlySet<number>;
  readonly order: Order | undefined;
  /** Columns that the user switched on or off. */
  readonly switched: Readonly<Record<string, boolean>>;
  /** Widths that the user gave, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Rows selected, by their place in the answer. */
  readonly selected: ReadonlySet<string>;
}

export const emptyState: ResultsState = {
  view: undefined,
  rows: [],
  filter: '',
  levels: new Set(),
  order: undefined,
  switched: {},
  widths: {},
  selected: new Set(),
};

/** The state after something the host said. Another run begins without filter and selection; columns stay as they were. */
export function told(state: ResultsState, message: ToResultsPanel): ResultsState {
  if (message.kind === 'rows') {
    if (message.id !== state.view?.id) return state;
    const rows = state.rows.slice(0, message.from);
    return { ...state, rows: [...rows, ...message.rows.map((row, at) => placed(row, message.from + at))] };
  }
  const { view } = message;
  const isSame = view.id === state.view?.id;
  const kept = isSame ? state : { ...state, filter: '', levels: new Set<number>(), selected: new Set<string>() };
  return { ...kept, view, rows: isSame ? kept.rows.slice(0, view.count) : [] };
}

function placed(row: ResultRow, index: number): PlacedRow {
  return { index, row };
}
