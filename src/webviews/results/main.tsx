import { render } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import { host } from '../common/host';
import { type Openers, OpenersContext } from '../common/pieces';
import { type FromResultsPanel, toResultsPanel, type ToResultsPanel } from '../messages/results';
import { ResultsGrid } from './resultsGrid';
import { emptyState, type ResultsState, told } from './resultsState';
import { TopLine } from './topLine';
import './results.css';

type Event =
  | { readonly from: 'host'; readonly message: ToResultsPanel }
  | { readonly from: 'page'; readonly changes: Partial<ResultsState> };

function next(state: ResultsState, event: Event): ResultsState {
  return event.from === 'host' ? told(state, event.message) : { ...state, ...event.changes };
}

function send(message: FromResultsPanel): void {
  host.postMessage(message);
}

const openers: Openers = {
  open: (subject, beside) => send({ kind: 'open', subject, beside }),
  restOn: () => undefined,
};

/** The panel: what the host says goes into its state, and what the user wishes goes to the host. */
function Panel() {
  const [state, dispatch] = useReducer(next, emptyState);
  useEffect(() => {
    const hear = ({ data }: MessageEvent<unknown>): void => {
      const read = toResultsPanel.safeParse(data);
      if (!read.success) return;
      const { data: message } = read;
      if (message.kind === 'show') {
        const { runs, id, file } = message.view;
        host.setState({ file, runs: runs.map((run) => run.id), current: id });
      }
      dispatch({ from: 'host', message });
    };
    window.addEventListener('message', hear);
    send({ kind: 'ready' });
    return () => window.removeEventListener('message', hear);
  }, []);
  const { view, rows } = state;
  if (view === undefined) return null;
  return (
    <OpenersContext.Provider value={openers}>
      <TopLine view={view} come={rows.length} send={send} />
      {rows.length === 0 ? null : (
        <ResultsGrid view={view} state={state} send={send} change={(changes) => dispatch({ from: 'page', changes })} />
      )}
    </OpenersContext.Provider>
  );
}

const root = document.getElementById('root');
if (root !== null) render(<Panel />, root);
