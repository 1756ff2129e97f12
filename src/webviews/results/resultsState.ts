import type { BinRange, SavedView, ResultsView, ToResultsPanel, FromResultsPanel } from '../messages/results';

/** The column and direction of sorting; absent for the original order. */
export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rows the host shows for the last query that it answered. */
export type Shown = Extract<ToResultsPanel, { kind: 'shown' }>;

/** The lines of a row. */
type LinesOfRow = Extract<ToResultsPanel, { kind: 'lines' }>;

/** The rows of the panel, and how it shows them. */
export interface ResultsState {
  readonly view: ResultsView | undefined;
  /** Which rows are shown; absent until the host has answered. */
  readonly shown?: Shown | undefined;
  /** Rows that are unfolded, with their lines once the host has sent them. */
  readonly lines: ReadonlyMap<number, LinesOfRow | undefined>;
  /** The number of received messages with contents of rows, which are kept elsewhere. */
  readonly received: number;
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
  /** The groups that are folded, see {@link groupKey}. */
  readonly foldedGroups: ReadonlySet<string>;
  /** Columns that the user showed or hid. */
  readonly switched: Readonly<Record<string, boolean>>;
  /** Column widths set by the user, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Selected rows, by their keys. */
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
  received: 0,
  lines: new Map(),
  filter: '',
  levels: new Set(),
  tags: new Set(),
  unfolded: false,
  filtersOpen: false,
  order: undefined,
  foldedGroups: new Set(),
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
  switch (message.kind) {
    case 'rows':
      return message.id === state.view?.id ? { ...state, received: state.received + 1 } : state;
    case 'lines':
      return message.id === state.view?.id && state.lines.has(message.row)
        ? { ...state, lines: new Map(state.lines).set(message.row, message) }
        : state;
    case 'shown':
      return withShown(state, message);
    case 'copied':
      return { ...state, copied: message.text };
    case 'read':
      return message.id === state.view?.id ? { ...state, read: message.text } : state;
    case 'show':
      return withView(state, message.view);
  }
}

function withShown(state: ResultsState, message: Shown): ResultsState {
  const isOld = message.asked < (state.shown?.asked ?? 0);
  if (message.id !== state.view?.id || isOld) return state;
  // The contents of rows are kept elsewhere.
  const groupable = message.groupable ?? state.shown?.groupable;
  return { ...state, shown: { ...message, first: [], groupable } };
}

function withView(state: ResultsState, view: ResultsView): ResultsState {
  if (state.view === undefined && state.saved !== undefined) return { ...restored(state.saved, view.id), view };
  const saved = view.id === state.view?.id ? state : { ...state, ...anotherRun };
  return { ...saved, view, shown: view.count === 0 ? undefined : saved.shown };
}

/** State that is reset for another run. */
const anotherRun: Partial<ResultsState> = {
  filter: '',
  shown: undefined,
  lines: new Map(),
  levels: new Set(),
  tags: new Set(),
  range: undefined,
  unfolded: false,
  foldedGroups: new Set(),
  selected: new Set(),
  read: undefined,
  copied: undefined,
};

/** Restores saved state: columns always, the rest only for the same run. */
function restored(saved: SavedView, id: string): ResultsState {
  const { switched, widths, filter, levels, tags = [], order, group, selected } = saved;
  const { unfolded = false, filtersOpen = false, range, foldedGroups = [] } = saved;
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
        foldedGroups: new Set(foldedGroups),
        selected: new Set(selected),
      }
    : columns;
}

/** The part of the state to save. */
export function getViewState(state: ResultsState, { top, focused }: Pick<SavedView, 'top' | 'focused'>): SavedView {
  const { filter, levels, tags, order, group, switched, widths, selected, unfolded, filtersOpen, range } = state;
  const { foldedGroups } = state;
  return {
    current: state.view?.id ?? '',
    filter,
    switched,
    widths,
    top,
    order,
    group,
    foldedGroups: [...foldedGroups].slice(0, maxSelected),
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

/** Sends a user action to the host. */
export type Send = (message: FromResultsPanel) => void;
