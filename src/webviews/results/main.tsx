import '../common/locale';
import { render } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Clock } from '../common/clock';
import { host } from '../common/host';
import { keepFocus } from '../common/keepFocus';
import { announce, Live } from '../common/live';
import { type Openers, OpenersContext } from '../common/pieces';
import type { FromResultsPanel, ToResultsPanel } from '../messages/results';
import { Announcements } from './announcements';
import { ResultsGrid } from './resultsGrid';
import { type ResultsState, applyMessage } from './resultsState';
import { RowCache, useQuery } from './rows';
import { statusOf } from './statusLine';
import { TopLine } from './top/topLine';
import { restoredState, useSavedView } from './useSavedView';
import './results.css';

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
  useQuery(view, state, send);
  useEffect(() => {
    if (view !== undefined) document.title = view.title;
  }, [view?.title]);
  if (view === undefined) return null;
  const status = statusOf(state);
  return (
    <OpenersContext.Provider value={openers}>
      <Announcements view={view} status={statusOf({ ...state, copied: undefined })} />
      <TopLine view={view} read={state.read} send={send} />
      {state.shown === undefined ? null : (
        <ResultsGrid
          key={view.id}
          view={view}
          state={state}
          shown={state.shown}
          cache={cache}
          send={send}
          change={(changes) => dispatch({ from: 'page', changes })}
          top={saved?.current === view.id ? saved.top : 0}
          onScroll={setTop}
          onFocus={setFocused}
        />
      )}
      <p class="status dim">{status}</p>
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
