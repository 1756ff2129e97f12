import '../common/locale';
import { render } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Clock } from '../common/clock';
import { host } from '../common/host';
import { keepFocus } from '../common/keepFocus';
import { announce, Live, useAnnounced, useAnnouncedChange } from '../common/live';
import { type Openers, OpenersContext } from '../common/linkedText';
import type { FromResultsPanel, ToResultsPanel, ResultsView } from '../messages/results';
import { rangeLabel } from './filters/timelinePicture';
import { ResultsGrid } from './resultsGrid';
import { type ResultsState, applyMessage } from './resultsState';
import { RowCache, useQuery } from './rows';
import { TopLine } from './topLine';
import { restoredState, useSavedView } from './useSavedView';
import './results.css';
import { t } from '../../l10n';
import { strings } from './strings';

type Event =
  | { readonly from: 'host'; readonly message: ToResultsPanel }
  | { readonly from: 'page'; readonly changes: Partial<ResultsState> };

function next(state: ResultsState, event: Event): ResultsState {
  return event.from === 'host' ? applyMessage(state, event.message) : { ...state, copied: undefined, ...event.changes };
}

function send(message: FromResultsPanel): void {
  host.postMessage(message);
}

const openers: Openers = {
  open: (subject, beside) => send({ kind: 'open', subject, beside }),
  onHover: () => undefined,
};

/** The panel: messages from the host update its state, and user actions are sent to the host. */
function Panel() {
  const [state, dispatch] = useReducer(next, undefined, restoredState);
  const { setTop, setFocused } = useSavedView(state);
  const { saved, view } = state;
  const id = useRef<string>(undefined);
  const [cache] = useState(() => new RowCache((rows) => send({ kind: 'rows', id: id.current ?? '', rows })));
  useEffect(() => {
    // After a reload, the host doesn't know the selection.
    if (saved !== undefined && saved.selected.length > 0)
      send({ kind: 'select', rows: saved.selected.map(Number).filter(Number.isSafeInteger) });
  }, [saved]);
  useEffect(() => {
    const onMessage = ({ data: message }: MessageEvent<ToResultsPanel>): void => {
      // Also if the same was copied before.
      if (message.kind === 'copied') announce(message.text);
      if (message.kind === 'show') {
        if (message.view.id !== id.current) cache.clear();
        id.current = message.view.id;
        cache.version = message.view.version;
      } else if ((message.kind === 'shown' || message.kind === 'rows') && message.id === id.current)
        cache.add(message.kind === 'shown' ? message.first : message.rows);
      dispatch({ from: 'host', message });
    };
    window.addEventListener('message', onMessage);
    send({ kind: 'ready' });
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const isWaiting = useQuery(view, state, send);
  useEffect(() => {
    if (view !== undefined) document.title = view.title;
  }, [view?.title]);
  if (view === undefined) return null;
  const status = statusOf(state);
  return (
    <OpenersContext.Provider value={openers}>
      <Announcements view={view} status={statusOf({ ...state, copied: undefined })} />
      <TopLine view={view} state={state} send={send} change={(changes) => dispatch({ from: 'page', changes })} />
      {state.shown === undefined ? null : (
        <ResultsGrid
          key={view.id}
          view={view}
          state={state}
          shown={state.shown}
          isWaiting={isWaiting}
          cache={cache}
          send={send}
          change={(changes) => dispatch({ from: 'page', changes })}
          top={saved?.current === view.id ? saved.top : 0}
          onScroll={setTop}
          onFocus={setFocused}
        />
      )}
      <div class="below dim">
        <p class="status">{status}</p>
        {view.timeline === undefined ? null : (
          <span class="period" aria-hidden="true">
            {rangeLabel(view.timeline, state.range)}
          </span>
        )}
      </div>
    </OpenersContext.Provider>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  keepFocus(root);
  render(
    <Clock>
      <Live />
      <Panel />
    </Clock>,
    root,
  );
}

interface AnnouncementsProps {
  readonly view: ResultsView;
  /** The status as shown; may be empty. */
  readonly status: string;
}

/** Lets screen readers read the summary, the notices, and the status whenever they change. */
function Announcements({ view, status }: AnnouncementsProps) {
  const { running, work, summary, facts, notices } = view;
  const count = [summary, ...facts].filter((part) => part !== '').join(', ');
  useAnnounced(running === undefined ? count : (work ?? t('The query is running')));
  useAnnounced(textOf(notices, 'info'));
  useAnnounced(textOf(notices, 'warning'), 'alert');
  useAnnouncedChange(status === '' ? count : status);
  return null;
}

function textOf(notices: ResultsView['notices'], wanted: ResultsView['notices'][number]['tone']): string {
  return notices
    .filter(({ tone }) => tone === wanted)
    .map(({ text }) => text)
    .join(' ');
}

/** The status: the numbers of shown and selected rows, and the copied content. */
function statusOf({ view, shown, selected, copied }: ResultsState): string {
  const count = view?.count ?? 0;
  const keys = shown?.keys;
  const selectedCount = keys === undefined ? selected.size : keys.filter((key) => selected.has(key)).length;
  return [
    ...(shown?.isNarrowed === true ? [strings.shown(shown.count, count)] : []),
    ...(selectedCount > 0 ? [strings.selected(selectedCount)] : []),
    ...(copied === undefined ? [] : [copied]),
  ].join(', ');
}
