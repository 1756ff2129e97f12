import type { Answer, FromRecordPanel, NoticeView, PanelView, RawView, ToRecordPanel } from '../../messages/record';
import type { LinkRowView, RowView } from '../../messages/recordParts';

/** The loaded part of a list of links. */
export interface LinksState {
  readonly isLoading: boolean;
  readonly rows: readonly LinkRowView[];
  readonly status: string | undefined;
  readonly more: { readonly page: number; readonly label: string } | undefined;
  readonly error: NoticeView | undefined;
}

/** A part that was requested with a click, and the answer. */
export type Loaded<K extends 'compared' | 'screenshot'> = 'pending' | Answer<K>;

/** The state of the page: messages of the host and pending requests. */
export interface PanelState {
  readonly panel: PanelView | undefined;
  /** Rows that were loaded after the record, by {@link partKey}. */
  readonly rows: ReadonlyMap<string, readonly RowView[]>;
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
  links: new Map(),
  compared: new Map(),
  screenshots: new Map(),
  raw: new Map(),
  described: undefined,
  renamed: new Map(),
  cachedPages: new Map(),
};

/** Identifies a part of a record: a section, a list of links. */
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
      return { ...state, rows: withRows(state, message) };
    case 'links':
      return { ...state, links: withLinks(state, message) };
    case 'compared':
      return { ...state, compared: set(state.compared, currentId(state, message.record), message) };
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
      const key = partKey(message.record, message.list);
      const previous = state.links.get(key) ?? noLinks;
      return { ...state, links: set(state.links, key, { ...previous, isLoading: true, error: undefined }) };
    }
    case 'compare':
      return { ...state, compared: set(state.compared, message.record, 'pending') };
    case 'loadScreenshot':
      return { ...state, screenshots: set(state.screenshots, message.record, 'pending') };
    default:
      return state;
  }
}

const noLinks: LinksState = { isLoading: false, rows: [], status: undefined, more: undefined, error: undefined };

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
    panel.records.flatMap(({ id, links }) => links.filter((list) => list.free).map((list) => partKey(id, list.id))),
  );
  const currentKey = (key: string): string => {
    const id = recordOf(key);
    const now = partKey(renamed.get(id) ?? id, key.slice(id.length + 1));
    return free.has(now) ? key : now;
  };
  return {
    ...state,
    panel,
    rows: stillShown(state.rows),
    links: stillShown(new Map([...state.links].map(([key, links]) => [currentKey(key), links] as const))),
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

function withRows(state: PanelState, { record, section, from, rows }: Answer<'rows'>): PanelState['rows'] {
  const first = firstRows(state, record, section);
  const key = partKey(record, section);
  const previous = state.rows.get(key) ?? [];
  return from === first + previous.length && rows.length > 0
    ? set(state.rows, key, [...previous, ...rows])
    : state.rows;
}

function firstRows(state: PanelState, record: string, section: string): number {
  const shownRecord = state.panel?.records.find(({ id }) => id === record);
  return shownRecord?.sections.find(({ id }) => id === section)?.rows.length ?? 0;
}

function withLinks(
  state: PanelState,
  { record, list, page, rows, status, more, error }: Answer<'links'>,
): PanelState['links'] {
  const key = partKey(currentId(state, record), list);
  const previous = state.links.get(key) ?? noLinks;
  const again = more ?? (error === undefined ? undefined : previous.more);
  const all = page === 0 && rows.length > 0 ? rows : [...previous.rows, ...rows];
  return set(state.links, key, { isLoading: false, rows: all, status, more: again, error });
}

function set<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  return new Map(map).set(key, value);
}
