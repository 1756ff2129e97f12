import { host } from '../common/host';
import type { RecordPanelState } from '../messages/record';
import { ViewState } from './viewState';

/** The panel state that VS Code keeps while the panel is hidden and across reloads. */
let state: RecordPanelState | undefined;
let current: ViewState | undefined;
let isSaving = false;
const viewStates = new Map<number, ViewState>();

/** The view state of a page; of the first one, the state from before the panel was hidden. */
export function viewStateOf(visit: number): ViewState {
  const there =
    viewStates.get(visit) ?? new ViewState(viewStates.size === 0 ? persistedViewState() : undefined, saveSoon);
  viewStates.set(visit, there);
  current = there;
  return there;
}

/** Stores the state of the panel. */
export function persistState(now: RecordPanelState, visit: number): void {
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
