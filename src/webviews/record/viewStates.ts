import { host } from '../common/host';
import type { RecordPanelState } from '../messages/record';
import { ViewState } from './viewState';

/** What the panel is at, as VS Code keeps it while the panel is hidden and over a reload. */
let state: RecordPanelState | undefined;
let current: ViewState | undefined;
let isSaving = false;
const viewStates = new Map<number, ViewState>();

/** Where the reader is on a page; on the first one, where the reader was before the panel was hidden. */
export function viewStateOf(visit: number): ViewState {
  const there =
    viewStates.get(visit) ?? new ViewState(viewStates.size === 0 ? persistedViewState() : undefined, saveSoon);
  viewStates.set(visit, there);
  current = there;
  return there;
}

/** Keeps what the panel is at. */
export function persistState(now: RecordPanelState, visit: number): void {
  // What was kept before is read before it is written over.
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
