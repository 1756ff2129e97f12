import '../common/locale';
import { render } from 'preact';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { Clock, useNow } from '../common/clock';
import { host } from '../common/host';
import { keepFocus } from '../common/keepFocus';
import { Live, useAnnounced } from '../common/live';
import type { FromRecordPanel, PanelView, RecordPanelState, ToRecordPanel } from '../messages/record';
import { showWith, getVerdict } from './shown';
import { PanelContext } from './panelContext';
import { applyRequest, emptyState, type PanelState, applyHostMessage } from './panelState';
import { ViewState, ViewStateContext } from './viewState';
import { RecordPage } from './recordPage';
import './record.css';
import { t } from '../../l10n';

type Event =
  | { readonly from: 'host'; readonly message: ToRecordPanel }
  | { readonly from: 'page'; readonly message: FromRecordPanel };

function next(state: PanelState, event: Event): PanelState {
  return event.from === 'host' ? applyHostMessage(state, event.message) : applyRequest(state, event.message);
}

/** The panel: messages of the host update its state, and actions of the user go to the host. */
function Panel() {
  const [state, dispatch] = useReducer(next, emptyState);
  const send = (message: FromRecordPanel): void => {
    dispatch({ from: 'page', message });
    host.postMessage(message);
  };
  useEffect(() => {
    const onMessage = ({ data: message }: MessageEvent<ToRecordPanel>): void => {
      if (message.kind === 'show') persistState(message.panel.state, message.panel.visit);
      dispatch({ from: 'host', message });
    };
    window.addEventListener('message', onMessage);
    host.postMessage({ kind: 'ready' } satisfies FromRecordPanel);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const minute = Math.floor(useNow() / 60_000);
  const show = useMemo(() => showWith(state.marked, minute * 60_000), [state.marked, minute]);
  useAnnounced(announcedVerdict(state.panel));
  useEffect(() => {
    if (state.panel !== undefined) document.title = state.panel.value;
  }, [state.panel?.value]);
  return (
    <PanelContext.Provider value={{ state, send, show }}>
      {state.panel === undefined ? null : (
        <ViewStateContext.Provider value={viewStateOf(state.panel.visit)}>
          <RecordPage panel={state.panel} />
        </ViewStateContext.Provider>
      )}
    </PanelContext.Provider>
  );
}

/** The subject and its verdict, once it is loaded. */
function announcedVerdict(panel: PanelView | undefined): string {
  const [lead] = panel?.loading === undefined ? (panel?.records ?? []) : [];
  const verdict = lead && getVerdict(lead);
  return panel === undefined || verdict === undefined ? '' : t('{0}: {1}', panel.value, verdict.label);
}

/** The panel state that VS Code keeps while the panel is hidden and across reloads. */
let state: RecordPanelState | undefined;
let current: ViewState | undefined;
let isSaving = false;
const viewStates = new Map<number, ViewState>();

/** The view state of a page; of the first one, the state from before the panel was hidden. */
function viewStateOf(visit: number): ViewState {
  const there =
    viewStates.get(visit) ?? new ViewState(viewStates.size === 0 ? persistedViewState() : undefined, saveSoon);
  viewStates.set(visit, there);
  current = there;
  return there;
}

/** Stores the state of the panel. */
function persistState(now: RecordPanelState, visit: number): void {
  // Reads the stored state before it is overwritten.
  viewStateOf(visit);
  state = now;
  saveSoon();
}

function persistedViewState(): unknown {
  const persisted = host.getState();
  return typeof persisted === 'object' && persisted !== null && 'place' in persisted ? persisted.place : undefined;
}

/** Scrolling changes it many times a second. */
function saveSoon(): void {
  if (isSaving) return;
  isSaving = true;
  setTimeout(() => {
    isSaving = false;
    if (state !== undefined) host.setState({ ...state, place: current?.toJson() });
  }, 100);
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
