import '../common/locale';
import { render } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { Clock } from '../common/clock';
import { host } from '../common/host';
import { type Openers, OpenersContext } from '../common/pieces';
import {
  type FromResultsPanel,
  savedView,
  type ResultsPanelState,
  toResultsPanel,
  type ToResultsPanel,
} from '../messages/results';
import { ResultsGrid } from './resultsGrid';
import { emptyState, viewStateOf, type ResultsState, applyMessage } from './resultsState';
import { statusOf } from './statusLine';
import { TopLine } from './top/topLine';
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

/** Delay before saving state while typing or scrolling. */
const pauseMillis = 150;

/** The state before the panel was hidden or the window reloaded. */
function restoredState(): ResultsState {
  const read = savedView.safeParse(host.getState());
  return read.success ? { ...emptyState, saved: read.data } : emptyState;
}

/** The panel: messages from the host update its state, and user actions are sent to the host. */
function Panel() {
  const [state, dispatch] = useReducer(next, undefined, restoredState);
  const top = useRef(state.saved?.top ?? 0);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = (): void => {
    const { view } = state;
    if (view === undefined) return;
    const panel: ResultsPanelState = { file: view.file, runs: view.runs.map(({ id }) => id), current: view.id };
    host.setState({ ...panel, ...viewStateOf(state, top.current) });
  };
  const scheduleWrite = (): void => {
    clearTimeout(pending.current);
    pending.current = setTimeout(write, pauseMillis);
  };
  useEffect(scheduleWrite, [state]);
  // The next click may hide the panel, and a panel without state can't be restored.
  const { view: shown, order, group, levels, tags, range, unfolded, filtersOpen, switched, widths } = state;
  useEffect(write, [
    shown?.file,
    shown?.id,
    order,
    group,
    levels,
    tags,
    range,
    unfolded,
    filtersOpen,
    switched,
    widths,
  ]);
  const flush = useRef(write);
  flush.current = write;
  useEffect(() => {
    const onPress = (): void => flush.current();
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, []);
  const { saved } = state;
  useEffect(() => {
    // After a reload, the host doesn't know the selection.
    if (saved !== undefined && saved.selected.length > 0)
      send({ kind: 'select', rows: saved.selected.map(Number).filter(Number.isSafeInteger) });
  }, [saved]);
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>): void => {
      const read = toResultsPanel.safeParse(data);
      if (!read.success) return;
      dispatch({ from: 'host', message: read.data });
    };
    window.addEventListener('message', onMessage);
    send({ kind: 'ready' });
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const { view, rows } = state;
  const [shownCount, setShownCount] = useState<number>();
  if (view === undefined) return null;
  return (
    <OpenersContext.Provider value={openers}>
      <TopLine view={view} loaded={rows.length} read={state.read} send={send} />
      {rows.length === 0 ? null : (
        <ResultsGrid
          key={view.id}
          view={view}
          state={state}
          send={send}
          change={(changes) => dispatch({ from: 'page', changes })}
          top={saved?.current === view.id ? saved.top : 0}
          onScroll={(to) => {
            top.current = to;
            scheduleWrite();
          }}
          onShown={setShownCount}
        />
      )}
      <p class="status dim" role="status">
        {statusOf(state, rows.length === 0 ? undefined : shownCount)}
      </p>
    </OpenersContext.Provider>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  render(
    <Clock>
      <Panel />
    </Clock>,
    root,
  );
}
