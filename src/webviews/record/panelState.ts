import type { LinkedTextView } from '../messages/parts';
import type {
  Answer,
  FromRecordPanel,
  LinkRow,
  LinksLoaded,
  MarkedText,
  NoticeView,
  PanelView,
  RawView,
  TableRow,
  ToRecordPanel,
} from '../messages/record';

/** The loaded part of a list of links. */
export interface LinksState {
  readonly isLoading: boolean;
  readonly rows: readonly LinkRow[];
  readonly loaded: LinksLoaded | undefined;
  readonly next: number | undefined;
  readonly error: NoticeView | undefined;
}

/** A part that was requested with a click, and the answer. */
export type Loaded<K extends 'compared' | 'screenshot'> = 'pending' | Answer<K>;

/** The state of the page: messages of the host and pending requests. */
export interface PanelState {
  readonly panel: PanelView | undefined;
  /** Rows that were loaded after the record, by {@link partKey}. */
  readonly rows: ReadonlyMap<string, readonly TableRow[]>;
  /** The texts of records that contain indicators, with the indicators marked. */
  readonly marked: ReadonlyMap<string, LinkedTextView>;
  /** By record. */
  readonly links: ReadonlyMap<string, LinksState>;
  readonly compared: ReadonlyMap<string, Loaded<'compared'>>;
  readonly screenshots: ReadonlyMap<string, Loaded<'screenshot'>>;
  readonly raw: ReadonlyMap<string, RawView>;
  readonly described: Answer<'described'> | undefined;
  /** Ids of earlier versions of a record to its current id, so that pending answers still find it. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The state of pages that back or forward lead to. */
  readonly cachedPages: ReadonlyMap<number, PanelState>;
}

export const emptyState: PanelState = {
  panel: undefined,
  rows: new Map(),
  marked: new Map(),
  links: new Map(),
  compared: new Map(),
  screenshots: new Map(),
  raw: new Map(),
  described: undefined,
  renamed: new Map(),
  cachedPages: new Map(),
};

/** Identifies a table of a record. */
export function partKey(record: string, part: string): string {
  return `${record}\n${part}`;
}

function recordOf(key: string): string {
  return key.split('\n', 1)[0] ?? '';
}

/** The state after a message of the host. */
export function applyHostMessage(state: PanelState, message: ToRecordPanel): PanelState {
  switch (message.kind) {
    case 'show':
      return shown(state, message.panel);
    case 'rows':
      return { ...state, rows: withRows(state, message), marked: withMarks(state, message.marked) };
    case 'links':
      return { ...state, links: withLinks(state, message), marked: withMarks(state, message.marked) };
    case 'compared':
      return {
        ...state,
        compared: set(state.compared, currentId(state, message.record), message),
        marked: withMarks(state, message.marked),
      };
    case 'screenshot':
      return { ...state, screenshots: set(state.screenshots, currentId(state, message.record), message) };
    case 'raw':
      return { ...state, raw: set(state.raw, currentId(state, message.record), message.raw) };
    case 'described':
      return { ...state, described: message };
  }
}

/** The state after a request of the panel; pending parts are not requested twice. */
export function applyRequest(state: PanelState, message: FromRecordPanel): PanelState {
  switch (message.kind) {
    case 'links': {
      const previous = state.links.get(message.record) ?? noLinks;
      return { ...state, links: set(state.links, message.record, { ...previous, isLoading: true, error: undefined }) };
    }
    case 'compare':
      return { ...state, compared: set(state.compared, message.record, 'pending') };
    case 'loadScreenshot':
      return { ...state, screenshots: set(state.screenshots, message.record, 'pending') };
    default:
      return state;
  }
}

const noLinks: LinksState = { isLoading: false, rows: [], loaded: undefined, next: undefined, error: undefined };

/** Pages cached besides the visible one. */
const maxCachedPages = 10;

/** The initial state of a page: its cached state, if any. */
function restorePage(state: PanelState, { visit }: PanelView): PanelState {
  const before = state.panel?.visit;
  if (before === undefined || before === visit) return state;
  const cachedPages = new Map([...state.cachedPages, [before, settled(state)] as const].slice(-maxCachedPages));
  return { ...(cachedPages.get(visit) ?? emptyState), cachedPages };
}

/** The state without pending requests, which are canceled when the panel shows another page. */
function settled(state: PanelState): PanelState {
  const answered = <T>(previous: ReadonlyMap<string, T | 'pending'>): ReadonlyMap<string, T | 'pending'> =>
    new Map([...previous].filter(([, value]) => value !== 'pending'));
  return {
    ...state,
    links: new Map([...state.links].map(([key, links]): [string, LinksState] => [key, { ...links, isLoading: false }])),
    compared: answered(state.compared),
    screenshots: answered(state.screenshots),
    cachedPages: emptyState.cachedPages,
  };
}

/** The state for a new view; removes the parts of records that are no longer shown. */
function shown(previous: PanelState, panel: PanelView): PanelState {
  const state = restorePage(previous, panel);
  const there = new Set(panel.records.map(({ id }) => id));
  const renamed = renamedBy(state, panel);
  const moved = <T>(previous: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map(
      [...previous].map(([id, value]) => [renamed.get(id) ?? id, value] as const).filter(([id]) => there.has(id)),
    );
  const stillShown = <T>(previous: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...previous].filter(([key]) => there.has(recordOf(key))));
  // Links that needed requests stay for a newer version of their record; others load again automatically.
  const free = new Set(
    panel.records.filter(({ links }) => links !== undefined && links.host === undefined).map(({ id }) => id),
  );
  const links = [...state.links].map(([id, loaded]) => {
    const now = renamed.get(id) ?? id;
    return [free.has(now) ? id : now, loaded] as const;
  });
  return {
    ...state,
    panel,
    rows: stillShown(state.rows),
    links: stillShown(new Map(links)),
    marked: withMarks(state, panel.marked),
    compared: moved(state.compared),
    screenshots: moved(state.screenshots),
    raw: stillShown(state.raw),
    renamed,
  };
}

/** Earlier ids of records of the same source. */
function renamedBy({ panel: before, renamed }: PanelState, { records }: PanelView): ReadonlyMap<string, string> {
  if (before === undefined) return new Map();
  const names = new Map(renamed);
  for (const { id, sourceKey } of before.records) {
    const next = records.find((record) => record.sourceKey === sourceKey)?.id;
    if (next === undefined || next === id) continue;
    for (const [earlier, name] of names) if (name === id) names.set(earlier, next);
    names.set(id, next);
  }
  return names;
}

function currentId({ renamed }: PanelState, record: string): string {
  return renamed.get(record) ?? record;
}

function withRows(state: PanelState, { record, table, from, rows }: Answer<'rows'>): PanelState['rows'] {
  const shownRecord = state.panel?.records.find(({ id }) => id === record);
  const first = shownRecord?.tables.find(({ id }) => id === table)?.rows.length ?? 0;
  const key = partKey(record, table);
  const previous = state.rows.get(key) ?? [];
  return from === first + previous.length && rows.length > 0
    ? set(state.rows, key, [...previous, ...rows])
    : state.rows;
}

function withLinks(
  state: PanelState,
  { record, page, rows, loaded, next, error }: Answer<'links'>,
): PanelState['links'] {
  const key = currentId(state, record);
  const previous = state.links.get(key) ?? noLinks;
  const again = next ?? (error === undefined ? undefined : previous.next);
  const all = page === 0 && rows.length > 0 ? rows : [...previous.rows, ...rows];
  return set(state.links, key, { isLoading: false, rows: all, loaded, next: again, error });
}

function withMarks({ marked }: PanelState, more: readonly MarkedText[]): PanelState['marked'] {
  return more.length === 0 ? marked : new Map([...marked, ...more]);
}

function set<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  return new Map(map).set(key, value);
}
