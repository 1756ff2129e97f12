import { host } from '../common/host';
import type { RecordPanelState } from '../messages/record';
import { Place } from './place';

/** What the panel is at, as VS Code keeps it while the panel is hidden and over a reload. */
let state: RecordPanelState | undefined;
let current: Place | undefined;
let isSaving = false;
const places = new Map<number, Place>();

/** Where the reader is on a page; on the first one, where the reader was before the panel was hidden. */
export function placeOf(visit: number): Place {
  const there = places.get(visit) ?? new Place(places.size === 0 ? keptPlace() : undefined, saveSoon);
  places.set(visit, there);
  current = there;
  return there;
}

/** Keeps what the panel is at. */
export function setKept(now: RecordPanelState, visit: number): void {
  // What was kept before is read before it is written over.
  placeOf(visit);
  state = now;
  saveSoon();
}

function keptPlace(): unknown {
  const kept = host.getState();
  return typeof kept === 'object' && kept !== null && 'place' in kept ? kept.place : undefined;
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
